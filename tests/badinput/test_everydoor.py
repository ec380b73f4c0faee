"""The ten thousand hostile files in little: some of each kind, through the doors that one process has."""

from pathlib import Path

import pytest

from tests.badinput.doors import REJECTED, through_command
from tests.badinput.everydoor import Door, Ended, jobs, table
from tests.badinput.files import Kind, Way
from tests.badinput.inventions import INVENTIONS, invented
from tests.badinput.morebombs import MORE
from tests.extent import ALL_TESTS

SEED = 3
TEXTS = [kind for kind in INVENTIONS if kind.way not in (Way.PHOTO, Way.ZIP)]
NO_PHOTOS = ("next to nothing", "formats not let in", "GIF cut off", "BMP with bits flipped", "workbooks")


def test_a_seed_makes_the_same_files() -> None:
    kinds = [kind for kind in INVENTIONS if not kind.name.startswith("PDF bomb")][:: 1 if ALL_TESTS else 12]

    assert [invented(kind, 1, SEED) for kind in kinds] == [
        invented(kind, 1, SEED) for kind in reversed(kinds)
    ][::-1]
    assert invented(kinds[0], 1, SEED).content != invented(kinds[0], 1, SEED + 1).content


def test_every_kind_goes_through_every_door_that_it_has() -> None:
    wanted = list(jobs(4 * sum(INVENTIONS.values()), SEED, list(INVENTIONS)))
    doors = {kind.name: {job.door for job in wanted if job.kind == kind} for kind in INVENTIONS}

    assert len(MORE) >= 10
    assert {name for name, through in doors.items() if len(through) < 3} == set()
    assert doors["zip slips"] == set(Door)


@pytest.mark.parametrize("kind", TEXTS, ids=lambda kind: kind.name)
def test_commands_take_or_refuse_texts_in_words(kind: Kind, tmp_path: Path) -> None:
    ends = [through_command(invented(kind, number, SEED), tmp_path)[0] for number in range(6)]

    assert REJECTED in ends


@pytest.mark.parametrize("name", NO_PHOTOS)
def test_commands_refuse_what_is_no_photo(name: str, tmp_path: Path) -> None:
    kind = next(kind for kind in INVENTIONS if kind.name == name)

    assert {through_command(invented(kind, number, SEED), tmp_path)[0] for number in range(3)} == {REJECTED}


def test_the_table_counts_each_file_once() -> None:
    ended = [
        Ended("a", "a 1", Door.LIBRARY, "read", 1.0, 2**20),
        Ended("a", "a 2", Door.BATCH, "none", 3.0, 0, ("died",)),
    ]

    assert "| a | 2 | 1 | 0 | 0 | 1 | 3.0 | 1 |" in table(ended, lambda each: each.kind)
