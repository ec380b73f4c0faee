"""Photos in, readings out: in order, beside what else is known, corrected, and learned from."""
