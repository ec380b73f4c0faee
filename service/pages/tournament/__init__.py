"""A tournament's pages: from an empty table to standings on the wall, and each player's own."""
