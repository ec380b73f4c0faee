"""A picture held against itself: the sample photos as they are, and spoilt so that no network can know."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.measure.spoiling.ways import FIELD, spoilt
from engine import ALL_SQUARES, SIZE
from tests.sheets import SampleSheet, sample_sheets
from vision import Lattice, OnnxClassifier, SheetReading, decode_photo, load_classifier, read_image
from vision.find.lattice import map_nodes, transform
from vision.image import Image
from vision.read import rules
from vision.read.consistency import Consistency, consistency

SEED = 2
(SHEET,) = (sheet for sheet in sample_sheets() if sheet.folder.name == "lamp_light")
LIMITS = {
    "goes_on": rules.GOES_ON,
    "turned": rules.TURNED_LIKE,
    "mirrored": rules.MIRRORED_LIKE,
    "repeated": rules.REPEATED_LIKE,
    "twins": rules.TWINS_LIKE,
    "one_edge": rules.ONE_EDGE,
}


@pytest.fixture(name="classifier", scope="module")
def _classifier() -> OnnxClassifier:
    return load_classifier()


def corners_of(sheet: SampleSheet) -> NDArray[np.float64]:
    return np.array(sheet.truth["corners"], np.float64)


@cache
def spoilt_as(kind: str) -> Image:
    return Image(spoilt(kind, decode_photo(SHEET.photo), corners_of(SHEET), SEED))


def flat_lattice_of(sheet: SampleSheet) -> Lattice:
    """Return where a flat sheet would lie between the true corners."""
    plane = cv2.getPerspectiveTransform(FIELD, corners_of(sheet).astype(np.float32))
    return Lattice(transform(np.asarray(plane, np.float64), map_nodes(SIZE)))


def agreement_of(image: Image, sheet: SampleSheet = SHEET) -> Consistency:
    return consistency(image, flat_lattice_of(sheet))


def read_spoilt(kind: str, classifier: OnnxClassifier) -> SheetReading:
    return read_image(spoilt_as(kind), classifier, corners=corners_of(SHEET).tolist())


@pytest.mark.parametrize("sheet", sample_sheets(), ids=lambda sheet: sheet.folder.name)
def test_a_good_photo_agrees_with_itself(sheet: SampleSheet) -> None:
    agreement = agreement_of(decode_photo(sheet.photo), sheet)

    assert [name for name, limit in LIMITS.items() if getattr(agreement, name) > limit] == []
    assert not agreement.unlined.any()
    assert not agreement.bleached.any()
    assert not agreement.torn.any()


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("12 rows or columns", "goes_on"),
        ("12 rows or columns", "twins"),
        ("exposed twice, turned", "turned"),
        ("halves of two joined", "turned"),
        ("exposed twice, a square aside", "repeated"),
        ("bleeding through", "mirrored"),
    ],
)
def test_what_is_seen_twice_or_goes_on_is_noticed(kind: str, name: str) -> None:
    assert getattr(agreement_of(spoilt_as(kind)), name) > LIMITS[name]


@pytest.mark.parametrize("angle", [0.0, 0.3, 0.6, 1.1, 1.4, 2.2])
def test_stripes_of_shade_are_no_second_map(angle: float) -> None:
    photo = decode_photo(SHEET.photo)
    rows, columns = np.mgrid[: photo.shape[0], : photo.shape[1]]
    pitch = 1.2 * flat_lattice_of(SHEET).cell_pixels
    waves = np.sin((columns * np.cos(angle) + rows * np.sin(angle)) * 2 * np.pi / pitch)
    shade = 1.0 - 0.45 / (1.0 + np.exp(-4.0 * waves))
    striped = Image((photo * shade[..., None]).astype(np.uint8))

    assert agreement_of(striped).repeated < 0.7 * rules.REPEATED_LIKE


def test_a_row_painted_over_has_no_lines() -> None:
    unlined = agreement_of(spoilt_as("a row painted over")).unlined

    assert sorted(unlined.sum(axis=1).tolist()) == [0] * (SIZE - 1) + [SIZE]


def test_a_row_painted_over_is_noticed_where_some_lines_are_faint() -> None:
    paper = np.full((1200, 1000, 3), 255, np.uint8)
    lattice = 80.0 * map_nodes(SIZE) + 60
    for number, line in enumerate(lattice[:, 0, 1].round().astype(int).tolist()):
        cv2.line(paper, (60, line), (940, line), (60, 60, 60), 5)
        if number not in (3, 8):  # too faint to be seen in any row
            cv2.line(paper, (line, 60), (line, 940), (60, 60, 60), 5)
    whole, painted = paper.copy(), paper
    painted[60 + 80 * 4 + 4 : 60 + 80 * 5 - 4, 64:936] = 255
    sheet = Lattice(lattice)

    assert not consistency(Image(whole), sheet).unlined.any()
    assert np.flatnonzero(consistency(Image(painted), sheet).unlined.all(axis=1)).tolist() == [4]


def test_only_what_is_paler_than_the_rest_is_bleached() -> None:
    white = Image(np.full((1200, 1000, 3), 255, np.uint8))
    lattice = 80.0 * map_nodes(SIZE) + 60
    for line in lattice[:, 0, 1].round().astype(int).tolist():
        cv2.line(white, (60, line), (940, line), (60, 60, 60), 5)
        cv2.line(white, (line, 60), (line, 940), (60, 60, 60), 5)
    scan = Lattice(lattice)
    glaring = np.minimum(white, 235)
    glaring[:, :500] = np.where(white[:, :500] == 255, np.uint8(255), np.uint8(200))

    assert not consistency(white, scan).bleached.any()
    bleached = consistency(Image(glaring), scan).bleached
    assert bleached[:, :5].all()
    assert not bleached[:, 6:].any()


def ruled(*, without: int | None = None) -> tuple[Image, Lattice]:
    """Return white paper with a field of 11 x 11 squares, one of its upright lines perhaps left out."""
    paper = Image(np.full((1200, 1000, 3), 255, np.uint8))
    lattice = 80.0 * map_nodes(SIZE) + 60
    for number, line in enumerate(lattice[:, 0, 1].round().astype(int).tolist()):
        cv2.line(paper, (60, line), (940, line), (60, 60, 60), 5)
        if number != without:
            cv2.line(paper, (line, 60), (line, 940), (60, 60, 60), 5)
    return paper, Lattice(lattice)


@pytest.mark.parametrize("line", [0, SIZE])
def test_an_outer_line_that_alone_does_not_show_is_noticed(line: int) -> None:
    assert consistency(*ruled()).one_edge < 0.1
    assert consistency(*ruled(without=line)).one_edge > rules.ONE_EDGE


def test_white_paper_is_not_bleached_where_it_is_drawn_on_in_colour() -> None:
    paper, sheet = ruled()
    for x, y in map_nodes(SIZE)[:-1, :-5].reshape(-1, 2).astype(int).tolist():
        cv2.rectangle(paper, (80 * x + 72, 80 * y + 72), (80 * x + 124, 80 * y + 124), (120, 120, 255), -1)

    assert not consistency(paper, sheet).bleached.any()


def test_rows_that_repeat_are_noticed_in_a_photo_alone() -> None:
    paper, sheet = ruled()
    paper[60 + 80 * 4 + 10 : 60 + 80 * 5 - 10] = paper[60 + 80 * 4 + 10]
    noise = np.random.default_rng(1).integers(-6, 7, paper.shape)
    photo = np.clip(paper.astype(int) + noise, 0, 255).astype(np.uint8)
    damaged = photo.copy()
    damaged[60 + 80 * 4 + 10 : 60 + 80 * 5 - 10] = photo[60 + 80 * 4 + 10]

    assert not consistency(paper, sheet).torn.any()
    assert not consistency(Image(photo), sheet).torn.any()
    assert np.flatnonzero(consistency(Image(damaged), sheet).torn.all(axis=1)).tolist() == [4]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("12 rows or columns", "lines_go_on"),
        ("10 rows or columns", "print_elsewhere"),
        ("exposed twice, turned", "seen_twice"),
        ("bleeding through", "shows_through"),
        ("negative", "many_in_doubt"),
        ("noise", "grainy"),
        ("speckles", "grainy"),
        ("few tones", "few_tones"),
    ],
)
def test_every_square_of_a_picture_that_contradicts_itself_is_asked_about(
    kind: str, code: str, classifier: OnnxClassifier
) -> None:
    reading = read_spoilt(kind, classifier)

    assert reading.doubt_below == 1.0
    assert code in [reason.code for reason in reading.reasons]


@pytest.mark.parametrize(
    ("kind", "code"),
    [("half overexposed", "bleached"), ("a row painted over", "covered"), ("bands lost", "rows_repeated")],
)
def test_squares_that_would_not_show_a_drawing_are_asked_about(
    kind: str, code: str, classifier: OnnxClassifier
) -> None:
    reading = read_spoilt(kind, classifier)
    read, true = reading.to_map(), SHEET.true_map

    assert code in [reason.code for reason in reading.reasons]
    assert {at for at in ALL_SQUARES if read[at] != true[at]} <= set(reading.doubtful)
    assert len(reading.doubtful) < len(ALL_SQUARES)


def test_a_pencil_that_lies_on_the_sheet_is_no_second_picture() -> None:
    lattice, photo = flat_lattice_of(SHEET), decode_photo(SHEET.photo).copy()
    along = np.linspace([0.7, 0.3], [3.6, 10.9], 30)
    places = np.rint(lattice.to_photo(along)).astype(int)
    cv2.polylines(photo, [places], False, (20, 30, 25), round(0.5 * lattice.cell_pixels))
    middles = np.stack(np.meshgrid(np.arange(SIZE), np.arange(SIZE)), axis=-1) + 0.5
    covered = np.hypot(*np.moveaxis(middles[..., None, :] - along, -1, 0)).min(axis=-1) < 1.0

    as_drawn, without = (consistency(Image(photo), lattice, those).repeated for those in (None, covered))

    assert max(as_drawn, without) < rules.REPEATED_LIKE / 2
