"""The map of a sheet, of a tournament or of a scan, as corrections make it, and as undoing leaves it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from service.documents import Map, Reading, Reason, Sheet, SheetMap
from service.documents.errors import ConflictError
from service.sheets.asread import read_surely, usual_doubt
from service.sheets.documents import SheetCorrection, said_in
from service.sheets.doubts import PlaceDoubt, Settled, doubts_of, of_place
from service.sheets.rows import MapInForce
from service.sheets.similarsquares import Followed, as_seen, follow_hand, squares_in
from service.store.events import Event
from vision import SheetReading
from vision.context.adaptation import KnownHand


@dataclass(frozen=True, slots=True)
class SheetAsRead:
    """A sheet as it was read."""

    reading: Reading
    """Of its photo."""
    number: int
    """On the photo, from 0."""
    reason: Reason | None
    """Why it needs a person's eye."""
    seen: SheetReading | None = None
    """With all probabilities; None if they are not kept."""
    others: KnownHand | None = None
    """How the player draws, from other sheets."""

    @property
    def sheet(self) -> Sheet:
        """The sheet as it was read."""
        return self.reading.sheets[self.number]

    def corrected(self, said: Sequence[SheetCorrection], besides: Sequence[PlaceDoubt] = ()) -> Followed:
        """Return the sheet as its reading and the corrections in force make it.

        `besides` are doubts that do not come from the reading, such as whose sheet it is.
        """
        standing = MapInForce(self.sheet.map, doubts_of(self.sheet, self.reason))
        for correction in said:
            standing = self.apply(standing, correction)
        return self.follow(MapInForce(standing.map, [*standing.doubts, *besides]), said)

    def apply(self, standing: MapInForce, correction: SheetCorrection) -> MapInForce:
        """Return the sheet with one correction, and without the doubts that it settles."""
        is_by_hand = self.sheet.lattice is None  # then nothing was read that could contradict another side
        stands = standing.map.on_side(correction.side or standing.map.side) if is_by_hand else standing.map
        after = correction.apply(stands)
        surely = read_surely(self.reading, self.number) if correction.whole else frozenset()
        is_box_open = any(season is not None and None in season for season in after.boxes)
        settled = Settled(
            squares=frozenset(squares_in([correction])) | surely,
            coins=correction.coins is not None or correction.confirm,
            boxes=correction.boxes is not None and not is_box_open,
            sheet=correction.confirm,
            whole=correction.whole,
        )
        return MapInForce(after, settled.left_of(standing.doubts))

    def follow(self, standing: MapInForce, said: Sequence[SheetCorrection]) -> Followed:
        """Return the sheet with its uncorrected squares following the corrected ones."""
        seen = self.seen
        if seen and any(each.whole for each in said):  # a person says that the lattice is right
            seen = replace(seen, doubt_below=usual_doubt(self.reading))
        return follow_hand(seen, standing, said, self.others, self.sheet.covered)


@dataclass(frozen=True, slots=True)
class MapChange:
    """The change of a sheet by a correction, or by undoing one, and its entry in the log."""

    then: Followed
    details: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SheetToCorrect:
    """A sheet as the person who corrects it sees it, in a tournament or a scan."""

    standing: MapInForce
    read: SheetAsRead
    said: Sequence[Event]
    """The corrections in force, the earliest first."""

    def correct(self, correction: SheetCorrection, role: str) -> MapChange:
        """Return the sheet with a correction by somebody of a role, completed by what they confirm with it.

        Raises:
            ConflictError: The map was damaged in the database: nobody can have seen it.
            EngineError: No such map can be: a mountain drawn over, too many coins.
        """
        if self.standing.is_damaged:
            raise ConflictError("This map was damaged in the database. Let its photo be read again.")
        earlier = said_in(self.said)
        correction = as_seen(correction, self.standing.map, self.read.sheet.terrain, earlier)
        after = self.read.apply(self.standing, correction)
        check_map(after.map)
        then = self.read.follow(after, [*earlier, correction])
        said = correction.model_dump(mode="json", exclude_none=True)
        return self._change(then, {"correction": said, "role": role} | then.to_json())

    def follow(self) -> MapChange:
        """Return the sheet with its uncorrected squares following what the player's hand shows by now."""
        then = self.read.follow(self.standing, said_in(self.said))
        return self._change(then, then.to_json())

    def undo(self, undone: Event) -> MapChange:
        """Return the sheet as the other corrections alone make it.

        Raises:
            EngineError: Without this one, no such map can be.
        """
        rest = said_in(event for event in self.said if event.id != undone.id)
        details = {"undoes": undone.id, "correction": undone.body["correction"]}
        then = self.read.corrected(rest, of_place(self.standing.doubts))
        check_map(then.map)
        return self._change(then, details)

    def _change(self, then: Followed, details: Mapping[str, object]) -> MapChange:
        return MapChange(then, {"before": values_before(self.standing.map, then.map), **details})


def check_map(map: SheetMap) -> None:
    """Check that a map is possible.

    Raises:
        EngineError: It contradicts what is printed on its side.
    """
    Map(schema_name="surveyor/map@1", side=map.side, terrain=map.terrain, coins=map.coins).to_engine()


def values_before(before: SheetMap, after: SheetMap) -> dict[str, object]:
    """Return the former values of what has changed: squares as [row, column, terrain]."""
    squares = [[*square, was] for square, was, _ in before.differing(after)]
    others = {
        key: getattr(before, key)
        for key in ("side", "coins", "boxes", "final")
        if getattr(before, key) != getattr(after, key)
    }
    return others | ({"squares": squares} if squares else {})
