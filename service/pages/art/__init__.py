"""Pictures to keep: a map, a game from season to season, a tournament from round to round.

Each is one SVG that needs nothing beside it, the same bytes for the same contents; `png_of` makes
pixels of it.
"""

from service.pages.art.chart import Line, draw_chart_svg
from service.pages.art.maps import draw_map_svg
from service.pages.art.png import png_of, with_letters
from service.pages.art.strip import Panel, draw_strip_svg, fresh_squares

__all__ = [
    "Line",
    "Panel",
    "draw_chart_svg",
    "draw_map_svg",
    "draw_strip_svg",
    "fresh_squares",
    "png_of",
    "with_letters",
]
