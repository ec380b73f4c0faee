"""Measuring the released models on what they never learned from."""
