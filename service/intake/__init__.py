"""Uploads: files recognised, checked, kept, and put in line to be read."""
