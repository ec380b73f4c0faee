"""Scans: single photos that somebody looks at, outside all tournaments."""
