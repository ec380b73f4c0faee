"""The pages of what a person has to settle."""
