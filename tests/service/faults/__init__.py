"""What goes wrong around the service, with real components on loopback: what was promised holds."""
