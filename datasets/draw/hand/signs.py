"""Signs that a person may invent for forest, village, farm and water, as lines in a unit square."""

import numpy as np

from datasets.draw.lines import Sign, Traits, arc, in_row, line, moved, places, spiral
from datasets.draw.strokes import Drawing, Polyline, floats

# Forest


def lollipops(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Round crowns on trunks, one to three, in a row or a triangle."""
    strokes: list[Polyline] = []
    count = max(1, min(traits.count, 3))
    tall = traits.lean < 0.5 and count > 1
    for x, y, size in in_row(count, rng) if tall else places(count, rng):
        radius = (0.13 if tall else 0.27) * (0.8 + 0.5 * traits.first)
        crown = y - (0.22 if tall else 0.2 * size)
        rx = radius if tall else radius * size
        foot = y + (0.45 if tall else 0.48 * size)
        strokes += [
            arc(x, crown, rx, rx * (0.9 + 0.4 * traits.tall), -80, 290),
            line((x, crown + rx), (x, foot)),
        ]
        if traits.second > 0.8:
            strokes.append(spiral(x, crown, rx * 0.8, 3))
    return tuple(strokes)


def pines(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Triangles on short trunks."""
    strokes: list[Polyline] = []
    for x, y, size in places(min(traits.count, 3), rng):
        half, top, foot = 0.34 * size * (0.7 + 0.5 * traits.first), y - 0.5 * size, y + 0.28 * size
        strokes.append(line((x, top), (x + half, foot), (x - half, foot), (x, top)))
        if traits.second < 0.7:
            strokes.append(line((x, foot), (x, y + 0.48 * size)))
        if traits.tall > 0.75:
            strokes.append(line((x - half * 0.7, y), (x, top + 0.1 * size), (x + half * 0.7, y)))
    return tuple(strokes)


def firs(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Trunks with slanting branches, like an arrow with many heads."""
    strokes: list[Polyline] = []
    rows = 2 + int(traits.first * 3)
    for x, y, size in places(min(traits.count, 3), rng):
        strokes.append(line((x, y - 0.5 * size), (x, y + 0.5 * size)))
        for row in range(rows):
            top = y + size * (-0.45 + 0.75 * row / rows)
            reach = size * (0.16 + 0.18 * row / rows)
            strokes.append(line((x - reach, top + 0.2 * size), (x, top), (x + reach, top + 0.2 * size)))
    return tuple(strokes)


def zigzag_fir(traits: Traits, rng: np.random.Generator) -> Drawing:
    """One fir whose sides are jagged."""
    rows = 2 + int(traits.first * 2)
    side = [(0.0, -0.5)]
    for row in range(1, rows + 1):
        y, reach = -0.5 + 0.8 * row / rows, 0.14 + 0.26 * row / rows
        side += [(reach, y), (reach * 0.45, y)]
    mirrored = [(-x, y) for x, y in reversed(side)]
    return line(*side, *mirrored), line((-0.05, 0.3), (-0.05, 0.5), (0.05, 0.5), (0.05, 0.3))


def cloud_trees(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Scalloped crowns on a trunk of two lines."""
    strokes: list[Polyline] = []
    count = 1 if traits.count < 3 else 3
    for x, y, size in places(count, rng):
        lobes = 5 + int(traits.first * 4)
        centre, radius = y - 0.15 * size, 0.27 * size
        angles = np.linspace(90, 450, lobes * 6)
        radii = radius * (1.0 + 0.16 * np.abs(np.sin(np.radians(angles - 90) * lobes / 2)))
        crown = np.stack(
            [x + radii * np.cos(np.radians(angles)), centre + radii * np.sin(np.radians(angles))], 1
        )
        gap = 0.05 * size
        foot, under = y + 0.5 * size, centre + radius
        strokes.append(crown.astype(np.float32))
        strokes += [line((x - gap, under), (x - gap, foot)), line((x + gap, under), (x + gap * 1.3, foot))]
    return tuple(strokes)


def spikes(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Upward arrows or Ys: the quickest of trees."""
    strokes: list[Polyline] = []
    down = 0.25 if traits.first < 0.6 else -0.22
    for x, y, size in places(max(2, traits.count), rng):
        top, reach = y - 0.45 * size, 0.26 * size
        strokes.append(line((x, top), (x, y + 0.45 * size)))
        strokes.append(
            line(
                (x - reach, top + down * size),
                (x, top + max(0, -down) * size),
                (x + reach, top + down * size),
            )
        )
    return tuple(strokes)


def bushes(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Low half rounds, with or without a ground line."""
    strokes: list[Polyline] = []
    for x, y, size in places(max(2, traits.count), rng):
        strokes.append(arc(x, y + 0.2 * size, 0.4 * size, 0.45 * size * (0.7 + 0.6 * traits.tall), 180, 360))
        if traits.first < 0.5:
            strokes.append(line((x - 0.42 * size, y + 0.2 * size), (x + 0.42 * size, y + 0.2 * size)))
    return tuple(strokes)


# Village


def arrow_house(traits: Traits, rng: np.random.Generator) -> Drawing:
    """The house of the cards: an outlined arrow pointing up."""
    eaves, wall, roof = -0.02 - 0.1 * traits.first, 0.2 + 0.12 * traits.second, 0.45
    outline = [
        (-wall, 0.48),
        (-wall, eaves),
        (-roof, eaves),
        (0.0, -0.5),
        (roof, eaves),
        (wall, eaves),
        (wall, 0.48),
    ]
    if traits.lean < 0.9:
        outline.append((-wall, 0.48))
    return (line(*outline),)


def plain_house(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Walls and a gable, with a door, a chimney, a window, or none."""
    wall, eaves, foot = 0.34 + 0.1 * traits.first, -0.1 + 0.1 * traits.tall, 0.45
    strokes = [line((-wall, eaves), (-wall, foot), (wall, foot), (wall, eaves))]
    reach = wall + (0.08 if traits.lean > 0.6 else 0.0)
    strokes.append(line((-reach, eaves), (0.0, -0.5), (reach, eaves)))
    if traits.count in (2, 4):
        strokes.append(line((-0.08, foot), (-0.08, 0.15), (0.1, 0.15), (0.1, foot)))
    if traits.count >= 3:
        strokes.append(line((0.2, -0.28), (0.2, -0.48), (0.3, -0.48), (0.3, -0.17)))
    if traits.second > 0.6:
        strokes.append(line((-wall, eaves), (wall, eaves)))
    if traits.second < 0.25:
        strokes.append(line((-0.24, 0.02), (-0.12, 0.02), (-0.12, 0.14), (-0.24, 0.14), (-0.24, 0.02)))
    return tuple(strokes)


def one_line_house(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A pentagon without lifting the pencil, sometimes with the diagonals of Saint Nicholas's house."""
    wall, eaves = 0.32 + 0.1 * traits.first, -0.1 + 0.1 * traits.tall
    points = [(-wall, 0.45), (-wall, eaves), (0.0, -0.48), (wall, eaves), (wall, 0.45), (-wall, 0.45)]
    if traits.lean > 0.85:
        points += [(wall, eaves), (-wall, eaves), (wall, 0.45)]
    return (line(*points),)


def hamlet(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Two or three small houses."""
    small = Traits(1, traits.tall, traits.lean, traits.first, 0.5)
    houses = [moved(plain_house(small, rng), x, y, s) for x, y, s in places(2 + traits.count // 3, rng)]
    return tuple(stroke for house in houses for stroke in house)


def side_house(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A house with a long roof, seen from the corner."""
    ridge, depth = -0.42, 0.3 + 0.12 * traits.first
    gable = line((-0.48, 0.4), (-0.48, 0.0), (-0.26, ridge), (-0.04, 0.0), (-0.04, 0.4), (-0.48, 0.4))
    roof = line((-0.26, ridge), (-0.26 + depth + 0.15, ridge), (0.12 + depth, 0.0), (-0.04, 0.0))
    return gable, roof, line((0.12 + depth, 0.0), (0.12 + depth, 0.4), (-0.04, 0.4))


def tower_house(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A narrow tall house, with battlements or a pointed roof, and windows."""
    wall = 0.18 + 0.1 * traits.first
    strokes = [line((-wall, -0.15), (-wall, 0.48), (wall, 0.48), (wall, -0.15), (-wall, -0.15))]
    strokes.append(line((-wall * 1.25, -0.15), (0.0, -0.5), (wall * 1.25, -0.15)))
    if traits.count > 2:
        strokes.append(arc(0.0, 0.1, 0.06, 0.08))
    return tuple(strokes)


# Farm


def hatching(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Slanting parallel lines, leaning either way, three to seven, clipped to a box or all alike."""
    count, length = 3 + int(traits.first * 5), 0.5 + 0.75 * traits.second
    angle = np.radians((8 + 67 * traits.tall) * (1 if traits.lean < 0.6 else -1)) + rng.normal(0, 0.05)
    along, across = np.array([np.cos(angle), -np.sin(angle)]), np.array([np.sin(angle), np.cos(angle)])
    strokes = []
    reach = 0.42 if traits.count > 1 else 0.1 + 0.2 * traits.second  # else one narrow bundle
    for offset in np.linspace(-reach, reach, count) + rng.normal(0, 0.015, count):
        half = length / 2 * rng.uniform(0.85, 1.1) * (1.0 - 0.5 * abs(offset) if traits.count > 2 else 1.0)
        ends = np.array([across * offset - along * half, across * offset + along * half])
        strokes.append(np.clip(ends, -0.52, 0.52).astype(np.float32))
    return tuple(strokes)


def furrows(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Upright or level lines, straight or a little bent."""
    count, bend = 3 + int(traits.first * 4), (traits.second - 0.5) * 0.2
    strokes = []
    for offset in np.linspace(-0.4, 0.4, count) + rng.normal(0, 0.015, count):
        top, foot = -0.42 + rng.normal(0, 0.03), 0.42 + rng.normal(0, 0.03)
        points = np.array([(offset, top), (offset + bend, (top + foot) / 2), (offset, foot)], np.float32)
        strokes.append(points if traits.lean < 0.55 else points[:, ::-1].copy())
    return tuple(strokes)


def wheat(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Ears of corn: a stalk with short awns on both sides."""
    strokes: list[Polyline] = []
    rows = 2 + int(traits.first * 3)
    for x, y, size in in_row(1 + traits.count % 4, rng):
        strokes.append(line((x, y + 0.45 * size), (x + 0.03, y - 0.4 * size)))
        for row in range(rows):
            at = y + size * (-0.35 + 0.5 * row / rows)
            strokes.append(line((x - 0.09, at - 0.09), (x, at), (x + 0.1, at - 0.09)))
    return tuple(strokes)


def tufts(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Tufts of three blades."""
    strokes: list[Polyline] = []
    for x, y, size in places(max(2, traits.count), rng):
        foot = y + 0.3 * size
        for tip in (-0.32, 0.0, 0.32):
            strokes.append(
                line((x + tip * 0.25 * size, foot), (x + tip * size, y - (0.35 - abs(tip) * 0.4) * size))
            )
        if traits.lean > 0.7:
            strokes.append(line((x - 0.3 * size, foot), (x + 0.3 * size, foot)))
    return tuple(strokes)


def seed_rows(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Rows of dots or short dashes."""
    rows, dash = 3 + traits.count % 3, 0.01 + 0.1 * traits.first
    return tuple(
        line((x - dash, y + rng.normal(0, 0.01)), (x + dash, y))
        for y in np.linspace(-0.38, 0.38, rows)
        for x in np.linspace(-0.36, 0.36, rows)
        + rng.normal(0, 0.02, rows)
        + (0.06 if traits.lean > 0.6 else 0.0)
    )


def cross_hatching(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Two sets of lines, slanting or straight: a field of beds."""
    first = hatching(traits, rng) if traits.lean < 0.6 else furrows(Traits(1, 0, 0.1, traits.first, 0.5), rng)
    return first + tuple(np.stack([stroke[:, 1], -stroke[:, 0]], axis=1) for stroke in first)


# Water


def waves(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Wavy lines, one above the other."""
    rows, apart = traits.count, 0.3 + 0.9 * traits.lean
    return tuple(_wave(traits, rng, float(y), 0.46) for y in np.linspace(-0.3, 0.3, rows) * apart)


def short_waves(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Tildes laid like bricks."""
    spots = [(-0.22, -0.28), (0.24, -0.1), (-0.2, 0.1), (0.22, 0.3)][: max(3, traits.count)]
    small = [_wave(traits, rng, 0.0, 0.22) for _ in spots]
    return tuple(wave + floats(spot) for wave, spot in zip(small, spots, strict=True))


def zigzags(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Zigzag lines, one above the other."""
    rows, teeth, height = max(2, traits.count), 3 + int(traits.first * 3), 0.05 + 0.07 * traits.tall
    xs = np.linspace(-0.45, 0.45, 2 * teeth + 1)
    strokes = []
    for y in np.linspace(-0.32, 0.32, rows):
        ys = y + height * np.where(np.arange(len(xs)) % 2, -1, 1) + rng.normal(0, 0.012, len(xs))
        strokes.append(np.stack([xs, ys], axis=1).astype(np.float32))
    return tuple(strokes)


def scallops(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Rows of arcs, crests up or down."""
    rows, bows = 2 + traits.count % 3, 2 + int(traits.first * 2.5)
    start = 180 if traits.lean < 0.5 else 0
    strokes = []
    for y in np.linspace(-0.3, 0.34, rows):
        width = 0.9 / bows
        parts = [
            arc(
                -0.45 + width * (i + 0.5),
                y,
                width / 2,
                0.09,
                start + 180 * (start == 0),
                start + 180 * (start > 0),
            )
            for i in range(bows)
        ]
        strokes.append(np.concatenate(parts))
    return tuple(strokes)


def level_lines(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Broken level lines, slightly curved, as water on old maps."""
    strokes = []
    for y in np.linspace(-0.35, 0.35, 3 + traits.count % 3):
        x, half = rng.normal(0, 0.1), rng.uniform(0.2, 0.4)
        strokes.append(line((x - half, y), (x - half / 3, y - 0.05), (x + half / 3, y + 0.05), (x + half, y)))
    return tuple(strokes)


def _wave(traits: Traits, rng: np.random.Generator, y: float, half: float) -> Polyline:
    crests = (1.2 + 2.2 * traits.first) * (half / 0.46) ** 0.6
    xs = np.linspace(-half, half, 24)
    phase = traits.second * 6.28 + rng.normal(0, 0.3)
    height = 0.025 + 0.09 * traits.tall
    ys = y + height * np.sin(xs / (2 * half) * crests * 6.28 + phase) + rng.normal(0, 0.008) * xs
    return np.stack([xs, ys], axis=1).astype(np.float32)


FOREST: tuple[Sign, ...] = (
    lollipops,
    lollipops,
    lollipops,
    pines,
    pines,
    firs,
    zigzag_fir,
    cloud_trees,
    spikes,
    bushes,
)
VILLAGE: tuple[Sign, ...] = (
    arrow_house, arrow_house, arrow_house, plain_house, plain_house, one_line_house, hamlet, side_house,
    tower_house
)  # fmt: skip
FARM: tuple[Sign, ...] = (
    hatching,
    hatching,
    hatching,
    hatching,
    furrows,
    furrows,
    wheat,
    wheat,
    tufts,
    seed_rows,
    cross_hatching,
)
WATER: tuple[Sign, ...] = (waves, waves, waves, waves, short_waves, zigzags, scallops, level_lines)
