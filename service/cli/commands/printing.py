"""`surveyor print`: map sheets of our own design, with markers and a code."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from engine import Side
from engine.customsides import load_side
from engine.layouts import LAYOUTS, Layout
from service.cli.commands.output import USAGE, counted, ending, print_notes
from service.printing.paper import Paper

PDF = b"%PDF-"
STDOUT = Path("-")


def print_sheets(
    sides: Annotated[
        list[Side] | None,
        Option(
            "--side",
            help="A side to print; said several times, several. All four by default.",
            case_sensitive=False,
        ),
    ] = None,
    layout: Annotated[
        Path | None,
        Option("--layout", metavar="FILE.toml", help="A side of your own; docs/custom-sides.md."),
    ] = None,
    players: Annotated[
        list[str] | None,
        Option(
            "--players",
            metavar="NAME...|FILE.csv",
            show_default=False,
            help="Who gets sheets, printed on them and in their codes; the names end at the next option.",
        ),
    ] = None,
    tournament: Annotated[
        str, Option("--tournament", metavar="NAME", help="Printed above the name, and in the code.")
    ] = "",
    copies: Annotated[
        int | None, Option("--copies", min=1, help="Sheets of each side, without names.", show_default="1")
    ] = None,
    sheets_each: Annotated[
        int | None,
        Option("--sheets-each", min=1, help="Sheets of each side for each player.", show_default="1"),
    ] = None,
    rounds: Annotated[
        int | None,
        Option("--rounds", min=1, help="Print as much for each of so many rounds, numbered."),
    ] = None,
    first: Annotated[int, Option("--first", min=1, metavar="N", help="Number of the first sheet.")] = 1,
    paper: Annotated[Paper, Option("--paper", case_sensitive=False)] = Paper.A4,
    per_page: Annotated[
        int | None, Option("--per-page", min=1, max=2, help="Sheets a page.", show_default="2, on A5 1")
    ] = None,
    ink_saving: Annotated[bool, Option("--ink-saving", help="Grey lines instead of full colours.")] = False,
    out: Annotated[
        Path, Option("--out", metavar="FILE.pdf", help="Where the PDF is written; - is standard output.")
    ] = Path("sheets.pdf"),
) -> None:
    """Print map sheets of our own design, which are found and told apart in any photo.

    Beside the field's corners each has markers, and above it a code that says tournament, player and number.
    """
    if copies and players:
        raise typer.BadParameter("--copies are sheets without names; with --players say --sheets-each")
    if sheets_each and not players:
        raise typer.BadParameter("--sheets-each needs --players; sheets without names are --copies")
    layouts = _layouts(sides or [], layout)
    with ending(USAGE, OSError, before=f"{out} cannot be written: "):
        _check_is_ours(out)

    from service.printing.pdf import PageStyle, draw_pdf
    from service.printing.players import find_players
    from service.printing.printrun import PrintRun, unprintable
    from service.store.durable import write_whole

    named = tuple(find_players(players or []))
    run = PrintRun(layouts, named, sheets_each or copies or 1, rounds, tournament, first)
    sheets = run.sheets()
    style = PageStyle(paper, per_page or (2 if paper is Paper.A4 else 1), ink_saving)
    pdf = draw_pdf(sheets, style)
    with ending(USAGE, OSError, before=f"{out} cannot be written: "):
        if out == STDOUT:
            sys.stdout.buffer.write(pdf)
        else:
            write_whole(out, pdf)
    missing = unprintable([*named, tournament])
    print_notes(
        f'"{name}" has letters that our font lacks: it is in the code only, write it by hand'
        f"{_on_sheets([sheet.code.sheet for sheet in sheets if sheet.player == name])}"
        for name in missing
    )
    pages = -(-len(sheets) // style.per_page)
    if out != STDOUT:
        print(f"{out}: {counted(len(sheets), 'sheet')} on {counted(pages, 'page')} of {paper.value.upper()}")


def _on_sheets(numbers: Sequence[int]) -> str:
    """Tell which sheets are one player's, by the first and the last number; nothing of all sheets."""
    if len(numbers) > 1:
        return f" on sheets {numbers[0]} to {numbers[-1]}"
    return f" on sheet {numbers[0]}" if numbers else ""


def _layouts(sides: list[Side], path: Path | None) -> tuple[Layout, ...]:
    if Side.CUSTOM in sides and path is None:
        raise typer.BadParameter("what is printed on a custom side, --layout FILE.toml tells")
    own = [load_side(path)] if path else []
    printed = [LAYOUTS[side] for side in dict.fromkeys(sides) if side is not Side.CUSTOM]
    return tuple([*printed, *own] or LAYOUTS.values())


def _check_is_ours(path: Path) -> None:
    """Refuse to overwrite a file that is no PDF."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        if path != STDOUT and file.read(len(PDF)) != PDF:
            raise typer.BadParameter(f"{path} is there and is no PDF; name another file with --out")
