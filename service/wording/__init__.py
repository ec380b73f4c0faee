"""Names of squares and games as people write them, and CSV."""
