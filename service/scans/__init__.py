"""Scans: single photos, outside of tournaments."""
