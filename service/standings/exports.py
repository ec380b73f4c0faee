"""Standings as tables that spreadsheets open: CSV and XLSX. No text in them is ever taken as a formula."""

import io
from datetime import datetime
from typing import TypeAlias

import xlsxwriter

from engine import Season
from service.formats.csvrows import csv_text
from service.standings import documents

Cell: TypeAlias = str | int | None
Rows: TypeAlias = list[list[Cell]]

WIDEST = 480  # pixels of a column: remarks may be long


def standings_rows(standings: documents.StandingsDocument) -> Rows:
    """Return the standings over all rounds, a line a player, with their titles."""
    rounds = [f"round {scored.number}" for scored in standings.rounds]
    ranked = ["rank", "shared", "player", "total", "lost to monsters"]
    rows: Rows = [[*ranked, "state", *rounds, "so far", "tie"]]
    rows += [
        [*_ranked(placing), placing.state, *placing.rounds, placing.so_far, tie]
        for placing, tie in _with_ties(standings.ranking)
    ]
    return rows


def _ranked(placing: documents.Ranked) -> list[Cell]:
    shared = "shared" if placing.shared else ""
    return [placing.rank, shared, placing.player, placing.total, placing.lost_to_monsters]


def _with_ties(ranking: documents.Ranking) -> list[tuple[documents.Ranked, str]]:
    """Return the players in their order, each with whether the tie for their rank is open."""
    still_open = ranking.open_ranks
    return [(placing, "open" if placing.rank in still_open else "") for placing in ranking.placings]


def result_rows(standings: documents.StandingsDocument) -> Rows:
    """Return every player's result of every round, a line each, with their titles."""
    scores = ["total", *Season, "lost to monsters", "state", "rating", "title"]
    rows: Rows = [["round", "rank", "table", "player", *scores, "remarks", "tie"]]
    rows += [
        [*_result_row(scored, placing.rank, result), tie]
        for scored in standings.rounds
        for (placing, tie), result in zip(_with_ties(scored.ranking), scored.results, strict=True)
    ]
    return rows


def _result_row(
    played: documents.RoundStandingsDocument, rank: int | None, result: documents.ResultDocument
) -> list[Cell]:
    remarks = [f"missing: {what}" for what in result.missing] + [flag.message for flag in result.flags]
    return [
        played.number,
        rank,
        result.table,
        result.player,
        result.total,
        *result.seasons,
        result.lost_to_monsters,
        result.state,
        result.solo.rating if result.solo else None,
        result.solo.title if result.solo else None,
        "; ".join([*remarks, *result.notes]),
    ]


def table_rows(standings: documents.StandingsDocument) -> Rows:
    """Return every table's players in their order, with their titles."""
    rows: Rows = [["round", "table", "rank", "shared", "player", "total", "lost to monsters", "tie"]]
    rows += [
        [played.number, table.table, *_ranked(placing), tie]
        for played in standings.rounds
        for table in played.tables
        for placing, tie in _with_ties(table.ranking)
    ]
    return rows


def to_csv(rows: Rows) -> bytes:
    """Return rows as CSV in UTF-8, with the mark by which spreadsheets know it."""
    return csv_text(rows, end="\r\n").encode("utf-8-sig")


def to_xlsx(standings: documents.StandingsDocument, *, made_at: datetime) -> bytes:
    """Return standings as a workbook: over all rounds, each round's results, and the tables.

    The workbook gives `made_at` as the moment when it was made, so that the same standings make the same
    bytes.
    """
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        book.set_properties({"title": standings.tournament, "created": made_at.replace(tzinfo=None)})
        title = book.add_format({"bold": True})
        for name, rows in (
            ("Standings", standings_rows(standings)),
            ("Results", result_rows(standings)),
            ("Tables", table_rows(standings)),
        ):
            _write_sheet(book.add_worksheet(name), rows, title)
    return file.getvalue()


def _write_sheet(sheet: xlsxwriter.worksheet.Worksheet, rows: Rows, title: xlsxwriter.format.Format) -> None:
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            form = None if number else title
            if isinstance(cell, str):
                sheet.write_string(number, column, str(cell), form)  # never as a formula or a link
            elif cell is not None:
                sheet.write_number(number, column, cell, form)
    sheet.freeze_panes(1, 0)
    sheet.autofit(WIDEST)
