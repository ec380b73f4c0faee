"""What the pages for people say, held against the tree."""
