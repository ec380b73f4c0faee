import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from engine import MapDocument, Season, Side
from service.documents import Map, Sheet
from service.readings.reader import PhotoReader
from service.scores.certainty import Wanted, scan_reading
from service.scores.scoring import Rules, score_document
from service.web import examples
from tests.service.schemas import PUBLISHED, json_schema, schema_text
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    EDICTS,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
    stub_reader,
    stub_reading,
)

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


@pytest.fixture(name="reader")
def _reader() -> PhotoReader:
    return stub_reader()


def check(document: dict[str, Any], name: str) -> None:
    jsonschema.validate(document, json_schema(name), cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_committed_schema_is_that_of_the_type(name: str) -> None:
    assert (SCHEMAS / f"{name}.json").read_text("utf-8") == schema_text(name), "run make schemas"


def test_no_schema_is_committed_without_a_type() -> None:
    assert {path.stem for path in SCHEMAS.glob("*.json")} == set(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_schema_is_itself_valid(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema(name))


@pytest.mark.parametrize(
    "photo",
    [DOUBTFUL_PHOTO, CLEAR_PHOTO, PHOTO_WITHOUT_SHEET, UNLUCKY_PHOTO, b"", b"text"],
    ids=["doubtful", "clear", "without sheet", "unlucky", "empty", "text"],
)
def test_every_reading_and_scan_validates(reader: PhotoReader, photo: bytes) -> None:
    reading = reader.read_page(photo, "a.jpg").reading

    check(json.loads(reading.to_line()), "reading@1")
    check(json.loads(scan_reading(reading, Wanted(Rules.of(EDICTS, Season.WINTER))).to_line()), "scan@1")


def test_the_engines_own_documents_validate() -> None:
    document = MapDocument.from_json(examples.MAP)

    check(document.to_json(), "map@1")
    check(score_document(document).to_json(), "score@1")


@pytest.mark.parametrize(
    ("document", "name"),
    [(examples.MAP, "map@1"), (examples.READING, "reading@1"), (examples.PROBLEM, "problem@1")],
    ids=["map", "reading", "problem"],
)
def test_the_examples_validate(document: dict[str, Any], name: str) -> None:
    check(document, name)


@pytest.mark.parametrize("wrong", ["schema", "side", "terrain"])
def test_a_map_schema_asks_for_what_the_contract_asks_for(wrong: str) -> None:
    document = {key: value for key, value in examples.MAP.items() if key != wrong}

    with pytest.raises(jsonschema.ValidationError, match="required"):
        check(document, "map@1")


def test_a_sheet_becomes_the_map_that_was_read() -> None:
    reading = stub_reading()

    assert Sheet.from_reading(reading).to_engine() == reading.to_map()


def test_a_reading_names_alternatives_of_doubtful_squares_only() -> None:
    sheet = Sheet.from_reading(stub_reading())

    assert sheet.doubtful == ((2, 3),)
    assert sheet.model_dump(mode="json")["alternatives"] == {
        "2,3": {"empty": 0.61, "farm": 0.37, "water": 0.02}
    }


def test_a_map_comes_back_from_the_engine_unchanged() -> None:
    document = Map.model_validate(examples.MAP)

    assert Map.from_engine(document.to_engine()) == document


def test_a_map_with_a_short_row_is_refused() -> None:
    with pytest.raises(ValidationError, match="11"):
        Map.model_validate(examples.MAP | {"side": Side.A, "terrain": [["empty"] * 10] * 11})
