"""Reads a sheet that was found: terrain, coins and season scores."""
