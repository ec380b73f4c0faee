"""Readings of photos: with hints, in context, corrected, and learned from."""
