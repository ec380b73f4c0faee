"""Sheets as the reader sees them once they are found: straight, 32 pixels a square."""
