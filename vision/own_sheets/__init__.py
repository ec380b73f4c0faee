"""Sheets that we print ourselves: their markers and their code."""
