"""Pictures for users, encoded again so that no private metadata is in them."""

import io
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from engine import ALL_SQUARES, Square
from service.documents import Sheet, SquareAt
from vision import Lattice, Photo, open_pages
from vision.image import Image
from vision.overlay import LONG_SIDE, cut_square, draw_map

if TYPE_CHECKING:
    from service.sheets.rows import MapInForce  # readers need no database

AROUND = 0.75  # squares shown beyond the one that is asked about
QUALITY = 88  # of a JPEG


def encode_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """Return a picture, RGB (height, width, 3), as the bytes of a JPEG."""
    file = io.BytesIO()
    PillowImage.fromarray(picture).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()


def open_page(photo: bytes, number: int | None) -> Photo:
    """Open a page of a document, or the photo itself.

    Raises:
        VisionError: It cannot be opened any more.
    """
    return open_pages(photo)[(number or 1) - 1]


def show_photo(photo: Photo, long_side: int) -> bytes:
    """Return the upright photo as JPEG, without its metadata, with at most so many pixels a side."""
    picture = PillowImage.fromarray(photo.image_at(long_side))
    picture.thumbnail((long_side, long_side))
    return encode_jpeg(np.asarray(picture))


def show_overlay(photo: Photo, sheet: Sheet, standing: "MapInForce") -> bytes:
    """Return the photo with the lattice and the map as it stands, as JPEG; the bare one without a lattice."""
    if sheet.lattice is None:
        return show_photo(photo, LONG_SIDE)
    image = photo.image_at(LONG_SIDE)
    terrain, rings = {square: standing.map.at(square) for square in ALL_SQUARES}, frozenset(standing.doubtful)
    return encode_jpeg(draw_map(image, _lattice(photo, sheet, image), terrain, rings))


def show_square(photo: Photo, sheet: Sheet, square: SquareAt, side: int) -> bytes:
    """Return one square and what lies around it, seen from above; the whole photo without a lattice."""
    if sheet.lattice is None:
        return show_photo(photo, side)
    image = photo.image()
    lattice = _lattice(photo, sheet, image)
    return encode_jpeg(cut_square(image, lattice, Square(*square), around=AROUND, side=side))


def _lattice(photo: Photo, sheet: Sheet, image: Image) -> Lattice:
    return Lattice(np.array(sheet.lattice)).scaled(photo.scale_of(image))
