"""Finds a map sheet, or any printed grid, in a photo."""
