"""Whole games, played by bots or replayed, as documents and move by move."""
