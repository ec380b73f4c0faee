from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, Layout, Side, Square, Terrain
from tests.sheets import sample_sheets
from tests.vision.judged import judged_as
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import (
    Evidence,
    GridNotFoundError,
    Lattice,
    SheetGeometry,
    SheetReading,
    decode_photo,
    load_classifier,
    read_image,
    read_sheet,
)
from vision.find.judgement import Judgement
from vision.image import Image
from vision.own_sheets.sheetcode import SheetCode
from vision.read import reader
from vision.read.classifier import Impression
from vision.read.ledger import read_ledger
from vision.read.reading import CellReading, Marks

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
    """Sees a side's mountains and wastelands, bare ruins, rows of drawings elsewhere; is unsure of some."""

    name = "stub"
    labels = LABELS
    doubt_below = 0.8

    def __init__(self, side: Side, unsure: tuple[Square, ...] = ()) -> None:
        self.side = side
        rows = np.full((11, 11, len(LABELS)), 0.01)
        for row, column in ALL_SQUARES:
            square = Square(row, column)
            sure = 0.6 if square in unsure else 0.99 if self._printed(side, square) is Terrain.EMPTY else 0.91
            rows[row, column] = (1 - sure) / (len(LABELS) - 1)
            rows[row, column, LABELS.index(self._printed(side, square))] = sure
            if square in unsure:  # of two that are as common on the sheet
                rows[row, column, LABELS.index(self._printed(side, Square((row + 1) % 3, column)))] += 0.3
                rows[row, column] /= rows[row, column].sum()
        self.rows = rows.reshape(121, -1)
        self.foreign = np.zeros(121)
        self.ruins = np.zeros((11, 11), np.bool_)

    @staticmethod
    def _printed(side: Side, square: Square) -> Terrain:
        layout = LAYOUTS.get(side, HARBOUR)
        if square in layout.mountains:
            return Terrain.MOUNTAIN
        if square in layout.wastelands:
            return Terrain.WASTELAND
        if square in layout.ruins:
            return Terrain.EMPTY
        return (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM)[square.row % 3]

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Answer the same whatever the sheet shows, and remember the ruins that are known."""
        self.ruins = ruins
        none = np.zeros(len(self.rows))
        return Impression(
            terrain=self.rows,
            alone=self.rows,
            attack=none,
            initial=np.eye(1, 5).repeat(len(none), axis=0),
            signs=np.eye(len(none)),  # no square looks like another
            foreign=self.foreign,
        )

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        """Stay with what was seen, and remember the ruins that are known."""
        self.ruins = ruins
        return seen

    def look_again(self, seen: Impression, sheet: Image, squares: Sequence[Square]) -> Impression:
        """Stay with what was seen."""
        return seen


LATTICE = lattice_between(TILTED, 11)


@pytest.fixture(name="picture")
def _picture() -> Image:
    return grid_picture(LATTICE)


def read(picture: Image, seen: ClassifierStub, judged: Judgement | None = None, **known: Any) -> SheetReading:
    """Read the picture's lattice, of which the judge says that it shows the classifier's side, or this."""
    judged = judged or judged_as(LAYOUTS.get(seen.side, HARBOUR))
    return reader.read_at(picture, SheetGeometry(Lattice(LATTICE), Evidence(judged=judged)), seen, **known)


def codes(reading: SheetReading) -> list[str]:
    """What was noticed, the weightiest first."""
    return [reason.code for reason in reading.reasons]


def test_mountains_are_given_by_the_side_and_the_rest_is_read(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.B))

    sheet = reading.to_map()
    assert reading.side == Side.B
    assert set(sheet.squares(Terrain.MOUNTAIN)) == LAYOUTS[Side.B].mountains
    assert reading.doubtful == ()
    assert (reading.reason.code if reading.reason else None) == "coins_unseen"  # no track is drawn


def test_squares_below_the_threshold_are_doubtful(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.C, unsure=(Square(4, 4), Square(10, 2))))

    assert reading.doubtful == (Square(4, 4), Square(10, 2))


@pytest.mark.parametrize(
    ("foreign", "empty", "forest"),
    [(0.0, 0.75, 0.25), (0.9, 0.6, 0.2)],
    ids=["a drawing", "something lies on it"],
)
def test_what_the_side_does_not_print_on_a_square_has_no_share_of_it_unless_something_lies_there(
    foreign: float, empty: float, forest: float
) -> None:
    shares = {Terrain.EMPTY: 0.6, Terrain.FOREST: 0.2, Terrain.MOUNTAIN: 0.2}

    left = reader.without_print(CellReading(Square(0, 0), shares, Marks(foreign=foreign)))

    assert left.probabilities == pytest.approx({Terrain.EMPTY: empty, Terrain.FOREST: forest})


def test_a_square_that_shows_something_else_is_doubtful_however_sure(picture: Image) -> None:
    stained = ClassifierStub(Side.C)
    stained.foreign[4 * 11 + 4] = 0.9

    assert read(picture, stained).doubtful == (Square(4, 4),)


def test_corrections_take_the_place_of_what_was_read(picture: Image) -> None:
    reading: SheetReading = read(picture, ClassifierStub(Side.C))

    assert reading.to_map({Square(0, 0): Terrain.WATER})[Square(0, 0)] is Terrain.WATER


def test_a_print_that_says_no_side_is_read_and_its_side_asked_about(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.CUSTOM), judged_as(None))

    assert "side_uncertain" in codes(reading)
    assert reading.side_confidence < 0.99
    assert [cell.terrain for cell in reading.cells[:2]] == [Terrain.FOREST] * 2  # and none of them lost


@pytest.mark.parametrize("side", sorted(LAYOUTS))
def test_pictures_that_nobody_knows_tell_the_side_by_where_they_stand(picture: Image, side: Side) -> None:
    """The judge sees mountains; the terrain network takes the same pictures for villages."""
    strange = ClassifierStub(side)
    strange.rows[:] = np.eye(len(LABELS))[LABELS.index(Terrain.VILLAGE)] * 0.9 + 0.01

    reading = read(picture, strange)

    assert (reading.side, reading.print_known) == (side, False)
    assert "side_uncertain" not in codes(reading)
    assert set(reading.to_map().squares(Terrain.MOUNTAIN)) == LAYOUTS[side].mountains


def test_a_stated_side_is_believed(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.A), side=Side.C)

    assert reading.side == Side.C
    assert set(reading.to_map().squares(Terrain.MOUNTAIN)) == LAYOUTS[Side.C].mountains


def test_a_custom_sheet_shows_what_its_cells_show(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.A), side=Side.CUSTOM)

    assert set(reading.to_map().squares(Terrain.MOUNTAIN)) == LAYOUTS[Side.A].mountains


def test_of_a_sheet_of_ones_own_the_print_is_given_by_its_layout(picture: Image) -> None:
    classifier = ClassifierStub(Side.CUSTOM)

    reading = read(picture, classifier, layout=HARBOUR)

    sheet = reading.to_map()
    assert (reading.side, codes(reading), reading.doubtful) == (Side.CUSTOM, ["coins_unseen"], ())
    assert set(sheet.squares(Terrain.MOUNTAIN)) == HARBOUR.mountains
    assert set(sheet.squares(Terrain.WASTELAND)) == HARBOUR.wastelands
    assert sheet.ruins == HARBOUR.ruins
    assert {Square(*at) for at in np.argwhere(classifier.ruins).tolist()} == HARBOUR.ruins


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("layout", [None, HARBOUR])
def test_a_sheet_is_turned_upright_by_its_print(picture: Image, quarters: int, layout: Layout | None) -> None:
    seen = ClassifierStub(Side.CUSTOM if layout else Side.B)
    judged = judged_as(layout or LAYOUTS[Side.B], way=quarters)
    found = SheetGeometry(Lattice(LATTICE).turned(-quarters), Evidence(judged=judged))

    reading = reader.read_at(picture, found, seen, layout=layout)

    assert reading.geometry.lattice == pytest.approx(LATTICE)
    assert "side_uncertain" not in codes(reading)


def test_a_layout_that_the_print_contradicts_is_reported(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.A), layout=HARBOUR)

    assert reading.reason is not None
    assert reading.reason.code == "side_contradicted"
    assert HARBOUR.mountains <= set(reading.doubtful)


@pytest.mark.parametrize(
    "said", [{"A4": Terrain.FARM}, {Square(99, 3): Terrain.FARM}, {Square(0, 3): "wood"}]
)
def test_a_correction_of_no_square_or_terrain_is_refused(picture: Image, said: Any) -> None:
    reading = read(picture, ClassifierStub(Side.C))

    with pytest.raises(ValueError, match="is no"):
        reading.to_map(said)


@pytest.mark.parametrize("ruins", [frozenset(), LAYOUTS[Side.D].ruins])
def test_a_corrected_side_is_not_contradicted_by_the_one_that_it_corrects(
    picture: Image, ruins: frozenset[Square]
) -> None:
    corrected = replace(LAYOUTS[Side.D], side=Side.CUSTOM, ruins=ruins, replaces=Side.D)

    reading = read(picture, ClassifierStub(Side.D), layout=corrected)

    assert (reading.side, codes(reading)) == (Side.CUSTOM, ["coins_unseen"])
    assert reading.to_map().ruins == ruins


def test_a_side_of_ones_own_may_have_nothing_printed_on_it(picture: Image) -> None:
    blank = Layout.parse(Side.CUSTOM, "." * 11 + "\n" + "...........\n" * 10)
    nothing = ClassifierStub(Side.A)
    nothing.rows = np.full((121, len(LABELS)), 0.01)
    nothing.rows[:, LABELS.index(Terrain.EMPTY)] = 0.91

    reading = read(picture, nothing, judged_as(None), layout=blank)

    assert (reading.side, codes(reading)) == (
        Side.CUSTOM,
        ["upright_uncertain", "nothing_drawn", "coins_unseen"],
    )


def test_markers_of_a_printed_side_count_more_than_a_layout(picture: Image) -> None:
    marked = SheetGeometry(Lattice(LATTICE), Evidence(marked=Side.A, judged=judged_as(Side.A)))

    reading = reader.read_at(picture, marked, ClassifierStub(Side.A), layout=HARBOUR)

    assert reading.side is Side.A
    assert reading.layout is None


def test_markers_tell_which_way_up_whatever_the_print_says(picture: Image) -> None:
    marked = SheetGeometry(Lattice(LATTICE), Evidence(marked=Side.B, judged=judged_as(Side.B, way=2)))

    reading = reader.read_at(picture, marked, ClassifierStub(Side.B))

    assert np.array_equal(reading.geometry.lattice, LATTICE)


@pytest.mark.parametrize("side", [Side.B, Side.CUSTOM])
def test_a_code_of_our_own_is_read_whether_or_not_markers_were_seen(
    picture: Image, monkeypatch: pytest.MonkeyPatch, side: Side
) -> None:
    code = SheetCode(side, 1, "Cup", "Ann")
    monkeypatch.setattr(reader, "read_code", lambda image, lattice: code)

    reading = read(picture, ClassifierStub(Side.B))
    turned = read(picture, ClassifierStub(Side.B), judged_as(None, sure_of_way=0.6), side=Side.CUSTOM)

    assert (reading.code, reading.side) == (code, side)
    assert not {"upright_unknown", "upright_uncertain"} & set(codes(turned))
    assert turned.side_confidence == 1.0


def test_who_says_which_way_up_is_believed_whatever_the_print_says(picture: Image) -> None:
    turned = SheetGeometry(Lattice(LATTICE), Evidence(upright=True, judged=judged_as(Side.B, way=2)))

    reading = reader.read_at(picture, turned, ClassifierStub(Side.B))

    assert np.array_equal(reading.geometry.lattice, LATTICE)


@pytest.mark.parametrize(("track", "coins"), [(14, 10), (10, None), (0, 0)])
def test_coins_are_counted_on_tracks_of_14_alone(
    picture: Image, monkeypatch: pytest.MonkeyPatch, track: int, coins: int | None
) -> None:
    seen = replace(read_ledger(picture, Lattice(lattice_between(TILTED, 11))), coins=10, coins_guess=10)
    monkeypatch.setattr(reader, "read_pointed", lambda below, model: seen)

    reading = read(picture, ClassifierStub(Side.CUSTOM), layout=replace(HARBOUR, coins=track))

    assert reading.coins == coins
    assert bool(codes(reading)) == (coins is None)
    assert coins is not None or reading.coins_odds == (1 / 11,) * 11


def test_of_a_lattice_that_the_judge_doubts_no_square_is_sure(picture: Image) -> None:
    doubted = read(picture, ClassifierStub(Side.A), judged_as(Side.A, probability=0.6))
    believed = read(picture, ClassifierStub(Side.A))

    assert "lattice_uncertain" in codes(doubted)
    assert "lattice_uncertain" not in codes(believed)
    assert len(believed.doubtful) < len(doubted.doubtful) == 121


def test_all_that_was_noticed_is_kept(picture: Image) -> None:
    hazy = Image((picture * 0.2 + 190).astype(np.uint8))

    reading = read(hazy, ClassifierStub(Side.A), judged_as(Side.A, probability=0.3), side=Side.C)

    assert codes(reading) == [
        "side_contradicted",
        "lattice_uncertain",
        "no_colours",
        "washed_out",
        "coins_unseen",
    ]
    assert reading.reason is not None
    assert reading.reason.code == codes(reading)[0]


def test_what_lies_on_a_square_is_reported(picture: Image) -> None:
    card = (Square(4, 4), Square(4, 5))

    assert read(picture, ClassifierStub(Side.A), judged_as(Side.A, covered=card)).hidden == card


@pytest.mark.parametrize("print_of", [HARBOUR.wastelands, HARBOUR.mountains])
def test_what_is_known_to_be_printed_is_not_called_covered(
    picture: Image, print_of: frozenset[Square]
) -> None:
    judged = judged_as(HARBOUR, covered=tuple(print_of))

    reading = read(picture, ClassifierStub(Side.CUSTOM), judged, layout=HARBOUR)

    assert codes(reading) == ["coins_unseen"]


def test_a_stated_side_that_the_print_contradicts_is_reported(picture: Image) -> None:
    reading = read(picture, ClassifierStub(Side.A), side=Side.C)

    assert reading.reason is not None
    assert reading.reason.code == "side_contradicted"
    assert set(LAYOUTS[Side.C].mountains) <= set(reading.doubtful)


@pytest.mark.parametrize("side", [Side.B, Side.CUSTOM])
def test_a_person_who_knows_the_side_is_not_asked_about_it(picture: Image, side: Side) -> None:
    reading = read(picture, ClassifierStub(Side.CUSTOM), judged_as(None), side=side)

    assert reading.side is side
    assert not {"side_uncertain", "side_contradicted"} & set(codes(reading))


def test_which_way_up_is_asked_about_whoever_knows_the_side(picture: Image) -> None:
    for knows in ({"side": Side.CUSTOM}, {"layout": Layout.parse(Side.CUSTOM, "\n".join(["." * 11] * 11))}):
        open_, clear = (
            read(picture, ClassifierStub(Side.CUSTOM), judged_as(None, sure_of_way=sure), **knows)
            for sure in (0.7, 0.9999)
        )

        assert "upright_unknown" in codes(open_)
        assert len(open_.doubtful) == len(ALL_SQUARES)
        assert open_.side_confidence < 0.9
        assert not {"upright_unknown", "upright_uncertain"} & set(codes(clear))


def test_print_seen_in_a_mirror_is_refused(picture: Image) -> None:
    with pytest.raises(GridNotFoundError) as refused:
        read(picture, ClassifierStub(Side.B), judged_as(Side.B, way=5))

    assert refused.value.reason.code == "mirrored"


def sample_photo(name: str) -> bytes:
    sheet = next(sheet for sheet in sample_sheets() if sheet.folder.name == name)
    return (sheet.folder / "photo.jpg").read_bytes()


def test_a_sheet_seen_in_a_mirror_is_refused_as_that() -> None:
    mirrored = np.ascontiguousarray(decode_photo(sample_photo("green_sheet"))[:, ::-1])

    with pytest.raises(GridNotFoundError) as refused:
        read_image(Image(mirrored), load_classifier())

    assert [reason.code for reason in refused.value.reasons] == ["mirrored"]


def test_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match='"Z" is no side'):
        read_sheet(sample_photo("wood_table"), side="Z")  # type: ignore[arg-type]


def _with_heroes(side: Side, *squares: Square) -> ClassifierStub:
    seen = ClassifierStub(side)
    for square in squares:
        place = square.row * 11 + square.column
        seen.rows[place] = np.eye(len(LABELS))[LABELS.index(Terrain.HERO)] * 0.99 + 0.001
    return seen


def test_a_hero_alone_on_a_sheet_of_the_base_game_is_asked_about(picture: Image) -> None:
    squares = Square(4, 4), Square(10, 2), Square(10, 3)

    assert read(picture, _with_heroes(Side.A, squares[0])).doubtful == squares[:1]
    assert read(picture, _with_heroes(Side.C, squares[0])).doubtful == ()
    combined = read(picture, _with_heroes(Side.A, *squares))
    assert [combined.cells[at.row * 11 + at.column].terrain for at in squares] == [Terrain.HERO] * 3


def test_more_squares_alike_than_a_game_leaves_are_all_asked_about(picture: Image) -> None:
    shaded = ClassifierStub(Side.A)
    shaded.rows[shaded.rows.argmax(axis=1) != LABELS.index(Terrain.MOUNTAIN)] = (
        np.eye(len(LABELS))[LABELS.index(Terrain.FARM)] * 0.9 + 0.01
    )

    reading = read(picture, shaded)

    assert reading.reason is not None
    assert (reading.reason.code, reading.coins) == ("patterned", None)
    assert len(reading.doubtful) == 121


def test_where_a_filter_has_swallowed_the_fine_lines_no_square_is_sure(picture: Image) -> None:
    painted = Image(np.asarray(cv2.dilate(picture, np.ones((7, 7), np.uint8)), np.uint8))

    reading = read(painted, ClassifierStub(Side.A))

    assert "lines_swallowed" in codes(reading)
    assert "lines_swallowed" not in codes(read(picture, ClassifierStub(Side.A)))
    assert (reading.coins, len(reading.doubtful)) == (None, 121)


def test_coins_are_not_counted_in_a_picture_without_contrast(picture: Image) -> None:
    hazy = Image((picture * 0.2 + 190).astype(np.uint8))

    reading = read(hazy, ClassifierStub(Side.A))

    assert reading.reason is not None
    assert (reading.reason.code, reading.coins) == ("washed_out", None)


def test_a_picture_without_colours_that_leaves_much_open_is_wanted_in_colour(picture: Image) -> None:
    unsure = tuple(Square(row, 0) for row in range(11))
    drained = Image(np.repeat(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2))
    tint = np.array([0, 0, 12], np.uint8)
    tinted = Image(np.minimum(drained, 240) + tint)

    grey = read(drained, ClassifierStub(Side.A, unsure=unsure))
    coloured = read(tinted, ClassifierStub(Side.A, unsure=unsure))
    few = read(drained, ClassifierStub(Side.A, unsure=unsure[:4]))

    assert grey.reason is not None
    assert grey.reason.code == "no_colours"
    assert len(grey.doubtful) > 100
    assert (len(coloured.doubtful), len(few.doubtful)) == (11, 4)
