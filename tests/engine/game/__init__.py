"""The tests of a whole game."""
