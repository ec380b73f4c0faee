import cv2
import numpy as np
import pytest

from engine import ALL_SQUARES, Square
from tests.sheets import SampleSheet, map_of_expected, sample_sheets
from vision import OnnxClassifier, SheetReading, load_classifier, read_photo, read_sheet
from vision.image import Image
from vision.photo import read_image

MOST_WRONG = 4  # squares of 121: a floor that holds whatever the processor's rounding


@pytest.fixture(name="classifier", scope="module")
def _classifier() -> OnnxClassifier:
    return load_classifier()


@pytest.fixture(name="sheet", params=sample_sheets(), ids=lambda sheet: sheet.folder.name)
def _sheet(request: pytest.FixtureRequest) -> SampleSheet:
    sheet: SampleSheet = request.param
    return sheet


def test_a_sample_photo_reads_as_expected(sheet: SampleSheet, classifier: OnnxClassifier) -> None:
    read, expected = sheet.read(classifier), sheet.expected

    assert read["side"] == expected["side"]
    assert read["corners"] == pytest.approx(np.array(expected["corners"]), abs=3)
    changed = [at for at in ALL_SQUARES if map_of_expected(read)[at] != map_of_expected(expected)[at]]
    assert set(changed) <= {tuple(square) for square in expected["doubtful"]}


def test_a_sample_photo_is_read_right(sheet: SampleSheet) -> None:
    expected, truth = sheet.expected, sheet.truth
    corners = np.array(truth["corners"])
    square = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / 11
    wrong = [at for at in ALL_SQUARES if map_of_expected(expected)[at] != sheet.true_map[at]]

    assert expected["side"] == truth["side"]
    assert np.linalg.norm(np.array(expected["corners"]) - corners, axis=1).max() < 0.25 * square
    assert len(wrong) <= MOST_WRONG


def straightened(sheet: SampleSheet, margins: tuple[float, float]) -> Image:
    """Return a sample as scanning apps crop it: so many squares beside its field, and below."""
    side, beside, below = 110, *margins
    corners = np.array(sheet.truth["corners"], np.float32)
    there = (np.array([[0, 0], [11, 0], [11, 11], [0, 11]], np.float32) + beside) * side
    flat = cv2.getPerspectiveTransform(corners, there)
    size = round((11 + 2 * beside) * side), round((11 + beside + below) * side)
    seen = cv2.warpPerspective(_decoded(sheet), flat, size, borderMode=cv2.BORDER_REPLICATE)
    return Image(np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2RGB), np.uint8))


def wrong_squares(reading: SheetReading, sheet: SampleSheet) -> set[Square]:
    return {cell.square for cell in reading.cells if cell.terrain != sheet.true_map[cell.square]}


@pytest.mark.parametrize("beside", [0.0, -0.1])
def test_a_photo_that_was_cropped_to_the_map_is_read(beside: float, classifier: OnnxClassifier) -> None:
    sheet = sample_sheets()[0]

    reading = read_image(straightened(sheet, (beside, beside)), classifier)

    assert len(wrong_squares(reading, sheet)) <= MOST_WRONG
    assert wrong_squares(reading, sheet) <= set(reading.doubtful)
    assert "coins_unseen" in {reason.code for reason in reading.reasons}


def test_of_a_scan_in_black_and_white_nothing_is_sure(classifier: OnnxClassifier) -> None:
    scan = cv2.cvtColor(straightened(sample_sheets()[0], (1.0, 4.0)), cv2.COLOR_RGB2GRAY)
    _, black = cv2.threshold(scan, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    _, file = cv2.imencode(".jpg", black)

    reading = read_sheet(file.tobytes(), classifier)

    assert "few_tones" in {reason.code for reason in reading.reasons}
    assert reading.doubt_below == 1.0
    assert reading.coins is None
    assert {number for season in reading.boxes for number in season or ()} == {None}


def test_coins_out_of_focus_are_not_counted(classifier: OnnxClassifier) -> None:
    sharp = straightened(sample_sheets()[0], (1.0, 4.0))
    soft = sharp.copy()
    soft[12 * 110 + 20 :] = cv2.GaussianBlur(sharp, (0, 0), 18)[12 * 110 + 20 :]

    read, unread = read_image(sharp, classifier), read_image(Image(soft), classifier)

    assert read.coins == sample_sheets()[0].truth["coins"]
    assert unread.coins is None
    assert "coins_unseen" in {reason.code for reason in unread.reasons}


def test_every_sheet_of_a_photo_of_many_is_read(classifier: OnnxClassifier) -> None:
    samples = [sheet for sheet in sample_sheets() for _ in range(2)][:6]
    photos = [cv2.resize(_decoded(sheet), (700, 933), interpolation=cv2.INTER_AREA) for sheet in samples]
    rows = [np.hstack(photos[:3]), np.hstack(photos[3:])]
    _, table = cv2.imencode(".jpg", np.vstack(rows))

    sides = [sheet.side.value for sheet in read_photo(table.tobytes(), classifier).sheets]

    assert sorted(sides) == sorted(sheet.truth["side"] for sheet in samples)


def _decoded(sheet: SampleSheet) -> cv2.typing.MatLike:
    picture = cv2.imread(str(sheet.folder / "photo.jpg"))
    assert picture is not None
    return picture
