"""From a lattice that is right to half a square to one that follows every line."""

from vision.geometry import Points, SheetGeometry
from vision.mesh import refine
from vision.nearby import NARROW, nearby_lattices
from vision.pyramid import Pyramid


def follow(photo: Pyramid, lattice: Points) -> SheetGeometry:
    """Follow the printed lines near a lattice: all of them at once first, then each where it bends.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo.
    """
    straight = nearby_lattices(photo, lattice, NARROW, most=1)
    return refine(photo, straight[0] if straight else lattice)
