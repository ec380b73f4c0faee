"""The pages of a photo that somebody scanned alone."""
