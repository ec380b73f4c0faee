"""Map each point of a bent, tilted sheet into a photo, and back."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.maps import SIZE
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import floats

Points = NDArray[np.float64]

MAP_STEP = 8  # the way back is worked out for every 8th pixel and filled in linearly
FIELD = 11.0  # squares of the field's side
STRONG = (0.15, 1.8)  # squares by which the field of a strongly bent sheet is higher here than there
HEIGHT_ROUNDS, STEEP_ROUNDS = 6, 80  # enough for the ray to meet a bent sheet within a hundredth of a pixel
LEAST_SEEN = 0.2  # of the usual square's area, that each square of a bent field shows
STEEP = 0.3  # slope from which that takes many


@dataclass(frozen=True, slots=True)
class Curl:
    """The sheet bent like a piece of a cylinder or a wave: one direction stays straight."""

    direction: float
    """Angle of the bent direction, in radians."""
    stations: Points
    """Distances along the bent direction, measured on the paper, in cells from the middle."""
    plan: Points
    """The same points seen from above."""
    heights: Points

    @classmethod
    def random(cls, rng: np.random.Generator, amount: float) -> "Curl":
        """Return a gentle bend whose height is about `amount` of its length."""
        stations = np.linspace(-16.0, 16.0, 641)
        across = stations / 10.0
        shapes = (
            across**2,
            np.sin(across * rng.uniform(1.2, 2.6) + rng.uniform(0, 6)),
            np.maximum(across - 0.2, 0) ** 2,
        )
        heights = 10.0 * amount * shapes[int(rng.integers(3))] * rng.choice([-1.0, 1.0, 1.0])
        direction = float(rng.choice([0.0, np.pi / 2, rng.uniform(0, np.pi)]))
        return cls._along(direction, stations, heights)

    @classmethod
    def strong(cls, rng: np.random.Generator) -> "Curl":
        """Return a bend as of a sheet that was rolled, folded or held, squares high in its field."""
        stations = np.linspace(-16.0, 16.0, 641)
        heights = np.zeros(len(stations))
        for part in rng.choice(4, size=int(rng.integers(1, 3)), replace=False):
            beside = stations - rng.uniform(-5, 5)
            shape = (
                (stations / 5.5) ** 2,
                np.sin(stations / 5.5 * rng.uniform(0.8, 2.2) + rng.uniform(0, 6)),
                np.maximum(beside / 5.5, 0) ** 2,
                np.hypot(beside, rng.uniform(0.1, 1.5)) / 5.5,
            )[int(part)]
            heights += rng.normal() * shape
        field = heights[np.abs(stations) <= FIELD / 2]
        heights *= rng.uniform(*STRONG) / max(float(np.ptp(field)), 1e-3)
        return cls._along(float(rng.uniform(0, np.pi)), stations, heights)

    @classmethod
    def _along(cls, direction: float, stations: Points, heights: Points) -> "Curl":
        """Return the bend with a profile of heights, flattened where it would be too steep to see."""
        heights = heights - heights[len(heights) // 2]
        slopes = np.clip(np.gradient(heights, stations), -0.9, 0.9)
        plan = np.concatenate([[0.0], np.cumsum(np.sqrt(1.0 - slopes[:-1] ** 2) * np.diff(stations))])
        plan -= plan[len(plan) // 2]
        return cls(direction, stations, plan, heights)

    @property
    def is_steep(self) -> bool:
        """Whether the paper rises or falls by more than three parts in ten somewhere."""
        return bool(np.abs(np.gradient(self.heights, self.stations)).max() > STEEP)

    def raised(self, flat: Points) -> Points:
        """Return where points of the flat paper (n, 2) stand in space (n, 3)."""
        axis = self._axis()
        along = flat @ axis
        shift = np.interp(along, self.stations, self.plan) - along
        return np.column_stack([flat + shift[:, None] * axis, np.interp(along, self.stations, self.heights)])

    def flattened(self, seen: Points) -> Points:
        """Return the points of the flat paper that stand over the given ground points."""
        axis = self._axis()
        along = seen @ axis
        return np.asarray(seen + (np.interp(along, self.plan, self.stations) - along)[:, None] * axis)

    def height(self, seen: Points) -> Points:
        """Return the paper's height over ground points."""
        return np.asarray(np.interp(seen @ self._axis(), self.plan, self.heights))

    def slope(self, seen: Points) -> Points:
        """Return how steep the paper is over ground points."""
        return np.asarray(np.interp(seen @ self._axis(), self.plan, np.gradient(self.heights, self.stations)))

    def _axis(self) -> Points:
        return np.array([np.cos(self.direction), np.sin(self.direction)])


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera with a little lens distortion, above a sheet."""

    size: tuple[int, int]
    """Photo width and height in pixels."""
    middle: tuple[float, float]
    """The sheet's middle, in cells from its top left."""
    turn: Points
    """Rotation from sheet to camera, 3 x 3."""
    distance: float
    """From the sheet's middle, in cells."""
    zoom: float
    """Pixels per cell at that distance."""
    shift: tuple[float, float]
    """The sheet's middle, in pixels from that of the photo."""
    lens: float
    curl: Curl

    def seen(self, points: Points) -> Points:
        """Return the photo pixels (n, 2) of points on the sheet, given in cells."""
        space = self.curl.raised(np.asarray(points, np.float64) - self.middle) @ self.turn.T
        flat = self.zoom * self.distance * space[:, :2] / (self.distance - space[:, 2:])
        return self._distorted(flat + self.shift) + self._centre()

    def sheet_map(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Return for every pixel the point of the sheet (x and y, in cells) and the paper's slope there."""
        width, height = self.size
        xs, ys = _stations(width), _stations(height)
        pixels = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2).astype(np.float64)
        ground = self._ground(self._undistorted(pixels - self._centre()) - self.shift)
        flat = self.curl.flattened(ground) + self.middle
        coarse = (
            np.column_stack([flat, self.curl.slope(ground)]).reshape(len(ys), len(xs), 3).astype(np.float32)
        )
        return _refined(coarse, width, height)

    def lattice(self, edition: Print) -> Points:
        """Return the photo pixels of the grid's 12 x 12 nodes, shape (12, 12, 2)."""
        steps = np.arange(SIZE + 1.0)
        nodes = np.stack(np.meshgrid(edition.left + steps, edition.top + steps), axis=2)
        return self.seen(nodes.reshape(-1, 2)).reshape(SIZE + 1, SIZE + 1, 2)

    def _ground(self, flat: Points) -> Points:
        """Follow each ray to the bent sheet: meet a plane, look up the height there, meet again."""
        ground = self._meet(flat, np.zeros(len(flat)))
        for _ in range(STEEP_ROUNDS if self.curl.is_steep else HEIGHT_ROUNDS):
            ground = self._meet(flat, self.curl.height(ground))
        return ground

    def _meet(self, flat: Points, height: Points) -> Points:
        rays, r = flat / (self.zoom * self.distance), self.turn
        a = r[0, 0] + rays[:, 0] * r[2, 0]
        b = r[0, 1] + rays[:, 0] * r[2, 1]
        c = r[1, 0] + rays[:, 1] * r[2, 0]
        d = r[1, 1] + rays[:, 1] * r[2, 1]
        e = rays[:, 0] * self.distance - height * (r[0, 2] + rays[:, 0] * r[2, 2])
        f = rays[:, 1] * self.distance - height * (r[1, 2] + rays[:, 1] * r[2, 2])
        determinant = a * d - b * c
        return np.column_stack([(e * d - b * f) / determinant, (a * f - c * e) / determinant])

    def _centre(self) -> Points:
        return np.array(self.size) / 2.0

    def _distorted(self, points: Points) -> Points:
        radius = (points**2).sum(1, keepdims=True) / (self._centre() ** 2).sum()
        return np.asarray(points * (1.0 + self.lens * radius))

    def _undistorted(self, points: Points) -> Points:
        guess = points
        for _ in range(8):
            radius = (guess**2).sum(1, keepdims=True) / (self._centre() ** 2).sum()
            guess = points / (1.0 + self.lens * radius)
        return guess


def random_camera(recipe: Recipe, edition: Print, rng: np.random.Generator) -> Camera:
    """Return a camera that sees the whole grid, set up as the recipe says."""
    long_side = int(rng.integers(recipe.long_side[0], recipe.long_side[1] + 1))
    short_side = int(long_side * rng.choice([0.75, 0.75, 0.75, 0.5625]))
    roll = _roll(recipe, rng)
    lies = abs(np.sin(roll)) > 0.75
    size = (long_side, short_side) if lies or rng.random() < 0.1 else (short_side, long_side)
    camera = Camera(
        size=size,
        middle=(edition.width / 2, edition.height / 2),
        turn=_rotation(np.radians(rng.uniform(*recipe.tilt)), rng.uniform(0, 2 * np.pi), roll),
        distance=float(rng.uniform(22, 48)),
        zoom=1.0,
        shift=(0.0, 0.0),
        lens=float(rng.uniform(*recipe.lens)),
        curl=Curl.random(rng, float(rng.uniform(*recipe.curl))),
    )
    camera = _bent(camera, edition, recipe, rng)
    return _framed(camera, edition, float(rng.uniform(*recipe.share)), rng)


def _bent(camera: Camera, edition: Print, recipe: Recipe, rng: np.random.Generator) -> Camera:
    """Return the camera above a sheet that bends strongly, as often as the recipe says."""
    if not recipe.bent or rng.random() >= recipe.bent:
        return camera
    bent = replace(camera, curl=Curl.strong(rng))
    return bent if _sees_all(bent, edition) else camera


def _sees_all(camera: Camera, edition: Print) -> bool:
    """Whether no square of the field is turned away, so that none hides another."""
    nodes = camera.lattice(edition)
    across, down = nodes[:-1, 1:] - nodes[:-1, :-1], nodes[1:, :-1] - nodes[:-1, :-1]
    areas = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    return bool(areas.min() > LEAST_SEEN * np.median(areas))


def _roll(recipe: Recipe, rng: np.random.Generator) -> float:
    if rng.random() < recipe.any_roll:
        return float(rng.uniform(0, 2 * np.pi))
    quarter = int(rng.integers(1, 4)) if rng.random() < recipe.quarter_turns else 0
    return float(np.radians(90 * quarter + rng.normal(0, recipe.roll_sigma)))


def _rotation(tilt: float, towards: float, roll: float) -> Points:
    axis = np.array([np.cos(towards), np.sin(towards), 0.0]) * tilt
    tilted = cv2.Rodrigues(axis)[0]
    rolled = cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0]
    return np.asarray(tilted @ rolled, np.float64)


def _framed(camera: Camera, edition: Print, share: float, rng: np.random.Generator) -> Camera:
    """Zoom until the sheet fills its share of the frame, and put it somewhere that keeps the grid in."""
    width, height = camera.size
    sheet = np.array(
        [(0, 0), (edition.width, 0), (edition.width, edition.height), (0, edition.height)], np.float64
    )
    outline = _zoomed(camera, 1.0, (0.0, 0.0)).seen(sheet)
    extent = np.ptp(outline, axis=0)
    zoom = share * min(width / extent[0], height / extent[1])
    steps = np.array([0.0, SIZE])
    grid = np.array([(edition.left + x, edition.top + y) for x in steps for y in steps])
    found = _zoomed(camera, zoom, (0.0, 0.0)).seen(grid)
    low, high = -found.min(0) + 0.03 * width, np.array([width, height]) - found.max(0) - 0.03 * width
    whole = np.array([width, height]) / 2 - (
        _zoomed(camera, zoom, (0.0, 0.0)).seen(sheet).min(0) + np.ptp(outline, axis=0) * zoom / 2
    )
    free = np.maximum(np.array([width, height]) - extent * zoom, 0.03 * width)
    wanted = whole + rng.uniform(-0.45, 0.45, 2) * free
    shift = np.where(low < high, np.clip(wanted, low, np.maximum(low, high)), (low + high) / 2)
    return _zoomed(camera, zoom, (float(shift[0]), float(shift[1])))


def _zoomed(camera: Camera, zoom: float, shift: tuple[float, float]) -> Camera:
    return Camera(
        camera.size, camera.middle, camera.turn, camera.distance, zoom, shift, camera.lens, camera.curl
    )


def _refined(
    coarse: NDArray[np.float32], width: int, height: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Fill in the coarse map linearly and cut off its rim, one step wide."""
    rows, columns = coarse.shape[:2]
    size = columns * MAP_STEP, rows * MAP_STEP
    fine = floats(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR))
    inner = fine[MAP_STEP : MAP_STEP + height, MAP_STEP : MAP_STEP + width]
    xs, ys, slope = (np.ascontiguousarray(inner[..., i]) for i in range(3))
    return xs, ys, slope


def _stations(length: int) -> Points:
    """Return where the nodes of the coarse map lie along one side of the photo, in pixels.

    They are the middles of blocks of `MAP_STEP` pixels, as OpenCV's resize understands them.
    """
    blocks = np.arange(-1.0, -(-length // MAP_STEP) + 1.0)
    return np.asarray(blocks * MAP_STEP + (MAP_STEP - 1) / 2, np.float64)
