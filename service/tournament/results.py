"""A player's result of a round, from the sheets that lie there.

A season whose map is there is scored by it; of the others, the written boxes of the last map tell. Nothing is
repaired: what contradicts is flagged, and what lacks is named.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from engine import Edict, EngineError, ScoreReport, Season, find_edict, score_map, score_notes
from engine.final import Final, find_final
from engine.scoreboxes import PARTS, Box, WrittenSeason, whole_boxes
from engine.scoring import EDICT_LETTERS
from engine.sentence import Sentence, later
from engine.titles import SoloRating, rate_solo
from service.sheets.impossiblemaps import say_why
from service.sheets.rows import PlacedBy, SheetRow, State
from service.tournament.flags import Flag
from service.tournament.seasoncontradictions import Snapshot, contradiction_id, find_contradictions

NUMBERS_CONTRADICT = "numbers_contradict"
"""The code of the flag where numbers that are written contradict one another, or the map."""
LOOK_AGAIN = later("Look at the sheets again, and correct what was read or placed wrongly.")

SEASON_SCORES = {
    Season.SPRING: later("the score of spring, or its map"),
    Season.SUMMER: later("the score of summer, or its map"),
    Season.FALL: later("the score of fall, or its map"),
    Season.WINTER: later("the score of winter, or its map"),
}
Row: TypeAlias = Mapping[Box, int]
"""The numbers that a season's map gives; neither coins nor total where nobody knows the coins."""


class Standing(StrEnum):
    """The reliability of a result."""

    SETTLED = "settled"
    PROVISIONAL = "provisional"
    """There is a total, but a person has to look at a sheet."""
    CONTRADICTED = "contradicted"
    """There is no total, because the numbers contradict each other."""
    MISSING = "missing"
    """There is no total, because something is missing."""


class Lacking(StrEnum):
    """The things that a total can lack."""

    SHEET = "sheet"
    LAST_MAP = "last_map"
    SEASON = "season"
    """All numbers of a season, or its map."""
    BOXES = "boxes"
    """Some numbers of a season."""
    EDICTS = "edicts"


OF_NUMBERS = frozenset({Lacking.SEASON, Lacking.BOXES})
"""Results that can be entered as numbers where they are missing."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is missing for a total."""

    what: Lacking
    season: Season | None = None
    boxes: tuple[Box, ...] = ()
    """Those of the season that are missing, where not all of it is."""

    @property
    def words(self) -> str:
        """Its name within a sentence."""
        match self.what:
            case Lacking.SHEET:
                return later("the sheet")
            case Lacking.LAST_MAP:
                return later("the last map, that of winter")
            case Lacking.SEASON:
                return SEASON_SCORES[self.season or Season.WINTER]
            case Lacking.BOXES:
                boxes = [box.words for box in self.boxes]
                return Sentence("the boxes of %(season)s: %(box)s", season=str(self.season), box=boxes)
            case Lacking.EDICTS:
                return later("the edicts of this game")


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The result of a player in a round."""

    total: int | None = None
    lost_to_monsters: int | None = None
    """Stars lost in all seasons; the fewest break a tie."""
    seasons: tuple[int | None, ...] = (None,) * len(Season)
    """The total of each season, spring first."""
    state: Standing = Standing.MISSING
    missing: tuple[Missing, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: tuple[str, ...] = ()
    """Oddities that change nothing."""
    rests_on: tuple[str, ...] = ()
    """Notes on rules that the result relies on without a printed source."""
    sheets: tuple[str, ...] = ()
    """The sheets' identifiers."""
    rating: SoloRating | None = None

    @property
    def so_far(self) -> int | None:
        """The total, or where it is not known the sum of the seasons that are; None if there are none."""
        return total_so_far(self.total, self.seasons)


def total_so_far(total: int | None, seasons: Iterable[int | None]) -> int | None:
    """Return a total, or where it is not known the sum of the seasons that are; None if there are none."""
    known = [stars for stars in seasons if stars is not None]
    return total if total is not None else sum(known) if known else None


def score_player(
    sheets: Sequence[SheetRow],
    edict_names: Sequence[str],
    *,
    solo: bool = False,
    accepted: Collection[str] = (),
) -> PlayerResult:
    """Work out the result of a player in a round from all their sheets of it, in any order.

    The edicts are four in the order A B C D, or none where they are not known. `accepted` are the
    contradictions, by `contradiction_id`, that a person has let stand.
    """
    if not sheets:
        return PlayerResult(missing=(Missing(Lacking.SHEET),))
    edicts = [find_edict(name) for name in edict_names]
    result = replace(_score(sheets, edicts, accepted), sheets=tuple(sorted(sheet.id for sheet in sheets)))
    if any(sheet.state is State.REVIEW for sheet in sheets) and result.state is Standing.SETTLED:
        result = replace(result, state=Standing.PROVISIONAL)
    if solo and result.total is not None and len(edicts) == len(EDICT_LETTERS):
        result = replace(result, rating=rate_solo(result.total, edicts))
    return result


def _score(sheets: Sequence[SheetRow], edicts: Sequence[Edict], accepted: Collection[str]) -> PlayerResult:
    flags = (*_double_flags(sheets), *_damaged_flags(sheets))
    try:
        return _with_flags(_score_chosen(choose_sheets(sheets), edicts, accepted), flags)
    except EngineError as error:
        contradicted = Flag(
            "map_impossible",
            Sentence("A map or a number on it cannot be: %(problem)s.", problem=say_why(error)),
            LOOK_AGAIN,
        )
        return PlayerResult(state=Standing.CONTRADICTED, flags=(*flags, contradicted))


def _score_chosen(
    chosen: Mapping[Season, SheetRow], edicts: Sequence[Edict], accepted: Collection[str]
) -> PlayerResult:
    snapshots = snapshots_of(chosen)
    scored = {
        season: _scored(season, snapshot, edicts)
        for season, snapshot in snapshots.items()
        if len(edicts) == len(EDICT_LETTERS)
    }
    if sum(Box.TOTAL in row for row in scored.values()) == len(Season):
        result = _from_seasons(snapshots[Season.WINTER], scored, edicts)
    else:
        result = _from_last_sheet(snapshots.get(Season.WINTER), scored, edicts)
    return _with_contradictions(result, chosen, snapshots, accepted)


def _with_contradictions(
    result: PlayerResult,
    chosen: Mapping[Season, SheetRow],
    snapshots: Mapping[Season, Snapshot],
    accepted: Collection[str],
) -> PlayerResult:
    """Return a result with flags of contradictions; accepted ones are mere notes."""
    found = list(find_contradictions(snapshots))
    if not found:
        return result
    sheet = next(iter(chosen.values()))
    stands = [flag for flag in found if contradiction_id(sheet.round, sheet.player, flag) in accepted]
    noted = replace(result, notes=(*result.notes, *(flag.message for flag in stands)))
    return _with_flags(noted, tuple(flag for flag in found if flag not in stands))


def choose_sheets(sheets: Sequence[SheetRow]) -> dict[Season, SheetRow]:
    """Return the sheet that counts for each season of which there is one, spring first."""
    chosen = {season: choose_sheet(sheets, season) for season in Season}
    return {season: sheet for season, sheet in chosen.items() if sheet}


def snapshots_of(chosen: Mapping[Season, SheetRow]) -> dict[Season, Snapshot]:
    """Return the maps of the seasons, each with its coins as far as they are known.

    Raises:
        EngineError: A map or a number on it cannot be.
    """
    return {season: _snapshot(sheet, chosen) for season, sheet in chosen.items()}


def choose_sheet(sheets: Sequence[SheetRow], season: Season) -> SheetRow | None:
    """Return the sheet that counts for a season: a settled one, one that a person placed, the first."""
    there = [sheet for sheet in sheets if sheet.season is season and not sheet.is_damaged]
    return min(
        there,
        key=lambda sheet: (sheet.state is not State.SCORED, sheet.placed_by is not PlacedBy.HAND, sheet.id),
        default=None,
    )


def score_season(sheet: SheetRow) -> ScoreReport | None:
    """Return what a sheet's map comes to in its season; None where something lacks for it, or cannot be."""
    coins, edicts = sheet.map.coins, sheet.edicts
    if sheet.season is None or coins is None or len(edicts) < len(EDICT_LETTERS):
        return None
    try:
        drawn = sheet.map.to_engine()
        return score_map(drawn, [find_edict(name) for name in edicts], coins=coins, season=sheet.season)
    except EngineError:
        return None


def _double_flags(sheets: Sequence[SheetRow]) -> Iterator[Flag]:
    for season in Season:
        there = [sheet for sheet in sheets if sheet.season is season]
        if len(there) > 1:
            yield Flag(
                "place_taken",
                Sentence("%(sheets)s sheets lie here for %(season)s.", sheets=len(there), season=season),
                "Keep one of them: set the others aside, or place them elsewhere.",
            )


def _damaged_flags(sheets: Sequence[SheetRow]) -> Iterator[Flag]:
    for sheet in sheets:
        if sheet.is_damaged:
            yield Flag(
                "map_damaged",
                Sentence(
                    "The map of %(season)s was damaged in the database, and counts nowhere.",
                    season=str(sheet.season),
                ),
                "Let its photo be read again.",
            )


def _snapshot(sheet: SheetRow, chosen: Mapping[Season, SheetRow]) -> Snapshot:
    """Return a season's map; its coins are those of the track, or else those written in a box."""
    assert sheet.season is not None
    drawn = sheet.map.to_engine()
    boxes = sheet.map.boxes
    last = chosen.get(Season.WINTER)
    coins = [sheet.map.coins, _written(boxes)[sheet.season][Box.COINS]]
    coins += [_written(last.map.boxes)[sheet.season][Box.COINS]] if last and last is not sheet else []
    known = next((number for number in coins if number is not None), None)
    return Snapshot(drawn, known, boxes, sheet.map.final)


def _written(boxes: Sequence[WrittenSeason]) -> dict[Season, dict[Box, int | None]]:
    """Return what is written in the boxes of each season."""
    rows = (dict(zip(Box, row, strict=True)) for row in whole_boxes(boxes))
    return dict(zip(Season, rows, strict=True))


def _scored(season: Season, snapshot: Snapshot, edicts: Sequence[Edict]) -> Row:
    """Return what the boxes of a season hold by its map."""
    report = score_map(snapshot.sheet, edicts, coins=snapshot.coins or 0, season=season)
    first, second = (line.stars.total for line in report.lines)
    row = {Box.FIRST_EDICT: first, Box.SECOND_EDICT: second, Box.MONSTERS: report.monsters.total}
    return row if snapshot.coins is None else row | {Box.COINS: report.coins, Box.TOTAL: report.total}


def _from_seasons(last: Snapshot, scored: Mapping[Season, Row], edicts: Sequence[Edict]) -> PlayerResult:
    """Add up the maps of all four seasons."""
    totals = tuple(scored[season][Box.TOTAL] for season in Season)
    return PlayerResult(
        total=sum(totals),
        lost_to_monsters=-sum(row[Box.MONSTERS] for row in scored.values()),
        seasons=totals,
        state=Standing.SETTLED,
        notes=tuple(_differing(last.boxes, scored)),
        rests_on=score_notes(last.sheet, edicts),
    )


def _differing(boxes: Sequence[WrittenSeason], scored: Mapping[Season, Row]) -> Iterator[str]:
    for season, row in scored.items():
        written, total = _written(boxes)[season][Box.TOTAL], row.get(Box.TOTAL)
        if written is not None and total is not None and written != total:
            yield Sentence(
                "%(season)s: %(written)s is written as the total, but the map gives %(total)s",
                season=season,
                written=written,
                total=total,
            )


def _from_last_sheet(
    last: Snapshot | None, scored: Mapping[Season, Row], edicts: Sequence[Edict]
) -> PlayerResult:
    """Work the result out from the last map, the boxes beside it, and what maps of earlier seasons give."""
    if last is None:
        seasons = tuple(scored.get(season, {}).get(Box.TOTAL) for season in Season)
        return PlayerResult(seasons=seasons, missing=(Missing(Lacking.LAST_MAP),))
    earlier = dict(scored)
    winter = earlier.pop(Season.WINTER, {})  # its boxes are held against the map
    written = _written(last.boxes)
    boxes = [list({**row, **earlier.get(season, {})}.values()) for season, row in written.items()]
    final = find_final(boxes, sheet=last.sheet, coins=last.coins, edicts=edicts, written_final=last.final)
    result = _of_final(final, edicts)
    if Box.TOTAL in winter:  # whatever is written
        result = replace(result, seasons=(*result.seasons[:-1], winter[Box.TOTAL]))
    notes = tuple(_differing(last.boxes, earlier))
    return replace(result, notes=notes, rests_on=score_notes(last.sheet, edicts))


def _of_final(final: Final, edicts: Sequence[Edict]) -> PlayerResult:
    totals = tuple(final.numbers.get((season, Box.TOTAL)) for season in Season)
    flags = tuple(
        Flag(NUMBERS_CONTRADICT, Sentence("%(opening)s.", opening=wrong.message), LOOK_AGAIN)
        for wrong in final.contradictions
    )
    missing = tuple(_missing(final, edicts))
    state = Standing.SETTLED if final.total is not None else Standing.MISSING
    return PlayerResult(
        total=final.total,
        lost_to_monsters=final.lost_to_monsters,
        seasons=tuple(number.value if number else None for number in totals),
        state=Standing.CONTRADICTED if flags else state,
        missing=missing,
        flags=flags,
    )


def _missing(final: Final, edicts: Sequence[Edict]) -> Iterator[Missing]:
    """Yield what is missing: a season as a whole, or its boxes."""
    for season in Season:
        boxes = tuple(box for missed, box in final.missing if missed is season)
        if set(PARTS) - {Box.COINS} <= set(boxes):  # its coins may follow from those of the others
            yield Missing(Lacking.SEASON, season)
        elif boxes:
            yield Missing(Lacking.BOXES, season, boxes)
    if final.missing and len(edicts) < len(EDICT_LETTERS):
        yield Missing(Lacking.EDICTS)


def _with_flags(result: PlayerResult, flags: tuple[Flag, ...]) -> PlayerResult:
    """Return a result with more to look at: it is settled no more."""
    if not flags:
        return result
    state = Standing.PROVISIONAL if result.state is Standing.SETTLED else result.state
    return replace(result, flags=flags + result.flags, state=state)
