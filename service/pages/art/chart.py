"""A tournament from round to round: who stood where after each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from service.pages.art.ink import colours, document, number, parchment, symbol, words
from service.pages.rendering import minus

HUES = ("#8a3b1d", "#1f5a86", "#2f6b3a", "#6b4590", "#8a6400", "#a3231b")
"""Six inks, each at least 4.5:1 on the paper."""
DASHES = ("", "9 5", "2 5")
MARKERS = ("disc", "box", "tent", "gem")
MOST_NAMED = 12  # lines in ink; of more players, those ahead
DEEPEST = 20  # ranks that are drawn; who is further behind runs along the lower rim
STEP = 44.0  # between two ranks
LEFT, TOP, LABEL = 96.0, 140.0, 400.0
LEAST = 720.0  # width of the whole
NARROWEST, WIDEST = 150.0, 260.0  # between two rounds
PLOT = 620.0
PALE = "#b7a27c"


@dataclass(frozen=True, slots=True)
class Line:
    """One player, as the standings have them."""

    name: str
    rank: int | None
    """In the end."""
    totals: tuple[int | None, ...]
    """The total of each round; none where they have none."""

    @property
    def total(self) -> int:
        """Over all rounds."""
        return sum(total or 0 for total in self.totals)


def draw_chart_svg(
    lines: Sequence[Line], *, title: str, subtitle: str = "", round_names: Sequence[str] = ()
) -> str:
    """Return the standings after each round as an SVG.

    The lines are in the order of the standings, the winner first. Rounds without a name have their number.
    """
    ranked = [line for line in lines if any(total is not None for total in line.totals)]
    rounds = _rounds_played(ranked)
    places = _places(ranked, rounds)
    depth = min(max(len(ranked), 1), DEEPEST) + (len(ranked) > DEEPEST)
    step = min(WIDEST, max(NARROWEST, PLOT / max(rounds - 1, 1)))
    width = max(LEAST, LEFT + step * max(rounds - 1, 0) + LABEL)
    height = TOP + 40 + STEP * depth + 40
    body = [
        parchment(width, height),
        *_headings(width, title, subtitle),
        *_raster(rounds, depth, step, len(ranked) > DEEPEST, round_names),
        *(part for at in reversed(range(len(ranked))) for part in _course(at, places[at], step)),
        *_labels(ranked, places, rounds, step, width),
    ]
    return document(width, height, title, body, {"rose", "star"})


def _rounds_played(lines: Sequence[Line]) -> int:
    """Return how many rounds anybody has a total of, or a later one has."""
    return max(
        (at for line in lines for at, total in enumerate(line.totals, start=1) if total is not None),
        default=0,
    )


def _places(lines: Sequence[Line], rounds: int) -> list[list[int | None]]:
    """Return the place of each player after each round, from 0: no place twice, the last as in the list."""
    sums = [list(accumulate(total or 0 for total in line.totals)) for line in lines]
    began = [next(at for at, total in enumerate(line.totals) if total is not None) for line in lines]
    places: list[list[int | None]] = [[] for _ in lines]
    for at in range(rounds):
        playing = [player for player in range(len(lines)) if began[player] <= at]
        last = at == rounds - 1
        playing.sort(key=lambda player: (0 if last else -sums[player][at], player))
        place = {player: number for number, player in enumerate(playing)}
        for player in range(len(lines)):
            places[player].append(place.get(player))
    return places


def _headings(width: float, title: str, subtitle: str) -> Iterator[str]:
    yield symbol("rose", 36, 34, 56, "accent")
    yield words(title, 108, 64 if subtitle else 74, 32, room=width - 150, least=20)
    yield words(subtitle, 108, 91, 18, fill="soft", room=width - 150, least=14)


def _raster(rounds: int, depth: int, step: float, is_cut: bool, round_names: Sequence[str]) -> Iterator[str]:
    bottom, ink = _y(depth - 1) + 16, colours()["line"]
    for at in range(rounds):
        x = LEFT + at * step
        down = f"M{number(x)} {number(TOP + 16)}V{number(bottom)}"
        yield f'<path d="{down}" stroke="{ink}" stroke-width="1.5"/>'
        name = round_names[at] if at < len(round_names) else f"{at + 1}"
        yield words(name, x, TOP, 18, anchor="middle", fill="soft", room=step - 16)
    for place in range(depth):
        beyond = is_cut and place == depth - 1
        place_text = f"{DEEPEST + 1}+" if beyond else f"{place + 1}"
        yield words(place_text, LEFT - 26, _y(place) + 6, 17, anchor="end", fill="soft")


def _y(place: int) -> float:
    return TOP + 40 + min(place, DEEPEST) * STEP


def _course(at: int, places: Sequence[int | None], step: float) -> Iterator[str]:
    """Yield the line of one player; bends are soft, so that crossing lines can be told apart."""
    points = [(LEFT + number * step, _y(place)) for number, place in enumerate(places) if place is not None]
    style = _style(at)
    drawn = f"M{number(points[0][0])} {number(points[0][1])}"
    for (x, y), (to, down) in pairwise(points):
        bend = (to - x) * 0.45
        drawn += (
            f"C{number(x + bend)} {number(y)} {number(to - bend)} {number(down)} {number(to)} {number(down)}"
        )
    dash = f' stroke-dasharray="{style["dash"]}"' if style["dash"] else ""
    line = f'stroke="{style["ink"]}" stroke-width="{style["width"]}"{dash}'
    yield f'<path d="{drawn}" fill="none" {line} stroke-linecap="round"/>'
    if at < MOST_NAMED:
        for x, y in points:
            yield _marker(MARKERS[at % len(MARKERS)], x, y, style["ink"])


def _style(at: int) -> Mapping[str, str]:
    if at >= MOST_NAMED:
        return {"ink": PALE, "dash": "", "width": "1.2"}
    return {"ink": HUES[at % len(HUES)], "dash": DASHES[at // len(HUES) % len(DASHES)], "width": "3.5"}


def _marker(kind: str, x: float, y: float, ink: str) -> str:
    at = f"M{number(x)} {number(y)}"
    shapes = {
        "disc": f"{at}m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z",
        "box": f"{at}m-6.5-6.5h13v13h-13z",
        "tent": f"{at}m0-8.5 8.5 15h-17z",
        "gem": f"{at}m0-9 9 9-9 9-9-9z",
    }
    return f'<path d="{shapes[kind]}" fill="{ink}" stroke="{colours()["paper"]}" stroke-width="2"/>'


def _labels(
    lines: Sequence[Line], places: Sequence[Sequence[int | None]], rounds: int, step: float, width: float
) -> Iterator[str]:
    """Yield names and totals where the lines end: no two lines end at the same height."""
    x = LEFT + step * (rounds - 1) + 22
    for at, line in enumerate(lines[:DEEPEST]):
        place = places[at][-1]
        ink = HUES[at % len(HUES)] if at < MOST_NAMED else "soft"
        rank = "" if line.rank is None else f"{line.rank}. "
        y = _y(place or 0) + 6.5
        yield words(rank + line.name, x, y, 19, fill=ink, room=width - x - 100, least=15)
        yield words(minus(line.total), width - 62, y, 19, anchor="end")
        yield symbol("star", width - 56, y - 15, 19, "accent")
