"""The players of a batch, ranked, from its ledger alone."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.standings import Result, rank_players
from service.batch.documents import LedgerLine, LedgerSheet, State
from service.batch.players import Place, player_of
from service.formats.csvrows import csv_text

COLUMNS = ("rank", "player", "total", "lost_to_monsters", "shared", "state", "file", "page", "map", "notes")


@dataclass(frozen=True, slots=True)
class Row:
    """A sheet in the standings."""

    player: str
    state: State
    file: str
    page: int | None
    sheet: LedgerSheet
    notes: tuple[str, ...] = ()
    rank: int | None = None
    """None if it is not known."""
    shared: bool = False

    def cells(self) -> tuple[object, ...]:
        """Return the cells of the row."""
        lost = self.sheet.lost_to_monsters
        return (
            self.rank,
            self.player,
            self.sheet.total,
            lost,
            "yes" if self.shared else "",
            self.state.value,
            self.file,
            self.page,
            self.sheet.map,
            "; ".join(self.notes),
        )


@dataclass(frozen=True, slots=True)
class _RowResult(Result):
    """The result of a row; a player with several rows has several."""

    row: Row


@dataclass(frozen=True, slots=True)
class BatchStandings:
    """All sheets of a batch, the winner's first; those whose total is not known last."""

    rows: tuple[Row, ...]
    problem: str | None = None
    """The open ties, for which the tie-break is not known; who ties shares the rank."""

    def to_csv(self) -> bytes:
        """Return the standings as a CSV file in UTF-8, which no spreadsheet takes for formulas."""
        return csv_text([COLUMNS, *(row.cells() for row in self.rows)], end="\n").encode("utf-8")


def make_standings(
    lines: Iterable[LedgerLine], players: Mapping[str, str], gone: Collection[str] = ()
) -> BatchStandings:
    """Rank every sheet of the ledger whose total is known, also those that are to be reviewed.

    `players` are named by file, `gone` are the keys of files that the folder no longer holds.
    """
    listed = list(lines)
    claims = _other_claims(listed, players)
    each = (_rows_of(line, players, line.key in gone, claims.get(line.key, [])) for line in listed)
    found = [row for some in each for row in some]
    times = Counter(row.player for row in found)
    rows = [replace(row, notes=(*row.notes, *_notes(row, times[row.player]))) for row in found]
    unknown = tuple(row for row in rows if row.sheet.total is None)
    standings = rank_players(
        _RowResult(row.player, row.sheet.total, row.sheet.lost_to_monsters, row)
        for row in rows
        if row.sheet.total is not None
    )
    ranked = (
        replace(placing.result.row, rank=placing.rank, shared=placing.shared)
        for placing in standings.placings
        if isinstance(placing.result, _RowResult)  # as all of them are
    )
    return BatchStandings((*ranked, *unknown), standings.problem)


def _other_claims(lines: Iterable[LedgerLine], players: Mapping[str, str]) -> dict[str, list[str]]:
    """Return notes on duplicates that the list gives to another player, by the key of the original file."""
    by_key = {line.key: line for line in lines}
    claims: dict[str, list[str]] = {}
    for line in by_key.values():
        other = player_of(line.file, players)
        first = by_key.get(line.duplicate_of or "")
        if first and other and other != player_of(first.file, players):
            note = f"{line.file} is the same file, and given to {other}, who has no sheet by it"
            claims.setdefault(first.key, []).append(note)
    return claims


def _rows_of(
    line: LedgerLine, players: Mapping[str, str], gone: bool, claims: Sequence[str]
) -> Iterable[Row]:
    notes = (*(("the photo is no longer in the folder",) if gone else ()), *claims)
    whole = player_of(line.file, players)
    for page in line.pages:
        for number, sheet in enumerate(page.sheets, start=1):
            place = Place(page.page, len(line.pages), number, len(page.sheets))
            coded = sheet.code.player if sheet.code else ""
            listed = player_of(line.file, players, place)
            name = coded or listed or place.of(line.file)
            why = [page.reason.message] if page.reason else []
            if whole and not coded and not listed:
                why.append(f"the players' file gives all sheets of {line.file} to {whole}")
            yield Row(" ".join(name.split()), page.state, line.file, page.page, sheet, (*why, *notes))


def _notes(row: Row, times: int) -> Iterable[str]:
    """Note that the player has several rows, and that other maps are equal."""
    if times > 1:
        yield f"one of {times} sheets of this player"
    if row.sheet.same_as:
        yield f"the same map as {', '.join(row.sheet.same_as)}"
