import numpy as np
import pytest
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, Side, Square, Terrain
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import GridNotFoundError, SheetGeometry, SheetReading, photoreading, read_image
from vision.classifier import Impression, Probabilities
from vision.image import Image
from vision.sheet import match_side

LABELS = tuple(Terrain)


class ClassifierStub:
    """Sees a side's mountains and wastelands, forests elsewhere, and is unsure of some squares."""

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

    @staticmethod
    def _printed(side: Side, square: Square) -> Terrain:
        layout = LAYOUTS[side]
        if square in layout.mountains:
            return Terrain.MOUNTAIN
        return Terrain.WASTELAND if square in layout.wastelands else Terrain.FOREST

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
        """Stay with what was seen."""
        return seen

    def glance(self, sheet: Image) -> Probabilities:
        """Nobody looks for sheets here."""
        raise NotImplementedError


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
    nothing.rows[:, LABELS.index(Terrain.FOREST)] = 0.91

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
