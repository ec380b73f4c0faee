"""Further sheets beside those that were found: looked for where the photo has room for one."""

from collections.abc import Iterator, Sequence
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import SIZE
from vision.find.align import aligned
from vision.find.beneath import carried_beneath
from vision.find.geometry import SheetGeometry
from vision.find.lattice import map_nodes
from vision.find.lattice_net import Field
from vision.find.propose import Box, fields_in, propose_in
from vision.find.pyramid import Pyramid, median_colour
from vision.find.search import Effort, as_read, each_once, found_by_looking, is_sure, overlap
from vision.image import Image

CLEAR = 0.7  # agreement of a field that is looked at more closely in a photo,
VAGUE = 0.25  # and in a scanned page, where nothing else lies about
CERTAIN = 0.95  # agreement of what is surely a field; of 70 pages of one sheet one has such a thing beside it
ROOM = 0.75  # of a field's side: a disc so wide must fit beside known sheets for one more to lie there
MOST_ROOMS = 24  # that are looked into beside the sheets that are known
AROUND = 1.25  # radii of such a disc that are seen on each side of its middle,
LEAST_SEEN, MOST_SEEN = 0.8, 1.0  # but so many sides of a field at least and at most
TAKEN = 0.7  # sides of a field around a middle that was looked at, about which nothing is looked at again
LOOKED_AT = 256  # pixels of the photo's long side at which room is looked for


def sheets_beside(
    photo: Pyramid, found: Sequence[SheetGeometry], *, is_page: bool = False
) -> list[SheetGeometry]:
    """Find the sheets that lie beside those that were found, as long as there is room for one more.

    Those that are sure are painted over, and the photo is looked at again, and each room in it.

    Args:
        photo: the upright photo.
        found: the sheets that are known.
        is_page: whether it is a page of a document, as scanners make them of several sheets. Then rooms are
            looked into all four ways up, and what the judge half believes is returned, too.
    """
    beside: list[SheetGeometry] = []
    least = VAGUE if is_page else CLEAR
    while known := [sheet for sheet in [*found, *beside] if is_sure(sheet)]:
        if not (rooms := list(_rooms(photo, known))):
            break
        rest = Pyramid(_painted_over(photo.image, known))
        proposals = propose_in(rest, rooms, partial(_is_clear_beside, known, least), turned=is_page)
        new = [
            sheet
            for sheet in each_once(found_by_looking(rest, proposals, Effort()))
            if is_sure(sheet) or is_page
            if not any(overlap(sheet.lattice, other) for other in [*known, *beside])
        ]
        beside += [as_read(carried_beneath(sheet)) for sheet in new]
        if not any(map(is_sure, new)):
            break
    return beside


def seems_to_show_more(photo: Pyramid, found: Sequence[SheetGeometry]) -> bool:
    """Whether a page seems to show one more sheet than were found: a field surely, and lines in it."""
    known = [sheet for sheet in found if is_sure(sheet)]
    if not known or not (rooms := list(_rooms(photo, known))):
        return False
    rest = Pyramid(_painted_over(photo.image, known))
    seen = (fields_in(rest, room, partial(_is_clear_beside, known, VAGUE)) for room in rooms)
    return any(
        field.agreement >= CERTAIN and aligned(rest, field.lattice(SIZE)).may_be_seen
        for fields in seen
        for field in fields
        if not any(overlap(field.lattice(1), sheet) for sheet in found)
    )


def _is_clear_beside(known: Sequence[SheetGeometry], least: float, field: Field) -> bool:
    """Whether a field is seen so clearly at least, and not that of a known sheet, whose outline shows."""
    return field.agreement >= least and not any(overlap(field.lattice(1), sheet) for sheet in known)


def _rooms(photo: Pyramid, known: Sequence[SheetGeometry]) -> Iterator[Box]:
    """Yield the parts of the photo in which one more sheet like the known ones could lie, widest first."""
    height, width = photo.image.shape[:2]
    scale = LOOKED_AT / max(height, width)
    side = scale * np.sqrt(np.mean([cv2.contourArea(sheet.corners.astype(np.float32)) for sheet in known]))
    free = np.ones((round(height * scale), round(width * scale)), np.uint8)
    for sheet in known:
        cv2.fillConvexPoly(free, _outline_around(sheet, scale), 0)
    for _ in range(MOST_ROOMS):
        reach = cv2.distanceTransform(np.pad(free, 1), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]
        _, radius, _, (x, y) = cv2.minMaxLoc(reach)
        if 2 * radius < ROOM * side:
            return
        half = float(np.clip(AROUND * radius, LEAST_SEEN * side, MOST_SEEN * side))
        yield (x - half) / scale, (y - half) / scale, 2 * half / scale, 2 * half / scale
        cv2.circle(free, (x, y), round(min(radius, TAKEN * side)), 0, cv2.FILLED)


def _painted_over(image: Image, known: Sequence[SheetGeometry]) -> Image:
    """Return the picture with the fields of these sheets, and a square around each, in its median colour."""
    painted = image.copy()
    colour = median_colour(image)
    for sheet in known:
        cv2.fillConvexPoly(painted, _outline_around(sheet), colour)
    return Image(painted)


def _outline_around(sheet: SheetGeometry, scale: float = 1.0) -> NDArray[np.int32]:
    """Return the corners of a sheet's field with a square around it, in pixels of the photo at that scale."""
    around = sheet.where.to_photo(map_nodes(1) * (sheet.where.cells + 2.0) - 1.0)[[0, 0, 1, 1], [0, 1, 1, 0]]
    return np.rint(around * scale).astype(np.int32)
