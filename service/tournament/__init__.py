"""Tournaments: who plays, which sheets are whose, what they come to, and what of it is published."""
