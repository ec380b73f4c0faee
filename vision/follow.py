"""From a lattice that is right to half a square to one that follows every line."""

from vision.geometry import Points, SheetGeometry
from vision.mesh import refine
from vision.nearby import NARROW, nearby_lattices
from vision.pyramid import Pyramid

CLEAR = 0.18  # support of lines from which a lattice surely follows them
CLEAR_WEAKEST = 0.3  # and that of the line that shows least, as a share of the median one's


def follow(photo: Pyramid, lattice: Points) -> SheetGeometry:
    """Follow the printed lines near a lattice; where they leave doubt, all of them at once first.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo.
    """
    direct = refine(photo, lattice)
    return direct if is_clear(direct) else follow_anew(photo, lattice, direct)


def follow_anew(photo: Pyramid, lattice: Points, direct: SheetGeometry) -> SheetGeometry:
    """Follow all lines near a lattice at once, then each; return that or what was found directly."""
    straight = nearby_lattices(photo, lattice, NARROW, most=1)
    return max([direct, *(refine(photo, one) for one in straight)], key=lambda one: one.score)


def is_clear(found: SheetGeometry) -> bool:
    """Whether the lines that a lattice follows all show."""
    return found.score > CLEAR and shows_all(found)


def shows_all(found: SheetGeometry) -> bool:
    """Whether none of the lines that a lattice follows is much fainter than the others."""
    return found.weakest > CLEAR_WEAKEST
