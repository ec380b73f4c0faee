"""Ways to spoil photos."""
