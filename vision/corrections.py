"""Corrections by people: the record of each, and the store that keeps them.

A store is a folder: `corrections.jsonl`, to which lines are only ever added, and `pictures/`, PNG files
named by the SHA-256 of their bytes. Two processes may add to it at once.
"""

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self

import cv2
import numpy as np

from engine import Side, Square, Terrain
from engine.errors import MapFormatError
from engine.fields import read_choice, read_object, read_square, read_terrain, read_text, read_whole_number
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN

CORRECTION_SCHEMA = "surveyor/correction@1"
LINES, PICTURES, LOCK = "corrections.jsonl", "pictures", ".lock"
MOST_SHEETS = 10_000  # of one photo, far more than fit


@dataclass(frozen=True, slots=True)
class Correction:
    """A person's answer about one square; it may be what was read."""

    photo: str
    """SHA-256 of the photo's bytes."""
    page: int | None
    sheet: int
    """Number of the sheet in the photo, from 0."""
    side: Side
    square: Square
    read: Terrain
    """The terrain that was read."""
    probabilities: Mapping[Terrain, float]
    """Terrains that the reader held possible, as far as its document has them."""
    said: Terrain
    """The person's answer."""
    model: str
    model_sha256: str | None
    """Hash of the network; None if that model is not installed here."""
    crop: str
    """SHA-256 of the picture of the square and a quarter square around it, as the network sees it."""
    picture: str
    """SHA-256 of the picture of the whole sheet, likewise."""
    when: str
    """Moment in ISO 8601, as the caller tells it."""
    writer: str | None = None
    """Whose pencil it is; learning is tested on writers that it did not learn from."""
    by: str | None = None
    """The person who answered."""

    def to_json(self) -> dict[str, object]:
        """Return the record as a surveyor/correction@1 document."""
        return {
            "schema": CORRECTION_SCHEMA,
            "photo": self.photo,
            "page": self.page,
            "sheet": self.sheet,
            "side": self.side.value,
            "square": list(self.square),
            "read": self.read.value,
            "probabilities": {terrain.value: share for terrain, share in self.probabilities.items()},
            "said": self.said.value,
            "model": self.model,
            "model_sha256": self.model_sha256,
            "crop": self.crop,
            "picture": self.picture,
            "when": self.when,
            "writer": self.writer,
            "by": self.by,
        }

    @classmethod
    def from_json(cls, document: object) -> Self:
        """Return the record of a surveyor/correction@1 document.

        Raises:
            MapFormatError: It is none.
        """
        fields = read_object(document)
        if fields.get("schema") != CORRECTION_SCHEMA:
            raise MapFormatError(f'expected "{CORRECTION_SCHEMA}"', where="schema")
        page = fields.get("page")
        return cls(
            photo=_read_digest(fields, "photo"),
            page=None if page is None else read_whole_number(page, most=MOST_SHEETS, where="page"),
            sheet=read_whole_number(fields.get("sheet"), most=MOST_SHEETS, where="sheet"),
            side=read_choice(fields.get("side"), Side, where="side"),
            square=read_square(fields.get("square"), where="square"),
            read=read_terrain(fields.get("read"), where="read"),
            probabilities=_read_shares(fields.get("probabilities")),
            said=read_terrain(fields.get("said"), where="said"),
            model=read_text(fields.get("model"), where="model"),
            model_sha256=_read_name(fields, "model_sha256"),
            crop=_read_digest(fields, "crop"),
            picture=_read_digest(fields, "picture"),
            when=read_text(fields.get("when"), where="when"),
            writer=_read_name(fields, "writer"),
            by=_read_name(fields, "by"),
        )


@dataclass(frozen=True, slots=True)
class CorrectionStore:
    """A folder that keeps corrections."""

    folder: Path

    def add(self, corrections: Iterable[Correction], pictures: Iterable[bytes]) -> None:
        """Add records, and the PNG files that they name.

        The pictures are there before the first line that names them; the lines are written in one piece, and
        by one process at a time. A line that a crash cut off is closed first, so that it spoils no other.

        Raises:
            OSError: The folder cannot be written to.
        """
        text = "".join(f"{json.dumps(correction.to_json())}\n" for correction in corrections)
        with self._locked():
            for png in pictures:
                self._keep(png)
            with (self.folder / LINES).open("ab+") as file:
                file.write(_line_end(file) + text.encode())
                file.flush()
                os.fsync(file.fileno())

    def read(self) -> tuple[list[Correction], list[str]]:
        """Return the records in the order in which they came, and what is wrong with lines that are none."""
        records, problems = [], []
        if not (self.folder / LINES).exists():
            return [], []
        for number, line in enumerate((self.folder / LINES).read_bytes().splitlines(), start=1):
            try:
                records.append(Correction.from_json(json.loads(line)))
            except ValueError as error:  # no JSON, or not such a record
                problems.append(f"{LINES}:{number}: {error}")
            except RecursionError:
                problems.append(f"{LINES}:{number}: it is nested too deep")
        return records, problems

    def take_out(self, is_unwanted: Callable[[Correction], bool]) -> int:
        """Take records out, with the pictures that no other names, and return how many; broken lines stay.

        Raises:
            OSError: The folder cannot be written to.
        """
        with self._locked():
            lines = (self.folder / LINES).read_bytes().splitlines() if (self.folder / LINES).exists() else []
            numbered = [(line, _record_in(line)) for line in lines]
            out = {at for at, (_, record) in enumerate(numbered) if record and is_unwanted(record)}
            if out:
                part = self.folder / f"{LINES}.part"
                part.write_bytes(
                    b"".join(line + b"\n" for at, (line, _) in enumerate(numbered) if at not in out)
                )
                part.replace(self.folder / LINES)
                left = {
                    name
                    for at, (_, record) in enumerate(numbered)
                    if at not in out
                    for name in _names(record)
                }
                gone = {name for at in out for name in _names(numbered[at][1])}
                for name in gone - left:
                    self._path(name).unlink(missing_ok=True)
        return len(out)

    def picture(self, digest: str) -> Image:
        """Return a picture by its hash, RGB, (height, width, 3).

        Raises:
            OSError: It is not there.
            ValueError: It is damaged.
        """
        png = self._path(digest).read_bytes()
        if hashlib.sha256(png).hexdigest() != digest:
            raise ValueError(f"the picture {digest} is damaged")
        return decode_png(png)

    def _path(self, digest: str) -> Path:
        return self.folder / PICTURES / digest[:2] / f"{digest}.png"

    def _keep(self, png: bytes) -> None:
        path = self._path(hashlib.sha256(png).hexdigest())
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.write_bytes(png)
            part.replace(path)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def latest(corrections: Iterable[Correction]) -> list[Correction]:
    """Return what was said last of each square of each sheet, in the order of the squares' first records."""
    last = {(each.photo, each.page, each.sheet, each.square): each for each in corrections}
    return list(last.values())


def cut_cell(picture: Image, square: Square) -> Image:
    """Return the cell of a square, with a quarter square around it, (48, 48, 3)."""
    top, left = (number * CELL_PIXELS for number in square)
    side = CELL_PIXELS + 2 * MARGIN
    return Image(picture[top : top + side, left : left + side])


def encode_png(picture: Image) -> bytes:
    """Return an RGB picture as the bytes of a PNG file."""
    _, png = cv2.imencode(".png", np.ascontiguousarray(picture[:, :, ::-1]))
    return png.tobytes()


def decode_png(png: bytes) -> Image:
    """Return the RGB picture in the bytes of a PNG file.

    Raises:
        ValueError: There is none in them.
    """
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("this is no picture")
    return Image(np.ascontiguousarray(picture[:, :, ::-1]).astype(np.uint8))


def _record_in(line: bytes) -> Correction | None:
    """Return the record of a line, None if there is none in it."""
    try:
        return Correction.from_json(json.loads(line))
    except (ValueError, RecursionError):
        return None


def _names(record: Correction | None) -> tuple[str, ...]:
    """Return the names of a record's pictures."""
    return (record.crop, record.picture) if record else ()


def _line_end(file: BinaryIO) -> bytes:
    """Return what must be written first, so that a new line begins: nothing, unless the last was cut off."""
    if not file.seek(0, os.SEEK_END):
        return b""
    file.seek(-1, os.SEEK_END)
    return b"" if file.read(1) == b"\n" else b"\n"


def _read_shares(value: object) -> dict[Terrain, float]:
    shares = {}
    for name, share in read_object(value).items():
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise MapFormatError("expected a number from 0 to 1", where=f"probabilities.{name}")
        shares[read_terrain(name, where="probabilities")] = float(share)
    return shares


def _read_digest(fields: Mapping[str, object], key: str) -> str:
    """Return a hash, which may become part of a file's name."""
    digest = read_text(fields.get(key), where=key)
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise MapFormatError("expected a SHA-256 in hexadecimal", where=key)
    return digest


def _read_name(fields: Mapping[str, object], key: str) -> str | None:
    return None if fields.get(key) is None else read_text(fields.get(key), where=key)
