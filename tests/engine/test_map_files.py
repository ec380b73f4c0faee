"""The maps of tests/maps, replayed."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import EDICTS, LAYOUTS, MapSheet, Season, Side, find_edict, monster_losses, score_map

MAPS = Path(__file__).parents[1] / "maps"
FILES = sorted(MAPS.glob("*.map"))


@dataclass(frozen=True, slots=True)
class Truth:
    """A map and what it is worth."""

    facts: dict[str, str]
    sheet: MapSheet
    earned: dict[str, int]


@pytest.fixture(name="truth", params=FILES, ids=lambda file: file.stem)
def _truth(request: pytest.FixtureRequest) -> Truth:
    """The truth that a map file tells."""
    file: Path = request.param
    lines = [line for line in file.read_text().splitlines() if not line.startswith("# ")]
    facts, drawing, earned = "\n".join(lines).strip().split("\n\n")
    fields = read_pairs(facts)
    numbers = {name: int(stars) for name, stars in read_pairs(earned).items()}
    return Truth(fields, MapSheet.parse(drawing, side=Side(fields["side"])), numbers)


def read_pairs(part: str) -> dict[str, str]:
    """The `name = value` lines of one part of a map file."""
    return dict(line.split(" = ") for line in part.splitlines())


def test_there_is_a_map_of_every_printed_side() -> None:
    assert [file.stem for file in FILES] == [f"side_{side.lower()}" for side in LAYOUTS]


def test_a_map_is_on_the_ruins_of_its_side(truth: Truth) -> None:
    assert truth.sheet.ruins == LAYOUTS[truth.sheet.side].ruins


def test_every_edict_earns_what_the_file_says(truth: Truth) -> None:
    earned = {name: edict.earns(truth.sheet).total for name, edict in EDICTS.items()}
    earned["monsters"] = monster_losses(truth.sheet).total

    assert earned | {"total": truth.earned["total"]} == truth.earned


def test_the_season_is_worth_what_the_file_says(truth: Truth) -> None:
    edicts = [find_edict(name) for name in truth.facts["edicts"].split(", ")]
    report = score_map(
        truth.sheet, edicts, coins=int(truth.facts["coins"]), season=Season(truth.facts["season"])
    )

    assert report.total == truth.earned["total"]
