"""The tests of the scoring cards."""
