"""Whose sheet it is, of which round and season; and what is doubtful about that."""
