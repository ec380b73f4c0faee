"""How often each terrain is misread, by the terrain and by the kind of drawing.

`python -m tests.bench.terrains READINGS FOLDER`: READINGS is what `surveyor read --json FOLDER` printed;
FOLDER holds the truth of each photo beside it (NNN.json), as ../shared/tools/fresh draws it. Photos whose
sheet was not found, printed squares and hidden ones do not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import ALL_SQUARES, Square
from tests.bench.asking import found_sheets, named_readings

PRINTED = ("mountain", "wasteland")
MOST_KINDS = 20  # kinds of drawings in the second table, those with the most errors


@dataclass(slots=True)
class Count:
    """Squares of one kind."""

    squares: int = 0
    wrong: int = 0
    silent: int = 0
    """Wrong, and not asked about."""
    asked: int = 0

    def add(self, *, wrong: bool, asked: bool) -> None:
        """Count one more."""
        self.squares += 1
        self.wrong += wrong
        self.silent += wrong and not asked
        self.asked += asked


def main() -> None:
    """Parse the command line and print the tables."""
    readings, folder = named_readings(__doc__)
    by_terrain: defaultdict[str, Count] = defaultdict(Count)
    by_drawing: defaultdict[str, Count] = defaultdict(Count)
    for _, sheet, truth in found_sheets(readings, folder):
        for square, held in drawn_squares(truth):
            wrong = sheet.terrain[square.row][square.column].value != held
            for count in (by_terrain[held], by_drawing[kind_of_drawing(truth, held)]):
                count.add(wrong=wrong, asked=square in sheet.doubtful)
    print("\n".join(table("terrain", by_terrain)), "\n")
    worst = dict(sorted(by_drawing.items(), key=lambda item: -item[1].wrong)[:MOST_KINDS])
    print("\n".join(table("drawing", worst)))


def drawn_squares(truth: Mapping[str, Any]) -> Iterator[tuple[Square, str]]:
    """Yield each square that a person could read, and what it holds."""
    hidden = {tuple(square) for square in truth.get("hidden", ())}
    for square in ALL_SQUARES:
        held = truth["terrain"][square.row][square.column]
        if tuple(square) not in hidden and held not in PRINTED:
            yield square, held


def kind_of_drawing(truth: Mapping[str, Any], terrain: str) -> str:
    """Return the terrain and whose drawing of it the hand has, as far as the truth tells."""
    return f"{terrain}: {truth['hand'].get('sources', {}).get(terrain, 'not told')}"


def table(name: str, counts: Mapping[str, Count]) -> Iterable[str]:
    """Yield the lines of a table, the most errors first."""
    yield f"| {name} | squares | wrong | | silent | asked |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for key, count in sorted(counts.items(), key=lambda item: -item[1].wrong):
        wrong, asked = count.wrong / count.squares, count.asked / count.squares
        yield f"| {key} | {count.squares:,} | {count.wrong} | {wrong:.2%} | {count.silent} | {asked:.1%} |"


if __name__ == "__main__":
    main()
