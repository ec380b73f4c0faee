"""Tables of maps, scores and readings."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from engine import COLUMNS, SIZE, MapDocument, MapSheet, ScoreReport, Square, Terrain
from engine.audit import Audit, Cause, Oddity, Which
from engine.layouts import COIN_TRACK
from engine.notation import EMPTY_RUINS
from service.cli.commands.output import printable
from service.documents import (
    ContextEffect,
    Photo,
    Reading,
    RethoughtSquare,
    Scan,
    Score,
    Sheet,
    SquareAt,
    Status,
)
from service.formats.filenames import shown_name
from service.formats.squarenames import ROW_LETTERS, label, labels
from service.scores.audit import AuditedMap, side_of
from service.scores.scoring import NO_EDICTS, ScoredLine, is_guess, notes_of_doubt, score_document

SURE = 0.995  # a side that is surer need not be doubted in words
SURE_ALONE = 0.99  # a square that is as sure is only asked about where the sheet as a whole is doubtful
MAP_WIDTH = 49  # letters across a map, its frame included
GAP = "  "  # between the words of a legend
MOST_TO_SETTLE = 4  # squares named that would settle the score
MOST_LISTED = 12  # doubtful squares that are listed
MOST_REMEDIES = 3  # of an oddity, other readings that are listed

STYLES: dict[Terrain, str] = {
    Terrain.EMPTY: "dim",
    Terrain.FOREST: "green",
    Terrain.VILLAGE: "red",
    Terrain.FARM: "yellow",
    Terrain.WATER: "blue",
    Terrain.MONSTER: "magenta",
    Terrain.HERO: "cyan",
    Terrain.MOUNTAIN: "bold",
    Terrain.WASTELAND: "bright_black",
    Terrain.DESTROYED: "bright_black",
}
STATUS_STYLES = {Status.READ: "green", Status.REVIEW: "yellow", Status.REJECTED: "red"}


def choices(seen: Sheet, squares: Sequence[SquareAt]) -> str:
    """Return these squares with their possible terrains, the likeliest first.

    Of one that something covers no shares are told, as they say nothing of what lies below.
    """
    covered = seen.covered
    shown = [
        f"{label((row, column))} {_covered(likely) if (row, column) in covered else _likely(likely, read)}"
        for row, column in squares[:MOST_LISTED]
        for likely, read in [(seen.alternatives.get(f"{row},{column}", {}), seen.terrain[row][column])]
    ]
    more = len(squares) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more else "")


def _covered(shares: Mapping[Terrain, float]) -> str:
    likeliest = max(shares, key=lambda terrain: shares[terrain], default=None)
    return f"covered, perhaps {likeliest}" if likeliest else "covered"


def _likely(shares: Mapping[Terrain, float], read: Terrain) -> str:
    """Return what a square likely holds; where nothing else is worth naming, something else may lie on it."""
    named = _shares(shares) or [str(read)]
    return " or ".join(named if len(named) > 1 else [*named, "something else"])


def _shares(shares: Mapping[Terrain, float]) -> list[str]:
    ordered = sorted(shares.items(), key=lambda item: -item[1])
    return [f"{terrain} {percent(share)}" for terrain, share in ordered[:2]]


def map_table(sheet: MapSheet, doubtful: Sequence[SquareAt] = ()) -> Table:
    """Return the map in coloured letters, small ones on ruins, doubtful squares with a question mark."""
    table = Table(box=box.ROUNDED, padding=(0, 0), pad_edge=False)
    table.add_column("")
    for square in COLUMNS:
        table.add_column(f"{square[0].column + 1}", justify="center", width=3)
    asked = set(doubtful)
    for row in range(SIZE):
        squares = [Square(row, column) for column in range(SIZE)]
        letters = [_letter(sheet, square, tuple(square) in asked) for square in squares]
        table.add_row(Text(f" {ROW_LETTERS[row]} "), *letters)
    return table


def _letter(sheet: MapSheet, square: Square, doubtful: bool) -> Text:
    terrain = sheet[square]
    letter = terrain.letter if terrain is not Terrain.EMPTY else "\N{MIDDLE DOT}"
    if square in sheet.ruins:
        letter = terrain.letter.lower() if terrain is not Terrain.EMPTY else EMPTY_RUINS
    text = Text(letter, STYLES[terrain])
    return text.append("?", "bold yellow") if doubtful else text


def legend(sheet: MapSheet) -> Text:
    """Return what the letters on this map mean, in lines no wider than it."""
    present = [terrain for terrain in Terrain if terrain.is_filled and sheet.squares(terrain)]
    words = [Text(f"{terrain.letter} {terrain.value}", STYLES[terrain]) for terrain in present]
    if sheet.ruins:
        words.append(Text(f"small on ruins, {EMPTY_RUINS} empty ruins"))
    lines = [Text()]
    for word in words:
        if lines[-1] and lines[-1].cell_len + len(GAP) + word.cell_len > MAP_WIDTH:
            lines.append(Text())
        lines[-1].append(GAP if lines[-1] else "").append_text(word)
    return Text("\n").join(lines)


def score_table(report: ScoreReport, coins: str) -> Table:
    """Return the score, a line each for the edicts, the coins and the monsters."""
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False)
    table.add_column("scored", footer="total" if report.lines else "total without edicts")
    table.add_column("stars", footer=f"{report.total}", justify="right")
    for line in report.lines:
        table.add_row(line.edict.name, f"{line.stars.total}")
    table.add_row(coins, f"{report.coins}")
    table.add_row("monsters", f"{report.monsters.total}")
    return table


def show_score(console: Console, line: ScoredLine) -> None:
    """Print a map document's score, and of a map that was read how sure it is."""
    document = line.document
    season = f", {document.season}" if document.season else ""
    coins = "coins" if document.coins is not None else "coins (not given)"
    photo = f" ({photo_name(line.photo)})" if line.photo else ""
    console.print(Text(f"{printable(line.where)}{photo}: side {document.sheet.side}{season}", "bold"))
    console.print(score_table(line.report, coins))
    if line.certainty or is_guess(line.doubtful):
        score = Score.from_report(line.report, certainty=line.certainty)
        console.print(Text(how_sure(score, line.doubtful)))
    else:
        for note in notes_of_doubt(line.doubtful, None):
            console.print(Text(note, "yellow"))


def show_audit(console: Console, line: AuditedMap) -> None:
    """Print what is odd about a map, and why; and with the cards, one way in which it can have been drawn."""
    found, evidence = line.audit.oddities, line.evidence
    verdict = f"{len(found)} odd" if found else "nothing odd" if line.audit.is_decided else "not decided"
    season = f", {evidence.season}" if evidence.season else ""
    heading = Text(f"{printable(line.where)}: side {printable(side_of(evidence))}{season}: ", "bold")
    console.print(heading.append(verdict, "yellow" if found else "green"))
    if found:
        odd = sorted({square for oddity in found for square in oddity.squares})
        console.print(map_table(evidence.sheet, odd))
        console.print(_oddities_table(found))
    if not line.audit.is_decided:
        console.print(
            Text("there are too many ways to draw these cards to try them all; the season is not judged")
        )
    if line.audit.history:
        console.print(_history_table(line.audit))


def _oddities_table(oddities: Sequence[Oddity]) -> Table:
    table = _folding_table("squares", "what is odd", "whose error")
    for oddity in oddities:
        table.add_row(_some_labels(oddity.squares), printable(oddity.message), _cause(oddity))
    return table


def _folding_table(*headings: str) -> Table:
    columns = (Column(heading, overflow="fold") for heading in headings)
    return Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)


def _some_labels(squares: Sequence[SquareAt]) -> str:
    more = len(squares) - MOST_LISTED
    return labels(squares[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _cause(oddity: Oddity) -> str:
    if oddity.cause is Cause.HUMAN:
        return "a person's"
    shown = [
        " and ".join(
            f"{label(change.square)} {change.instead}, not {change.holds}"
            + (" (before)" if change.which is Which.BEFORE else "")
            for change in remedy
        )
        for remedy in oddity.remedies[:MOST_REMEDIES]
    ]
    more = " or others" if len(oddity.remedies) > MOST_REMEDIES else ""
    return "perhaps misread" + (f": {'; or '.join(shown)}{more}" if shown else "")


def _history_table(audit: Audit) -> Table:
    table = _folding_table("card", "drawn as", "squares, in one way that the rules allow")
    for card, terrain, squares, has_coin in audit.drawings:
        table.add_row(card, terrain + (" with a coin" if has_coin else ""), labels(squares) or "none")
    return table


def show_scan(console: Console, scan: Scan, overlays: Sequence[Path]) -> None:
    """Print the map and the score of every sheet of a photo."""
    reading = scan.reading
    heading = Text(photo_name(reading.photo), "bold")
    console.print(heading.append(f"  {reading.status}", STATUS_STYLES[reading.status]))
    for seen, scanned in zip(reading.sheets, scan.sheets, strict=True):
        console.print(_sheet_group(seen, scanned.map.to_engine(), scanned.score))
        if not scanned.map.edicts:
            console.print(Text(NO_EDICTS, "yellow"))
        if scanned.score.exact is not None or is_guess(len(seen.doubtful)):
            console.print(Text(how_sure(scanned.score, len(seen.doubtful))))
        for note in scanned.score.notes:
            console.print(Text(note, "yellow"))
    for line in context_lines(reading):
        console.print(Text(line))
    if reading.reason:
        console.print(Text(f"{reading.reason.message} {reading.reason.advice}"))
    for overlay in overlays:
        console.print(Text(f"picture: {printable(shown_name(overlay))}"))
    console.print()


def photo_name(photo: Photo) -> str:
    """Return the name of a photo, and its page in a document, without anything that steers a terminal."""
    return printable(photo.name) + (f", page {photo.page}" if photo.page else "")


def how_sure(score: Score, doubtful: int) -> str:
    """Tell how sure a score is, how far it may be off, and what would settle it."""
    stars = f"{score.total} star{'' if abs(score.total) == 1 else 's'}"
    if not score.edicts:
        stars = f"coins and monsters alone: {stars}"
    if is_guess(doubtful):
        return f"{stars} as read, a guess: {doubtful} of {SIZE * SIZE} squares are doubtful"
    exact, (low, high) = score.exact or 0.0, score.interval or (score.total, score.total)
    also = score.settle_also or ()
    asked = [*also, *map(label, (score.settle or ())[:MOST_TO_SETTLE])]
    misfit = " (other numbers are written below the map)" if score.written_fits is False else ""
    if not asked:
        return f"{stars}, surely{misfit}"
    between = "" if low == high else f", surely from {low} to {high}"
    if not low <= score.total <= high:  # many squares together are likely otherwise
        between = f", far likelier from {low} to {high}"
    elif "coins" in also and high - low >= COIN_TRACK:
        between = f", and any from {low} to {high} possible, as the coins may be any"
    condition = ", if the side is right" if between and "side" in also else ""
    settling = f"to settle it, look at {', '.join(asked)}"
    return f"{stars} as read{misfit}, {exact:.1%} sure{between}{condition}; {settling}"


def _sheet_group(seen: Sheet, document: MapDocument, score: Score) -> Group:
    season = f", {document.season}" if document.season else ""
    sure = "" if seen.side_confidence >= SURE else f", {seen.side_confidence:.0%} sure"
    coins = "coins" if document.coins is not None else "coins (not read: 0, or say --coins N)"
    parts: list[RenderableType] = [
        Text(f"side {seen.side}{sure}{season}"),
        map_table(document.sheet, seen.doubtful),
        legend(document.sheet),
        score_table(score_document(document), coins),
    ]
    asked, idle = _asked_and_idle(seen, score)
    if asked:
        parts.append(Text(f"please check {choices(seen, asked)}", "yellow"))
    if any(seen.confidence[row][column] >= SURE_ALONE for row, column in asked):
        parts.append(
            Text("Some of these look sure; so much of the sheet is in doubt that they are asked about.")
        )
    if idle:
        parts.append(Text(f"unclear, but the total hangs on none of it: {choices(seen, idle)}"))
    return Group(*parts)


def _asked_and_idle(seen: Sheet, score: Score) -> tuple[list[SquareAt], list[SquareAt]]:
    """Return the doubtful squares that may change the total, and those that hardly can.

    Where no total is wanted, all of them are asked about.
    """
    if score.exact is None:
        return list(seen.doubtful), []
    asked = list(score.settle or ())
    return asked, [square for square in seen.doubtful if square not in asked]


def percent(share: float) -> str:
    """Return how likely something in doubt is, in whole percent; none is nothing or all.

    >>> percent(0.614), percent(0.997), percent(0.002)
    ('61%', 'over 99%', 'under 1%')
    """
    whole = round(100 * share)
    if whole >= 100:
        return "over 99%"
    return f"{whole}%" if whole > 0 else "under 1%"


def context_lines(reading: Reading) -> Iterator[str]:
    """Tell which squares were settled, and of each that was changed or is asked about, why."""
    for sheet in reading.sheets:
        if sheet.context is None:
            continue
        rethought = sheet.context.rethought
        if settled := [each.square for each in rethought if each.effect is ContextEffect.SETTLED]:
            yield f"no longer doubtful: {labels(settled)}"
        yield from (_context_line(each) for each in rethought if each.effect is not ContextEffect.SETTLED)


def _context_line(each: RethoughtSquare) -> str:
    sure = f"{each.picture_confidence:.0%}"
    if each.effect is ContextEffect.CHANGED:
        instead = f"{each.context}, not {each.picture} as the picture shows ({sure})"
        return f"{label(each.square)} {instead}. {each.why}"
    if each.context is each.picture:
        return f"{label(each.square)} {each.picture} ({sure}) is asked about. {each.why}"
    return f"{label(each.square)} please check: the picture shows {each.picture} ({sure}). {each.why}"
