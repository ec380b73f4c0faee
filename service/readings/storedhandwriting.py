"""Readings improved by the writer's handwriting, learned from a store of corrections."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add

import numpy as np

from engine import LAYOUTS, ROWS, Side, Square, Terrain
from service.documents import Sheet
from service.readings.reader import Outcome
from service.scores.certainty import Wanted, judge
from vision import SheetClassifier
from vision.context.adaptation import KnownHand, sharpen
from vision.corrections import LINES, PICTURES, Correction, CorrectionStore, latest
from vision.image import Image

MOST_SHEETS = 4  # the last ones: more teach little that is new, and take long
MOST_NAMED = 8  # writers that a complaint names
SheetKey = tuple[str, int | None, int]
"""Identifies a sheet: SHA-256 of the photo, page, number on it."""


class StoreError(ValueError):
    """No handwriting can be learned from a store of corrections; the message says why, and what to do."""


class NobodyKnownError(StoreError):
    """The store has nothing by this writer."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The contents of a store of corrections."""

    store: CorrectionStore
    records: Sequence[Correction]
    """The last correction of each square."""
    problems: Sequence[str]
    """Lines that are damaged, each with its place and what is wrong."""

    @property
    def drawn_by(self) -> Mapping[SheetKey, str]:
        """The writer of each sheet, as far as they are known."""
        return {sheet_key(record): record.writer for record in self.records if record.writer}

    @property
    def writers(self) -> tuple[str, ...]:
        """The writers whose handwriting can be learned, sorted."""
        drawn = {record.writer for record in self.records if not record.said.is_printed}
        return tuple(sorted(writer for writer in drawn if writer))


@dataclass(frozen=True, slots=True)
class Handwriting:
    """The corrected sheets of one writer."""

    sheets: Mapping[SheetKey, KnownHand]
    """The handwriting on each sheet."""
    said: Mapping[SheetKey, Mapping[Square, Terrain]]
    """The corrections of each sheet's squares."""

    def besides(self, place: SheetKey) -> KnownHand | None:
        """Return the handwriting on all sheets but one; None if there is no other."""
        others = [hand for at, hand in self.sheets.items() if at != place]
        return reduce(add, others) if others else None


@dataclass(frozen=True, slots=True)
class Handwritings:
    """The known handwritings, and who is said to have drawn the sheets of a file."""

    by_writer: Mapping[str, Handwriting] = field(default_factory=dict)
    drawn_by: Mapping[SheetKey, str] = field(default_factory=dict)
    """The writer of each sheet in the store."""
    writer: str | None = None
    """The writer of the file's sheet, if a person has named them."""
    drew_all: bool = False
    """Whether this writer drew all sheets of the file."""

    def of_file(self, writer: str | None, *, drew_all: bool = False) -> "Handwritings | None":
        """Return the handwritings for a file by this writer; None if the writer's is not known.

        Where nobody is named the codes on the sheets may, so all hands do.
        """
        if writer is None:
            return self if self.by_writer else None
        hand = self.by_writer.get(writer)
        if hand is None:
            return None
        return replace(self, by_writer={writer: hand}, writer=writer, drew_all=drew_all)

    def writer_of(self, place: SheetKey, code_player: str | None, *, alone: bool) -> str | None:
        """Return the writer of a sheet; None if they are not known.

        Of a sheet alone in its file what a person said counts first. Of several, what was corrected of that
        very sheet says whose it is, then its code, and only then who is said to have drawn them all.
        """
        if alone and self.writer is not None:
            return self.writer
        return self.drawn_by.get(place) or code_player or (self.writer if self.drew_all else None)


def open_kept(store: CorrectionStore) -> Kept:
    """Return the contents of a store of corrections.

    Raises:
        StoreError: There is no such store, or nothing that can be read in it.
        OSError: It may not be read.
    """
    if not store.folder.is_dir():
        raise StoreError(f"there is no folder {store.folder}; name the one of `surveyor correct --store`")
    if not (store.folder / LINES).is_file():
        raise StoreError(
            f"there is no {LINES} in {store.folder}, so it is no store of corrections; "
            "name the folder of `surveyor correct --store`"
        )
    records, problems = store.read()
    if not records and problems:
        raise StoreError(f"no line of {store.folder}/{LINES} can be read, such as {problems[0]}")
    if not records:
        raise StoreError(
            f"nothing is kept in {store.folder} yet; `surveyor correct --store` keeps what you say of a sheet"
        )
    return Kept(store, latest(records), tuple(f"{store.folder}/{problem}" for problem in problems))


def learn_handwriting(kept: Kept, writer: str, classifier: SheetClassifier) -> Handwriting:
    """Return the handwriting of a writer, learned from their last sheets in a store.

    Raises:
        NobodyKnownError: It keeps nothing of this writer.
        StoreError: A picture is missing or damaged.
    """
    theirs: dict[SheetKey, list[Correction]] = {}
    for record in kept.records:
        if record.writer == writer and not record.said.is_printed:
            theirs.setdefault(sheet_key(record), []).append(record)
    if not theirs:
        raise NobodyKnownError(
            f'nothing in {kept.store.folder} is by "{writer}": it knows {some(kept.writers) or "no writer"}'
        )
    last = dict(list(theirs.items())[-MOST_SHEETS:])
    return Handwriting(
        {place: _hand_in(said, kept.store, classifier) for place, said in last.items()},
        {place: {record.square: record.said for record in said} for place, said in theirs.items()},
    )


def learn_handwritings(kept: Kept, writers: Iterable[str], classifier: SheetClassifier) -> Handwritings:
    """Return the handwriting of each of some writers.

    Raises:
        NobodyKnownError: The store keeps nothing of one of them.
        StoreError: A picture is missing or damaged.
    """
    return Handwritings(
        {writer: learn_handwriting(kept, writer, classifier) for writer in writers}, kept.drawn_by
    )


def by_handwriting(outcome: Outcome, hands: Handwritings) -> Outcome:
    """Return the outcome of a photo with each sheet read by the handwriting of its writer, if known."""
    documents, seen = list(outcome.reading.sheets), list(outcome.sheets)
    for number, sheet in enumerate(outcome.sheets):
        photo = outcome.reading.photo
        place = (photo.sha256 or "", photo.page, number)
        code_player = sheet.code.player if sheet.code else None
        writer = hands.writer_of(place, code_player, alone=len(outcome.sheets) == 1)
        hand = hands.by_writer.get(writer) if writer else None
        if writer and hand:
            seen[number] = sharpen(sheet, hand.said.get(place, {}), hand.besides(place))
            kept = {"reason": documents[number].reason, "hand": writer}
            documents[number] = Sheet.from_reading(seen[number]).model_copy(update=kept)
    reading = outcome.reading.model_copy(update={"sheets": tuple(documents)})
    return replace(outcome, reading=judge(reading, Wanted()), sheets=tuple(seen)) if seen else outcome


def _hand_in(said: Iterable[Correction], store: CorrectionStore, classifier: SheetClassifier) -> KnownHand:
    """Classify the picture of a sheet again: signs of different networks cannot be compared."""
    records = list(said)
    side = records[-1].side
    ruins = LAYOUTS[side].ruins if side is not Side.CUSTOM else frozenset()
    printed = np.array([[square in ruins for square in row] for row in ROWS])
    seen = classifier.classify(_picture(records[-1].picture, store), printed)
    return KnownHand.seen(seen, classifier.labels, {record.square: record.said for record in records})


def _picture(digest: str, store: CorrectionStore) -> Image:
    try:
        return store.picture(digest)
    except OSError as error:
        problem = f"cannot be read ({error.strerror or type(error).__name__})"
    except ValueError:
        problem = "is damaged"
    raise StoreError(
        f"the picture {digest[:12]}... in {store.folder}/{PICTURES} {problem}; bring back that folder as it "
        f"was, or take the lines that name the picture out of {LINES}"
    )


def sheet_key(record: Correction) -> SheetKey:
    """Return which sheet a correction is of."""
    return record.photo, record.page, record.sheet


def some(names: Sequence[str]) -> str:
    """Return the first few names in a row, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
