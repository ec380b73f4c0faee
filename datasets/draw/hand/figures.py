"""Signs that a person may invent for monsters, heroes, crossed-out squares and small marks."""

import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import Sign, Traits, arc, clipped, line, spiral
from datasets.draw.strokes import Drawing, Polyline, floats

# Monsters


def horned_head(traits: Traits, rng: np.random.Generator) -> Drawing:
    """The cards' head: a face narrowing to the chin, two horns, slanting eyes, a mouth."""
    wide, chin = 0.3 + 0.06 * traits.first, 0.46
    face = line(
        (-wide, -0.12),
        (-wide * 0.85, 0.2),
        (0.0, chin),
        (wide * 0.85, 0.2),
        (wide, -0.12),
        (0, -0.2),
        (-wide, -0.12),
    )
    horn = 0.1 + 0.1 * traits.tall
    left = line((-wide, -0.1), (-wide - horn, -0.5), (-wide * 0.35, -0.2))
    right = line((wide, -0.1), (wide + horn, -0.5), (wide * 0.35, -0.2))
    return (face, left, right, *_eyes(traits), *_mouth(traits))


def round_head(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A circle with eyes and mouth, often with horns or ears."""
    radius = 0.33 + 0.08 * traits.first
    strokes: list[Polyline] = [arc(0, 0.08, radius, radius, -90, 275), *_eyes(traits), *_mouth(traits)]
    if traits.count > 1:
        tip = 0.3 if traits.lean < 0.5 else 0.18
        strokes += [
            line((-0.3, -0.14), (-tip, -0.5), (-0.1, -0.26)),
            line((0.1, -0.26), (tip, -0.5), (0.3, -0.14)),
        ]
    return tuple(strokes)


def cat_head(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A cat's head: ears, whiskers, nose."""
    head = arc(0, 0.1, 0.36, 0.32)
    ears = line((-0.33, -0.02), (-0.3, -0.42), (-0.1, -0.2)), line((0.1, -0.2), (0.3, -0.42), (0.33, -0.02))
    whiskers = [line((s * 0.12, 0.18 + d), (s * 0.46, 0.12 + 2 * d)) for s in (-1, 1) for d in (0.0, 0.06)]
    return (head, *ears, *whiskers, arc(-0.13, 0.02, 0.035, 0.05), arc(0.13, 0.02, 0.035, 0.05))


def ghost(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A sheet with a wavy hem and two eyes."""
    hem = [(0.34 - 0.68 * i / 6, 0.45 if i % 2 == 0 else 0.3) for i in range(7)]
    body = np.concatenate([arc(0, -0.1, 0.34, 0.38, 180, 360), line(*hem), line((-0.34, -0.1))])
    return (
        body,
        arc(-0.12, -0.12, 0.05, 0.08),
        arc(0.12, -0.12, 0.05, 0.08),
        *_mouth(traits)[: traits.count // 3],
    )


def skull_head(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A skull: round top, jaw with teeth, hollow eyes, a nose."""
    top = arc(0, -0.1, 0.36, 0.36, 130, 410)
    jaw = line((-0.2, 0.17), (-0.18, 0.45), (0.18, 0.45), (0.2, 0.17))
    teeth = [line((x, 0.3), (x, 0.45)) for x in np.linspace(-0.1, 0.1, 1 + traits.count)]
    nose = line((-0.04, 0.14), (0.0, 0.04), (0.04, 0.14))
    eyes = arc(-0.15, -0.08, 0.09, 0.09), arc(0.15, -0.08, 0.09, 0.09)
    hollow = (spiral(-0.15, -0.08, 0.08, 2), spiral(0.15, -0.08, 0.08, 2)) if traits.lean > 0.6 else ()
    return (top, jaw, *teeth, nose, *eyes, *hollow)


def teeth(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A mouth full of teeth under two angry eyes."""
    count = 4 + int(traits.first * 4)
    xs = np.linspace(-0.42, 0.42, 2 * count + 1)
    upper = np.stack([xs, 0.1 + 0.16 * (np.arange(len(xs)) % 2)], axis=1).astype(np.float32)
    lower = np.stack([xs, 0.42 - 0.14 * (np.arange(len(xs)) % 2)], axis=1).astype(np.float32)
    eyes = line((-0.4, -0.35), (-0.08, -0.12)), line((0.4, -0.35), (0.08, -0.12))
    return upper, lower, *eyes, *_eyes(traits)


def angry_eyes(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Only eyes and brows, perhaps fangs."""
    brows = line((-0.42, -0.3), (-0.06, -0.05)), line((0.42, -0.3), (0.06, -0.05))
    eyes = arc(-0.22, 0.02, 0.13, 0.11), arc(0.22, 0.02, 0.13, 0.11)
    pupils = spiral(-0.2, 0.02, 0.045, 2), spiral(0.2, 0.02, 0.045, 2)
    fangs = line((-0.3, 0.3), (-0.2, 0.45), (-0.1, 0.3), (0.1, 0.3), (0.2, 0.45), (0.3, 0.3))
    return (*brows, *eyes, *pupils, fangs) if traits.count > 2 else (*brows, *eyes, *pupils)


def blob_creature(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A lump with one to three eyes and legs or tentacles."""
    angles = np.linspace(0, 2 * np.pi, 22)
    radii = 0.33 + 0.05 * np.sin(angles * (3 + traits.count) + traits.first * 6)
    body = np.stack([radii * np.cos(angles), -0.08 + 0.9 * radii * np.sin(angles)], axis=1).astype(np.float32)
    legs = [
        line((x, 0.2), (x * 1.3, 0.38), (x * 1.1, 0.5)) for x in np.linspace(-0.26, 0.26, 2 + traits.count)
    ]
    eyes = [arc(x, -0.12, 0.06, 0.07) for x in np.linspace(-0.15, 0.15, 1 + traits.count % 3)]
    return (body, *legs, *eyes)


def scribble(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A dense scribble over most of the square, to and fro without lifting the pencil."""
    count, half = 12 + int(traits.first * 18), 0.4 + 0.1 * traits.second
    angle = traits.tall * np.pi + rng.normal(0, 0.08)
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    reach = half * (abs(across[0]) + abs(across[1])) * 0.97
    turns = []
    for i, offset in enumerate(np.linspace(-reach, reach, count) + rng.normal(0, 0.012, count)):
        ends = clipped(floats([across * offset - along, across * offset + along]), half)
        short = (ends[1] - ends[0]) * rng.uniform(-0.06, 0.1)
        turns.append(floats([ends[0] + short, ends[1] - short])[:: 1 if i % 2 else -1])
    return (np.concatenate(turns),)


def _eyes(traits: Traits) -> Drawing:
    if traits.second < 0.35:
        return line((-0.2, -0.04), (-0.06, 0.05)), line((0.2, -0.04), (0.06, 0.05))
    if traits.second < 0.7:
        return arc(-0.14, 0.02, 0.04, 0.05), arc(0.14, 0.02, 0.04, 0.05)
    return (
        arc(-0.13, 0.0, 0.08, 0.08),
        arc(0.13, 0.0, 0.08, 0.08),
        spiral(-0.13, 0.0, 0.03, 2),
        spiral(0.13, 0.0, 0.03, 2),
    )


def _mouth(traits: Traits) -> Drawing:
    if traits.lean < 0.35:
        return (line((-0.14, 0.26), (-0.07, 0.2), (0.0, 0.26), (0.07, 0.2), (0.14, 0.26)),)
    if traits.lean < 0.7:
        return (arc(0, 0.16, 0.14, 0.1, 20, 160),)
    return (line((-0.15, 0.24), (0.15, 0.24)), line((-0.08, 0.24), (-0.05, 0.31), (-0.02, 0.24)))


# Heroes


def sword(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A sword upright or slanting, point up or down; a line or a blade with two edges."""
    half = 0.0 if traits.first < 0.35 else 0.04 + 0.04 * traits.first
    guard, reach = 0.16 + 0.12 * traits.tall, 0.13 + 0.12 * traits.second
    if half:
        blade: Drawing = (line((-half, guard), (-half, -0.36), (0, -0.5), (half, -0.36), (half, guard)),)
    else:
        blade = (line((0, -0.5), (0, guard)),)
    hilt = line((-reach, guard), (reach, guard)), line((0, guard), (0, 0.48))
    knob = (arc(0, 0.46, 0.05, 0.05),) if traits.count == 4 else ()
    turn = 0.0 if traits.lean < 0.45 else np.radians([38, -38, 180, 142, 20][int(traits.lean * 100) % 5])
    return turned((*blade, *hilt, *knob), float(turn + rng.normal(0, 0.06)))


def crossed_swords(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Two swords crossed, hilts below."""
    upright = sword(Traits(1, traits.tall, 0.0, traits.first, traits.second * 0.6), rng)
    return (*turned(upright, 0.7), *turned(upright, -0.7))


def shield(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A shield, plain or with a cross or a bar."""
    rim = line(
        (-0.38, -0.42),
        (0.38, -0.42),
        (0.36, 0.05),
        (0.2, 0.32),
        (0, 0.48),
        (-0.2, 0.32),
        (-0.36, 0.05),
        (-0.38, -0.42),
    )
    marks = [
        (),
        (line((0, -0.42), (0, 0.48)), line((-0.38, -0.1), (0.38, -0.1))),
        (line((-0.37, -0.3), (0.28, 0.25)),),
        (),
    ]
    return (rim, *marks[traits.count - 1])


def star(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A five-pointed star, in one line or as an outline."""
    turn = -np.pi / 2 + rng.normal(0, 0.08)
    if traits.first < 0.6:
        angles = turn + np.arange(6) * 4 * np.pi / 5
        radii = np.full(6, 0.47)
    else:
        angles = turn + np.arange(11) * np.pi / 5
        radii = np.where(np.arange(11) % 2, 0.2, 0.47)
    return (np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1).astype(np.float32),)


def stick_figure(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A person with a round head: standing, often with a sword, or bending and leaping, never twice alike."""
    if traits.lean > 0.5:
        return _gymnast(rng)
    body = [
        arc(0, -0.34, 0.12, 0.13),
        line((0, -0.21), (0, 0.15)),
        line((-0.2, 0.48), (0, 0.15), (0.2, 0.48)),
    ]
    body.append(line((-0.26, 0.08), (0, -0.1), (0.28, -0.14 if traits.count > 2 else 0.08)))
    if traits.count > 2:
        body += [line((0.28, 0.05), (0.28, -0.48)), line((0.2, -0.06), (0.37, -0.06))]
    return tuple(body)


def _gymnast(rng: np.random.Generator) -> Drawing:
    """A stick figure in any posture, filling its square."""
    down = np.pi / 2 + rng.normal(0, 0.9)  # from the shoulders to the hips
    hips = 0.35 * _towards(down)
    neck, radius = -0.06 * _towards(down), float(rng.uniform(0.08, 0.14))
    x, y = (neck - radius * _towards(down + rng.normal(0, 0.3))).tolist()
    start = float(rng.uniform(0, 360))
    head = arc(x, y, radius, radius, start, start + 360)
    arms = [_limb(np.zeros(2), down + rng.uniform(-3.0, 3.0), 0.19, rng) for _ in range(2)]
    legs = [_limb(hips, down + rng.uniform(-1.4, 1.4), 0.24, rng) for _ in range(2)]
    strokes = (head, floats([neck, hips]), *arms, *legs)
    points = np.concatenate(strokes)
    low, high = points.min(axis=0), points.max(axis=0)
    return tuple((stroke - (low + high) / 2) * floats(0.94 / (high - low).max()) for stroke in strokes)


def _limb(start: NDArray[np.float64], angle: float, length: float, rng: np.random.Generator) -> Polyline:
    """Return an arm or a leg of two parts, straight or bent at the joint."""
    joint = start + length * _towards(angle)
    bend = 0.0 if rng.random() < 0.4 else float(rng.normal(0, 1.1))
    return floats([start, joint, joint + length * _towards(angle + bend)])


def _towards(angle: float) -> NDArray[np.float64]:
    return np.array([np.cos(angle), np.sin(angle)])


def helmet(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A helmet with a visor slit and perhaps a plume."""
    rim = np.concatenate([arc(0, 0.0, 0.34, 0.42, 180, 360), line((0.34, 0.42), (-0.34, 0.42), (-0.34, 0.0))])
    slit = line((-0.22, 0.0), (0.22, 0.0)), line((0, 0.0), (0, 0.4))
    return (rim, *slit, arc(0.1, -0.42, 0.2, 0.1, 180, 330)) if traits.count > 2 else (rim, *slit)


def crown(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A crown of three to five points."""
    points = 3 + int(traits.first * 2.99)
    low, foot = 0.05 - 0.2 * traits.tall, 0.35
    xs = np.linspace(-0.42, 0.42, 2 * points - 1)
    ys = np.where(np.arange(len(xs)) % 2, low, -0.4 + rng.normal(0, 0.03, len(xs)))
    teeth = np.stack([xs, ys], axis=1)
    rim = np.concatenate([[(-0.4, foot)], teeth, [(0.4, foot), (-0.4, foot)]]).astype(np.float32)
    return (rim, line((-0.4, 0.22), (0.4, 0.22))) if traits.lean > 0.7 else (rim,)


def banner(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A flag on a pole."""
    tip = (0.4, -0.28) if traits.first < 0.5 else (0.4, -0.46)
    low = (-0.22, -0.1) if traits.first < 0.5 else (0.4, -0.08)
    return line((-0.22, -0.5), (-0.22, 0.5)), line((-0.22, -0.48), tip, low, (-0.22, -0.1))


def plus_sign(traits: Traits, rng: np.random.Generator) -> Drawing:
    """A dagger-like cross with a long foot."""
    bar = -0.2 + 0.1 * traits.first
    return line((0, -0.48), (0, 0.48)), line((-0.25, bar), (0.25, bar))


# Marks


def thin_cross(traits: Traits, rng: np.random.Generator) -> Drawing:
    """One X from corner to corner."""
    reach = 0.42 + 0.1 * traits.first
    ends = rng.normal(0, 0.03, (4, 2)) + reach * np.array([(-1, -1), (1, 1), (1, -1), (-1, 1)])
    return ends[:2].astype(np.float32), ends[2:].astype(np.float32)


def double_cross(traits: Traits, rng: np.random.Generator) -> Drawing:
    """An X whose arms are gone over twice."""
    return (*thin_cross(traits, rng), *thin_cross(traits, rng))


def outlined_cross(traits: Traits, rng: np.random.Generator) -> Drawing:
    """An X of two parallel lines each way."""
    gap = floats((0.05 + 0.04 * traits.second, 0.0))
    cross = thin_cross(traits, rng)
    return tuple(arm + side * gap for arm in cross for side in (-1, 1))


def asterisk(traits: Traits, rng: np.random.Generator) -> Drawing:
    """Three lines through one point."""
    angles = rng.uniform(0, np.pi) + np.arange(3) * np.pi / 3
    return tuple(
        line((-0.5 * np.cos(a), -0.5 * np.sin(a)), (0.5 * np.cos(a), 0.5 * np.sin(a))) for a in angles
    )


def turned(drawing: Drawing, angle: float) -> Drawing:
    """Return a drawing turned about its middle, in radians."""
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    return tuple(stroke @ turn for stroke in drawing)


MONSTERS: tuple[Sign, ...] = (
    horned_head, horned_head, horned_head, round_head, round_head, cat_head, ghost, skull_head, teeth,
    angry_eyes, blob_creature,
    scribble,
)  # fmt: skip
HEROES: tuple[Sign, ...] = (
    sword, sword, sword, crossed_swords, shield, shield, star, star, stick_figure, stick_figure, stick_figure,
    stick_figure, crown, helmet, helmet, banner, banner, plus_sign
)  # fmt: skip
CROSSES: tuple[Sign, ...] = (thin_cross, thin_cross, double_cross, outlined_cross)
ATTACK_MARKS: tuple[Sign, ...] = (star, star, asterisk)
