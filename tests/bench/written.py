"""What numbers are worth that a player has written down for winter.

`python -m tests.bench.written READINGS FOLDER`, as tests.bench.asking. The numbers are made up from the
truth, as those on the photos fit no map: one in ten is up to three stars off, and on one sheet in ten all of
them are of another map. With four edicts and winter the total is judged without and with them.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from datasets.measure.reading import FAMILIES
from engine import MapSheet, Season, find_edict, score_map
from engine.certainty import SURE
from service.documents import Sheet
from service.scores.scoring import Rules
from tests.bench.asking import (
    Asked,
    found_sheets,
    judge_total,
    map_of_truth,
    mean,
    named_readings,
    share,
)

MISCOUNTED, OF_ANOTHER_MAP = 0.1, 0.1
OFF = (-3, -2, -1, 1, 2, 3)
MOST_STARS, MOST_LOST = 24, 8  # of numbers of another map


def main() -> None:
    """Parse the command line and print both summaries."""
    readings, folder = named_readings(__doc__)
    rng = Random(1)
    found = found_sheets(readings, folder)
    pairs = [pair for _, sheet, truth in found for pair in judge_sheet(sheet, truth, rng)]
    for name, totals in zip(("without numbers", "with numbers"), zip(*pairs, strict=True), strict=True):
        print(f"{name}: " + "; ".join(summary(totals)))


def judge_sheet(sheet: Sheet, truth: dict[str, Any], rng: Random) -> Iterator[tuple[Asked, Asked]]:
    """Judge winter's total of each family of edicts without and with written numbers."""
    for names in FAMILIES:
        numbers = written_numbers(map_of_truth(truth["side"], truth["terrain"]), truth["coins"], names, rng)
        rules = Rules.of(names, season=Season.WINTER)
        without, having = (
            judge_total(sheet.model_copy(update={"boxes": boxes}), truth, rules)
            for boxes in ((), (None, None, None, numbers))
        )
        if without and having:
            yield without, having


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


def summary(totals: Sequence[Asked]) -> Iterator[str]:
    """Yield what is known without a question, and what is asked."""
    known = [total for total in totals if total.exact >= SURE]
    rest = [total for total in totals if total.exact < SURE]
    yield f"known {share(len(known), len(totals))}"
    yield f"of these exact {share(sum(total.is_exact for total in known), len(known))}"
    yield f"questions on all {mean(total.questions for total in totals)}"
    yield f"of the others exact once settled {share(sum(not total.left for total in rest), len(rest))}"


if __name__ == "__main__":
    main()
