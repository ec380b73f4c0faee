"""Pictures to keep: a map, a game from season to season, a tournament from round to round.

Each is one SVG that needs nothing beside it, the same bytes for the same contents; `png_of` makes
pixels of it.
"""
