"""Corrections of readings: the corrected map, and records to learn from."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import numpy as np

from engine import ALL_SQUARES, MapFormatError, PrintError, Square, Terrain
from engine.fields import read_terrain
from engine.notation import EMPTY_RUINS
from service.documents import Map, Reading, Sheet
from service.formats.squarenames import label, parse_label
from service.scores.readingscores import reading_of
from service.scores.scoring import parse_document, read_documents
from vision import Lattice, ModelError, decode_photo
from vision.corrections import Correction, CorrectionStore, cut_cell, encode_png
from vision.image import Image
from vision.read.cells import rectify
from vision.released import read_settings

SURE_OF_COINS = 0.99


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """One sheet of a reading, to be corrected."""

    reading: Reading
    number: int
    """Of the sheet in the photo, from 0."""

    @property
    def sheet(self) -> Sheet:
        """The sheet as it was read."""
        return self.reading.sheets[self.number]

    def terrain(self, square: Square) -> Terrain:
        """Return what was read in a square."""
        return self.sheet.terrain[square.row][square.column]


@dataclass(frozen=True, slots=True)
class Speaker:
    """The author and the moment of a correction, and the writer of the sheet."""

    when: str
    """Moment in ISO 8601."""
    writer: str | None = None
    by: str | None = None


def read_sheets(file: BinaryIO, name: str) -> Iterator[ReadSheet]:
    """Go through the sheets of a file of surveyor/reading@1 documents, those within scans too.

    Raises:
        MapFormatError: A document is something else.
    """
    for where, text in read_documents(file, name):
        reading = parse_reading(text, where)
        yield from (ReadSheet(reading, number) for number in range(len(reading.sheets)))


def parse_reading(text: bytes, where: str) -> Reading:
    """Return the surveyor/reading@1 document, also that within a surveyor/scan@1.

    Raises:
        MapFormatError: It is neither.
    """
    return reading_of(parse_document(text), where)


def parse_sayings(words: Sequence[str]) -> dict[Square, Terrain]:
    """Return the terrains of squares from words such as `C4=farm`.

    Raises:
        MapFormatError: It says nothing, or no square or terrain has the name.
    """
    said: dict[Square, Terrain] = {}
    for saying in words:
        name, equals, terrain = saying.partition("=")
        if not equals:
            raise MapFormatError(f'"{saying:.40}" says nothing of a square; say it as in C4=farm')
        square = parse_label(name.strip())
        if square in said:
            raise MapFormatError(f"{label(square)} is said twice")
        said[square] = _terrain(terrain.strip(), where=label(square))
    return said


def _terrain(likely: str, *, where: str) -> Terrain:
    """Return what a person calls a terrain: by its name, or by the letter that the printed map has for it."""
    letter = likely.removesuffix("?")
    if len(letter) != 1:
        return read_terrain(likely.lower(), where=where)
    if letter in ("\N{MIDDLE DOT}", EMPTY_RUINS):
        return Terrain.EMPTY
    try:
        return Terrain.from_letter(letter.upper())
    except MapFormatError as error:
        raise MapFormatError(str(error), where=where) from error


def corrected_map(
    read: ReadSheet,
    said: Mapping[Square, Terrain],
    *,
    doubtful: Sequence[Square] = (),
    player: str | None = None,
) -> Map:
    """Return the map of a sheet with what a person said in place of what was read, and its doubtful squares.

    Raises:
        EngineError: It contradicts what is printed on the side.
    """
    sheet = read.sheet
    as_read = sheet.to_engine()
    try:
        drawn = as_read.with_terrain(said)
    except PrintError as error:
        place = label(Square(*error.square))
        what = f"a {error.printed}" if error.printed else f"no {error.held}"
        raise MapFormatError(f"{place}: side {error.side} has {what} printed there") from error
    coins = sheet.coins if sheet.coins_confidence >= SURE_OF_COINS else None
    return Map(
        schema_name="surveyor/map@1",
        side=sheet.side,
        terrain=drawn.rows,
        ruins=sheet.ruins,
        coins=coins,
        doubtful=tuple(doubtful),
        boxes=sheet.boxes if any(sheet.boxes) else None,
        player=player,
    )


def with_rest_confirmed(read: ReadSheet, said: Mapping[Square, Terrain]) -> dict[Square, Terrain]:
    """Return the corrections, and for all other squares that a player draws on the terrain that was read."""
    drawn = {square: read.terrain(square) for square in ALL_SQUARES}
    return {square: held for square, held in drawn.items() if not held.is_printed} | dict(said)


def record(
    read: ReadSheet, photo: bytes, said: Mapping[Square, Terrain], speaker: Speaker, store: CorrectionStore
) -> int:
    """Store corrections with their pictures, and return how many.

    Raises:
        VisionError: The photo cannot be opened.
        OSError: The store cannot be written to.
    """
    records, pictures = records_of(read, rectify(decode_photo(photo), lattice_of(read.sheet)), said, speaker)
    store.add(records, pictures)
    return len(records)


def records_of(
    read: ReadSheet, picture: Image, said: Mapping[Square, Terrain], speaker: Speaker
) -> tuple[list[Correction], list[bytes]]:
    """Return the records of corrections, and the PNG files that they name.

    `picture` is the sheet straight, from `rectify`.
    """
    crops = {square: encode_png(cut_cell(picture, square)) for square in said}
    whole, photo, model = encode_png(picture), read.reading.photo, read.reading.model or ""
    of_sheet = partial(
        Correction,
        photo=photo.sha256 or "",
        page=photo.page,
        sheet=read.number,
        side=read.sheet.side,
        model=model,
        model_sha256=_hash_of_model(model),
        picture=hashlib.sha256(whole).hexdigest(),
        when=speaker.when,
        writer=speaker.writer,
        by=speaker.by,
    )
    records = [
        of_sheet(
            square=square,
            read=read.terrain(square),
            probabilities=read.sheet.likely(square),
            said=terrain,
            crop=hashlib.sha256(crops[square]).hexdigest(),
        )
        for square, terrain in said.items()
    ]
    return records, [whole, *crops.values()]


def lattice_of(sheet: Sheet) -> Lattice:
    """Return where a sheet lies in the photo, as its document tells."""
    return Lattice(np.asarray(sheet.lattice, np.float64))


def _hash_of_model(name: str) -> str | None:
    """Return the hash of an installed network: of the part that has the last word on a square."""
    try:
        return str(read_settings(f"{name}/context")["sha256"])
    except ModelError:
        return None
