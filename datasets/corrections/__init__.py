"""Learning from what people corrected."""
