"""Training the networks."""
