"""Why a photo is refused is true: drawn photos, damaged in a known way, on the released models."""

import cv2
import numpy as np
import pytest

from datasets.draw.photo.sample import SheetSample, render_sample
from datasets.draw.recipe import Recipe
from datasets.measure.cuts import EDGES, judged
from datasets.measure.sheets import FOUND
from datasets.measure.spoiling.steps import Scene
from datasets.measure.spoiling.stress import motion_kernel
from engine import Square, Terrain
from tests.extent import or_all
from tests.vision.pictures import grid_picture, lattice_between
from vision import GridNotFoundError, OnnxClassifier, load_classifier, read_image
from vision.image import Image

SEED = 404
SUDOKU = np.array([[260.0, 180.0], [900.0, 200.0], [880.0, 850.0], [230.0, 820.0]])


@pytest.fixture(name="classifier", scope="module")
def _classifier() -> OnnxClassifier:
    return load_classifier()


@pytest.fixture(name="sample", scope="module")
def _sample() -> SheetSample:
    return render_sample(Recipe.load("easy"), SEED, 0, split="test")


def reason_of(image: Image, classifier: OnnxClassifier) -> str:
    """Return why a picture is refused, or why it needs a person's eye, if it does."""
    try:
        reason = read_image(image, classifier).reason
    except GridNotFoundError as error:
        return f"rejected: {error.reason.code}"
    return reason.code if reason else "read"


def terrain_at(sample: SheetSample, square: Square) -> Terrain:
    """Return what is drawn there."""
    return sample.truth.terrain[square.row][square.column]


def as_image(picture: object) -> Image:
    return Image(np.ascontiguousarray(np.asarray(picture, np.uint8)))


@pytest.mark.parametrize(
    "light", [(0.4, 1.0, 0.4), (1.0, 0.55, 0.2), (1.0, 1.0, 0.3)], ids=["green", "warm", "yellow"]
)
def test_in_coloured_light_a_sheet_is_read_as_in_white(
    sample: SheetSample, classifier: OnnxClassifier, light: tuple[float, ...]
) -> None:
    reading = read_image(as_image(sample.photo * np.array(light)), classifier)

    right = [cell.terrain is terrain_at(sample, cell.square) for cell in reading.cells]
    assert sum(right) >= 119


def test_a_photo_without_light_is_too_dark(sample: SheetSample, classifier: OnnxClassifier) -> None:
    noise = np.random.default_rng(1).normal(0, 3, sample.photo.shape)

    assert (
        reason_of(as_image(np.clip(sample.photo * 0.02 + noise, 0, 255)), classifier) == "rejected: too_dark"
    )


def test_a_dark_sheet_is_to_be_looked_at_or_refused_with_that_reason(
    sample: SheetSample, classifier: OnnxClassifier
) -> None:
    assert reason_of(as_image(sample.photo * 0.05), classifier).endswith("too_dark")


def test_a_photo_out_of_focus_is_too_blurred(sample: SheetSample, classifier: OnnxClassifier) -> None:
    square = np.linalg.norm(sample.truth.corners[0] - sample.truth.corners[1]) / 11
    soft = [as_image(cv2.GaussianBlur(sample.photo, (0, 0), float(share * square))) for share in (0.1, 0.5)]

    assert [reason_of(image, classifier) for image in soft] == ["too_blurred", "rejected: too_blurred"]


@pytest.mark.parametrize("angle", [0, 35])
def test_of_a_shaken_photo_no_square_is_sure(
    angle: int, sample: SheetSample, classifier: OnnxClassifier
) -> None:
    shake = motion_kernel(25, np.radians(angle))

    reading = read_image(as_image(cv2.filter2D(sample.photo, -1, shake)), classifier)

    assert reading.reason is not None
    assert reading.reason.code == "too_blurred"
    wrong = [cell.square for cell in reading.cells if cell.terrain is not terrain_at(sample, cell.square)]
    assert set(wrong) <= set(reading.doubtful)


def test_a_tiny_sheet_is_too_small(sample: SheetSample, classifier: OnnxClassifier) -> None:
    square = np.linalg.norm(sample.truth.corners[0] - sample.truth.corners[1]) / 11
    scale = float(11.0 / square)
    tiny = cv2.resize(sample.photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)

    assert reason_of(as_image(tiny), classifier) == "rejected: too_small"


def test_a_sheet_that_runs_out_of_the_photo_is_cut_off(
    sample: SheetSample, classifier: OnnxClassifier
) -> None:
    left, right = sample.truth.corners[:, 0].min(), sample.truth.corners[:, 0].max()
    ends = [round(right - (right - left) / 11 * columns) for columns in (1, 2)]

    reasons = [reason_of(as_image(sample.photo[:, :end]), classifier) for end in ends]

    assert [reason.removeprefix("rejected: ") for reason in reasons] == ["cut_off", "cut_off"]


@pytest.mark.parametrize(
    ("index", "edge", "columns"),
    or_all(
        [(0, "right", 5), (5, "top", 0.5)],
        [(0, "right", 5), (1, "top", 4), (4, "right", 1), (5, "top", 0.5)],
    ),
)
def test_no_lattice_is_squeezed_into_what_is_left_of_a_sheet(
    index: int, edge: str, columns: float, classifier: OnnxClassifier
) -> None:
    drawn = render_sample(Recipe.load("easy"), SEED, index, split="test")
    scene = Scene("drawn", drawn.photo, drawn.truth.lattice)

    found = judged(scene, edge, columns, lambda image: read_image(image, classifier))

    assert found.error is None or found.error < FOUND


@pytest.mark.parametrize("edge", or_all(["top"], EDGES))
def test_a_sheet_is_cut_off_at_any_edge(edge: str, sample: SheetSample, classifier: OnnxClassifier) -> None:
    scene = Scene("drawn", sample.photo, sample.truth.lattice)

    outcomes = [
        judged(scene, edge, columns, lambda image: read_image(image, classifier)) for columns in (1, 2)
    ]

    assert [outcome.outcome for outcome in outcomes] == ["right", "cut_off"]


def test_a_sudoku_has_the_wrong_squares(classifier: OnnxClassifier) -> None:
    with pytest.raises(GridNotFoundError) as caught:
        read_image(grid_picture(lattice_between(SUDOKU, 9)), classifier)

    assert caught.value.reason.code == "wrong_squares"
    assert "9 x 9" in caught.value.reason.message


def test_a_grid_of_eleven_squares_is_not_said_to_have_others(classifier: OnnxClassifier) -> None:
    empty = grid_picture(lattice_between(SUDOKU, 11))

    assert reason_of(empty, classifier) in {"rejected: unknown_sheet", "rejected: no_grid"}


def test_a_photo_of_nothing_has_no_grid(classifier: OnnxClassifier) -> None:
    grain = np.random.default_rng(8).normal(0, 9, (900, 60, 1)).repeat(20, axis=1)

    assert (
        reason_of(as_image(np.clip(grain + np.array([140, 96, 60]), 0, 255)), classifier)
        == "rejected: no_grid"
    )
