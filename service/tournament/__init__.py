"""Tournaments: players, rounds, tables, places of sheets and results."""
