"""Applies corrections to a sheet of a tournament or of a scan."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service.documents import Map, Place, Reading, Reason, Sheet, SheetMap
from service.sheets.asread import map_of, read_surely, usual_doubt
from service.sheets.documents import SheetCorrection
from service.sheets.doubts import Doubt, Settled, doubts_of
from service.sheets.following import Followed, as_seen, follow_hand, squares_in
from service.sheets.rows import MapInForce
from vision import SheetReading
from vision.context.adaptation import KnownHand


@dataclass(frozen=True, slots=True)
class SheetAsRead:
    """A sheet as it was read."""

    reading: Reading
    """Of its photo."""
    number: int
    """On the photo, from 0."""
    seen: SheetReading | None = None
    """With all probabilities; None if they are not kept."""
    others: KnownHand | None = None
    """How the player draws, from other sheets."""

    @property
    def sheet(self) -> Sheet:
        """What was read."""
        return self.reading.sheets[self.number]

    def follow(self, standing: MapInForce, said: Sequence[SheetCorrection]) -> Followed:
        """Return the sheet with its uncorrected squares following the corrected ones."""
        lies_so = any(each.whole for each in said)
        seen = self._seen_in_place() if lies_so else self.seen
        return follow_hand(seen, standing.map, standing.doubts, said, self.others)

    def _seen_in_place(self) -> SheetReading | None:
        """Return what was seen, with the usual bound of doubt, as a person says that the lattice is right."""
        return None if self.seen is None else replace(self.seen, doubt_below=usual_doubt(self.reading))


def corrected(
    read: SheetAsRead, standing: MapInForce, earlier: Sequence[SheetCorrection], correction: SheetCorrection
) -> tuple[SheetCorrection, Followed]:
    """Return a correction, completed by what the person confirms with it, and the sheet as it is by that.

    `standing` is the sheet as the person saw it, `earlier` are the corrections in force.

    Raises:
        EngineError: No such map can be: a mountain drawn over, too many coins.
    """
    correction = as_seen(correction, standing.map, read.sheet.terrain, earlier)
    after = _applied(read, standing, correction)
    check_map(after.map)
    return correction, read.follow(after, [*earlier, correction])


def as_corrected(
    read: SheetAsRead,
    reason: Reason | None,
    said: Sequence[SheetCorrection],
    besides: Sequence[Doubt] = (),
) -> Followed:
    """Return a sheet as its reading and the corrections in force make it.

    `reason` is why the sheet needs a person's eye; `besides` are doubts that do not come from the reading,
    such as whose sheet it is.

    Raises:
        EngineError: No such map can be.
    """
    standing = MapInForce(map_of(read.sheet), doubts_of(read.sheet, reason))
    for correction in said:
        standing = _applied(read, standing, correction)
    check_map(standing.map)
    return read.follow(MapInForce(standing.map, [*standing.doubts, *besides]), said)


def _applied(read: SheetAsRead, standing: MapInForce, correction: SheetCorrection) -> MapInForce:
    """Return a sheet with one correction, and without the doubts that it settles."""
    after = correction.apply(standing.map)
    settled = Settled(
        squares=frozenset(squares_in([correction])) | _known_by(correction, read),
        coins=correction.coins is not None or correction.confirm,
        boxes=correction.boxes is not None and not has_open_box(after),
        sheet=correction.confirm,
        whole=correction.whole,
    )
    return MapInForce(after, settled.left_of(standing.doubts))


def _known_by(correction: SheetCorrection, read: SheetAsRead) -> frozenset[Place]:
    """Return the squares that become certain if the correction settles the sheet as a whole."""
    return read_surely(read.reading, read.number) if correction.whole else frozenset()


def has_open_box(map: SheetMap) -> bool:
    """Tell whether a season whose boxes are written has one that could not be read."""
    return any(season is not None and None in season for season in map.boxes)


def check_map(map: SheetMap) -> None:
    """Check that a map is possible.

    Raises:
        EngineError: It contradicts what is printed on its side.
    """
    Map(schema_name="surveyor/map@1", side=map.side, terrain=map.terrain, coins=map.coins).to_engine()


def changed(before: SheetMap, after: SheetMap) -> dict[str, object]:
    """Return the former values of what has changed: squares as [row, column, terrain]."""
    squares = [[*square, was] for square, was, _ in before.differing(after)]
    others = {
        key: getattr(before, key)
        for key in ("side", "coins", "boxes", "final")
        if getattr(before, key) != getattr(after, key)
    }
    return others | ({"squares": squares} if squares else {})
