"""Names and rows as people read and write them: squares, games, shares, CSV."""
