import cv2
import numpy as np
import pytest

from engine import ALL_SQUARES
from tests.sheets import SampleSheet, map_of_expected, sample_sheets
from vision import OnnxClassifier, load_classifier, read_photo

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
