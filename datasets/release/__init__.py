"""Turning training runs into the released models."""
