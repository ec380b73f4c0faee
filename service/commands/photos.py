"""`surveyor read` and `surveyor scan`: photos in, readings and scores out."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine import Side
from service.commands.options import (
    AsJson,
    CoinCount,
    CornersText,
    EdictNames,
    OverlayFolder,
    PhotoPaths,
    SeasonName,
    SideName,
    Strict,
    Workers,
)
from service.commands.output import REJECTED, complain, finish, make_console
from service.corners import WrittenCornersError, parse_corners
from service.scoring import Rules

if TYPE_CHECKING:
    from service.photos import FileOutcome, PhotoFile
    from vision.given import Corners


def read(
    photos: PhotoPaths,
    as_json: AsJson = False,
    side: SideName = None,
    corners: CornersText = None,
    overlay: OverlayFolder = None,
    strict: Strict = False,
    workers: Workers = 1,
) -> None:
    """Read photos of map sheets: what is drawn on every square, and how sure that is."""
    files = _files(photos, side, corners, overlay)
    from service.readingrows import ReadingRows

    rows = None if as_json else ReadingRows(make_console(), [file.path for file in files])
    doubt = False
    for outcome in _read(files, workers):
        doubt |= outcome.reading.needs_a_person
        if rows is None:
            print(outcome.reading.to_line(), flush=True)
        else:
            rows.show(outcome.reading, outcome.overlays)
    finish(strict and doubt)


def scan(
    photos: PhotoPaths,
    edicts: EdictNames,
    as_json: AsJson = False,
    side: SideName = None,
    corners: CornersText = None,
    overlay: OverlayFolder = None,
    season: SeasonName = None,
    coins: CoinCount = None,
    strict: Strict = False,
    workers: Workers = 1,
) -> None:
    """Read photos of map sheets, and score them."""
    rules = Rules.of(edicts, season, coins)
    rules.check_season()
    files = _files(photos, side, corners, overlay)
    from service.scan import scan_reading
    from service.tables import show_scan

    console = make_console()
    doubt = False
    for outcome in _read(files, workers):
        doubt |= outcome.reading.needs_a_person
        result = scan_reading(outcome.reading, rules, outcome.sheets)
        if as_json:
            print(result.to_line(), flush=True)
        else:
            show_scan(console, result, outcome.overlays)
    finish(strict and doubt)


def _files(
    given: list[Path], side: Side | None, corners: str | None, overlays: Path | None
) -> list["PhotoFile"]:
    """Return the files to be read, in order."""
    placed = _corners(corners)
    from service.inputs import find_photos
    from service.photos import name_files

    paths = find_photos(given)
    if not paths:
        raise typer.BadParameter(f"there are no photos in {', '.join(map(str, given))}")
    if placed is not None and len(paths) > 1:
        raise typer.BadParameter(f"--corners are those of one photo, and {len(paths)} are given")
    if overlays is not None:
        _make_folder(overlays)
    return name_files(paths, side=side, overlays=overlays, corners=placed)


def _corners(text: str | None) -> "Corners | None":
    try:
        return None if text is None else parse_corners(text)
    except WrittenCornersError as error:
        raise typer.BadParameter(f"--corners: {error}") from error


def _read(files: list["PhotoFile"], workers: int) -> Iterator["FileOutcome"]:
    from service.photos import read_files

    for outcome in read_files(files, workers=workers):
        if outcome.overlay_problem:
            complain(f"the overlay cannot be written: {outcome.overlay_problem}", REJECTED)
        yield outcome


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be a folder for overlays: {error.strerror}") from error
