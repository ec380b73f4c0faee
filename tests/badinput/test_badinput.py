"""Bad input in little: the corpus is the same each time, and nothing that was once found is found again."""

import json
from itertools import islice

import pytest

from engine import Terrain
from engine.fields import shown
from service.documents import Status
from service.readings.reader import PhotoReader
from tests.badinput.answers import answer
from tests.badinput.bases import surely_read, whole_files
from tests.badinput.corpus import KINDS, bad_file
from tests.badinput.documents import good_documents
from tests.badinput.files import BadFile, Kind, Way
from tests.badinput.seeds import found_of, seeds_of
from tests.badinput.targets import PARSERS, REFUSED, TAKEN, TARGETS
from tests.badinput.texts import NO_JSON
from vision import open_photo

QUICK = [kind for kind in KINDS if kind.way is not Way.PHOTO and kind.way is not Way.ZIP]
SEED = 1
DEPTHS = (980, 985, 990, 991, 992, 993, 994, 995, 1000)  # of lists in lists, about where Python gives up
FOLDED = 0  # number of a sheet a row of which was left out


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader()


def test_a_seed_makes_the_same_files_whatever_their_number() -> None:
    made = {(kind.name, number): bad_file(kind, number, SEED) for kind in QUICK for number in range(4)}
    again = [bad_file(kind, number, SEED) for number in (3, 1, 0, 2) for kind in reversed(QUICK)]

    assert {file.name: file for file in again} == {file.name: file for file in made.values()}
    assert len({file.name for file in again}) == len(made)
    assert bad_file(QUICK[0], 0, SEED + 1).content != made[QUICK[0].name, 0].content
    assert len(KINDS) >= 25


@pytest.mark.parametrize("way", PARSERS)
def test_every_parser_takes_what_is_good(way: Way) -> None:
    assert [PARSERS[way](content) for content in good_documents()[way]] == [TAKEN] * len(
        good_documents()[way]
    )


@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: kind.name)
def test_every_parser_takes_or_refuses_damaged_documents(kind: Kind, reader: PhotoReader) -> None:
    ends = [answer(bad_file(kind, number, SEED), reader) for number in range(20)]

    assert [end.findings for end in ends if end.findings] == []
    assert Status.REJECTED in {end.outcome for end in ends}


@pytest.mark.parametrize("target", TARGETS)
def test_seeds_and_findings_of_the_fuzzer_are_taken_or_refused(target: str) -> None:
    seeds = islice(seeds_of(target), 3)  # of good files; the hostile ones have tests of their own
    ends = {TARGETS[target](content) for content in (*found_of(target).values(), *seeds)}

    assert ends <= {TAKEN, REFUSED}
    assert ends


@pytest.mark.parametrize("way", [way for way in PARSERS if way not in NO_JSON])
def test_a_document_nested_almost_too_deep_is_refused_in_words(way: Way) -> None:
    good = json.loads(good_documents()[way][0])
    key = list(good)[1]
    for depth in DEPTHS:
        deep = json.dumps(good | {key: "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
        assert PARSERS[way](deep.encode()) == REFUSED


def test_what_is_nested_too_deep_to_be_written_is_still_named() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]

    assert shown(deep) == "what is nested too deep"


def test_a_jpeg_with_a_hole_in_its_data_is_drawn_and_known_to_be_unsound() -> None:
    whole = whole_files(0)["small jpeg"].content
    middle = len(whole) // 2
    holed = open_photo(whole[:middle] + whole[middle + 500 :])

    assert open_photo(whole).is_sound
    assert holed.image().shape == open_photo(whole).image().shape
    assert not holed.is_sound


def test_a_photo_with_a_hole_in_its_data_is_never_simply_read(reader: PhotoReader) -> None:
    base = surely_read()[0]
    end = len(base.jpeg) - 200  # the last lines of the picture, beneath the map
    whole, holed = (reader.read_page(jpeg, "a.jpg").reading for jpeg in (base.jpeg, _holed(base.jpeg, end)))

    assert whole.reason is None
    assert whole.sheets[0].doubtful == ()
    assert holed.status is Status.REVIEW
    assert holed.reason is not None
    assert holed.reason.code == "damaged_in_places"


def test_a_sheet_with_a_row_folded_away_is_not_simply_read(reader: PhotoReader) -> None:
    kind = next(kind for kind in KINDS if kind.name == "row too many or too few")
    end = answer(bad_file(kind, FOLDED, SEED), reader)

    assert end.outcome in {Status.REVIEW, Status.REJECTED}
    assert end.findings == ()


def test_a_sure_answer_is_held_against_what_is_drawn(reader: PhotoReader) -> None:
    base = surely_read()[0]
    other = tuple(tuple(Terrain.FOREST for _ in row) for row in base.rows)
    ends = {
        truth: answer(BadFile("a.jpg", base.jpeg, "whole", Way.PHOTO, truth), reader)
        for truth in (base.rows, other, None)
    }

    assert [bool(end.findings) for end in ends.values()] == [False, True, True]
    assert {end.outcome for end in ends.values()} <= {Status.READ, Status.REVIEW}


def _holed(jpeg: bytes, place: int) -> bytes:
    return jpeg[:place] + jpeg[place + 60 :]
