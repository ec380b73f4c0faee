"""Which squares of a map earn by each card, as a page would light them up."""

import pytest

from engine import EDICTS, SIZE, MapSheet, Square, monster_losses
from tests.drawing import map_of

LIT: dict[str, tuple[MapSheet, tuple[str, ...]]] = {
    "Sentinel Wood": (map_of("FV", "FF"), ("*.", "*.")),
    "Greenbough": (map_of("VF", ".f"), (".*", ".*")),
    "Treetower": (map_of("FFh", "FX"), ("**",)),
    "Stoneside Forest": (map_of("^FF^", "", "^FF"), ("*..*",)),
    "Faunlost Thicket": (map_of("FFF", ".fF", "XF", "FF"), (".*", ".*", ".*", ".*")),
    "Deepwood": (map_of("FFF", "F.F", "", "FFFFFV"), ("***", "*.*")),
    "Heart of the Forest": (map_of("FFH", "FfF", "FF"), ("*", "**")),
    "Sleepy Valley": (map_of("FF", "F.fVF"), ("", "*.*.*")),
    "Canal Lake": (map_of("AAW", "..WW"), (".**",)),
    "Mages Valley": (map_of("W^AA", ".W"), ("*.*", ".*")),
    "The Golden Granary": (map_of("Waw", "rW"), ("***", ".*")),
    "Shoreside Expanse": (map_of("", ".AA.W", ".A..F", "...A", "...W"), ("", ".**.*", ".*")),
    "Craylund": (map_of("WAW", "AAW", "", "AW"), (".*", "**")),
    "Ulem's Wallow": (map_of("AWA", "WWW"), (".*",)),
    "Clawsgrave Peaks": (map_of("^WW^", ".A", "", "^W"), ("*..*",)),
    "Jorekburg": (map_of("AW", "WW"), ("*", "*")),
    "Wildholds": (map_of("VVV", "V.V", "V", "...V"), ("***", "*.*", "*")),
    "Great City": (map_of("VVV^", "", "VV.V"), ("", "", "**")),
    "Greengold Plains": (map_of("VVF", "H^X", "V"), ("**",)),
    "Shieldgate": (map_of("VVV", "", "VV", "", "VV"), ("", "", "**")),
    "Gnomish Colony": (map_of(".VV", "VVV", "", "VVV"), (".**", "***")),
    "Outer Enclave": (map_of("VVV", "V.V", "FrV"), ("...*", ".*.*", ".*.*", "..*")),
    "Traylo Monastery": (map_of("V.VVV", "VV..V", "V", "v"), ("*", "**", "*", "*")),
    "Caravansary": (map_of("VVV.V", "..V.V", "....V", "....V"), ("***", "..*")),
    "Borderlands": (map_of("", "FFFFFFFFFFF"), ("", "*" * SIZE)),
    "Lost Barony": (map_of("FF#", "FXH", ".WF"), ("**", "**")),
    "The Broken Road": (map_of(*["."] * 9, "H", "FF"), (*[""] * 9, "*", "**")),
    "The Cauldrons": (map_of("rX.", "F.^", "..H"), ("*",)),
    "Dwarvenholds": (map_of("F" * SIZE, "FFFFF^FFFFF"), ("", "*" * SIZE)),
    "Banded Hills": (map_of("F#VAX.WM", "FVAW"), ("*.**..**",)),
    "Silos": (map_of(*["FF"] * SIZE), ("*",) * SIZE),
    "Starlit Sigil": (map_of("..", "r#..", rest="#"), ("**", "*")),
}
SPATIAL = {"Borderlands": 132, "Lost Barony": 33, "The Broken Road": 33, "Silos": 60}
UNIFORM = {
    ".": {},
    "F": {
        **{"Sentinel Wood": 40, "Greenbough": 22, "Treetower": 121, "Faunlost Thicket": 22, "Deepwood": 6},
        **{"Heart of the Forest": 242, "Sleepy Valley": 44},
        **SPATIAL,
    },
    "V": {
        **{"Wildholds": 8, "Great City": 121, "Gnomish Colony": 6, "Traylo Monastery": 7, "Caravansary": 22},
        **SPATIAL,
    },
    "^": {"Dwarvenholds": 154, **SPATIAL},
    **dict.fromkeys("AWMH#X", SPATIAL),
}
"""What a map earns that holds one terrain in all squares."""


def lit(picture: tuple[str, ...]) -> tuple[Square, ...]:
    """The squares that the picture has stars in."""
    return tuple(
        Square(row, column)
        for row, line in enumerate(picture)
        for column, mark in enumerate(line)
        if mark == "*"
    )


def test_every_card_has_a_picture() -> None:
    assert set(LIT) == set(EDICTS)


@pytest.mark.parametrize("name", LIT)
def test_a_card_lights_up_the_squares_that_earn(name: str) -> None:
    sheet, picture = LIT[name]

    assert EDICTS[name].earns(sheet).squares == lit(picture)


@pytest.mark.parametrize("letter", UNIFORM)
def test_a_map_of_one_terrain_earns_what_is_known(letter: str) -> None:
    sheet = map_of(rest=letter)
    earned = {name: edict.earns(sheet).total for name, edict in EDICTS.items()}

    assert {name: stars for name, stars in earned.items() if stars} == UNIFORM[letter]
    assert monster_losses(sheet).total == 0
