"""What is kept of a person, and how it is erased."""
