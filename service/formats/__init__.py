"""How people write squares, games, and tables as CSV."""
