"""A set of corrected sheets, to learn from and to be tested on, split by writer.

A writer is in the one or the other for ever, by a hash of the name. Sheets whose writer nobody named may be
by anyone, so they are only learned from.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from datasets.draw.flat.sheet import LABELS, NO_LABEL
from datasets.draw.strokes import Split
from engine import LAYOUTS, SIZE, Side, Square
from vision.corrections import Correction, CorrectionStore, latest
from vision.read.cells import CELL_PIXELS, MARGIN

TEST_SHARE_PERCENT = 20
FILE = "corrected.npz"


@dataclass(frozen=True)
class CorrectedSet:
    """Sheets of which people said what some squares hold; the first axis is the sheet."""

    picture: NDArray[np.uint8]
    """(k, 368, 368, 3), RGB, as `rectify` returns it."""
    terrain: NDArray[np.int8]
    """(k, 11, 11): index into LABELS of what was said, NO_LABEL where nothing was."""
    read: NDArray[np.int8]
    """(k, 11, 11): of what had been read there, NO_LABEL likewise."""
    ruins: NDArray[np.bool_]
    writer: NDArray[np.str_]
    """(k,): whose pencil; empty if nobody said."""
    sheet: NDArray[np.str_]
    """(k,): hash of the photo, page and number of the sheet."""

    def __len__(self) -> int:
        """Count the sheets."""
        return len(self.picture)

    @property
    def squares(self) -> int:
        """How many squares something was said of."""
        return int((self.terrain != NO_LABEL).sum())

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read the set in a folder.

        Raises:
            FileNotFoundError: There is none.
        """
        arrays = np.load(folder / FILE)
        return cls(*(arrays[field.name] for field in fields(cls)))

    def save(self, folder: Path) -> None:
        """Write the set into a folder, replacing the last one in one move."""
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{FILE}.part"
        with part.open("wb") as file:
            np.savez(
                file, allow_pickle=False, **{field.name: getattr(self, field.name) for field in fields(self)}
            )
        part.replace(folder / FILE)


@dataclass(frozen=True)
class Built:
    """The data, and what was left out of it."""

    sets: Mapping[Split, CorrectedSet]
    problems: tuple[str, ...]
    """A sentence for each line, picture or square that was left out."""


def split_of_writer(writer: str | None) -> Split:
    """Tell whether a writer's sheets are learned from or tested on, from the name alone.

    >>> split_of_writer(None)
    'train'
    """
    if writer is None:
        return "train"
    return "test" if zlib.crc32(writer.strip().casefold().encode()) % 100 < TEST_SHARE_PERCENT else "train"


def build(store: CorrectionStore) -> Built:
    """Gather what people said of each sheet; squares on which two people disagree are left out."""
    records, problems = store.read()
    by_sheet: dict[tuple[str, int | None, int], list[Correction]] = {}
    for record in records:
        by_sheet.setdefault((record.photo, record.page, record.sheet), []).append(record)
    rows: dict[Split, list[tuple[object, ...]]] = {"train": [], "test": []}
    for said in by_sheet.values():
        agreed, disputed = _agreed(said)
        problems += [_disputed(said[-1], square) for square in disputed]
        writer = next((record.writer for record in reversed(said) if record.writer), None)
        try:
            row = _row(agreed, writer, store)
        except (OSError, ValueError) as error:
            problems.append(f"sheet {said[-1].photo[:12]}: {error}")
            continue
        rows[split_of_writer(writer)].append(row)
    return Built({split: _stacked(found) for split, found in rows.items()}, tuple(problems))


def _agreed(said: Iterable[Correction]) -> tuple[list[Correction], list[Square]]:
    """Return what was said last of each square, but for squares on which people's last words differ."""
    records = list(said)
    last_words = {(record.square, record.by): record.said for record in records}
    opinions: dict[Square, set[object]] = {}
    for (square, _), terrain in last_words.items():
        opinions.setdefault(square, set()).add(terrain)
    disputed = [square for square, terrains in opinions.items() if len(terrains) > 1]
    return [record for record in latest(records) if record.square not in disputed], disputed


def _row(said: list[Correction], writer: str | None, store: CorrectionStore) -> tuple[object, ...]:
    if not said:
        raise ValueError("nothing is left that all agree on")
    last = said[-1]
    terrain, read = np.full((2, SIZE, SIZE), NO_LABEL, np.int8)
    for record in said:
        terrain[record.square], read[record.square] = LABELS.index(record.said), LABELS.index(record.read)
    ruins = np.zeros((SIZE, SIZE), np.bool_)
    for square in () if last.side is Side.CUSTOM else LAYOUTS[last.side].ruins:
        ruins[square] = True
    name = f"{last.photo} {last.page} {last.sheet}"
    return store.picture(last.picture), terrain, read, ruins, writer or "", name


def _stacked(rows: list[tuple[object, ...]]) -> CorrectedSet:
    if not rows:
        return NOTHING
    return CorrectedSet(*(np.stack(column) for column in zip(*rows, strict=True)))


SIDE = SIZE * CELL_PIXELS + 2 * MARGIN
NOTHING = CorrectedSet(
    np.zeros((0, SIDE, SIDE, 3), np.uint8),
    np.zeros((0, SIZE, SIZE), np.int8),
    np.zeros((0, SIZE, SIZE), np.int8),
    np.zeros((0, SIZE, SIZE), np.bool_),
    np.zeros(0, np.str_),
    np.zeros(0, np.str_),
)
"""No sheets."""


def _disputed(record: Correction, square: Square) -> str:
    return f"sheet {record.photo[:12]}, square {square}: people say different things of it"
