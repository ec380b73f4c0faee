"""Pictures that a photo is made of: real table tops, papers, boards and cards, and icons that may be printed.

The folders hold files called CLASS--SOURCE--NAME, as `../shared/data/backgrounds/train` and
`../shared/data/icons/train` do. Where they are absent, tables and papers are drawn, and no icons are printed.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels

BACKGROUNDS = Path("../shared/data/backgrounds/train")
ICONS = Path("../shared/data/icons/train")
KEPT_SIDE = 1200  # pixels of the long side that a background is kept at
ICON_SIDE = 128  # pixels of the long side that an icon is drawn at
TABLES, PAPERS, THINGS = ("texture", "scene"), ("document", "pattern-sheet", "boardgame"), ("boardgame",)

Icon = NDArray[np.uint8]
"""RGBA, shape (height, width, 4)."""


@dataclass(frozen=True)
class Pictures:
    """Files by their class, and within it by their source."""

    backgrounds: Mapping[str, tuple[tuple[Path, ...], ...]] = field(default_factory=dict)
    icons: Mapping[str, tuple[tuple[Path, ...], ...]] = field(default_factory=dict)

    @classmethod
    def load(cls, backgrounds: Path = BACKGROUNDS, icons: Path = ICONS) -> "Pictures":
        """List what lies in the folders; one that is absent holds nothing, which is said."""
        for folder in (backgrounds, icons):
            if not folder.is_dir():
                print(f"{folder} is not here: what it holds elsewhere is drawn, or left out", file=sys.stderr)
        return cls(_by_class(backgrounds), _by_class(icons))

    def background(self, classes: tuple[str, ...], rng: np.random.Generator) -> Pixels | None:
        """Return a random picture of one of the classes, RGB, or None where there are none."""
        known = [name for name in classes if name in self.backgrounds]
        if not known:
            return None
        return _photo(_any(self.backgrounds[known[int(rng.integers(len(known)))]], rng))

    def icon(self, kind: str, rng: np.random.Generator) -> Path | None:
        """Return the file of a random icon of a kind, or None where there are none."""
        return _any(self.icons[kind], rng) if kind in self.icons else None


@lru_cache(maxsize=512)
def draw_icon(path: Path) -> Icon:
    """Return an icon as RGBA, without the empty rim about it."""
    data = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=ICON_SIDE, height=ICON_SIDE))
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{path.name} is no icon that can be drawn")
    rows, columns = np.nonzero(picture[..., 3] > 8)
    inner = picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] if len(rows) else picture
    return np.ascontiguousarray(inner[..., [2, 1, 0, 3]])


def _by_class(folder: Path) -> dict[str, tuple[tuple[Path, ...], ...]]:
    found: dict[str, dict[str, list[Path]]] = {}
    for path in sorted(folder.glob("*--*--*.*")) if folder.is_dir() else []:
        kind, source, _ = path.name.split("--", 2)
        found.setdefault(kind, {}).setdefault(source, []).append(path)
    return {kind: tuple(tuple(paths) for paths in sources.values()) for kind, sources in found.items()}


def _any(sources: tuple[tuple[Path, ...], ...], rng: np.random.Generator) -> Path:
    """Choose a source first, so that none with many files rules."""
    paths = sources[int(rng.integers(len(sources)))]
    return paths[int(rng.integers(len(paths)))]


@lru_cache(maxsize=400)
def _photo(path: Path) -> Pixels:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path.name} is no picture")
    scale = min(1.0, KEPT_SIDE / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2RGB), np.uint8)
