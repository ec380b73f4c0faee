"""Measure what the season before and the cards add: `python -m datasets.measure context`.

Seasons that bots played are drawn with strokes that training did not see, read by the released network, and
held against the map before and the cards revealed since.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from datasets.draw.flat.seasons import PlayedSeason, draw_seasons
from datasets.draw.recipe import Recipe
from datasets.measure.figures import Figure, Row
from datasets.measure.flat import Tally, hidden_squares, read_flat, tally_figures
from datasets.measure.tables import tables
from engine import Square
from vision import SheetClassifier, SheetReading, load_classifier
from vision.context import Known, cells_of, read_in_context

GROUP = "What the season before and the cards are worth"
SOURCE = "python -m datasets.measure context"
SEED = 5
GAMES = 30


@dataclass(frozen=True)
class ReadSeason:
    """A season, and what was read of its two sheets."""

    played: PlayedSeason
    before: SheetReading
    after: SheetReading
    hidden: frozenset[Square]
    """Squares of the later sheet of which nobody can say what they hold."""


def bench_context() -> None:
    """Print a table with a row for each kind of knowledge."""
    print(tables(context_figures()))


def context_figures(games: int = GAMES, seed: int = SEED) -> list[Figure]:
    """Return how the sheets of so many games are read by each kind of knowledge."""
    seasons = list(read_seasons(load_classifier(), games, seed))
    return [figure for name, tallies in tally_all(seasons).items() for figure in _figures(name, tallies)]


def read_seasons(classifier: SheetClassifier, games: int, seed: int) -> Iterator[ReadSeason]:
    """Draw the seasons of some games and read their sheets."""
    for drawn in draw_seasons(Recipe.load("train"), seed, games, split="test"):
        side = drawn.played.after.sheet.side
        before, after = (read_flat(sheet, side, classifier) for sheet in (drawn.before, drawn.after))
        yield ReadSeason(drawn.played, before, after, hidden_squares(drawn.after))


def tally_all(seasons: Iterable[ReadSeason]) -> Mapping[str, list[Tally]]:
    """Return the tallies of all sheets by what is known of them."""
    tallies: dict[str, list[Tally]] = {}
    for season in seasons:
        for name, known in ways_to_know(season).items():
            joint = read_in_context(season.after, known).joint
            tallies.setdefault(name, []).append(tally(joint, season))
    return tallies


def ways_to_know(season: ReadSeason) -> dict[str, Known]:
    """Return what may be known of a season, from nothing to all."""
    played = season.played
    confirmed, as_read = Known(cells_of(played.before.sheet)), Known(season.before.cells)

    def and_cards(known: Known) -> Known:
        return replace(known, cards=played.cards, standing=played.standing, season=played.season)

    return {
        "the picture alone": Known(),
        "the map before, as read": as_read,
        "the map before, confirmed": confirmed,
        "the map before as read, and the cards": and_cards(as_read),
        "the map before confirmed, and the cards": and_cards(confirmed),
    }


def tally(reading: SheetReading, season: ReadSeason) -> Tally:
    """Hold a reading against what was drawn, printed and hidden squares left out."""
    truth = season.played.after.sheet
    cells = [
        cell
        for cell in reading.cells
        if not truth[cell.square].is_printed and cell.square not in season.hidden
    ]
    return Tally.of(cells, truth, reading.doubtful)


def _figures(known: str, tallies: list[Tally]) -> list[Figure]:
    row, settled = Row(GROUP, known, source=SOURCE), sum(not tally.silent for tally in tallies)
    return [
        *tally_figures(row, tallies),
        row.counted("right once settled", settled, len(tallies), "sheets"),
    ]
