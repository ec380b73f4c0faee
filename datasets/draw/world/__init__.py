"""Photos of sheets of endless editions, among real papers, boards and cards: what the finder learns from."""
