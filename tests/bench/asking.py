"""Whether "the total is exact" can be believed, and what is asked.

`python -m tests.bench.asking READINGS FOLDER`: READINGS is what `surveyor read --json FOLDER` printed; FOLDER
holds the truth of each photo beside it (NNN.json), as ../shared/tools/fresh draws it. Photos whose sheet was
not found are counted apart; and what is asked once more without those on which something covers squares, for
nobody can read these. Last stands what numbers are worth that a player has written down for winter: they are
made up from the truth, one in ten wrong, and on one sheet in ten of another map.
"""

import argparse
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from datasets.measure.reading import FAMILIES
from datasets.measure.sheets import FOUND
from engine import EngineError, MapSheet, score_map
from service.documents import Reading, Sheet, Status
from service.scores.certainty import Wanted, judge, map_of, nothing_sure, sheet_certainty
from service.scores.scoring import Rules

BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.995, 1.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was said of one photo with four edicts."""

    exact: float
    """Probability that the total is right."""
    is_exact: bool
    is_within: bool
    """Whether the right total lies in the interval."""
    questions: int
    doubtful: int
    """Squares that are doubtful, whether or not they are asked about."""
    left: bool
    """Whether all questions answered would leave the total wrong."""
    covered: bool
    """Whether something covers squares of the map."""
    about_covered: int
    """Questions about squares that something covers."""
    is_read: bool = False


def main() -> None:
    """Parse the command line and print the tables."""
    readings, folder = named_readings(__doc__)
    found = list(found_sheets(readings, folder))
    asked = [total for reading, sheet, truth in found for total in judge_photo(reading, sheet, truth)]
    unsure = sum(nothing_sure(sheet) for _, sheet, _ in found)
    print(f"{len(found)} of {len(readings)} photos found, on {unsure} of them no square is sure.")
    print(f"The others, {len(FAMILIES)} times four edicts each:\n")
    print("\n".join(reliability(asked)), "\n")
    print("\n".join(summary(asked)), "\n")
    print("Where nothing covers the map:")
    print("\n".join(summary([total for total in asked if not total.covered])), "\n")
    squares = [judge(reading, Wanted()).status is Status.READ for reading, _, _ in found]
    right = [_all_right(sheet, truth) for _, sheet, truth in found]
    both = sum(a and b for a, b in zip(squares, right, strict=True))
    print(f"without edicts: {sum(squares)} of {len(found)} read, {both} of them all right")
    seen = [(sheet.coins, truth["coins"]) for _, sheet, truth in found if not truth["hidden_coins"]]
    exact = sum(read == right for read, right in seen)
    print(f"coins exact where none is covered: {share(exact, len(seen))}")


def named_readings(description: str | None) -> tuple[list[Reading], Path]:
    """Return the readings, and the folder of their truth, that the command line names."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("readings", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    lines = args.readings.read_text("utf-8").splitlines()
    return [Reading.model_validate_json(line) for line in lines], args.folder


def judge_photo(reading: Reading, sheet: Sheet, truth: dict[str, Any]) -> Iterator[Asked]:
    """Hold what is said of the total, with each family of edicts, against the truth."""
    for names in FAMILIES:
        rules = Rules.of(names)
        asked = judge_total(sheet, truth, rules)
        if asked:
            yield replace(asked, is_read=judge(reading, Wanted(rules)).status is Status.READ)


def judge_total(sheet: Sheet, truth: dict[str, Any], rules: Rules) -> Asked | None:
    """Hold what is said of the total against the truth; None where nothing is said of it."""
    right = map_of_truth(truth["side"], truth["terrain"])
    total = score_map(right, rules.edicts, coins=truth["coins"], season=rules.season).total
    try:
        read = map_of(sheet, rules)
        found = sheet_certainty(sheet, rules)
    except EngineError:  # what was read contradicts what is printed
        return None
    if found is None:  # every square is asked about
        return None
    given = score_map(read.sheet, rules.edicts, coins=read.coins or 0, season=rules.season).total
    terrain = [list(row) for row in sheet.terrain]
    for row, column in found.settle:
        terrain[row][column] = truth["terrain"][row][column]
    try:
        settled = score_map(
            map_of_truth(truth["side"] if found.side else sheet.side, terrain),
            rules.edicts,
            coins=truth["coins"] if found.coins else read.coins or 0,
            season=rules.season,
        ).total
    except EngineError:
        settled = None
    hidden = {tuple(square) for square in truth["hidden"]}
    return Asked(
        exact=found.exact,
        is_exact=given == total,
        is_within=found.low <= total <= found.high,
        questions=found.questions,
        doubtful=len(sheet.doubtful),
        left=settled != total,
        covered=bool(hidden),
        about_covered=sum(tuple(square) in hidden for square in found.settle),
    )


def reliability(asked: Sequence[Asked]) -> Iterator[str]:
    """Yield a table of how often the total was right, by how sure it was said to be."""
    yield "| said to be exact | totals | said, on average | right |"
    yield "| --- | --- | --- | --- |"
    for low, high in pairwise(BINS):
        some = [total for total in asked if low <= total.exact < high or total.exact == high == 1.0]
        if some:
            said = sum(total.exact for total in some) / len(some)
            right = sum(total.is_exact for total in some) / len(some)
            yield f"| {low:.3f} to {high:.3f} | {len(some):,} | {said:.1%} | {right:.1%} |"


def summary(asked: Sequence[Asked]) -> Iterator[str]:
    """Yield what comes out as read, and what is asked about the rest."""
    read, rest = [total for total in asked if total.is_read], [total for total in asked if not total.is_read]
    exact = sum(total.is_exact for total in read)
    yield f"read: {share(len(read), len(asked))}; of these exact: {share(exact, len(read))}"
    yield f"questions on the others: {mean(total.questions for total in rest)}"
    yield f"of these about squares that something covers: {mean(total.about_covered for total in rest)}"
    yield f"doubtful squares on the others: {mean(total.doubtful for total in rest)}"
    yield f"of the others exact once settled: {share(sum(not o.left for o in rest), len(rest))}"
    yield f"right total within the interval: {share(sum(o.is_within for o in asked), len(asked))}"


def found_sheets(
    readings: Iterable[Reading], folder: Path
) -> Iterator[tuple[Reading, Sheet, dict[str, Any]]]:
    """Yield each reading whose sheet was found, that sheet, and what is true of it."""
    for reading in readings:
        truth = json.loads((folder / Path(reading.photo.name).name).with_suffix(".json").read_text("utf-8"))
        sheet = min(reading.sheets, key=lambda each: _off(each, truth), default=None)
        if sheet is not None and _off(sheet, truth) < FOUND:
            yield reading, sheet, truth


def _off(sheet: Sheet, truth: dict[str, Any]) -> float:
    """Return by how many squares the worst corner is off."""
    corners = truth["corners"]
    square = sum(math.dist(corners[k], corners[k - 1]) for k in range(4)) / 44
    return max(math.dist(a, b) for a, b in zip(sheet.corners, corners, strict=True)) / square


def _all_right(sheet: Sheet, truth: dict[str, Any]) -> bool:
    read = [[terrain.value for terrain in row] for row in sheet.terrain]
    return bool(sheet.side.value == truth["side"] and read == truth["terrain"])


def map_of_truth(side: str, terrain: Sequence[Sequence[str]]) -> MapSheet:
    """Return the map that a truth tells of."""
    return MapSheet.from_json({"schema": "surveyor/map@1", "side": side, "terrain": terrain})


def share(some: int, of: int) -> str:
    """Return a part of a whole in words."""
    return f"{some} of {of} ({some / of:.1%})" if of else "none"


def mean(values: Iterable[int]) -> str:
    """Return the mean of some numbers in words."""
    known = list(values)
    return f"{sum(known) / len(known):.2f}" if known else "none"


if __name__ == "__main__":
    main()
