"""A scan as its page shows it: the sheet as on paper, every number with its squares."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine import ALL_SQUARES, Category, EngineError, ScoreReport, Season
from engine.certainty import Certainty
from engine.edicts import EDICTS
from engine.scoreboxes import whole_boxes
from engine.scoring import EDICT_LETTERS
from service.documents import Reason
from service.pages.gamewords import CATEGORIES
from service.pages.mapview import SLOTS, SquareView, view_map
from service.pages.scans.ownscan import SheetOfScan
from service.pages.sheets.photocrops import Window, field_of
from service.scans.rows import ScanBrief, StatedGame
from service.scans.scoring import SheetScore, find_certainty, score_sheet, still_open
from service.scores.certainty import Subject
from service.sheets.doubts import CoinsDoubt, SheetDoubt
from service.sheets.rows import MapInForce
from vision.read.rules import leaves_nothing_sure

When: TypeAlias = Literal["over", "now", "to come"]
"""A season was scored before this map, is scored by it, or would be if nothing more were drawn."""
Boxes: TypeAlias = Sequence[tuple[str, int | None, int | None]]
"""Boxes: what each counts (a to d, coins, m for monsters, nothing for the sum), by the map, as written."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet of the photo."""

    standing: MapInForce
    map: Sequence[SquareView]
    window: Window
    """Onto the field in the photo."""
    score: SheetScore
    surely: Certainty | None
    """None where every square may be misplaced."""
    all_sure: bool
    """Whether all squares together are sure to be as they stand."""
    seasons: Mapping[Season, tuple[When, Boxes]]
    """The boxes of each season, in their order on the sheet; none counted of one that is over."""

    @property
    def has_range(self) -> bool:
        """Whether the range means anything: where most squares wait, all may be misplaced."""
        return self.surely is not None and len(self.standing.doubtful) <= len(ALL_SQUARES) / 2

    @property
    def coins_unread(self) -> bool:
        """Whether nobody knows the coins."""
        return any(isinstance(doubt, CoinsDoubt) for doubt in self.standing.doubts)

    @property
    def reasons(self) -> list[Reason]:
        """Why the sheet as a whole needs an eye; what is said of squares, only while one is doubtful."""
        reasons = [doubt.reason for doubt in self.standing.doubts if isinstance(doubt, SheetDoubt)]
        is_open = bool(self.standing.doubtful)
        return [reason for reason in reasons if is_open or Subject.of(reason) is not Subject.SQUARES]

    @property
    def may_lie_elsewhere(self) -> bool:
        """Whether nobody knows yet that the squares are where they were read."""
        return any(leaves_nothing_sure(reason.code) for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Picker:
    """How the cards are offered."""

    places: Mapping[str, str]
    """The places of the chosen cards, by their names."""
    slot: str
    """The place that the next card is for."""
    last_game: StatedGame | None
    """The edicts of the photo before, if they are others."""
    crowded: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The categories of which more than one card is chosen, with the places; a game has one card of each."""


def view_sheet(sheet: SheetOfScan, sure: float) -> SheetView | None:
    """Return a sheet of a scan to be shown; None if it contradicts what is printed on its side."""
    standing, read, game = sheet.standing, sheet.read, sheet.scan.game
    try:
        score = score_sheet(standing, read, game)
        surely = find_certainty(standing, read, game, sure)
    except EngineError:
        return None
    asked = surely.settle if surely and game.is_known else ()
    view = view_map(
        score.sheet,
        report=ScoreReport(score.projection.lines, score.coins, score.report.monsters),
        edicts=[line.edict for line in score.projection.lines],
        doubtful=sorted({*standing.doubtful, *asked}),
        lattice=read.lattice,
    )
    return SheetView(
        standing,
        view,
        field_of(sheet.scan.reading.photo, read),
        score,
        surely,
        still_open(standing, read).as_read >= sure,
        {season: _season(season, score, standing, game) for season in Season},
    )


def pick_cards(game: StatedGame, before: Sequence[ScanBrief], slot: str = "") -> Picker:
    """Return the cards to choose from for a place: by default, while the score lacks one, the first empty.

    `before` are the owner's last scans, the latest first.
    """
    places = {name: place for name, place in zip(game.edicts, SLOTS, strict=True) if name}
    empty = next_place(game)
    others = (scan.game for scan in before if all(scan.game.edicts) and scan.game.edicts != game.edicts)
    last_game = next(others, None) if empty else None
    return Picker(places, slot or empty, last_game, tuple(_crowded(places)))


def next_place(game: StatedGame, after: str = "d") -> str:
    """Return the place of the next card: the first empty one after a place, and round from D to A.

    Cards are chosen in the order in which they lie on the table, whichever of them the season scores. Once
    the score lacks none, there is none to choose.

    >>> next_place(StatedGame(season=Season.WINTER)), next_place(StatedGame(season=Season.WINTER), after="a")
    ('a', 'b')
    """
    at = SLOTS.index(after) + 1
    empty = [place for place in SLOTS[at:] + SLOTS[:at] if game.edicts[SLOTS.index(place)] is None]
    return empty[0] if game.lacking and empty else ""


def place_for(card: str, edicts: Sequence[str | None]) -> int:
    """Return the place of a card that nobody has chosen a place for, counted from 0.

    Its own, if it lies in one; else the first that is empty; where none is, that of the card of its category,
    of which a game has one.
    """
    if card in edicts:
        return list(edicts).index(card)
    if None in edicts:
        return list(edicts).index(None)
    alike = (at for at, name in enumerate(edicts) if name and _category(name) is _category(card))
    return next(alike, 0)


def place_card(card: str, at: int, edicts: Sequence[str | None]) -> list[str | None]:
    """Return the edicts with a card in a place; if it lay in another, that takes what lay here."""
    placed = [edicts[at] if name == card else name for name in edicts]
    placed[at] = card
    return placed


def _crowded(places: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for category, title in CATEGORIES.items():
        taken = tuple(place.upper() for name, place in places.items() if _category(name) is category)
        if len(taken) > 1:
            yield title, taken


def _category(name: str) -> Category:
    return EDICTS[name].category


def _season(season: Season, score: SheetScore, standing: MapInForce, game: StatedGame) -> tuple[When, Boxes]:
    order = list(Season)
    written = whole_boxes(standing.map.boxes)[order.index(season)]
    is_over = game.season is not None and order.index(season) < order.index(game.season)
    when: When = "now" if season is game.season else "over" if is_over else "to come"
    slots = [letter.lower() for letter in season.letters] + ["coins", "m", ""]
    counted = [None] * len(slots) if is_over else _counted(season, score)
    return when, list(zip(slots, counted, written, strict=True))


def _counted(season: Season, score: SheetScore) -> list[int | None]:
    """Return what the map gives for the boxes of a season; None where an edict is not known."""
    places = [EDICT_LETTERS.index(letter) for letter in season.letters]
    stars = [score.projection.lines[place].stars.total if score.edicts[place] else None for place in places]
    monsters = score.report.monsters.total
    known = [count for count in stars if count is not None]
    total = sum(known) + score.coins + monsters if len(known) == len(stars) else None
    return [*stars, score.coins, monsters, total]
