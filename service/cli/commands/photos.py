"""`surveyor read` and `surveyor scan`: photos in, readings and scores out."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine import Layout, Season, Side
from engine.certainty import SURE
from service.cli.commands import options, output
from service.cli.commands.files import STDIN, check_there, opened
from service.readings.hints import Hints, WrittenCornersError, parse_corners
from service.scores.scoring import Rules

if TYPE_CHECKING:
    from service.work.photos import FileOutcome, PhotoFile
    from vision.context import Known

STDIN_NAME = Path("stdin")
"""The name of a photo from standard input in readings and overlays."""


def read(
    photos: options.PhotoPaths,
    cards: options.CardNames,
    standing: options.StandingNames,
    before: options.BeforeFile = None,
    hand: options.HandStore = None,
    writer: options.WriterName = None,
    as_json: options.AsJson = False,
    side: options.SideName = None,
    layout: options.LayoutFile = None,
    corners: options.CornersText = None,
    upright: options.Upright = False,
    overlay: options.OverlayFolder = None,
    boxes: options.Boxes = False,
    sure: options.Sure = SURE,
    strict: options.Strict = False,
    workers: options.Workers = 1,
) -> None:
    """Read photos of map sheets: what is drawn on every square, and how sure that is.

    A photo is `read` if all squares are right with the probability --sure; with --boxes the written season
    scores, too.

    With --before and --cards, each reading is held against the same player's map of the season before and
    the cards revealed since, as in `surveyor read fall.jpg --before summer.json --cards Farmland "Great
    River" Homestead`. They settle what the picture leaves open, and ask about what contradicts them.

    With --hand and --writer, what was said of squares that look alike carries over, as in `surveyor read
    fall.jpg --hand corrections --writer ann`. A square that was sure is asked about, never changed by it.

    With --layout, sheets are taken for those of a side of your own, so that its mountains and ruins are not
    taken for drawings. Our printed sheets of the sides A to D have markers, and are taken for what they are.
    """
    files = _files(photos, _hints(side, options.own_layout(side, layout), corners, upright), overlay)
    files = _with_known(files, _season_of(before, cards, standing, None))
    files = _with_hand(files, hand, writer)
    from service.cli.readingrows import ReadingRows
    from service.scores.certainty import Wanted, judge

    wanted = Wanted(boxes=boxes, sure=sure)
    rows = ReadingRows(output.make_console(), [file.path for file in files])
    doubt = False
    for outcome in _read(files, workers):
        reading = judge(outcome.reading, wanted)
        doubt |= reading.needs_a_person
        if as_json:
            print(reading.to_line(), flush=True)
        else:
            rows.show(reading, outcome.overlays)
    output.finish(strict and doubt)


def scan(
    photos: options.PhotoPaths,
    edicts: options.EdictNames,
    cards: options.CardNames,
    standing: options.StandingNames,
    before: options.BeforeFile = None,
    hand: options.HandStore = None,
    writer: options.WriterName = None,
    as_json: options.AsJson = False,
    side: options.SideName = None,
    layout: options.LayoutFile = None,
    corners: options.CornersText = None,
    upright: options.Upright = False,
    overlay: options.OverlayFolder = None,
    season: options.SeasonName = None,
    coins: options.CoinCount = None,
    boxes: options.Boxes = False,
    sure: options.Sure = SURE,
    strict: options.Strict = False,
    workers: options.Workers = 1,
) -> None:
    """Read photos of map sheets, and score them.

    A photo is `read` if its score is right with the probability --sure, whatever else is doubtful.

    --before, --cards and --hand help, as in `surveyor read`.
    """
    own = options.own_layout(side, layout)
    rules = Rules.of(edicts, season, coins, own)
    rules.check_season()
    files = _with_hand(_files(photos, _hints(side, own, corners, upright), overlay), hand, writer)
    from service.cli.tables import show_scan
    from service.scores.certainty import Wanted, scan_reading

    console, wanted = output.make_console(), Wanted(rules, boxes, sure)
    doubt = False
    for outcome in _read(_with_known(files, _season_of(before, cards, standing, season)), workers):
        result = scan_reading(outcome.reading, wanted)
        doubt |= result.reading.needs_a_person
        if as_json:
            print(result.to_line(), flush=True)
        else:
            show_scan(console, result, outcome.overlays)
    output.finish(strict and doubt)


def _hints(side: Side | None, layout: Layout | None, corners: str | None, upright: bool) -> Hints:
    """Return the hints on the photos that the options give."""
    if upright and corners is None:
        raise typer.BadParameter(
            "--upright says that the first of --corners is the map's top left: name these"
        )
    with output.ending(output.USAGE, WrittenCornersError, before="--corners: "):
        return Hints(side, parse_corners(corners) if corners is not None else None, layout, upright)


def _files(given: list[Path], hints: Hints, overlays: Path | None) -> list["PhotoFile"]:
    """Return the files to be read, in order."""
    check_there(given)
    from service.readings.inputs import find_photos
    from service.work.photos import name_files

    found = find_photos(given)
    output.note_others(found.others)
    paths = [STDIN_NAME if path == STDIN else path for path in found.photos]
    if not paths:
        raise typer.BadParameter(f"there are no photos in {', '.join(map(str, given))}")
    if hints.corners is not None and len(paths) > 1:
        raise typer.BadParameter(f"--corners are those of one photo, and {len(paths)} are given")
    if overlays is not None:
        with output.ending(output.USAGE, OSError, before=f"{overlays} cannot be a folder for pictures: "):
            overlays.mkdir(parents=True, exist_ok=True)
    files = name_files(paths, hints, overlays)
    return _with_stdin(files) if STDIN in given else files


def _with_stdin(files: list["PhotoFile"]) -> list["PhotoFile"]:
    """Give the file named stdin the bytes that come from there."""
    from service.documents.errors import UnreadableFileError
    from service.readings.inputs import read_stream

    named = [file for file in files if file.path is STDIN_NAME]
    if len(named) > 1:
        raise typer.BadParameter("stdin is one photo; say - once")
    with output.ending(output.USAGE, UnreadableFileError, before="stdin: "):
        photo = read_stream(sys.stdin.buffer)
    return [replace(file, photo=photo) if file is named[0] else file for file in files]


def _read(files: list["PhotoFile"], workers: int) -> Iterator["FileOutcome"]:
    from service.work.photos import read_files

    lacks_picture = False
    for outcome in read_files(files, workers=workers):
        if outcome.overlay_problem:
            output.complain(f"the picture cannot be written: {outcome.overlay_problem}", output.USAGE)
            lacks_picture = True
        yield outcome
    if lacks_picture:
        raise typer.Exit(output.USAGE)


def _season_of(
    before: Path | None, cards: list[str], standing: list[str], season: Season | None
) -> tuple["Known", ...]:
    """Return what is known of each sheet: nothing, the cards for all, or these with the map before each."""
    if not before and not cards:
        if standing:
            raise typer.BadParameter("--standing tells how cards were drawn: say --cards too")
        return ()
    from service.readings.context import read_befores
    from service.scores.audit import find_ambushes, find_cards
    from vision.context import Known

    known = Known(cards=find_cards(cards), standing=find_ambushes(standing), season=season)
    if before is None:
        return (known,)
    with (
        output.ending(output.USAGE, OSError, before=f"{before} cannot be read: "),
        opened(before) as (file, name),
    ):
        return tuple(read_befores(file, name, known))


def _with_known(files: list["PhotoFile"], known: Sequence["Known"]) -> list["PhotoFile"]:
    if not known:
        return files
    if known[0].before is None:
        return [replace(file, known=known[0]) for file in files]
    if len(known) != len(files):
        raise typer.BadParameter(
            f"--before has {len(known)} maps for {len(files)} photos; give one for each, in their order"
        )
    return [replace(file, known=each) for file, each in zip(files, known, strict=True)]


def _with_hand(files: list["PhotoFile"], store: Path | None, writer: str | None) -> list["PhotoFile"]:
    """Return the files with the handwriting of a writer."""
    if store is None and writer is None:
        return files
    if store is None or writer is None:
        raise typer.BadParameter("--hand names the store, and --writer whose hand it is: say both")
    from service.cli.commands.handwriting import known_handwritings, opened_store

    kept = opened_store(store)
    handwritings = known_handwritings(kept, [writer]).of_file(writer, drew_all=True)
    return [replace(file, handwritings=handwritings) for file in files]
