"""From a lit table to a JPEG: light, shadows, occluders, blur, colour, noise, compression."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import pixel
from datasets.draw.pencil import Pixels
from datasets.draw.recipe import Recipe
from datasets.draw.strokes import floats

COARSE = 8
Field = NDArray[np.float32]
Image = NDArray[Any]
"""Any picture: OpenCV's functions do not promise which numbers they return."""

SKINS = ((224.0, 172.0, 140.0), (190.0, 135.0, 100.0), (140.0, 92.0, 64.0), (90.0, 58.0, 42.0))


def illumination(size: tuple[int, int], recipe: Recipe, rng: np.random.Generator) -> Field:
    """Return how bright each pixel is lit: a slope, the lens's dark corners, perhaps a cast shadow."""
    width, height = size[0] // COARSE + 2, size[1] // COARSE + 2
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.25)
    field = 1.0 + slope * (np.cos(angle) * xs + np.sin(angle) * ys)
    field -= rng.uniform(0, 0.14) * (xs**2 + ys**2)
    if rng.random() < 0.25:
        field += rng.uniform(0.05, 0.25) * np.exp(
            -((xs - rng.uniform(-1, 1)) ** 2 + (ys - rng.uniform(-1, 1)) ** 2) / 0.3
        )
    if rng.random() < recipe.cast_shadow:
        field *= 1.0 - float(rng.uniform(0.2, 0.6)) * _cast_shadow((height, width), rng)
    return np.asarray(cv2.resize(field.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32)


def _cast_shadow(shape: tuple[int, int], rng: np.random.Generator) -> Field:
    """Return the shadow of a phone, an arm or a hand, with a soft rim."""
    height, width = shape
    mask = np.zeros(shape, np.float32)
    kind = rng.random()
    at, angle = rng.uniform((0, 0), (width, height)), rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-way[1], way[0]])
    if kind < 0.5:
        far, half = way * 3 * height, side * rng.uniform(0.15, 0.9) * width
        cv2.fillPoly(
            mask, [np.round([at - half, at + half, at + half + far, at - half + far]).astype(np.int32)], 1.0
        )
    else:
        wrist = at + way * 2 * height
        cv2.line(mask, pixel(at), pixel(wrist), 1.0, int(width * rng.uniform(0.12, 0.3)))
        for finger in np.linspace(-0.7, 0.7, 4):
            turned = np.array([np.cos(angle + finger), np.sin(angle + finger)])
            tip = at - turned * width * rng.uniform(0.15, 0.3)
            cv2.line(mask, pixel(at), pixel(tip), 1.0, max(2, int(width * 0.045)))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.5, 7))), np.float32)


def striped_shadow(size: tuple[int, int], rng: np.random.Generator) -> Field:
    """Return how a blind or a railing darkens a picture of this width and height, (height, width), 0 to 1."""
    angle, period = rng.uniform(0, np.pi), rng.uniform(0.03, 0.2) * max(size)
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    phase = (np.cos(angle) * x + np.sin(angle) * y) * (2 * np.pi / period) + rng.uniform(0, 2 * np.pi)
    edge = np.tanh((np.sin(phase) - rng.uniform(-0.5, 0.5)) * rng.uniform(1.0, 8.0))
    return floats(1.0 - rng.uniform(0.15, 0.65) * (0.5 + 0.5 * edge))


def add_occluder(photo: Image, rng: np.random.Generator) -> None:
    """Lay a thumb or a pencil over the photo's edge, in place."""
    height, width = photo.shape[:2]
    edge = np.array(
        [(rng.uniform(0, width), height), (0, rng.uniform(0, height)), (width, rng.uniform(0, height))]
    )
    start = edge[int(rng.integers(3))]
    tip = start + (np.array([width, height]) / 2 - start) * rng.uniform(0.15, 0.45)
    skin = SKINS[int(rng.integers(len(SKINS)))]
    if rng.random() < 0.6:
        thickness, colour = int(width * rng.uniform(0.05, 0.09)), skin
    else:
        grey = float(rng.uniform(20, 230))
        thickness, colour = max(3, int(width * 0.016)), (grey, float(rng.uniform(20, 230)), grey * 0.6)
    cv2.line(photo, pixel(start), pixel(tip), colour, thickness, cv2.LINE_AA)


def drop_shadow(sheet: Field, rng: np.random.Generator) -> Field:
    """Return how the sheet's own shadow darkens the table round it."""
    small = cv2.resize(sheet, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shift = floats([[1, 0, rng.normal(0, 2)], [0, 1, rng.normal(0, 2)]])
    moved = cv2.warpAffine(small, shift, small.shape[::-1])
    soft = cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(0.7, 4)))
    return np.asarray(1 - rng.uniform(0.2, 0.6) * cv2.resize(soft, sheet.shape[::-1]), np.float32)


def exposed(
    photo: Image, light: Field, recipe: Recipe, rng: np.random.Generator, *, blur_scale: float, drained: bool
) -> Pixels:
    """Light the scene, blur it and develop it as a phone does, drained of nearly all colour or not."""
    balance = floats(np.exp(rng.normal(0, 0.045, 3)) * rng.uniform(0.7, 1.1))
    if rng.random() < 0.25:
        balance *= floats((1.05, 1.0, rng.uniform(0.76, 0.94)))
    scene = cv2.multiply(photo, cv2.merge([light * gain for gain in balance]), dtype=cv2.CV_8U)
    blurred = _blurred(scene, recipe, rng, blur_scale)
    toned = cv2.LUT(blurred, _tone_curve(rng))
    if drained:
        grey = cv2.cvtColor(toned, cv2.COLOR_RGB2GRAY)
        toned = cv2.addWeighted(toned, 0.15, cv2.merge([grey, grey, grey]), 0.85, 0)
    noisy = _noisy(toned, float(rng.uniform(*recipe.noise)), rng)
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(noisy, (0, 0), 1.2)
        amount = float(rng.uniform(0.2, 0.9))
        noisy = np.asarray(cv2.addWeighted(noisy, 1 + amount, soft, -amount, 0), np.uint8)
    return np.asarray(noisy, np.uint8)


def compressed(photo: Pixels, recipe: Recipe, rng: np.random.Generator) -> bytes:
    """Return the photo as JPEG bytes of a random quality."""
    quality = int(rng.integers(recipe.jpeg[0], recipe.jpeg[1] + 1))
    found, data = cv2.imencode(
        ".jpg", cv2.cvtColor(photo, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    if not found:
        raise RuntimeError("OpenCV cannot write a JPEG")
    return bytes(data)


def developed(data: bytes) -> Pixels:
    """Return the RGB picture in JPEG bytes."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(np.asarray(picture), cv2.COLOR_BGR2RGB), np.uint8)


def _blurred(scene: Image, recipe: Recipe, rng: np.random.Generator, scale: float) -> Pixels:
    sigma = float(recipe.defocus[0] + (recipe.defocus[1] - recipe.defocus[0]) * rng.beta(1.0, 1.8)) * scale
    if sigma > 0.3:
        scene = cv2.GaussianBlur(scene, (0, 0), sigma)
    if rng.random() < recipe.motion:
        length, angle = rng.uniform(2, 6) * scale, rng.uniform(0, np.pi)
        reach = int(np.ceil(length / 2)) + 1
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        step = np.array([np.cos(angle), np.sin(angle)]) * length / 2 * 16
        ends = np.round([reach * 16 - step, reach * 16 + step]).astype(np.int32)
        cv2.line(kernel, tuple(ends[0]), tuple(ends[1]), 255.0, 1, cv2.LINE_AA, 4)
        if kernel.sum() > 0:
            scene = cv2.filter2D(scene, -1, kernel / kernel.sum())
    return np.asarray(scene, np.uint8)


def _tone_curve(rng: np.random.Generator) -> NDArray[np.uint8]:
    levels = np.linspace(0, 1, 256) ** float(rng.uniform(0.75, 1.3))
    contrast = float(rng.uniform(0.0, 0.7))
    curved = levels * (1 - contrast) + contrast * (3 * levels**2 - 2 * levels**3)
    lift = float(rng.uniform(0, 0.08))
    return np.asarray(np.clip(255 * (lift + (1 - lift) * curved), 0, 255), np.uint8)


def _noisy(photo: Image, sigma: float, rng: np.random.Generator) -> Pixels:
    """Add sensor noise: a tile of grain rolled by chance, twice, so that no repeat shows."""
    side = 384
    grain = rng.standard_normal((side, side, 3), dtype=np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    tile = np.clip(grain * sigma, -127, 127).astype(np.int8)
    height, width = photo.shape[:2]
    rolls = [np.roll(tile, tuple(rng.integers(0, side, 2)), (0, 1)) for _ in range(4)]
    rows = [
        np.hstack([rolls[int(rng.integers(4))] for _ in range(width // side + 1)])
        for _ in range(height // side + 1)
    ]
    return np.asarray(cv2.add(photo, np.vstack(rows)[:height, :width], dtype=cv2.CV_8U), np.uint8)
