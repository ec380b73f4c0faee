"""What bad input is given to: each parser takes bytes, and takes or refuses them in its own words.

What any of these raises is a finding. They also hold what is taken to what it promises: written down and
read again it is the same.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import EngineError, MapDocument, MapSheet
from engine.customsides import fields_of, parse_side, read_map_on, side_of
from engine.game.transcript import Transcript
from service.documents.errors import BadRequestError
from service.intake.zips import ZipError, unpack
from service.readings.correctionrecords import ReadSheet, corrected_map, parse_reading
from service.scores.scoring import parse_document, read_documents
from service.tournament.playerlist import read_list
from tests.badinput.files import Way
from vision import PhotoDecodeError, open_pages
from vision.corrections import LINES, CorrectionStore

TAKEN, REFUSED = "taken", "refused"
SMALL = 300  # pixels of the longer side to which fuzzed pictures are decoded
SOME = 3  # pages of a document that are looked at
Target = Callable[[bytes], str]


def notation(content: bytes) -> str:
    """Read a map drawn as text."""
    try:
        sheet = MapSheet.parse(content.decode("utf-8", errors="surrogateescape"))
    except EngineError as error:
        return _refused(error)
    assert MapSheet.parse(str(sheet)) == sheet
    return TAKEN


def map_document(content: bytes) -> str:
    """Read a map as JSON."""
    try:
        document = MapDocument.from_json(parse_document(content))
    except EngineError as error:
        return _refused(error)
    assert MapDocument.from_json(json.loads(json.dumps(document.to_json()))) == document
    return TAKEN


def side(content: bytes) -> str:
    """Read a side as TOML, and a blank map on it."""
    try:
        layout = parse_side(content, where="side.toml")
    except EngineError as error:
        return _refused(error)
    assert side_of(fields_of(layout), where="again") == layout
    read_map_on(layout, MapSheet.blank(layout.side).to_json())
    return TAKEN


def transcript(content: bytes) -> str:
    """Read a transcript, and play it."""
    try:
        read = Transcript.from_json(parse_document(content))
    except EngineError as error:
        return _refused(error)
    assert Transcript.from_json(json.loads(json.dumps(read.to_json()))) == read
    try:
        read.replay()
    except EngineError as error:
        return _refused(error)
    return TAKEN


def corrections(content: bytes) -> str:
    """Read the lines of a store of corrections; a line that is none is told, and the others are read."""
    with TemporaryDirectory() as folder:
        (Path(folder) / LINES).write_bytes(content)
        records, problems = CorrectionStore(Path(folder)).read()
    assert len(records) + len(problems) == len(content.splitlines())
    for record in records:
        assert type(record).from_json(json.loads(json.dumps(record.to_json()))) == record
    return REFUSED if problems else TAKEN


def reading(content: bytes) -> str:
    """Read the documents of a file as readings, and make maps of their sheets."""
    try:
        for where, text in read_documents(io.BytesIO(content), "readings.jsonl"):
            read = parse_reading(text, where)
            assert parse_reading(read.to_line().encode(), where) == read
            for number in range(len(read.sheets)):
                corrected_map(ReadSheet(read, number), {})
    except EngineError as error:
        return _refused(error)
    return TAKEN


def players(content: bytes) -> str:
    """Read a list of players as CSV."""
    try:
        read_list(content)
    except BadRequestError as error:
        return _refused(error)
    return TAKEN


def zipped(content: bytes) -> str:
    """Unpack a zip."""
    try:
        for packed in unpack(io.BytesIO(content)):
            if packed.photo is not None:
                packed.photo.close()
    except ZipError as error:
        return _refused(error)
    return TAKEN


def door(content: bytes) -> str:
    """Open a file, and decode some pages of it as small as they come."""
    try:
        pages = open_pages(content)
        for photo in pages[:SOME]:
            image = photo.image_at(SMALL)
            assert image.shape[2:] == (3,), image.shape
            assert image.dtype == "uint8", image.dtype
    except PhotoDecodeError as error:
        return _refused(error)
    return TAKEN


def _refused(error: Exception) -> str:
    words = str(error)
    assert words, error
    assert "Traceback" not in words, words
    return REFUSED


TARGETS: dict[str, Target] = {
    "notation": notation,
    "map": map_document,
    "side": side,
    "transcript": transcript,
    "corrections": corrections,
    "reading": reading,
    "players": players,
    "zip": zipped,
    "pdf": door,
    "door": door,
}
"""By the names that `make fuzz` knows; a PDF comes through the door, from seeds of its own."""
PARSERS: dict[Way, Target] = {
    Way.NOTATION: notation,
    Way.MAP: map_document,
    Way.SIDE: side,
    Way.TRANSCRIPT: transcript,
    Way.CORRECTIONS: corrections,
    Way.READING: reading,
    Way.PLAYERS: players,
}
"""What reads the corpus's documents."""
