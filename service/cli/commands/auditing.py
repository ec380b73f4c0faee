"""`surveyor audit`: maps in, what no legal game can have drawn out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from engine import Season
from engine.customsides import load_side
from service.cli.commands.files import check_there, read_lines
from service.cli.commands.options import (
    SEASONS,
    AsJson,
    CardNames,
    EdictNames,
    LayoutFile,
    MapPaths,
    StandingNames,
    read_season,
)
from service.cli.commands.output import finish, print_results
from service.formats.gamenames import GameName
from service.scores.scoring import Refused, Rules

if TYPE_CHECKING:
    from rich.console import Console

    from service.scores.audit import AuditedMap, AuditRules, MapToAudit


def audit(
    maps: MapPaths,
    cards: CardNames,
    standing: StandingNames,
    edicts: EdictNames,
    before: Annotated[
        Path | None, Option("--before", metavar="MAP", help="The maps before the season, one for each map.")
    ] = None,
    game: Annotated[
        GameName, Option("--game", help="Which game the maps are from.", case_sensitive=False)
    ] = GameName.COMBINED,
    solo: Annotated[bool, Option("--solo", help="Monsters come where solo mode puts them.")] = False,
    season: Annotated[
        Season | None,
        Option("--season", metavar=SEASONS, parser=read_season, help="The season that ends with the maps."),
    ] = None,
    layout: LayoutFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell what on a map no legal game can have drawn, square by square; exit with 1 if anything is odd.

    With --cards, the cards revealed in a season in their order, what was added to the map of --before (in
    spring, to the blank sheet) must be made of their shapes, one each. Where that cannot be decided in a few
    seconds, it is said (`decided` is false), and counts as nothing odd.
    """
    from service.scores.audit import AuditRules, audit_maps, find_ambushes, find_cards

    if before and not cards:
        raise typer.BadParameter("--before is held against the cards of the season: say --cards too")
    rules = AuditRules(
        find_cards(cards),
        find_ambushes(standing),
        game,
        season,
        solo,
        Rules.of(edicts).edicts,
        load_side(layout) if layout else None,
    )
    check_there(maps)
    audited = audit_maps(_read(maps, rules), _read([before] if before else [], rules), rules)
    odd = [isinstance(each, Refused) or each.audit.is_odd for each in print_results(audited, as_json, _show)]
    finish(any(odd))


def _read(files: list[Path], rules: "AuditRules") -> "list[MapToAudit | Refused]":
    from service.scores.audit import read_maps

    return list(read_lines(files, lambda file, name: read_maps(file, name, rules)))


def _show(console: "Console", audited: "AuditedMap") -> None:
    from service.cli.tables import show_audit

    show_audit(console, audited)
