from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, Layout, Side, Square, Terrain
from tests.sheets import sample_sheets
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import (
    GridNotFoundError,
    SheetGeometry,
    SheetReading,
    decode_photo,
    load_classifier,
    photoreading,
    read_image,
    read_sheet,
    reader,
)
from vision.classifier import Impression, Probabilities
from vision.image import Image
from vision.ledger import read_ledger
from vision.sheet import match_side

LABELS = tuple(Terrain)
HARBOUR = Layout.parse(
    Side.CUSTOM,
    """
    ...........
    ..^.....r..
    ...........
    .....##....
    ....r##....
    ...........
    ..r.....^..
    ...........
    ......^....
    .^.....r...
    ...........
    """,
)


class ClassifierStub:
    """Sees a side's mountains and wastelands, rows of drawings elsewhere, and is unsure of some squares."""

    name = "stub"
    labels = LABELS
    doubt_below = 0.8

    def __init__(self, side: Side, unsure: tuple[Square, ...] = (), turned: int = 0) -> None:
        rows = np.full((11, 11, len(LABELS)), 0.01)
        for row, column in ALL_SQUARES:
            square = Square(row, column)
            sure = 0.91 if square not in unsure else 0.6
            rows[row, column] = (1 - sure) / (len(LABELS) - 1)
            rows[row, column, LABELS.index(self._printed(side, square))] = sure
        self.rows = np.rot90(rows, -turned).reshape(121, -1)
        self.foreign = np.zeros(121)
        self.ruins = np.zeros((11, 11), np.bool_)

    @staticmethod
    def _printed(side: Side, square: Square) -> Terrain:
        layout = LAYOUTS.get(side, HARBOUR)
        if square in layout.mountains:
            return Terrain.MOUNTAIN
        if square in layout.wastelands:
            return Terrain.WASTELAND
        return (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM)[square.row % 3]

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Answer the same whatever the sheet shows."""
        none = np.zeros(len(self.rows))
        return Impression(
            terrain=self.rows,
            alone=self.rows,
            attack=none,
            initial=np.eye(1, 5).repeat(len(none), axis=0),
            signs=np.ones((len(none), 2)),
            foreign=self.foreign,
        )

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        """Stay with what was seen, and remember the ruins that were told."""
        self.ruins = ruins
        return seen

    def glance(self, sheet: Image) -> Probabilities:
        """Nobody looks for sheets here."""
        raise NotImplementedError


class LookingStub(ClassifierStub):
    """Sees the print the way up that a dark square tells, which is the top-left one."""

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Turn what is seen to where the dark square lies."""
        corners = sheet[:60, :60], sheet[:60, -60:], sheet[-60:, -60:], sheet[-60:, :60]
        quarters = int(np.argmin([corner.mean() for corner in corners]))
        upright = super().classify(sheet, ruins)
        rows = np.rot90(self.rows.reshape(11, 11, -1), -quarters).reshape(121, -1)
        return replace(upright, terrain=rows, alone=rows)


@pytest.fixture(name="picture")
def _picture(monkeypatch: pytest.MonkeyPatch) -> Image:
    lattice = lattice_between(TILTED, 11)
    found = SheetGeometry(lattice, 0.01, 0.9)
    monkeypatch.setattr(photoreading, "search_sheets", lambda photo, classifier: [found])
    return grid_picture(lattice)


@pytest.mark.parametrize("side", sorted(LAYOUTS))
def test_the_side_is_told_by_its_printed_features(side: Side) -> None:
    match = match_side(ClassifierStub(side).rows, LABELS)

    assert match.side == side
    assert match.confidence > 0.99
    assert match.match > 0.9


def test_mountains_are_given_by_the_side_and_the_rest_is_read(picture: Image) -> None:
    reading = read_image(picture, ClassifierStub(Side.B))

    sheet = reading.to_map()
    assert reading.side == Side.B
    assert set(sheet.squares(Terrain.MOUNTAIN)) == LAYOUTS[Side.B].mountains
    assert reading.doubtful == ()
    assert (reading.reason.code if reading.reason else None) == "coins_unseen"  # no track is drawn


def test_squares_below_the_threshold_are_doubtful(picture: Image) -> None:
    reading = read_image(picture, ClassifierStub(Side.C, unsure=(Square(4, 4), Square(10, 2))))

    assert reading.doubtful == (Square(4, 4), Square(10, 2))


def test_a_square_that_shows_something_else_is_doubtful_however_sure(picture: Image) -> None:
    stained = ClassifierStub(Side.C)
    stained.foreign[4 * 11 + 4] = 0.9

    assert read_image(picture, stained).doubtful == (Square(4, 4),)


def test_corrections_take_the_place_of_what_was_read(picture: Image) -> None:
    reading: SheetReading = read_image(picture, ClassifierStub(Side.C))

    assert reading.to_map({Square(0, 0): Terrain.WATER})[Square(0, 0)] is Terrain.WATER


def test_a_sheet_of_no_known_side_is_refused(picture: Image) -> None:
    nothing = ClassifierStub(Side.A)
    nothing.rows = np.full((121, len(LABELS)), 0.01)
    nothing.rows[:, LABELS.index(Terrain.EMPTY)] = 0.91

    with pytest.raises(GridNotFoundError) as caught:
        read_image(picture, nothing)

    assert caught.value.reason.code == "unknown_sheet"


def test_a_stated_side_is_believed(picture: Image) -> None:
    reading = read_image(picture, ClassifierStub(Side.A), side=Side.C)

    assert reading.side == Side.C
    assert set(reading.to_map().squares(Terrain.MOUNTAIN)) == LAYOUTS[Side.C].mountains


def test_a_custom_sheet_shows_what_its_cells_show(picture: Image) -> None:
    reading = read_image(picture, ClassifierStub(Side.A), side=Side.CUSTOM)

    assert set(reading.to_map().squares(Terrain.MOUNTAIN)) == LAYOUTS[Side.A].mountains


def test_of_a_sheet_of_ones_own_the_print_is_given_by_its_layout(picture: Image) -> None:
    classifier = ClassifierStub(Side.CUSTOM)

    reading = read_image(picture, classifier, layout=HARBOUR)

    sheet = reading.to_map()
    assert (reading.side, reading.reason, reading.doubtful) == (Side.CUSTOM, None, ())
    assert set(sheet.squares(Terrain.MOUNTAIN)) == HARBOUR.mountains
    assert set(sheet.squares(Terrain.WASTELAND)) == HARBOUR.wastelands
    assert sheet.ruins == HARBOUR.ruins
    assert {Square(*at) for at in np.argwhere(classifier.ruins).tolist()} == HARBOUR.ruins


@pytest.mark.parametrize("quarters", range(4))
def test_a_sheet_of_ones_own_is_turned_upright_by_its_print(picture: Image, quarters: int) -> None:
    nodes = np.rot90(lattice_between(TILTED, 11), quarters)
    top_left = nodes[[0, 0, 1, 1], [0, 1, 1, 0]]
    cv2.fillConvexPoly(picture, top_left.astype(np.int32), (0, 0, 0))

    reading = read_image(picture, LookingStub(Side.CUSTOM), layout=HARBOUR)

    assert reading.geometry.corners[0] == pytest.approx(nodes[0, 0])
    assert reading.reason is None


def test_a_layout_that_the_print_contradicts_is_told(picture: Image) -> None:
    reading = read_image(picture, ClassifierStub(Side.A), layout=HARBOUR)

    assert reading.reason is not None
    assert reading.reason.code == "side_contradicted"
    assert HARBOUR.mountains <= set(reading.doubtful)


@pytest.mark.parametrize("ruins", [frozenset(), LAYOUTS[Side.D].ruins])
def test_a_corrected_side_is_not_contradicted_by_the_one_that_it_corrects(
    picture: Image, ruins: frozenset[Square]
) -> None:
    corrected = replace(LAYOUTS[Side.D], side=Side.CUSTOM, ruins=ruins, replaces=Side.D)

    reading = read_image(picture, ClassifierStub(Side.D), layout=corrected)

    assert (reading.side, reading.reason) == (Side.CUSTOM, None)
    assert reading.to_map().ruins == ruins


def test_a_side_of_ones_own_may_have_nothing_printed_on_it(picture: Image) -> None:
    blank = Layout.parse(Side.CUSTOM, "." * 11 + "\n" + "...........\n" * 10)
    nothing = ClassifierStub(Side.A)
    nothing.rows = np.full((121, len(LABELS)), 0.01)
    nothing.rows[:, LABELS.index(Terrain.EMPTY)] = 0.91

    reading = read_image(picture, nothing, layout=blank)

    assert (reading.side, reading.reason) == (Side.CUSTOM, None)


def test_markers_of_a_printed_side_count_more_than_a_layout(
    picture: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = SheetGeometry(lattice_between(TILTED, 11), 0.01, 0.9, marked=Side.A)
    monkeypatch.setattr(photoreading, "search_sheets", lambda photo, classifier: [marked])

    reading = read_image(picture, ClassifierStub(Side.A), layout=HARBOUR)

    assert reading.side is Side.A
    assert reading.layout is None


@pytest.mark.parametrize(("track", "coins"), [(9, None), (10, 10)])
def test_more_coins_than_the_layout_has_are_not_believed(
    picture: Image, monkeypatch: pytest.MonkeyPatch, track: int, coins: int | None
) -> None:
    seen = replace(read_ledger(picture, SheetGeometry(lattice_between(TILTED, 11), 0.01, 0.9)), coins=10)
    monkeypatch.setattr(reader, "read_ledger", lambda image, geometry: seen)

    reading = read_image(picture, ClassifierStub(Side.CUSTOM), layout=replace(HARBOUR, coins=track))

    assert reading.coins == coins


def test_a_lattice_on_faint_lines_needs_review(picture: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    faint = SheetGeometry(lattice_between(TILTED, 11), 0.05, 0.1)
    monkeypatch.setattr(photoreading, "search_sheets", lambda photo, classifier: [faint])

    reading = read_image(picture, ClassifierStub(Side.A))

    assert reading.reason is not None
    assert reading.reason.code == "lattice_uncertain"


def test_a_stated_side_that_the_print_contradicts_is_told(picture: Image) -> None:
    reading = read_image(picture, ClassifierStub(Side.A), side=Side.C)

    assert reading.reason is not None
    assert reading.reason.code == "side_contradicted"
    assert set(LAYOUTS[Side.C].mountains) <= set(reading.doubtful)


@pytest.mark.parametrize("side", [Side.B, None])
def test_a_stated_side_does_not_make_a_sheet_of_any_grid(picture: Image, side: Side | None) -> None:
    nothing = ClassifierStub(Side.A)
    nothing.rows = np.full((121, len(LABELS)), 0.01)

    with pytest.raises(GridNotFoundError):
        read_image(picture, nothing, side=side)


def sample_photo(name: str) -> bytes:
    sheet = next(sheet for sheet in sample_sheets() if sheet.folder.name == name)
    return (sheet.folder / "photo.jpg").read_bytes()


def test_a_sheet_seen_in_a_mirror_is_refused_as_that() -> None:
    mirrored = np.ascontiguousarray(decode_photo(sample_photo("green_sheet"))[:, ::-1])

    with pytest.raises(GridNotFoundError) as refused:
        read_image(Image(mirrored), load_classifier())

    assert refused.value.reason.code == "mirrored"


def test_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'Z'"):
        read_sheet(sample_photo("wood_table"), side="Z")  # type: ignore[arg-type]


def test_all_squares_are_asked_about_where_a_row_shows_no_lines(picture: Image) -> None:
    lattice = lattice_between(TILTED, 11)

    whole = reader.read_at(picture, SheetGeometry(lattice, 0.01, 0.9), ClassifierStub(Side.A))
    bare = SheetGeometry(lattice, 0.01, 0.9, barest=0.0, missing=1)
    folded = reader.read_at(picture, bare, ClassifierStub(Side.A))

    assert len(whole.doubtful) < len(folded.doubtful) == 121
    assert folded.reason is not None
    assert "folded away" in folded.reason.advice


def test_a_row_without_lines_says_little_where_all_lines_are_faint(picture: Image) -> None:
    faint = SheetGeometry(lattice_between(TILTED, 11), 0.01, 0.15, weakest=0.0, barest=0.0)

    reading = reader.read_at(picture, faint, ClassifierStub(Side.A))

    assert reading.reason is not None
    assert reading.reason.code == "lattice_uncertain"
    assert len(reading.doubtful) < 121


@pytest.mark.parametrize(
    ("score", "weakest", "barest", "missing", "error", "is_faint"),
    [
        (0.15, 0.9, 1.0, 0, 0.005, False),
        (0.15, 0.5, 1.0, 0, 0.005, True),
        (0.15, 0.9, 0.8, 0, 0.005, True),
        (0.15, 0.9, 1.0, 1, 0.005, True),
        (0.15, 0.9, 1.0, 0, 0.03, True),
        (0.05, 0.9, 1.0, 0, 0.005, True),
        (0.25, 0.5, 1.0, 0, 0.03, False),
        (0.35, 0.3, 1.0, 1, 0.005, True),
    ],
)
def test_pale_lines_are_clear_where_every_single_one_shows(
    score: float, weakest: float, barest: float, missing: int, error: float, *, is_faint: bool
) -> None:
    found = SheetGeometry(
        lattice_between(TILTED, 11), error, score, weakest=weakest, barest=barest, missing=missing
    )

    assert found.is_faint == is_faint


def _with_heroes(side: Side, *squares: Square) -> ClassifierStub:
    seen = ClassifierStub(side)
    for square in squares:
        place = square.row * 11 + square.column
        seen.rows[place] = np.eye(len(LABELS))[LABELS.index(Terrain.HERO)] * 0.9 + 0.01
    return seen


def test_what_the_base_game_does_not_draw_is_asked_about(picture: Image) -> None:
    odd, other = Square(4, 4), Square(10, 2)

    alone = read_image(picture, _with_heroes(Side.A, odd))

    assert alone.doubtful == (odd,)
    assert alone.cells[odd.row * 11 + odd.column].terrain is Terrain.HERO  # it asks, and changes nothing
    assert read_image(picture, _with_heroes(Side.A, odd, other)).doubtful == ()  # both games, combined
    assert read_image(picture, _with_heroes(Side.C, odd)).doubtful == ()


def test_more_squares_alike_than_a_game_leaves_are_all_asked_about(picture: Image) -> None:
    shaded = ClassifierStub(Side.A)
    shaded.rows[shaded.rows.argmax(axis=1) != LABELS.index(Terrain.MOUNTAIN)] = (
        np.eye(len(LABELS))[LABELS.index(Terrain.FARM)] * 0.9 + 0.01
    )

    reading = read_image(picture, shaded)

    assert reading.reason is not None
    assert (reading.reason.code, reading.coins) == ("patterned", None)
    assert len(reading.doubtful) == 121


def test_coins_are_not_counted_in_a_picture_without_contrast(picture: Image) -> None:
    hazy = Image((picture * 0.2 + 190).astype(np.uint8))

    reading = read_image(hazy, ClassifierStub(Side.A))

    assert reading.reason is not None
    assert (reading.reason.code, reading.coins) == ("washed_out", None)


def test_a_lattice_that_no_line_bears_out_leaves_nothing_sure(picture: Image) -> None:
    said = SheetGeometry(lattice_between(TILTED, 11), 0.0, 0.0)

    assert len(reader.read_at(picture, said, ClassifierStub(Side.A)).doubtful) == 121


def test_a_picture_without_colours_that_leaves_much_open_is_wanted_in_colour(picture: Image) -> None:
    unsure = tuple(Square(row, 1) for row in range(11))
    drained = Image(np.repeat(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2))
    tint = np.array([0, 0, 12], np.uint8)
    tinted = Image(np.minimum(drained, 240) + tint)

    grey = read_image(drained, ClassifierStub(Side.A, unsure=unsure))
    coloured = read_image(tinted, ClassifierStub(Side.A, unsure=unsure))
    few = read_image(drained, ClassifierStub(Side.A, unsure=unsure[:4]))

    assert grey.reason is not None
    assert grey.reason.code == "no_colours"
    assert len(grey.doubtful) > 100
    assert (len(coloured.doubtful), len(few.doubtful)) == (11, 4)


def test_a_told_side_that_is_not_the_printed_one_is_said_before_faint_lines(picture: Image) -> None:
    faint = SheetGeometry(lattice_between(TILTED, 11), 0.01, 0.0)

    reading = reader.read_at(picture, faint, ClassifierStub(Side.A), side=Side.C)

    assert reading.reason is not None
    assert reading.reason.code == "side_contradicted"


def test_mountains_where_none_are_printed_make_a_sheet_doubtful(picture: Image) -> None:
    seen = ClassifierStub(Side.A)
    seen.rows[: 4 * 11] = np.eye(len(LABELS))[LABELS.index(Terrain.MOUNTAIN)] * 0.9 + 0.01

    reading = reader.read_at(picture, SheetGeometry(lattice_between(TILTED, 11), 0.01, 0.9), seen)

    assert reading.reason is not None
    assert reading.reason.code == "lattice_uncertain"
    assert len(reading.doubtful) == 121
