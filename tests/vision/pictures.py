"""Pictures drawn for the tests: grids of known geometry, and files of many kinds."""

import io
import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from vision.find.lattice import Lattice, Points, map_nodes, nodes_between
from vision.find.pyramid import Pyramid
from vision.image import Image

TILTED = np.array([[260.0, 180.0], [900.0, 240.0], [860.0, 930.0], [170.0, 800.0]])
"""Corners of a field seen at a slant in a 1100 x 1000 picture."""


def lattice_between(corners: Points, cells: int, *, curl: float = 0.0) -> Points:
    """Return the nodes of a plane grid, (cells + 1, cells + 1, 2), bent by so many squares in its middle."""
    nodes = map_nodes(cells)
    bent = nodes + curl * np.sin(np.pi * nodes[..., :1] / cells) * np.array([0.0, 1.0])
    return Lattice(nodes_between(corners, cells)).to_photo(bent)


def grid_picture(lattice: Points, size: tuple[int, int] = (1000, 1100), ink: int = 90) -> Image:
    """Draw a lattice as thin lines on pale paper; `size` is (height, width)."""
    picture = np.full((*size, 3), 215, np.uint8)
    for line in [*lattice, *lattice.transpose(1, 0, 2)]:
        points = np.rint(line * 16).astype(np.int32)
        cv2.polylines(picture, [points], False, (ink, ink, ink), 2, cv2.LINE_AA, 4)
    noise = np.random.default_rng(4).normal(0, 2.5, picture.shape)
    return Image(np.clip(picture + noise, 0, 255).astype(np.uint8))


def grid_photo(lattice: Points, *, ink: int = 90) -> Pyramid:
    """Return the drawn lattice as what the search looks at."""
    return Pyramid(grid_picture(lattice, ink=ink))


def photo_bytes(picture: NDArray[np.uint8], kind: str = "JPEG", *, orientation: int = 1) -> bytes:
    """Encode a picture, with an EXIF orientation if it is not 1."""
    file = io.BytesIO()
    exif = PillowImage.Exif()
    exif[0x0112] = orientation
    PillowImage.fromarray(picture).save(file, kind, quality=95, exif=exif)
    return file.getvalue()


def huge_png(width: int = 20000, height: int = 20000) -> bytes:
    """Return a tiny PNG file whose header promises so many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
