"""A map as the editor shows it: what stands, what was changed and not yet saved, what is doubtful."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from starlette.datastructures import FormData

from engine import ALL_SQUARES, LAYOUTS, SIZE, Season, Side, Square, Terrain
from engine.scoreboxes import Box, whole_boxes
from engine.sentence import FINAL_BOX
from service.documents import Sheet, SheetMap
from service.pages.mapview import SquareView
from service.pages.sheets.form import box_field, read_pending
from service.sheets.doubts import BOXES, CoinsDoubt, SheetDoubt, SquareDoubt
from service.sheets.rows import MapInForce


@dataclass(frozen=True, slots=True)
class EditedSquare(SquareView):
    """One square of the editor."""

    was: Terrain = Terrain.EMPTY
    """The saved terrain; where `terrain` differs, that is not saved yet."""
    printed: bool = False
    """Whether a mountain or wasteland of the side is there, which cannot be changed."""
    shares: Mapping[Terrain, float] = field(default_factory=dict)
    """The terrains that the picture may show, and their probabilities, likeliest first."""

    @property
    def at(self) -> str:
        """Its place as forms tell it."""
        return f"{self.row},{self.column}"

    @property
    def changed(self) -> bool:
        """Whether that is not saved yet."""
        return self.terrain is not self.was

    @property
    def marks(self) -> Mapping[str, bool]:
        """CSS classes beside those of its terrain and of what it earns."""
        return {"ruins": self.ruins, "doubtful": self.doubtful, "changed": self.changed}


@dataclass(frozen=True, slots=True)
class BoxField:
    """The field of a box."""

    name: str
    word: str
    """The label of the box, to be translated."""
    value: str


@dataclass(frozen=True, slots=True)
class Editor:
    """A map that is being corrected."""

    squares: Sequence[EditedSquare] = field(repr=False)
    chosen: Square
    """The square that the palette sets, and that is shown large."""
    palette: Sequence[Terrain]
    coins: str
    side: str
    final: str
    boxes: Mapping[Season, Sequence[BoxField]]
    mistakes: Mapping[str, str]
    unread: Collection[str]
    """The fields whose numbers could not be read."""
    order: Sequence[Square] = ()
    """The squares that are asked about one after the other."""

    @property
    def current(self) -> EditedSquare:
        """The chosen square."""
        return self.squares[self.chosen.row * SIZE + self.chosen.column]

    @property
    def turn(self) -> int:
        """The number of the chosen square among those asked about, from 1; 0 for any other."""
        return self.order.index(self.chosen) + 1 if self.chosen in self.order else 0

    @property
    def has_boxes(self) -> bool:
        """Whether a number stands in any of them."""
        return bool(self.final) or any(box.value for row in self.boxes.values() for box in row)


def edit_sheet(
    standing: MapInForce,
    read: Sheet,
    typed: FormData,
    mistakes: Mapping[str, str],
    *,
    chosen: Square | None = None,
    scored: Sequence[SquareView] = (),
    order: Sequence[Square] = (),
) -> Editor:
    """Return a sheet to be corrected; what was typed into a refused form is shown again.

    The chosen square, by default the first doubtful one, is shown large. Squares of the scored map are lit
    when somebody asks why. Those in `order` are asked about one after the other.
    """
    map = standing.map
    return Editor(
        squares=list(_squares(standing, read, typed, scored)),
        chosen=chosen or min(standing.doubtful, default=ALL_SQUARES[0]),
        palette=palette_of(map.side),
        coins=_typed(typed, "coins", map.coins),
        side=_typed(typed, "side", map.side),
        final=_typed(typed, "final", map.final),
        boxes=_boxes(map.boxes, typed),
        mistakes=mistakes,
        unread=unread_fields(standing, read),
        order=order,
    )


def palette_of(side: Side) -> list[Terrain]:
    """Return the terrains that can stand on a square of a side that is not printed."""
    return [terrain for terrain in Terrain if side is Side.CUSTOM or not terrain.is_printed]


def square_of(text: str | None) -> Square | None:
    """Return the square that an address names as "2,3", if it is one.

    >>> square_of("2,3"), square_of("12,3"), square_of("x")
    (Square(row=2, column=3), None, None)
    """
    row, _, column = (text or "").partition(",")
    if not (row.isdecimal() and column.isdecimal() and len(row + column) < 5):
        return None
    square = Square(int(row), int(column))
    return square if square.is_on_map else None


def unread_fields(standing: MapInForce, read: Sheet) -> frozenset[str]:
    """Return the names of the fields whose numbers could not be read, and that nobody has settled."""
    map, doubts = standing.map, standing.doubts
    whole = [doubt.reason for doubt in doubts if isinstance(doubt, SheetDoubt)]
    counts: Mapping[str, int] = next(
        (reason.params.get("boxes", {}) for reason in whole if reason.code == BOXES), {}
    )
    names = set(_unread_boxes(map, read, counts)) if whole else set()
    if FINAL_BOX in counts and map.final is None:
        names.add("final")
    if any(isinstance(doubt, CoinsDoubt) for doubt in doubts):
        names.add("coins")
    return frozenset(names)


def _unread_boxes(map: SheetMap, read: Sheet, counts: Mapping[str, int]) -> Iterator[str]:
    """Yield the blank boxes of the seasons that are filled in: of those, as many as the reason counts.

    The reasons of older releases count none: all blank boxes wait for a person then.
    """
    for at, (season, row) in enumerate(zip(Season, map.boxes, strict=False)):
        blank = [place for place, number in enumerate(row or ()) if number is None]
        sure = (read.boxes_confidence[at] if at < len(read.boxes_confidence) else None) or ()
        blank.sort(key=lambda place: sure[place] if place < len(sure) else 0.0)
        count = counts.get(season.value, 0) if counts else len(blank)
        yield from (box_field(season, place) for place in blank[:count])


def _squares(
    standing: MapInForce, read: Sheet, typed: FormData, scored: Sequence[SquareView]
) -> Iterator[EditedSquare]:
    sheet, doubtful = standing.map.to_engine(), frozenset(standing.doubtful)
    pending = read_pending(typed)
    earned = {square.square: square.earns for square in scored}
    printed = _printed(sheet.side)
    asked = [doubt for doubt in standing.doubts if isinstance(doubt, SquareDoubt)]
    shares = {Square(*doubt.square): doubt.shares(read) for doubt in asked}
    for at in ALL_SQUARES:
        yield EditedSquare(
            at,
            pending.get(at, sheet[at]),
            at in sheet.ruins,
            at in doubtful,
            earned.get(at, ()),
            was=sheet[at],
            printed=at in printed,
            shares=shares.get(at, {}),
        )


def _printed(side: Side) -> Collection[Square]:
    """Return the squares with mountains and wastelands of a side, which cannot be changed."""
    layout = LAYOUTS.get(side)
    return frozenset() if layout is None else frozenset((*layout.mountains, *layout.wastelands))


def _boxes(boxes: Sequence[Sequence[int | None] | None], typed: FormData) -> dict[Season, list[BoxField]]:
    return {
        season: [
            BoxField(name, box.words, _typed(typed, name, row[place]))
            for place, box in enumerate(Box)
            for name in [box_field(season, place)]
        ]
        for season, row in zip(Season, whole_boxes(boxes), strict=True)
    }


def _typed(form: FormData, field: str, stands: object) -> str:
    """Return what was typed into a field, else what stands there."""
    if field in form:
        return str(form[field])
    return "" if stands is None else str(stands)
