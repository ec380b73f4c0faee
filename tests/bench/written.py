"""What numbers are worth that a player has written down for winter.

`python -m tests.bench.written READINGS FOLDER`, as tests.bench.asking. The numbers are made up from the
truth, as those on the photos fit no map: one in ten is up to three stars off, and on one sheet in ten all of
them are of another map. With four edicts and winter the total is judged without and with them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import EngineError, MapSheet, Season, find_edict, score_map
from service.documents import Sheet
from service.scores.certainty import likely_coins, nothing_sure, sheet_certainty
from service.scores.scoring import Rules
from tests.bench.asking import FAMILIES, found_sheets, map_of_truth, mean, named_readings, share

MISCOUNTED, OF_ANOTHER_MAP = 0.1, 0.1
OFF = (-3, -2, -1, 1, 2, 3)
MOST_STARS, MOST_LOST = 24, 8  # of numbers of another map
KNOWN = 0.995


@dataclass(frozen=True, slots=True)
class Judged:
    """A total, as it is given and once what is asked is answered."""

    exact: float
    is_exact: bool
    questions: int
    settled: bool


def main() -> None:
    """Parse the command line and print both summaries."""
    readings, folder = named_readings(__doc__)
    rng = Random(1)
    pairs = [
        pair for _, sheet, truth in found_sheets(readings, folder) for pair in judge_sheet(sheet, truth, rng)
    ]
    for name, totals in zip(("without numbers", "with numbers"), zip(*pairs, strict=True), strict=True):
        print(f"{name}: " + "; ".join(summary(totals)))


def judge_sheet(sheet: Sheet, truth: dict[str, Any], rng: Random) -> Iterator[tuple[Judged, Judged]]:
    """Judge winter's total of each family of edicts without and with written numbers."""
    if nothing_sure(sheet):
        return
    for names in FAMILIES:
        numbers = written_numbers(map_of_truth(truth["side"], truth["terrain"]), truth["coins"], names, rng)
        without, having = (
            sheet.model_copy(update={"boxes": boxes}) for boxes in ((), (None, None, None, numbers))
        )
        try:
            yield judge_total(without, truth, names), judge_total(having, truth, names)
        except EngineError:  # what was read contradicts the print
            continue


def written_numbers(
    sheet: MapSheet, coins: int, names: Sequence[str], rng: Random
) -> tuple[int, int, int, int, int]:
    """Return what a player who errs now and then writes for winter."""
    report = score_map(sheet, [find_edict(name) for name in names], coins=coins, season=Season.WINTER)
    first, second = (line.stars.total for line in report.lines)
    lost = report.monsters.total
    if rng.random() < OF_ANOTHER_MAP:
        first, second, lost = (
            rng.randint(0, MOST_STARS),
            rng.randint(0, MOST_STARS),
            -rng.randint(0, MOST_LOST),
        )
    first, second, lost = (
        number + rng.choice(OFF) if rng.random() < MISCOUNTED else number for number in (first, second, lost)
    )
    return first, second, coins, lost, first + second + coins + lost


def judge_total(sheet: Sheet, truth: dict[str, Any], names: Sequence[str]) -> Judged:
    """Hold what is said of winter's total against the truth.

    Raises:
        EngineError: What was read contradicts what is printed on its side.
    """
    rules = Rules.of(names, season=Season.WINTER)
    certainty = sheet_certainty(sheet, rules)
    assert certainty is not None
    right = _total(truth["side"], truth["terrain"], truth["coins"], names)
    given = _total(sheet.side, sheet.terrain, likely_coins(sheet) or 0, names)
    terrain = [list(row) for row in sheet.terrain]
    for row, column in certainty.settle:
        terrain[row][column] = truth["terrain"][row][column]
    side = truth["side"] if certainty.side else sheet.side
    coins = truth["coins"] if certainty.coins else likely_coins(sheet) or 0
    settled = _total(side, terrain, coins, names)
    return Judged(certainty.exact, given == right, certainty.questions, settled == right)


def _total(side: str, terrain: Sequence[Sequence[str]], coins: int, names: Sequence[str]) -> int:
    sheet = map_of_truth(side, [[str(held) for held in row] for row in terrain])
    edicts = [find_edict(name) for name in names]
    return score_map(sheet, edicts, coins=coins, season=Season.WINTER).total


def summary(totals: Sequence[Judged]) -> Iterator[str]:
    """Yield what is known without a question, and what is asked."""
    known = [total for total in totals if total.exact >= KNOWN]
    rest = [total for total in totals if total.exact < KNOWN]
    yield f"known {share(len(known), len(totals))}"
    yield f"of these exact {share(sum(total.is_exact for total in known), len(known))}"
    yield f"questions on all {mean(total.questions for total in totals)}"
    yield f"of the others exact once settled {share(sum(total.settled for total in rest), len(rest))}"


if __name__ == "__main__":
    main()
