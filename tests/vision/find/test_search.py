"""The order and the bound of a search, with proposals that are given."""

from collections.abc import Iterator
from itertools import repeat

import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find import search
from vision.find.geometry import Points, SheetGeometry
from vision.find.judgement import HERE, Judgement
from vision.find.propose import Proposal
from vision.find.pyramid import Pyramid
from vision.find.search import AGREED, FIRST_LOOKS, MANY, MOST_FAINT, MOST_JUDGED, search_lattices

CELLS = 9
TRUTH = lattice_between(TILTED, CELLS)
ASIDE = lattice_between(TILTED * 0.5 + 20.0, CELLS)  # where no lattice is
FAINT, CLEAR = 0.3, 1.0
NOWHERE = np.eye(10)[-1]  # what the judge says where no lattice is


@pytest.fixture(name="closely")
def _closely(monkeypatch: pytest.MonkeyPatch) -> list[Points]:
    """Return the proposals about which all looks are taken, in their order."""
    seen: list[Points] = []
    looks = search.looks

    def watched(photo: Pyramid, lattice: Points) -> Iterator[SheetGeometry]:
        seen.append(lattice)
        return looks(photo, lattice)

    monkeypatch.setattr(search, "looks", watched)
    return seen


def proposing(monkeypatch: pytest.MonkeyPatch, *stages: list[Proposal]) -> None:
    monkeypatch.setattr(search, "propose", lambda photo, cells: iter(stages))


def test_what_is_seen_faintly_is_looked_about_only_after_everywhere_else(
    closely: list[Points], monkeypatch: pytest.MonkeyPatch
) -> None:
    proposing(monkeypatch, [Proposal(ASIDE, FAINT)], [Proposal(TRUTH, CLEAR)])

    found = search_lattices(grid_photo(TRUTH), CELLS)

    assert np.abs(found[0].lattice - TRUTH).max() < 0.1 * found[0].cell_pixels
    assert closely == []


@pytest.mark.parametrize(
    ("agreement", "most"),
    [(CLEAR, MOST_JUDGED), (FAINT, 2 * MOST_FAINT + MOST_FAINT * FIRST_LOOKS)],
    ids=["seen clearly", "seen faintly"],
)
def test_a_search_in_vain_ends_within_its_bound(
    agreement: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[SheetGeometry] = []

    def refuse(photo: Pyramid, lattice: SheetGeometry) -> Judgement:
        judged.append(lattice)
        return Judgement(
            NOWHERE, np.full(8, 1 / 8), np.full((CELLS, CELLS, 4), 0.25), np.zeros((CELLS, CELLS))
        )

    monkeypatch.setattr(
        "vision.find.search.looks",
        lambda photo, lattice: repeat(SheetGeometry(lattice, error=0.0, score=0.0)),
    )
    monkeypatch.setattr("vision.find.search.judge", refuse)
    proposals = [Proposal(ASIDE + 7.0 * number, agreement) for number in range(2 * MOST_FAINT)]
    proposing(monkeypatch, proposals)

    assert search_lattices(grid_photo(TRUTH), CELLS) == []
    assert len(judged) == most


@pytest.mark.parametrize(("looks_there", "is_found"), [(MANY, True), (MANY - 1, False)])
def test_what_many_looks_agree_on_is_worth_a_persons_look(
    looks_there: int, is_found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    perhaps = np.eye(10)[HERE] * AGREED + NOWHERE * (1 - AGREED)

    def doubt(photo: Pyramid, lattice: SheetGeometry) -> Judgement:
        return Judgement(
            perhaps, np.full(8, 1 / 8), np.full((CELLS, CELLS, 4), 0.25), np.zeros((CELLS, CELLS))
        )

    there = SheetGeometry(TRUTH, error=0.0, score=0.0)
    monkeypatch.setattr("vision.find.search.refine", lambda photo, lattice: there)
    monkeypatch.setattr("vision.find.search.looks", lambda photo, lattice: repeat(there, looks_there - 1))
    monkeypatch.setattr("vision.find.search.judge", doubt)
    monkeypatch.setattr("vision.find.search._surer", lambda photo, sheet: sheet)
    proposing(monkeypatch, [Proposal(TRUTH, CLEAR)])

    assert bool(search_lattices(grid_photo(TRUTH), CELLS)) is is_found
