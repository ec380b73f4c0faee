"""Photos of one sheet on a table."""
