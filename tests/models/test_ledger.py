"""Floors under the released ledger model, on strips drawn with strokes that training did not see."""

import hashlib
import json
from importlib.resources import files

import cv2
import numpy as np
import pytest

from datasets.draw.ledger.coinrows import draw_row
from datasets.draw.ledger.strip import EMPTY, FILLED, draw_strip
from datasets.measure.ledger import LedgerJudged, judge_strips
from tests.sheets import sample_sheets
from vision import read_sheet
from vision.decode import open_photo
from vision.image import Image
from vision.read.coins import in_even_light
from vision.read.ledger import load_ledger, read_strip
from vision.read.ledgerplaces import find_places, point_at_places
from vision.read.strip import STRIP_SIZE, Strip, straighten_strip

SEED = 405  # no training, calibration or bench strip has it
COUNT = 30
SCRAWL = np.array([(-10, 5), (-6, -8), (-3, 7), (1, -7), (3, 8), (6, -8), (10, 6)])  # pixels; no number


@pytest.fixture(name="judged", scope="module")
def _judged() -> list[LedgerJudged]:
    return list(judge_strips(load_ledger(), seed=SEED, count=COUNT))


def seen_whole(picture: Image) -> Strip:
    return Strip(picture, np.ones(STRIP_SIZE[::-1], np.bool_))


@pytest.mark.parametrize("part", ["places", "coins", "whole", "numbers"])
def test_a_ledger_network_is_the_one_that_was_released(part: str) -> None:
    folder = files("models") / "ledger_v9" / part
    config = json.loads((folder / "config.json").read_text("utf-8"))

    assert hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest() == config["sha256"]


def test_the_ledger_networks_are_small() -> None:
    sizes = [
        len((files("models") / "ledger_v9" / part / "model.onnx").read_bytes())
        for part in ("places", "coins", "whole", "numbers")
    ]

    assert sum(sizes) < 4_200_000


def test_coins_are_counted(judged: list[LedgerJudged]) -> None:
    right = [sheet.reading.coins == sheet.truth.coins for sheet in judged]

    assert np.mean(right) >= 0.7


def test_coins_are_hardly_ever_miscounted(judged: list[LedgerJudged]) -> None:
    wrong = [
        sheet
        for sheet in judged
        if sheet.reading.coins is not None and sheet.reading.coins != sheet.truth.coins
    ]

    assert len(wrong) <= 1


def test_of_a_row_as_a_whole_it_is_told_whether_none_some_or_all_coins_are_filled() -> None:
    network = load_ledger().whole
    drawn = [draw_row(index, seed=SEED) for index in range(300)]
    known = [(row, coins) for row, coins in drawn if set(coins) <= {EMPTY, FILLED}]

    rows = [np.asarray(in_even_light(Image(row)).transpose(2, 0, 1)[None], np.float32) for row, _ in known]
    told = [int(network.run(row=row)["out"][0].argmax()) for row in rows]

    right = np.array(told) == [min(coins) + max(coins) for _, coins in known]
    assert right.mean() >= 0.78  # 0.846 when it was set; many rows are blurred past telling


def test_numbers_are_read(judged: list[LedgerJudged]) -> None:
    right = [truth == read for sheet in judged for truth, read, _ in sheet.numbers if truth is not None]

    assert np.mean(right) >= 0.65  # 0.70 when it was set; ledger_v2 read 0.64 of these strips


def test_numbers_are_hardly_ever_misread(judged: list[LedgerJudged]) -> None:
    wrong = [read is not None and truth != read for sheet in judged for truth, read, _ in sheet.numbers]

    assert np.mean(wrong) <= 0.02


def test_printed_letters_are_no_numbers(judged: list[LedgerJudged]) -> None:
    unwritten = [box for sheet in judged for box in sheet.reading.boxes[len(sheet.truth.boxes) :]]

    assert sum(number is not None for box in unwritten for number in box or ()) <= 1


@pytest.mark.parametrize("grey", [60, 128, 217])
def test_bare_paper_holds_no_ledger(grey: int) -> None:
    bare = Image(np.full((*STRIP_SIZE[::-1], 3), grey, np.uint8))

    reading = read_strip(seen_whole(bare), load_ledger())

    assert (reading.coins, reading.boxes) == (None, ())


def test_a_covered_track_is_not_guessed() -> None:
    sample = draw_strip(SEED, 2, split="test", lifelike=True)
    (left, top), (right, bottom) = sample.coins.min(0).astype(int), sample.coins.max(0).astype(int)
    sample.picture[top - 30 : bottom + 30, left + 100 : right - 100] = (90, 60, 40)

    assert read_strip(seen_whole(sample.picture), load_ledger()).coins is None


@pytest.mark.parametrize("shown", [slice(0, 9), slice(0, 12), slice(5, 14)])
def test_what_is_left_of_a_covered_track_is_not_taken_for_all_of_it(shown: slice) -> None:
    for index in (0, 2, 4, 7):
        sample = draw_strip(SEED, index, split="test", lifelike=True)
        hidden = np.delete(sample.coins, np.r_[shown], axis=0)
        (left, top), (right, bottom) = hidden.min(0).astype(int), hidden.max(0).astype(int)
        edges = (0, right + 16) if shown.start else (left - 16, STRIP_SIZE[0])
        sample.picture[max(top - 24, 0) : bottom + 24, max(edges[0], 0) : edges[1]] = (90, 60, 40)

        assert read_strip(seen_whole(sample.picture), load_ledger()).coins is None


def test_where_no_track_shows_no_coins_are_guessed() -> None:
    bare = Image(np.full((*STRIP_SIZE[::-1], 3), 217, np.uint8))

    assert read_strip(seen_whole(bare), load_ledger()).coins_guess is None


def test_a_sheet_below_whose_map_nothing_is_written_is_not_doubted_for_its_final_score() -> None:
    sheet = next(sheet for sheet in sample_sheets() if sheet.folder.name == "wood_table")
    photo = open_photo((sheet.folder / "photo.jpg").read_bytes())
    strip, model = straighten_strip(photo.image(), read_sheet(photo).geometry.where), load_ledger()
    final = find_places(point_at_places(strip, model.places)).final
    assert final is not None
    x, y = final.astype(int)

    empty = read_strip(strip, model)
    cv2.polylines(strip.picture, [np.add(SCRAWL, (x, y))], False, (70, 70, 75), 2, cv2.LINE_AA)
    scrawled = read_strip(strip, model)

    assert (empty.boxes, empty.final, empty.boxes_unread) == ((None,) * 4, None, ())
    assert dict(scrawled.boxes_unread) == {"final": 1}


@pytest.mark.parametrize(("index", "asked"), [(7, 0), (9, 0), (12, 1)], ids=["fall", "summer", "winter"])
def test_a_final_score_is_asked_about_once_all_seasons_are_written_down(index: int, asked: int) -> None:
    sample = draw_strip(SEED, index, split="test", lifelike=True)
    strip, model = seen_whole(sample.picture), load_ledger()
    final = find_places(point_at_places(strip, model.places)).final
    assert final is not None
    line = np.add(SCRAWL, final.astype(int))
    cv2.polylines(strip.picture, [line], False, (70, 70, 75), 2, cv2.LINE_AA)

    assert dict(read_strip(strip, model).boxes_unread).get("final", 0) == asked
