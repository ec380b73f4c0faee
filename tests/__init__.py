"""The tests, mirroring the tree."""
