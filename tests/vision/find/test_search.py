"""The order and the bound of a search, with proposals that are given."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find import search
from vision.find.geometry import Points, SheetGeometry
from vision.find.propose import Proposal
from vision.find.pyramid import Pyramid
from vision.find.search import MOST_FAINT, MOST_JUDGED, search_lattices

CELLS = 9
TRUTH = lattice_between(TILTED, CELLS)
ASIDE = lattice_between(TILTED * 0.5 + 20.0, CELLS)  # where no lattice is
FAINT, CLEAR = 0.3, 1.0
PAPER = 215  # of the drawn grids: lines of this grey do not show


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


def test_a_search_in_vain_ends_within_its_bound(
    closely: list[Points], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = 0
    judge = search.judge

    def counting(photo: Pyramid, lattice: SheetGeometry) -> object:
        nonlocal judged
        judged += 1
        return judge(photo, lattice)

    monkeypatch.setattr(search, "judge", counting)
    faint = [Proposal(ASIDE + 7.0 * number, FAINT) for number in range(2 * MOST_FAINT)]
    proposing(monkeypatch, faint, faint)

    assert search_lattices(grid_photo(ASIDE, ink=PAPER), CELLS) == []
    assert len(closely) == MOST_FAINT
    assert judged <= MOST_JUDGED
