"""Uploads: files are recognised, checked, stored, and put in line to be read."""
