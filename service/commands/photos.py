"""`surveyor read` and `surveyor scan`: photos in, readings and scores out."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine import Side
from service.commands.options import (
    AsJson,
    CoinCount,
    EdictNames,
    OverlayFolder,
    PhotoPaths,
    SeasonName,
    SideName,
    Strict,
    Workers,
)
from service.commands.output import REJECTED, complain, finish, make_console
from service.scoring import Rules

if TYPE_CHECKING:
    from service.photos import FileOutcome


def read(
    photos: PhotoPaths,
    as_json: AsJson = False,
    side: SideName = None,
    overlay: OverlayFolder = None,
    strict: Strict = False,
    workers: Workers = 1,
) -> None:
    """Read photos of map sheets: what is drawn on every square, and how sure that is."""
    outcomes = []
    for outcome in _read(photos, side, overlay, workers):
        outcomes.append(outcome)
        if as_json:
            print(outcome.reading.to_line(), flush=True)
    if not as_json:
        from service.tables import show_readings

        show_readings(make_console(), [(outcome.reading, outcome.overlay) for outcome in outcomes])
    finish(strict and any(outcome.reading.needs_a_person for outcome in outcomes))


def scan(
    photos: PhotoPaths,
    edicts: EdictNames,
    as_json: AsJson = False,
    side: SideName = None,
    overlay: OverlayFolder = None,
    season: SeasonName = None,
    coins: CoinCount = None,
    strict: Strict = False,
    workers: Workers = 1,
) -> None:
    """Read photos of map sheets, and score them."""
    rules = Rules.of(edicts, season, coins)
    rules.check_season()
    from service.scan import scan_reading
    from service.tables import show_scan

    console = make_console()
    doubt = False
    for outcome in _read(photos, side, overlay, workers):
        doubt |= outcome.reading.needs_a_person
        result = scan_reading(outcome.reading, rules, outcome.sheet)
        if as_json:
            print(result.to_line(), flush=True)
        else:
            show_scan(console, result, outcome.overlay)
    finish(strict and doubt)


def _read(
    given: list[Path], side: Side | None, overlays: Path | None, workers: int
) -> Iterator["FileOutcome"]:
    from service.inputs import find_photos
    from service.photos import name_files, read_files

    paths = find_photos(given)
    if not paths:
        raise typer.BadParameter(f"there are no photos in {', '.join(map(str, given))}")
    if overlays is not None:
        _make_folder(overlays)
    for outcome in read_files(name_files(paths, side=side, overlays=overlays), workers=workers):
        if outcome.overlay_problem:
            complain(f"the overlay cannot be written: {outcome.overlay_problem}", REJECTED)
        yield outcome


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be a folder for overlays: {error.strerror}") from error
