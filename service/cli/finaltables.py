"""Tables of a game's end, and of the seasons still to come."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType

from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine import Edict, MapDocument, ScoreReport, Season
from engine.final import Final
from engine.projection import Projection
from engine.scoreboxes import Box, Number, Origin
from engine.scoring import EDICT_LETTERS
from service.cli.commands.output import printable
from service.scores.final import LastSheet
from service.scores.projecting import ProjectedLine

UNKNOWN = "?"
MARKS: Mapping[Origin, str] = MappingProxyType({Origin.WRITTEN: "", Origin.MAP: "*", Origin.OTHERS: "="})
LEGEND: Mapping[str, str] = MappingProxyType(
    {"*": "counted on the last map", "=": "follows from the others", UNKNOWN: "not known"}
)


def show_final(console: Console, sheet: LastSheet) -> None:
    """Print the boxes of a sheet, what contradicts or is missing, and the final score."""
    final = sheet.final
    console.print(_heading(sheet))
    table = _final_table(final, sheet.document.edicts)
    console.print(table)
    if legend := _legend(table):
        console.print(Text(legend, "dim"))
    for contradiction in final.contradictions:
        console.print(Text(contradiction.message, "yellow"))
    for sentence in _missing(final):
        console.print(Text(sentence, "yellow"))
    if final.total is not None:
        lost = UNKNOWN if final.lost_to_monsters is None else final.lost_to_monsters
        console.print(Text(f"stars lost to monsters, which break a tie: {lost}"))
    console.print()


def _heading(sheet: LastSheet) -> Text:
    final = sheet.final
    player = f"{sheet.name} ({sheet.where})" if sheet.name else sheet.where
    heading = Text(f"{printable(player)}: side {sheet.document.sheet.side}: ", "bold")
    if final.total is not None:
        return heading.append(f"final score {final.total}", "green")
    wrong = len(final.contradictions)
    stated = (
        f"{wrong} contradiction{'s' if wrong > 1 else ''}" if wrong else "the final score does not follow"
    )
    return heading.append(stated, "yellow")


def _final_table(final: Final, edicts: Sequence[Edict]) -> Table:
    total = UNKNOWN if final.total is None else f"{final.total}"
    table = _table_of_seasons(edicts, "total", "final", total)
    for season in Season:
        first, second, *others = (_number(final.numbers.get((season, each))) for each in Box)
        table.add_row(season, *_by_letter(season, (first, second)), *others)
    return table


def _number(number: Number | None) -> str:
    return f"{MARKS[number.origin]}{number.value}" if number else UNKNOWN


def _legend(table: Table) -> str:
    cells = " ".join(f"{cell}" for column in table.columns for cell in (*column.cells, column.footer))
    return "; ".join(f"{mark} {meaning}" for mark, meaning in LEGEND.items() if mark in cells)


def _missing(final: Final) -> Iterator[str]:
    for season in Season:
        boxes = [box.replace("_", " ") for missing, box in final.missing if missing is season]
        if boxes:
            yield f"{season}: the total does not follow without {', '.join(boxes)}"


def show_projection(console: Console, line: ProjectedLine) -> None:
    """Print what each edict gives now, and what each season still to come would score."""
    document, projection = line.document, line.projection
    where = f"{printable(line.where)}: side {document.sheet.side}"
    console.print(Text(f"{where}, if nothing more is drawn", "bold"))
    console.print(_edicts_table(projection))
    console.print(_projection_table(projection, document))
    if unknown := EDICT_LETTERS[len(document.edicts) :]:
        console.print(Text(f"edicts that were not given count nothing: {', '.join(unknown)}", "yellow"))
    if document.coins is None:
        console.print(Text("coins that were not given count nothing", "yellow"))


def _edicts_table(projection: Projection) -> Table:
    table = Table("edict", Column("stars now", justify="right"), box=box.SIMPLE_HEAD, pad_edge=False)
    for letter, line in zip(EDICT_LETTERS, projection.lines, strict=False):
        table.add_row(f"{letter}  {line.edict}", f"{line.stars.total}")
    return table


def _projection_table(projection: Projection, document: MapDocument) -> Table:
    table = _table_of_seasons(document.edicts, "stars", "total", f"{projection.total}")
    for season, report in projection.seasons:
        stars = [_stars(report, edict) for edict in _edicts_of(season, document.edicts)]
        coins, monsters = f"{report.coins}", f"{report.monsters.total}"
        table.add_row(season, *_by_letter(season, stars), coins, monsters, f"{report.total}")
    return table


def _stars(report: ScoreReport, edict: Edict | None) -> str:
    return next((f"{line.stars.total}" for line in report.lines if line.edict is edict), UNKNOWN)


def _table_of_seasons(edicts: Sequence[Edict], last: str, footer: str, total: str) -> Table:
    """Return a table with a column for each edict, in which a line is a season."""
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False, collapse_padding=True)
    table.add_column("season", footer=footer)
    names = [edict.name for edict in edicts]
    for letter, name in zip_longest(EDICT_LETTERS, names, fillvalue=""):
        table.add_column(f"{letter} {name}".strip(), justify="right", vertical="bottom")
    for heading in ("coins", "monsters"):
        table.add_column(heading, justify="right")
    table.add_column(last, footer=total, justify="right")
    return table


def _edicts_of(season: Season, edicts: Sequence[Edict]) -> list[Edict | None]:
    """Return the two edicts of the season, None for one that is not known."""
    edict_of = dict(zip(EDICT_LETTERS, edicts, strict=False))
    return [edict_of.get(letter) for letter in season.letters]


def _by_letter(season: Season, numbers: Sequence[str]) -> list[str]:
    """Put the numbers of the season's two edicts below their letters."""
    stated = dict(zip(season.letters, numbers, strict=True))
    return [stated.get(letter, "") for letter in EDICT_LETTERS]
