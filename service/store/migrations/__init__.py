"""The steps by which the tables came to be what they are; each runs once on every database."""
