"""Map sheets of our own design, drawn as vectors into a PDF."""
