"""The order and the bound of a search, with proposals that are given."""

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from engine import Side
from tests.vision.judged import judged_as
from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find import search
from vision.find.align import Aligned
from vision.find.geometry import Evidence, SheetGeometry
from vision.find.judgement import HERE, Judgement
from vision.find.lattice import Lattice, Points, map_nodes
from vision.find.pyramid import Pyramid
from vision.find.search import MOST_JUDGED, Effort, search_lattices
from vision.image import Image

CELLS = 9
TRUTH = lattice_between(TILTED, CELLS)
ASIDE = lattice_between(TILTED * 0.5 + 20.0, CELLS)  # where no lattice is
NOWHERE = np.eye(10)[-1]  # what the judge says where no lattice is


def proposing(monkeypatch: pytest.MonkeyPatch, *stages: list[Points]) -> None:
    monkeypatch.setattr(search, "propose", lambda photo, cells: iter(stages))


def test_what_a_later_stage_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    proposing(monkeypatch, [ASIDE], [TRUTH + 9.0])

    found = search_lattices(grid_photo(TRUTH), CELLS)

    assert np.abs(found[0].lattice - TRUTH).max() < 0.1 * found[0].where.cell_pixels


def test_once_a_lattice_is_sure_no_further_stage_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def stages(photo: Pyramid, cells: int) -> Iterator[list[Points]]:
        yield [TRUTH]
        raise AssertionError("a stage too many")

    monkeypatch.setattr(search, "propose", stages)

    assert search_lattices(grid_photo(TRUTH), CELLS)


def refusing(monkeypatch: pytest.MonkeyPatch) -> list[Lattice]:
    """Let the judge refuse everything; return what it is asked about."""
    judged: list[Lattice] = []

    def refuse(photo: Pyramid, lattice: Lattice) -> Judgement:
        judged.append(lattice)
        return Judgement(
            NOWHERE, np.full(8, 1 / 8), np.full((CELLS, CELLS, 4), 0.25), np.zeros((CELLS, CELLS))
        )

    monkeypatch.setattr(search, "judge", refuse)
    return judged


def test_a_search_in_vain_ends_within_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = refusing(monkeypatch)
    monkeypatch.setattr(search, "aligned", lambda photo, lattice: Aligned(Lattice(lattice), 0.0))
    proposing(monkeypatch, *([ASIDE + 20.0 * step for step in range(3)] for step in range(MOST_JUDGED)))
    monkeypatch.setattr(search.Effort, "is_new", lambda effort, near: True)

    assert search_lattices(grid_photo(TRUTH), CELLS) == []
    assert len(judged) == MOST_JUDGED


def test_what_proposals_lead_to_again_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = refusing(monkeypatch)
    upside_down = np.rot90(TRUTH, 2)
    proposing(monkeypatch, [TRUTH + 9.0], [TRUTH - 5.0, upside_down])

    assert search_lattices(grid_photo(TRUTH), CELLS) == []
    assert len(judged) == 1


def test_a_lattice_that_nobody_believes_is_laid_on_the_lines_as_they_are_spaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = Lattice(TRUTH).to_photo(map_nodes(CELLS) * ((CELLS + 1) / CELLS, 1.0))

    def believe_the_truth(photo: Pyramid, lattice: Lattice) -> Judgement:
        is_right = np.abs(lattice.nodes - TRUTH).max() < 0.2 * lattice.cell_pixels
        places = np.eye(10)[HERE] if is_right else NOWHERE
        return Judgement(
            places, np.full(8, 1 / 8), np.full((CELLS, CELLS, 4), 0.25), np.zeros((CELLS, CELLS))
        )

    monkeypatch.setattr(search, "judge", believe_the_truth)
    monkeypatch.setattr(search, "aligned", lambda photo, lattice: Aligned(Lattice(lattice), 0.0))
    proposing(monkeypatch, [wide])

    (found,) = search_lattices(grid_photo(TRUTH), CELLS)

    assert np.abs(found.lattice - TRUTH).max() < 0.1 * found.where.cell_pixels


def test_the_sound_half_of_a_lattice_leads_to_the_printed_one_also_where_another_seems_likelier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    astray = TRUTH.copy()
    astray[:, 5:] -= 0.4 * np.arange(1, 6)[:, None] * Lattice(TRUTH).cell_pixels  # as along a card's edge

    def doubt_what_is_proposed(photo: Pyramid, lattice: Lattice) -> Judgement:
        likely = {0: 0.99, 1: 0.02, 2: 0.4}[
            int(np.argmin([np.abs(lattice.nodes - known).max() for known in (TRUTH, astray, ASIDE)]))
        ]
        places = np.eye(10)[HERE] * likely + NOWHERE * (1 - likely)
        return Judgement(
            places, np.full(8, 1 / 8), np.full((CELLS, CELLS, 4), 0.25), np.zeros((CELLS, CELLS))
        )

    monkeypatch.setattr(search, "judge", doubt_what_is_proposed)
    monkeypatch.setattr(search, "aligned", lambda photo, lattice: Aligned(Lattice(lattice), 0.0))
    monkeypatch.setattr(search, "finish", lambda photo, near, sight: SheetGeometry(near))
    monkeypatch.setattr(search, "respaced", lambda photo, lattice: None)
    proposing(monkeypatch, [ASIDE, astray])

    (found,) = search_lattices(grid_photo(TRUTH), CELLS)

    assert np.abs(found.lattice - TRUTH).max() < 0.1 * found.where.cell_pixels


def test_a_covered_corner_that_the_other_squares_contradict_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    astray, far = TRUTH.copy(), np.clip(np.arange(CELLS + 1) - 5, 0, None)
    astray[...] += 0.12 * (far[:, None] * far)[..., None] * Lattice(TRUTH).cell_pixels
    covered = np.zeros((CELLS, CELLS))
    covered[5:, 5:] = 1.0
    judged: list[Points] = []

    def be_sure_once(photo: Pyramid, lattice: Lattice) -> Judgement:
        judged.append(lattice.nodes)
        places = np.eye(10)[HERE] if len(judged) == 1 else NOWHERE
        return Judgement(places, np.full(8, 1 / 8), np.full((CELLS, CELLS, 4), 0.25), covered)

    monkeypatch.setattr(search, "judge", be_sure_once)
    monkeypatch.setattr(search, "aligned", lambda photo, lattice: Aligned(Lattice(lattice), 0.0))
    monkeypatch.setattr(search, "finish", lambda photo, near, sight: SheetGeometry(near))
    proposing(monkeypatch, [astray])

    assert search_lattices(grid_photo(TRUTH), CELLS) == []
    corner = judged[1][-1, -1] - TRUTH[-1, -1]
    assert np.linalg.norm(corner) < 0.5 * Lattice(TRUTH).cell_pixels


def test_where_no_lattice_is_seen_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = refusing(monkeypatch)
    proposing(monkeypatch, [ASIDE])

    assert search_lattices(Pyramid(Image(np.full((1000, 1100, 3), 215, np.uint8))), CELLS) == []
    assert judged == []


@pytest.mark.parametrize(
    ("sure", "asked", "chosen"),
    [((0.99, 0.0, 0.0), 1, 0), ((0.6, 0.99, 0.0), 2, 1), ((0.6, 0.0, 0.5), 3, 0), ((0.0, 0.0, 0.0), 3, 0)],
    ids=["sure at once", "sure at the second", "never sure", "in vain"],
)
def test_a_photo_is_searched_at_further_scales_until_a_lattice_is_sure(
    sure: tuple[float, ...], asked: int, chosen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = [np.full((40, 40 + number, 3), 200, np.uint8) for number in range(len(sure))]
    seen: list[int] = []

    def found_at(photo: Pyramid, cells: int, effort: Effort) -> list[SheetGeometry]:
        number = photo.image.shape[1] - 40
        seen.append(number)
        effort.saw_any = True
        return [believed(sure[number])] if sure[number] else []

    monkeypatch.setattr(search, "search_lattices", found_at)

    found, picture = search.search_in_turn(map(Image, pictures), CELLS)

    assert seen == list(range(asked))
    assert picture is pictures[chosen]
    assert [sheet.evidence.probability for sheet in found] == [sure[chosen]] * bool(sure[chosen])


def test_where_no_lattice_is_seen_no_further_scale_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def see_nothing(photo: Pyramid, cells: int, effort: Effort) -> list[SheetGeometry]:
        searched.append(len(searched))
        return []

    monkeypatch.setattr(search, "search_lattices", see_nothing)
    pictures = [Image(np.full((40, 40, 3), 200, np.uint8))] * 3

    assert search.search_in_turn(pictures, CELLS) == ([], pictures[0])
    assert searched == [0]


@pytest.mark.parametrize(("probability", "count"), [(0.98, 1), (0.95, 0)])
def test_what_fills_a_picture_is_given_where_it_is_sure_alone(
    monkeypatch: pytest.MonkeyPatch, probability: float, count: int
) -> None:
    monkeypatch.setattr(search, "search_lattices", lambda photo, cells, effort: [])
    monkeypatch.setattr(search, "found_by_looking", lambda *looked: [believed(probability)])

    found, _ = search.search_in_turn([Image(np.full((400, 400, 3), 200, np.uint8))], CELLS)

    assert len(found) == count


@pytest.mark.parametrize(
    ("moved", "probability", "is_known"), [(0.0, 0.99, True), (0.4, 0.99, False), (0.0, 0.02, False)]
)
def test_a_sheet_bent_between_its_markers_keeps_them_if_the_judge_believes_it(
    monkeypatch: pytest.MonkeyPatch, moved: float, probability: float, is_known: bool
) -> None:
    flat, bent = lattice_between(TILTED, 11), lattice_between(TILTED, 11, curl=0.5)
    square = Lattice(flat).cell_pixels
    marker = SimpleNamespace(lattice=flat + moved * square, side=Side.A)
    seen = SheetGeometry(Lattice(bent), Evidence(judged=judged_as(Side.A, probability=probability)))
    monkeypatch.setattr(search, "find_markers", lambda picture: [marker])
    monkeypatch.setattr(search, "_settle", lambda photo, lattice, effort: seen)

    found = list(search._marked(grid_photo(flat)))

    assert np.abs(bent - flat).max() > 0.3 * square
    assert [sheet.evidence.marked for sheet in found] == [Side.A] * is_known


def believed(probability: float) -> SheetGeometry:
    """Return a lattice that the judge believes with this probability."""
    places = np.eye(10)[HERE] * probability + NOWHERE * (1 - probability)
    said = Judgement(places, np.full(8, 1 / 8), np.zeros((CELLS, CELLS, 4)), np.zeros((CELLS, CELLS)))
    return SheetGeometry(Lattice(TRUTH), Evidence(judged=said))
