"""Scores of maps and readings: totals, final scores, how sure they are, and what is odd in a map."""
