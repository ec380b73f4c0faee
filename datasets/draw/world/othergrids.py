"""Pages with a printed grid of another game: sudokus, crosswords, boards, of 3 x 3 to 15 x 15 squares."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import map_nodes

Picture = NDArray[np.uint8]

COMMON = 9  # squares a side of the most common puzzle
SQUARE = (18, 34)  # pixels a square
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)


@dataclass(frozen=True, slots=True)
class GridPage:
    """A page seen straight, RGB, and where each of its grids lies: nodes (n + 1, n + 1, 2) in pixels."""

    picture: Picture
    lattices: tuple[NDArray[np.float64], ...]


def draw_grid_page(rng: np.random.Generator, cells: int | None = None) -> GridPage:
    """Draw a page with one grid in its middle, now and then a second one, and print round about.

    Args:
        rng: chance.
        cells: squares along a side of the grid; any number by default.
    """
    if cells is None:
        cells = COMMON if rng.random() < 0.4 else int(rng.integers(3, 16))
    square = float(rng.integers(*SQUARE)) if cells > 5 else float(rng.integers(30, 60))
    around = rng.uniform(0.4, 6.0, 4) * square
    size = cells * square
    width, height = round(size + around[0] + around[2]), round(size + around[1] + around[3])
    page = np.full((height, width, 3), rng.uniform(140, 252, 3).mean() + rng.uniform(-14, 14, 3), np.float32)
    page = np.clip(page, 0, 255).astype(np.uint8)
    ink = float(rng.uniform(0, 110))
    if rng.random() < 0.7:
        _print_words(page, ink + 20, rng)
    corner = around[:2]
    lattices = [map_nodes(cells) * square + corner]
    _print_grid(page, lattices[0], ink, rng)
    beside = corner + np.array([size + square * rng.uniform(0.5, 2), 0])
    if rng.random() < 0.25 and beside[0] < width - 2 * square:
        other = map_nodes(cells) * square + beside
        lattices.append(other)
        _print_grid(page, other, ink, rng)
    return _bent(GridPage(page, tuple(lattices)), square, rng)


def _print_words(page: Picture, ink: float, rng: np.random.Generator) -> None:
    """Print columns of words over the page; the grid's own paper covers them later."""
    height, width = page.shape[:2]
    pitch = int(rng.integers(7, 18))
    for y in range(pitch, height, pitch):
        x = float(rng.integers(0, 20))
        while x < width:
            word = float(rng.integers(6, 40))
            if rng.random() < 0.85:
                end = (int(min(x + word, width)), y - int(rng.integers(0, 2)))
                cv2.line(page, (int(x), y), end, [ink] * 3, max(1, pitch // 4), cv2.LINE_AA)
            x += word + pitch / 2


def _print_grid(page: Picture, lattice: NDArray[np.float64], ink: float, rng: np.random.Generator) -> None:
    cells = len(lattice) - 1
    square = float(lattice[0, 1, 0] - lattice[0, 0, 0])
    start, end = lattice[0, 0], lattice[-1, -1]
    paper = (page[:4, :4].reshape(-1, 3).mean(axis=0) + rng.uniform(-6, 20)).clip(0, 255)
    clear = rng.uniform(0.1, 0.6) * square
    cv2.rectangle(page, _pixel(start - clear), _pixel(end + clear), paper.tolist(), -1)
    _fill_squares(page, lattice, ink, rng)
    thin, faint = int(rng.integers(1, 3)), float(rng.uniform(0, 90))
    block = 3 if cells == COMMON and rng.random() < 0.9 else int(rng.integers(2, 6))
    thick = thin + int(rng.integers(0, 4))
    frame = max(thick, int(rng.integers(1, 6)))
    for k in range(cells + 1):
        outer, inner = k in (0, cells), k % block == 0 and thick > thin
        wide = frame if outer else thick if inner else thin
        shade = [ink if outer or inner else min(ink + faint, 200.0)] * 3
        cv2.line(page, _pixel(lattice[k, 0]), _pixel(lattice[k, -1]), shade, wide, cv2.LINE_AA)
        cv2.line(page, _pixel(lattice[0, k]), _pixel(lattice[-1, k]), shade, wide, cv2.LINE_AA)


def _fill_squares(page: Picture, lattice: NDArray[np.float64], ink: float, rng: np.random.Generator) -> None:
    """Fill squares with digits, printed or by hand, with shades, or with black as in crosswords."""
    cells = len(lattice) - 1
    square = float(lattice[0, 1, 0] - lattice[0, 0, 0])
    share, shaded, black = rng.uniform(0, 0.9), rng.uniform(-0.3, 0.3), rng.uniform(-0.4, 0.25)
    font = FONTS[rng.integers(len(FONTS))]
    shade, pen = rng.uniform(150, 225, 3).tolist(), rng.uniform(0, 130, 3)
    for row in range(cells):
        for column in range(cells):
            corner, what = lattice[row, column], rng.random(4)
            if what[0] < black:
                cv2.rectangle(page, _pixel(corner), _pixel(corner + square), [ink] * 3, -1)
            elif what[1] < shaded:
                cv2.rectangle(page, _pixel(corner), _pixel(corner + square), shade, -1)
            if what[2] > share:
                continue
            if what[3] < 0.6:
                at = _pixel(corner + np.array([0.28, 0.78]) * square)
                digit, bold = str(rng.integers(1, 10)), 1 + int(square > 24)
                cv2.putText(page, digit, at, font, square / 36, [ink] * 3, bold)
            else:
                bends = corner + rng.uniform(0.15, 0.9, (5, 2)) * square
                cv2.polylines(page, [np.rint(bends).astype(np.int32)], False, pen.tolist(), 1, cv2.LINE_AA)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    x, y = np.rint(point).astype(int)
    return int(x), int(y)


def _bent(page: GridPage, square: float, rng: np.random.Generator) -> GridPage:
    """Bend the page softly, as paper that does not lie flat looks from above."""
    if rng.random() < 0.4:
        return page
    height, width = page.picture.shape[:2]
    bow = rng.normal(0, 0.25, 2) * square

    def moved(points: NDArray[np.float64]) -> NDArray[np.float64]:
        across, down = points[..., 0] / width * 2 - 1, points[..., 1] / height * 2 - 1
        return np.asarray(points + np.stack([bow[0] * down**2, bow[1] * across**2], axis=-1), np.float64)

    places = moved(np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64))
    x, y = np.moveaxis(places.astype(np.float32), -1, 0)
    bent = cv2.remap(page.picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # what stands at p in the bent page stood at moved(p) before: nodes go the other way, to first order
    back = tuple(2 * nodes - moved(nodes) for nodes in page.lattices)
    return GridPage(np.asarray(bent, np.uint8), back)
