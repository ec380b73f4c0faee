"""Settings of the service, and its log."""
