"""Where further sheets are looked for beside one that was found."""

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from vision.find import beside
from vision.find.beside import seems_to_show_more, sheets_beside
from vision.find.geometry import Evidence, SheetGeometry
from vision.find.judgement import HERE, Judgement
from vision.find.lattice import Lattice, Points, map_nodes
from vision.find.lattice_net import Field
from vision.find.propose import Box
from vision.find.pyramid import Pyramid
from vision.image import Image

SQUARE = 40.0
SURE = Judgement(np.eye(10)[HERE], np.full(8, 1 / 8), np.zeros((11, 11, 4)), np.zeros((11, 11)))
KNOWN = SheetGeometry(Lattice(60.0 + SQUARE * map_nodes(11)), Evidence(judged=SURE))  # 440 pixels wide
FIELD = np.diag([11 * SQUARE, 11 * SQUARE, 1.0])


def rooms_of(monkeypatch: pytest.MonkeyPatch, width: int, height: int, known: SheetGeometry) -> list[Box]:
    """Return the parts in which a photo of that size is looked at beside a sheet."""
    parts: list[Box] = []

    def see_nothing(
        photo: Pyramid, boxes: Iterable[Box], worth: Callable[[Field], bool], *, turned: bool
    ) -> Iterator[list[Points]]:
        parts.extend(boxes)
        return iter(())

    monkeypatch.setattr(beside, "propose_in", see_nothing)
    assert sheets_beside(Pyramid(Image(np.full((height, width, 3), 200, np.uint8))), [known]) == []
    return parts


@pytest.mark.parametrize("width", [600, 850], ids=["filled", "narrow"])
def test_no_other_sheet_is_looked_for_where_one_has_no_room(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rooms_of(monkeypatch, width, 560, KNOWN) == []


def test_another_sheet_is_looked_for_where_one_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    ((left, top, width, height),) = rooms_of(monkeypatch, 1150, 560, KNOWN)

    assert left + width / 2 == pytest.approx(845, abs=35)  # between the known sheet and the edge
    assert top + height / 2 == pytest.approx(280, abs=30)
    assert 0.8 * 440 < width / 2 < 440


def test_beside_a_sheet_that_is_not_sure_nothing_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rooms_of(monkeypatch, 1150, 560, SheetGeometry(KNOWN.where)) == []


@pytest.mark.parametrize(
    ("right", "agreement", "is_page", "is_worth"),
    [
        (700.0, 0.95, False, True),
        (700.0, 0.4, False, False),
        (700.0, 0.4, True, True),
        (90.0, 0.95, False, False),
        (90.0, 0.95, True, False),
    ],
    ids=["clear", "vague", "vague on a page", "the known sheet itself", "that on a page"],
)
def test_of_what_is_seen_only_clear_fields_elsewhere_are_followed(
    right: float, agreement: float, is_page: bool, is_worth: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = Field(np.array([[1, 0, right], [0, 1, 60.0], [0, 0, 1]]) @ FIELD, agreement, 800)
    judged: list[bool] = []

    def see(
        photo: Pyramid, boxes: Iterable[Box], worth: Callable[[Field], bool], *, turned: bool
    ) -> Iterator[list[Points]]:
        judged.append(worth(field))
        return iter(())

    monkeypatch.setattr(beside, "propose_in", see)
    sheets_beside(Pyramid(Image(np.full((560, 1150, 3), 200, np.uint8))), [KNOWN], is_page=is_page)

    assert judged == [is_worth]


@pytest.mark.parametrize(
    ("agreement", "lines", "shows_more"), [(0.97, True, True), (0.97, False, False), (0.8, True, False)]
)
def test_a_page_shows_more_where_a_field_and_its_lines_are_seen_beside_the_known_sheet(
    agreement: float, lines: bool, shows_more: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = Field(np.array([[1, 0, 700.0], [0, 1, 60.0], [0, 0, 1]]) @ FIELD, agreement, 800)
    monkeypatch.setattr(beside, "fields_in", lambda *_: [field])
    monkeypatch.setattr(beside, "aligned", lambda *_: SimpleNamespace(may_be_seen=lines))
    page = Pyramid(Image(np.full((560, 1150, 3), 200, np.uint8)))

    assert seems_to_show_more(page, [KNOWN]) is shows_more
