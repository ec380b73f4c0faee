"""Pictures without a map sheet: tables, papers with writing, forms, and grids of other games."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def draw_decoy(rng: np.random.Generator, side: int) -> Picture:
    """Draw a table top with papers on it, none of them a map sheet: RGB, shape (side, side, 3)."""
    picture = _table(rng, side)
    for _ in range(rng.integers(0, 4)):
        paper = draw_paper(rng, side)
        _lay_down(picture, paper, rng)
    if rng.random() < 0.5:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5)), np.uint8)
    noise = rng.normal(0, rng.uniform(0, 8), picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _table(rng: np.random.Generator, side: int) -> Picture:
    grain = rng.normal(0, 1, (side // int(rng.integers(1, 24)) + 1, side // int(rng.integers(1, 24)) + 1))
    spread = cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(rng.uniform(20, 230, 3) + spread * rng.uniform(0, 18), 0, 255).astype(np.uint8)


def draw_paper(rng: np.random.Generator, side: int) -> Picture:
    """Draw a page with writing, a form or a table: RGB, its sides a third of `side` to all of it."""
    height, width = rng.integers(side // 3, side, 2).tolist()
    paper = np.full((height, width, 3), rng.uniform(150, 250, 3), np.uint8)
    ink = rng.uniform(0, 140, 3).tolist()
    drawing = (_write_lines, _draw_table, _draw_table, _draw_bubbles, _scribble)[rng.integers(5)]
    drawing(paper, ink, rng)
    return paper


def _write_lines(paper: Picture, ink: list[float], rng: np.random.Generator) -> None:
    height, width = paper.shape[:2]
    pitch = int(rng.integers(5, 14))
    for y in range(pitch, height - pitch, pitch):
        x = 6
        while x < width * rng.uniform(0.5, 1.0) - 8:
            word = int(rng.integers(3, 16))
            cv2.line(paper, (x, y), (min(x + word, width - 4), y), ink, max(1, pitch // 4))
            x += word + 3


def _draw_table(paper: Picture, ink: list[float], rng: np.random.Generator) -> None:
    """A ruled table or a board of another game; never 11 by 11."""
    height, width = paper.shape[:2]
    rows, columns = rng.integers(2, 22, 2).tolist()
    if rng.random() < 0.5:
        rows = columns = int(rng.choice([3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 19]))
    columns += (rows, columns) == (11, 11)
    x0, x1 = sorted((rng.uniform(0.02, 0.98, 2) * width).astype(int).tolist())
    y0, y1 = sorted((rng.uniform(0.02, 0.98, 2) * height).astype(int).tolist())
    chequered = rng.random() < 0.2
    for row in range(rows):
        for column in range(columns):
            corner = (x0 + (x1 - x0) * column // columns, y0 + (y1 - y0) * row // rows)
            far = (x0 + (x1 - x0) * (column + 1) // columns, y0 + (y1 - y0) * (row + 1) // rows)
            if (chequered and (row + column) % 2) or rng.random() < 0.06:
                cv2.rectangle(paper, corner, far, rng.uniform(30, 220, 3).tolist(), -1)
            cv2.rectangle(paper, corner, far, ink, 1)


def _draw_bubbles(paper: Picture, ink: list[float], rng: np.random.Generator) -> None:
    height, width = paper.shape[:2]
    pitch = int(rng.integers(7, 18))
    for y in range(pitch, height - pitch, pitch):
        for x in range(pitch, width - pitch, pitch):
            cv2.circle(paper, (x, y), pitch // 3, ink, -1 if rng.random() < 0.2 else 1)


def _scribble(paper: Picture, ink: list[float], rng: np.random.Generator) -> None:
    height, width = paper.shape[:2]
    for _ in range(rng.integers(1, 30)):
        steps = np.cumsum(rng.normal(0, 5, (12, 2)), axis=0) + rng.uniform(0, 1, 2) * (width, height)
        cv2.polylines(paper, [steps.astype(np.int32)], False, ink, 1, cv2.LINE_AA)


def _lay_down(picture: Picture, paper: Picture, rng: np.random.Generator) -> None:
    """Lay the paper somewhere on the picture, turned and tilted."""
    side, (height, width) = len(picture), paper.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turn, size = rng.uniform(-np.pi, np.pi), rng.uniform(0.5, 1.3)
    spin = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    there = (corners - corners.mean(axis=0)) @ spin.T + rng.uniform(0.2, 0.8, 2) * side
    there += rng.normal(0, 0.04 * side, (4, 2))
    view = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    laid = cv2.warpPerspective(paper, view, (side, side), flags=cv2.INTER_AREA)
    on = cv2.warpPerspective(np.ones((height, width), np.uint8), view, (side, side), flags=cv2.INTER_NEAREST)
    picture[on > 0] = laid[on > 0]
