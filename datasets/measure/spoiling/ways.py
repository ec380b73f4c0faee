"""Spoil photos of sheets in ways that the world or a program spoils them.

Each takes an RGB picture, the corners of the field in it, and chance; what it returns shows the same map, or
less of it, but for `TAMPERED`, in which a person too sees another map than the true one.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from datasets.draw.strokes import floats
from engine import SIZE
from vision.find.lattice import mean_side

Corners = NDArray[np.float64]
"""Of the field, from its upper left one clockwise as the sheet is read, (4, 2), pixels."""
Rng = np.random.Generator
Spoil = Callable[[Pixels, Corners, Rng], Pixels]
FIELD = floats([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)])
MARGIN = 2.0  # squares about the field that move with it
SOFT = 0.03  # of the long side: over which the edge of a shadow rises


def _square(corners: Corners) -> float:
    return mean_side(corners) / SIZE


def _clipped(picture: NDArray[np.floating]) -> Pixels:
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _blended(first: Pixels, second: Pixels, share: float = 0.5) -> Pixels:
    """Return both pictures, the second one with this share."""
    return np.asarray(cv2.addWeighted(first, 1 - share, second, share, 0), np.uint8)


def _moved(picture: Pixels, across: float, down: float) -> Pixels:
    shift = floats([[1, 0, across], [0, 1, down]])
    return np.asarray(
        cv2.warpAffine(picture, shift, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _aside(corners: Corners, rng: Rng, least: float, most: float) -> tuple[float, float]:
    """Return a shift of so many squares in any direction, in pixels."""
    reach, heading = _square(corners) * rng.uniform(least, most), rng.uniform(0, 2 * np.pi)
    return float(reach * np.cos(heading)), float(reach * np.sin(heading))


def _on_map(picture: Pixels, corners: Corners) -> NDArray[np.float32]:
    """Return the map place (x, y) of each pixel, (height, width, 2)."""
    to_map = cv2.getPerspectiveTransform(corners.astype(np.float32), FIELD)
    height, width = picture.shape[:2]
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
    return np.asarray(cv2.perspectiveTransform(pixels, to_map), np.float32)


def _within(places: NDArray[np.float32], margin: float = 0.0) -> NDArray[np.bool_]:
    return np.asarray(((places >= -margin) & (places <= SIZE + margin)).all(axis=-1))


def _rearranged(picture: Pixels, corners: Corners, change: Callable[[Corners], Corners]) -> Pixels:
    """Show at each map place what lies where `change` says, in the field and a little about it."""
    places = _on_map(picture, corners)
    to_photo = cv2.getPerspectiveTransform(FIELD, corners.astype(np.float32))
    source = floats(cv2.perspectiveTransform(change(places.astype(np.float64)).astype(np.float32), to_photo))
    x, y = np.moveaxis(source, -1, 0)
    shown = cv2.remap(picture, floats(x), floats(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.where(_within(places, MARGIN)[..., None], shown, picture).astype(np.uint8)


def _half(picture: Pixels, rng: Rng) -> NDArray[np.float32]:
    """Return 1 on one side of a random line through the picture's middle, 0 on the other."""
    height, width = picture.shape[:2]
    heading = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    across = (x - width / 2) * np.cos(heading) + (y - height / 2) * np.sin(heading)
    return np.asarray(1 / (1 + np.exp(-across / (SOFT * max(height, width)))), np.float32)


def _doubled_by_a_square(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return _blended(picture, _moved(picture, *_aside(corners, rng, 0.9, 1.1)))


def _ghost(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return _blended(picture, _moved(picture, *_aside(corners, rng, 0.1, 0.4)))


def _field_on_field(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """The field exposed twice, the second time turned by half."""
    turned = _rearranged(picture, corners, lambda places: SIZE - places)
    return _blended(picture, turned)


def _bleeding_through(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    def mirrored(places: Corners) -> Corners:
        places[..., 0] = SIZE - places[..., 0]
        return places

    return _blended(picture, _rearranged(picture, corners, mirrored), 0.3)


def _half_overexposed(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return _clipped(picture * (1 + 2.5 * _half(picture, rng)[..., None]))


def _half_in_the_dark(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return _clipped(picture * (1 - 0.94 * _half(picture, rng)[..., None]))


def _glare(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    places = _on_map(picture, corners)
    away = np.linalg.norm(places - rng.uniform(2, 9, 2), axis=-1) / rng.uniform(1.5, 3.0)
    return _clipped(picture + 400 * np.exp(-(away**2))[..., None])


def _dark(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    noise = rng.normal(0, 2.0, picture.shape)
    return _clipped(picture * rng.uniform(0.05, 0.12) + noise)


def _foggy(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return _clipped(200 + (picture.astype(np.float32) - 200) * rng.uniform(0.08, 0.25))


def _out_of_focus(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _square(corners) * rng.uniform(0.1, 0.3)), np.uint8)


def _shaken(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    across, down = _aside(corners, rng, 0.2, 0.5)
    along = np.linspace(-0.5, 0.5, 15)
    return _clipped(np.mean([_moved(picture, across * t, down * t) for t in along], axis=0))


def _noisy(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return _clipped(picture + rng.normal(0, rng.uniform(40, 80), picture.shape))


def _speckled(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    chance = rng.random(picture.shape[:2])[..., None]
    return np.where(chance < 0.1, 0, np.where(chance > 0.9, 255, picture)).astype(np.uint8)


def _blocky(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(2, 7))])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def _pixelated(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    scale = rng.uniform(8, 16) / _square(corners)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_NEAREST), np.uint8)


def _few_tones(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    step = 255 // int(rng.integers(2, 4))
    return _clipped(np.round(picture / step) * step)


def _grey(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)


def _negative(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    return 255 - picture


def _one_colour(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    light = np.full(3, 0.06)
    light[rng.integers(3)] = 1.0
    return _clipped(picture * light)


def _striped(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """The shadow of a blind."""
    place = _on_map(picture, corners)[..., int(rng.integers(2))]
    shade = 0.5 + 0.5 * np.sign(np.sin(2 * np.pi * place / rng.uniform(0.5, 2.5)))
    return _clipped(picture * (1 - 0.6 * cv2.GaussianBlur(shade, (0, 0), 3)[..., None]))


def _meshed(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """The shadow of a wire mesh."""
    waves = np.sin(2 * np.pi * _on_map(picture, corners) / rng.uniform(0.2, 0.6))
    return _clipped(picture * (1 - 0.6 * (waves.max(axis=-1) > 0.9)[..., None]))


def _scribbled(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    out, to_photo = picture.copy(), cv2.getPerspectiveTransform(FIELD, corners.astype(np.float32))
    for _ in range(3):
        way = rng.uniform(1, 10, 2) + np.cumsum(rng.normal(0, 0.5, (40, 2)), axis=0)
        line = cv2.perspectiveTransform(floats(way)[None], to_photo)[0]
        ink = rng.uniform(0, 140, 3).tolist()
        cv2.polylines(out, [line.round().astype(np.int32)], False, ink, max(2, int(_square(corners) / 12)))
    return out


def _through_a_drop(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    middle, reach = rng.uniform(2, 9, 2), rng.uniform(1.5, 3.0)

    def bent(places: Corners) -> Corners:
        away = places - middle
        near = np.exp(-((np.linalg.norm(away, axis=-1, keepdims=True) / reach) ** 2))
        return np.asarray(places - 0.5 * near * away)

    return _rearranged(picture, corners, bent)


def _wavy(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """A camera moved while it read the picture line by line."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    wave = _square(corners) * rng.uniform(0.2, 0.4) * np.sin(y / _square(corners) / rng.uniform(0.5, 2.0))
    return np.asarray(cv2.remap(picture, floats(x + wave), y, cv2.INTER_LINEAR), np.uint8)


def _line_of_squares_twice(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """A field of 12 rows or columns: the sheet of another game, or two photos that were badly joined."""
    axis, cut = int(rng.integers(2)), int(rng.integers(2, 10))

    def change(places: Corners) -> Corners:
        line = places[..., axis]
        line[line > cut] -= 1
        return places

    return _rearranged(picture, corners, change)


def _line_of_squares_gone(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """A field of 10 rows or columns, as one of a folded sheet."""
    axis, cut = int(rng.integers(2)), int(rng.integers(2, 9))

    def change(places: Corners) -> Corners:
        line = places[..., axis]
        line[line > cut] += 1
        return places

    return _rearranged(picture, corners, change)


def _hole_in_the_file(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """A part of the picture that never came is grey."""
    out, places = picture.copy(), _on_map(picture, corners)
    corner = rng.integers(1, 7, 2)
    out[_within(places) & ((places > corner) & (places < corner + 3)).all(axis=-1)] = 128
    return out


def _bands_lost(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    out, height = picture.copy(), len(picture)
    for start in rng.integers(0, height, 6):
        out[start : start + int(_square(corners) * 0.8)] = picture[start]
    return out


def _coffee(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    places = _on_map(picture, corners)
    away = np.linalg.norm(places - rng.uniform(3, 8, 2), axis=-1)
    wet = (away < rng.uniform(2, 4))[..., None] * 0.6
    return _clipped(picture * (1 - wet) + wet * np.array([110, 70, 35]))


def _halves_of_two(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """The upper half of the field, and below it the same half upside down."""

    def change(places: Corners) -> Corners:
        low = places[..., 1] > SIZE / 2
        places[low] = SIZE - places[low]
        return places

    return _rearranged(picture, corners, change)


def _painted_over(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """A row is painted over in the colour of the paper."""
    out, row = picture.copy(), int(rng.integers(1, 10))
    places = _on_map(picture, corners)
    field = picture[_within(places)]
    paper = np.percentile(field, 85, axis=0)
    out[_within(places) & (places[..., 1] > row + 0.05) & (places[..., 1] < row + 0.95)] = paper
    return out


def _oil_painted(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """Each pixel has the mean colour of those about it whose brightness is the most frequent there."""
    reach, tones = max(1, round(_square(corners) * rng.uniform(0.03, 0.1))), int(rng.integers(6, 24))
    tone = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.int32) * tones // 256
    out, most = floats(picture), np.zeros(tone.shape, np.float32)
    for each in range(tones):
        of_it = floats(tone == each)
        count = cv2.boxFilter(of_it, -1, (2 * reach + 1,) * 2, normalize=False)
        total = cv2.boxFilter(picture * of_it[..., None], -1, (2 * reach + 1,) * 2, normalize=False)
        more = count > most + 0.5
        out[more], most = total[more] / count[more][:, None], np.maximum(count, most)
    return _clipped(out)


def _brightest_of_near(picture: Pixels, corners: Corners, rng: Rng) -> Pixels:
    """A maximum filter: what is thin and dark vanishes."""
    side = 2 * max(1, round(_square(corners) * rng.uniform(0.02, 0.06))) + 1
    return np.asarray(cv2.dilate(picture, np.ones((side, side), np.uint8)), np.uint8)


SPOILS: dict[str, Spoil] = {
    "exposed twice, a square aside": _doubled_by_a_square,
    "exposed twice, turned": _field_on_field,
    "ghost of a shake": _ghost,
    "bleeding through": _bleeding_through,
    "half overexposed": _half_overexposed,
    "half in the dark": _half_in_the_dark,
    "glare": _glare,
    "dark": _dark,
    "fog": _foggy,
    "out of focus": _out_of_focus,
    "shaken": _shaken,
    "noise": _noisy,
    "speckles": _speckled,
    "JPEG of the lowest quality": _blocky,
    "pixelated": _pixelated,
    "few tones": _few_tones,
    "grey": _grey,
    "negative": _negative,
    "light of one colour": _one_colour,
    "shadow of a blind": _striped,
    "shadow of a mesh": _meshed,
    "scribbled over": _scribbled,
    "through a drop": _through_a_drop,
    "wavy": _wavy,
    "12 rows or columns": _line_of_squares_twice,
    "10 rows or columns": _line_of_squares_gone,
    "hole in the file": _hole_in_the_file,
    "bands lost": _bands_lost,
    "coffee": _coffee,
    "oil paint": _oil_painted,
    "maximum filter": _brightest_of_near,
}
"""Ways that leave the map true."""
TAMPERED: dict[str, Spoil] = {"halves of two joined": _halves_of_two, "a row painted over": _painted_over}
"""Ways that show another map, to a person too."""


def spoilt(kind: str, picture: Pixels, corners: Corners, seed: int) -> Pixels:
    """Return an RGB picture spoilt in one way; the same seed gives the same pixels."""
    kinds = SPOILS | TAMPERED
    rng = np.random.default_rng([seed, *kind.encode()])
    return kinds[kind](picture, corners, rng)
