"""Readings sharpened by what people said of sheets by the same hand, as a store of corrections keeps it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

import numpy as np

from engine import LAYOUTS, ROWS, Side, Square, Terrain
from service.reader import Outcome
from service.schemas import Sheet, Status
from vision import SheetClassifier
from vision.adaptation import PRINTED, KnownHand, sharpen
from vision.corrections import Correction, CorrectionStore, latest

MOST_SHEETS = 4  # the last ones: more teach little that is new, and take long
Place = tuple[str, int | None, int]
"""Which sheet: SHA-256 of the photo, page, number on it."""


class NobodyKnownError(ValueError):
    """Nothing that a store keeps is by this writer."""


@dataclass(frozen=True, slots=True)
class TaughtHand:
    """What people said of sheets by one hand."""

    sheets: Mapping[Place, KnownHand]
    """What each sheet tells of the hand."""
    said: Mapping[Place, Mapping[Square, Terrain]]
    """What was said of its squares."""

    def besides(self, place: Place) -> KnownHand | None:
        """Return what all sheets but one tell; None if there is no other."""
        others = [hand for at, hand in self.sheets.items() if at != place]
        return reduce(add, others) if others else None


def learn_hand(store: CorrectionStore, writer: str, classifier: SheetClassifier) -> TaughtHand:
    """Return how somebody draws, by what a store keeps of the last sheets.

    Raises:
        NobodyKnownError: It keeps nothing of this writer.
        OSError: A picture is not there.
        ValueError: A picture is damaged.
    """
    records = latest(store.read()[0])
    theirs: dict[Place, list[Correction]] = {}
    for record in records:
        if record.writer == writer and record.said not in PRINTED:
            theirs.setdefault((record.photo, record.page, record.sheet), []).append(record)
    if not theirs:
        known = sorted({record.writer for record in records if record.writer})
        whose = f"it knows {', '.join(known[:8])}" if known else "it knows no writer"
        raise NobodyKnownError(f'nothing in {store.folder} is by "{writer}": {whose}')
    last = dict(list(theirs.items())[-MOST_SHEETS:])
    return TaughtHand(
        {place: _hand_in(said, store, classifier) for place, said in last.items()},
        {place: {record.square: record.said for record in said} for place, said in theirs.items()},
    )


def by_hand(outcome: Outcome, taught: TaughtHand) -> Outcome:
    """Return the outcome of a photo with its sheet read in the light of the hand."""
    if len(outcome.sheets) != 1:
        return outcome  # of several sheets, nobody said whose is whose
    photo = outcome.reading.photo
    place = (photo.sha256 or "", photo.page, 0)
    sharp = sharpen(outcome.sheets[0], taught.said.get(place, {}), taught.besides(place))
    doubt = outcome.reading.reason is not None or sharp.doubtful
    reading = outcome.reading.model_copy(
        update={
            "status": Status.REVIEW if doubt else Status.READ,
            "sheets": (Sheet.from_reading(sharp),),
        }
    )
    return replace(outcome, reading=reading, sheets=(sharp,))


def _hand_in(said: Iterable[Correction], store: CorrectionStore, classifier: SheetClassifier) -> KnownHand:
    """Look at the picture of a sheet anew: networks that see differently cannot be compared."""
    records = list(said)
    side = records[-1].side
    ruins = LAYOUTS[side].ruins if side is not Side.CUSTOM else frozenset()
    printed = np.array([[square in ruins for square in row] for row in ROWS])
    seen = classifier.classify(store.picture(records[-1].picture), printed)
    return KnownHand.seen(seen, classifier.labels, {record.square: record.said for record in records})
