"""Maps for Hypothesis to try."""

from hypothesis import strategies as st

from engine import ALL_SQUARES, SIZE, MapSheet, Side, Square, Terrain

PALETTES = [
    "F.",
    "FF^.",
    "VV.",
    "VV^.r",
    "VFAWM^H#X.",
    "AW.",
    "AAWW^.",
    "AWrawf.",
    "FV.",
    "VVFA.",
    "#.",
    "M..",
]
ALL_LETTERS = ".FVAWMH^#Xrfvawmhx"
DRAWN = [
    Terrain.EMPTY,
    Terrain.FOREST,
    Terrain.VILLAGE,
    Terrain.FARM,
    Terrain.WATER,
    Terrain.MONSTER,
    Terrain.HERO,
]


def custom_sheets() -> st.SearchStrategy[MapSheet]:
    """Maps of few terrains, so that clusters grow, and of all of them."""
    palettes = st.sampled_from([*PALETTES, ALL_LETTERS])
    texts = palettes.flatmap(lambda letters: st.text(letters, min_size=SIZE * SIZE, max_size=SIZE * SIZE))
    return texts.map(_sheet_of)


def printed_sheets() -> st.SearchStrategy[MapSheet]:
    """Maps drawn on the sides A to D."""
    sides = st.sampled_from([Side.A, Side.B, Side.C, Side.D])
    drawings = st.dictionaries(st.sampled_from(ALL_SQUARES), st.sampled_from(DRAWN))
    return st.builds(_drawn_on, sides.map(MapSheet.blank), drawings)


def sheets() -> st.SearchStrategy[MapSheet]:
    """Maps of every kind."""
    return custom_sheets() | printed_sheets()


def _sheet_of(letters: str) -> MapSheet:
    return MapSheet.parse("\n".join(letters[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)))


def _drawn_on(blank: MapSheet, drawing: dict[Square, Terrain]) -> MapSheet:
    printed = blank.squares(Terrain.MOUNTAIN, Terrain.WASTELAND)
    return blank.with_terrain(
        {square: terrain for square, terrain in drawing.items() if square not in printed}
    )


@st.composite
def growing_sheets(draw: st.DrawFn) -> list[MapSheet]:
    """Four maps of one player: what is filled in one season stays so in the next."""
    sheets = [draw(custom_sheets())]
    for _ in range(3):
        undrawn = draw(st.frozensets(st.sampled_from(ALL_SQUARES)))
        sheets.insert(0, sheets[0].with_terrain(dict.fromkeys(undrawn, Terrain.EMPTY)))
    return sheets
