"""Prints, lamps and cameras that training never uses, to measure how the reader fares with new ones.

Nothing here may be drawn for training: `datasets.draw.flat.sheet` uses it only when asked for unseen sheets.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.draw.pencil import Colour, Pixels
from datasets.draw.photo import light
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import GridStyle, Paper, Print
from datasets.draw.sheet.unseen_art import MOUNTAINS, RUINS
from datasets.draw.strokes import floats

PAPERS: tuple[Colour, ...] = (
    (205.0, 222.0, 236.0), (226.0, 236.0, 208.0), (240.0, 214.0, 206.0), (186.0, 158.0, 122.0)
)  # fmt: skip
"""Pale blue, pale green, pink, and brown wrapping paper."""
LAMPS = ("blinds", "two lamps", "spot")
CAMERAS = ("smoothed", "small", "sharpened")


@dataclass(frozen=True, slots=True)
class Shooting:
    """The lamp and the camera of an unseen sheet."""

    lamp: str
    camera: str


def unseen_print(rng: np.random.Generator) -> Print:
    """Return an edition whose paper, grid, ruins and mountains no training sheet has."""
    r, g, b = np.clip(floats(PAPERS[int(rng.integers(len(PAPERS)))]) + rng.normal(0, 5, 3), 5, 252).tolist()
    return replace(
        random_print(rng),
        paper=Paper.WHITE,
        paper_colour=(r, g, b),
        border=0.0,
        grid=GridStyle.CROSSES if rng.random() < 0.5 else GridStyle.SOLID,
        grid_strength=float(rng.uniform(0.3, 0.9)),
        mountain=str(rng.choice(list(MOUNTAINS))),
        ruins=str(rng.choice(list(RUINS))),
    )


def random_shooting(rng: np.random.Generator) -> Shooting:
    """Return a lamp and a camera that training does not know."""
    return Shooting(LAMPS[int(rng.integers(len(LAMPS)))], CAMERAS[int(rng.integers(len(CAMERAS)))])


def photograph(scene: Pixels, shooting: Shooting, recipe: Recipe, rng: np.random.Generator) -> Pixels:
    """Return the scene (RGB) as such a camera shows it in such light."""
    lit = np.clip(scene * _LIGHTS[shooting.lamp](scene.shape[:2], rng), 0, 255)
    noisy = lit + rng.normal(0, float(rng.uniform(*recipe.noise)), lit.shape)
    taken = _DEVELOPERS[shooting.camera](np.clip(noisy, 0, 255).astype(np.uint8), rng)
    return light.developed(light.compressed(taken, recipe, rng))


# Lamps: how bright each pixel is lit, per channel


def _blinds(shape: tuple[int, int], rng: np.random.Generator) -> light.Field:
    """Stripes of sun through a blind."""
    xs, ys = _grid(shape)
    angle, pitch = rng.uniform(0, np.pi), float(rng.uniform(0.12, 0.4))
    stripes = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / pitch) * rng.uniform(1.0, 4.0)
    lit = 1.0 - float(rng.uniform(0.2, 0.45)) / (1.0 + np.exp(-stripes))
    return floats(lit[..., None] * np.exp(rng.normal(0, 0.04, 3)))


def _two_lamps(shape: tuple[int, int], rng: np.random.Generator) -> light.Field:
    """A warm lamp on one side and a window on the other."""
    xs, ys = _grid(shape)
    angle = rng.uniform(0, 2 * np.pi)
    share = (0.5 + 0.5 * (xs * np.cos(angle) + ys * np.sin(angle))).clip(0, 1)[..., None]
    warm, cool = floats((1.05, 0.88, float(rng.uniform(0.5, 0.7)))), floats((0.82, 0.94, 1.05))
    return floats(warm * share + cool * (1 - share))


def _spot(shape: tuple[int, int], rng: np.random.Generator) -> light.Field:
    """A desk lamp's bright pool in a dark room."""
    xs, ys = _grid(shape)
    x, y = rng.uniform(-0.8, 0.8, 2)
    pool = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / float(rng.uniform(0.6, 1.6)))
    return floats((0.35 + 0.75 * pool)[..., None] * floats((1.0, 0.93, float(rng.uniform(0.7, 0.9)))))


def _grid(shape: tuple[int, int]) -> tuple[light.Field, light.Field]:
    ys, xs = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    return floats(xs), floats(ys)


# Cameras


def _smoothed(photo: Pixels, rng: np.random.Generator) -> Pixels:
    """A phone that paints over noise as with water colours."""
    return np.asarray(cv2.bilateralFilter(photo, 5, float(rng.uniform(15, 35)), 2.0), np.uint8)


def _small(photo: Pixels, rng: np.random.Generator) -> Pixels:
    """A messenger that shrank the photo, and a screen that enlarged it."""
    scale = float(rng.uniform(0.6, 0.85))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _sharpened(photo: Pixels, rng: np.random.Generator) -> Pixels:
    """A scanning app: strong contrast, pale colours, dark rims round every line."""
    soft = cv2.GaussianBlur(photo, (0, 0), 2.0)
    rims = cv2.addWeighted(photo, 2.2, soft, -1.2, 0).astype(np.float32)
    grey = rims.mean(axis=2, keepdims=True)
    pale = grey + (rims - grey) * float(rng.uniform(0.4, 0.8))
    return np.asarray(np.clip((pale - 40) * float(rng.uniform(1.15, 1.4)), 0, 255), np.uint8)


_LIGHTS = {"blinds": _blinds, "two lamps": _two_lamps, "spot": _spot}
_DEVELOPERS = {"smoothed": _smoothed, "small": _small, "sharpened": _sharpened}
