"""From a photo to its sheets: scales, several sheets, corners that a person gives, sheets cut off."""

import pickle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.photo
from engine import SIZE, Side, Square, Terrain
from tests.extent import or_all
from tests.sheets import sample_sheets
from tests.vision.files import encoded
from tests.vision.judged import judged_as
from tests.vision.pictures import TILTED, grid_picture, lattice_between, photo_bytes
from tests.vision.read.test_reader import ClassifierStub
from vision import (
    Evidence,
    GridNotFoundError,
    Lattice,
    ModelError,
    Photo,
    SheetGeometry,
    decode_photo,
    draw_reading,
    load_classifier,
    read_photo,
    read_sheet,
)
from vision.decode import open_photo
from vision.find import given
from vision.find.pyramid import SEARCH_SIDE
from vision.image import Image

LATTICE = lattice_between(TILTED, 11)
SQUARE = Lattice(LATTICE).cell_pixels


def finding(
    monkeypatch: pytest.MonkeyPatch,
    side: Side | None,
    *found: NDArray[np.float64],
    probability: float = 0.999,
) -> None:
    """Let the search find these lattices of a side, in pixels of the picture that it is shown."""
    evidence = Evidence(judged=judged_as(side, probability=probability))
    sheets = [SheetGeometry(Lattice(lattice), evidence) for lattice in found]
    monkeypatch.setattr(vision.photo, "search_in_turn", lambda pictures: (sheets, next(iter(pictures))))


def test_what_is_found_in_a_reduced_picture_is_reported_in_pixels_of_the_photo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = np.repeat(np.repeat(grid_picture(LATTICE), 3, axis=0), 3, axis=1)
    photo = open_photo(encoded(large, "JPEG"))
    scale = photo.scale_of(photo.image_at(SEARCH_SIDE))
    finding(monkeypatch, Side.A, (3 * LATTICE + 1.5) * scale - 0.5)

    reading = read_sheet(photo, ClassifierStub(Side.A))

    assert np.abs(reading.geometry.lattice - (3 * LATTICE + 1)).max() < 1.0


def test_a_lattice_that_is_half_believed_is_shown_to_a_person_where_a_sides_mountains_are_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photo = Photo.of(grid_picture(LATTICE))
    finding(monkeypatch, Side.B, LATTICE, probability=0.6)

    reading = read_sheet(photo, ClassifierStub(Side.B))

    assert len(reading.doubtful) == SIZE * SIZE
    assert "lattice_uncertain" in [reason.code for reason in reading.reasons]

    finding(monkeypatch, None, LATTICE, probability=0.6)
    with pytest.raises(GridNotFoundError):
        read_sheet(photo, ClassifierStub(Side.B))


def test_the_cells_are_read_from_no_larger_a_picture_than_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    large = np.repeat(np.repeat(grid_picture(LATTICE), 4, axis=0), 4, axis=1)
    photo = open_photo(encoded(large, "JPEG"))
    load = photo._load

    def load_and_tell(reduction: int) -> Image:
        asked.append(reduction)
        return load(reduction)

    monkeypatch.setattr(photo, "_load", load_and_tell)
    finding(monkeypatch, Side.A, 2 * LATTICE)

    read_sheet(photo, ClassifierStub(Side.A))

    assert asked == [2]  # 4400 pixels, of which half are enough to search and to read


def test_each_sheet_of_a_photo_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.concatenate([grid_picture(LATTICE)] * 2, axis=1)[:, :1600]
    finding(monkeypatch, Side.B, LATTICE * 0.7, LATTICE * 0.7 + np.array([770.0, 0.0]))

    reading = read_photo(Photo.of(Image(np.ascontiguousarray(picture))), ClassifierStub(Side.B))

    assert [sheet.side for sheet in reading.sheets] == [Side.B, Side.B]
    assert reading.reasons == ()


def test_a_second_sheet_that_cannot_be_read_does_not_hide_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    finding(monkeypatch, Side.B, LATTICE, LATTICE + np.array([500.0, 0.0]))

    reading = read_photo(Photo.of(grid_picture(LATTICE)), ClassifierStub(Side.B))

    assert len(reading.sheets) == 1
    (reason,) = reading.reasons
    assert reason.code == "sheet_unread"
    assert "outside the photo" in reason.message


def test_a_sheet_that_runs_out_of_the_photo_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    finding(monkeypatch, Side.B, LATTICE + np.array([500.0, 0.0]))

    with pytest.raises(GridNotFoundError) as caught:
        read_photo(Photo.of(grid_picture(LATTICE)), ClassifierStub(Side.B))

    assert caught.value.reason.code == "cut_off"


def test_squares_just_outside_the_photo_are_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    upright = lattice_between(np.array([[60.0, 30.0], [1040.0, 30.0], [1040.0, 960.0], [60.0, 960.0]]), 11)
    cropped = Image(np.ascontiguousarray(grid_picture(upright)[:, 130:]))
    finding(monkeypatch, Side.C, upright - np.array([130.0, 0.0]))

    reading = read_sheet(Photo.of(cropped), ClassifierStub(Side.C))

    assert {square.column for square in reading.doubtful} == {0}


def test_small_squares_are_refused_by_their_pixels_in_the_full_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    small = lattice_between(np.array([[20.0, 20.0], [152.0, 20.0], [152.0, 152.0], [20.0, 152.0]]), 11)
    finding(monkeypatch, Side.B, small)

    with pytest.raises(GridNotFoundError) as caught:
        read_photo(Photo.of(grid_picture(small, (400, 500))), ClassifierStub(Side.B))
    assert caught.value.reason.code == "too_small"

    large = np.repeat(np.repeat(grid_picture(small, (1200, 1600)), 2, axis=0), 2, axis=1)
    assert read_photo(encoded(large, "JPEG"), ClassifierStub(Side.B)).sheets


def test_a_picture_as_narrow_as_a_ribbon_shows_no_sheet() -> None:
    ribbon = Image(np.full((160, 40_000, 3), 200, np.uint8))

    with pytest.raises(GridNotFoundError) as caught:
        read_photo(Photo.of(ribbon), ClassifierStub(Side.B))
    assert caught.value.reason.code == "blank_page"


@pytest.mark.parametrize("turned", or_all([1], range(4)))
def test_corners_from_a_person_need_no_search(monkeypatch: pytest.MonkeyPatch, turned: int) -> None:
    monkeypatch.delattr(vision.photo, "search_in_turn")
    monkeypatch.setattr(given, "judge", lambda photo, lattice: judged_as(Side.C))
    said = [tuple(corner) for corner in np.roll(TILTED + 4, turned, axis=0)]

    reading = read_sheet(Photo.of(grid_picture(LATTICE)), ClassifierStub(Side.C), corners=said)

    assert np.abs(reading.geometry.corners - np.roll(TILTED, turned, axis=0)).max() < 4


def test_corners_without_lines_are_believed_but_asked_about() -> None:
    blank = grid_picture(LATTICE, ink=215)

    reading = read_sheet(Photo.of(blank), ClassifierStub(Side.C), corners=[tuple(c) for c in TILTED])

    turned = [np.roll(reading.geometry.corners, quarters, axis=0) for quarters in range(4)]
    assert min(np.abs(corners - TILTED).max() for corners in turned) < 0.1 * SQUARE
    assert "lattice_uncertain" in [reason.code for reason in reading.reasons]


@pytest.mark.parametrize("given", [None, "photo.jpg", Path("photo.jpg"), grid_picture(LATTICE)])
def test_what_is_no_bytes_is_refused_with_what_to_do(given: object) -> None:
    for opened_by in (read_photo, decode_photo):
        with pytest.raises(TypeError, match="bytes of its file"):
            opened_by(given)  # type: ignore[arg-type]


def test_a_wrong_argument_is_told_what_it_should_be() -> None:
    photo: Any = Photo.of(grid_picture(LATTICE))
    name: Any = "terrain_v19"
    wrong: Any = [(Square(0, 0), Terrain.FARM)]

    with pytest.raises(TypeError, match=r"a classifier is what load_classifier\(\) returns, not str"):
        read_sheet(photo, name)
    with pytest.raises(TypeError, match=r"a layout is what load_side\(\) returns, not str"):
        read_sheet(photo, ClassifierStub(Side.C), corners=[tuple(c) for c in TILTED], layout=name)
    with pytest.raises(TypeError, match=r"a reading is what read_sheet\(\) returns, not str"):
        draw_reading(grid_picture(LATTICE), name)
    with pytest.raises(TypeError, match=r"corrections are a terrain by its square, not list"):
        read_sheet(photo, ClassifierStub(Side.C), corners=TILTED.tolist()).to_map(wrong)
    with pytest.raises(ModelError, match=r"no model nope/eye in this installation. Check the name"):
        load_classifier("nope")


def test_a_refusal_has_all_its_reasons_and_keeps_them_between_processes() -> None:
    """Part of a sample in hardly any light, and out of focus."""
    sharp = cv2.imread("tests/sheets/green_sheet/photo.jpg")
    assert sharp is not None
    poor = cv2.GaussianBlur(sharp[600:1000, 300:700] // 4, (0, 0), 8.0)

    with pytest.raises(GridNotFoundError) as caught:
        read_photo(encoded(Image(np.asarray(poor, np.uint8)), "PNG"))

    assert [reason.code for reason in caught.value.reasons] == ["too_dark", "too_blurred"]
    assert caught.value.reason == caught.value.reasons[0]
    assert pickle.loads(pickle.dumps(caught.value)).reasons == caught.value.reasons


@pytest.mark.parametrize("cut", or_all([0.6], [0.3, 0.6, 0.9]))
def test_of_a_season_that_the_photo_cuts_off_no_number_is_taken_for_another(cut: float) -> None:
    (sheet,) = (sheet for sheet in sample_sheets() if sheet.folder.name == "green_sheet")
    photo = decode_photo(sheet.photo)
    corners = np.array(sheet.truth["corners"])
    square = np.linalg.norm(corners[1] - corners[0]) / SIZE
    left = round(float(corners[:, 0].min() + cut * square))

    reading = read_sheet(photo_bytes(np.ascontiguousarray(photo[:, left:])))

    pairs = zip(reading.boxes, sheet.truth["boxes"], strict=False)
    given = [pair for read, true in pairs if read and true for pair in zip(read, true, strict=True)]
    assert all(number is None or abs(number) == abs(true) for number, true in given)
    assert sum(number is not None for number, _ in given) >= 5
