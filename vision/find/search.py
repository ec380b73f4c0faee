"""The search for printed lattices: places are proposed, lines say where exactly, the judge says whether.

One search serves map sheets and n x n grids of any kind. A look that does not convince the judge costs the
next one, within a bound of effort.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from engine import SIZE
from vision.find.align import aligned
from vision.find.beneath import carried_beneath, led_by_halves
from vision.find.geometry import SheetGeometry
from vision.find.judge import judge, least_followed, least_found, least_sure
from vision.find.judgement import MIRRORED
from vision.find.lattice import Lattice, Points, area_of, corners_of, is_plausible, scaled_points
from vision.find.lines import COARSE, FINE
from vision.find.mesh import finish, refine
from vision.find.propose import propose
from vision.find.pyramid import Pyramid, with_margin
from vision.find.spacing import respaced
from vision.image import Image
from vision.own_sheets.markers import find_markers

MARGIN = 0.06  # of a picture's long side: paper that is added on each side of a cropped one
SAME_LATTICE = 0.15  # squares within which two lattices are the same
FILLING = 0.6  # share of a cropped picture that its field fills
CROPPED_STAGES = 2  # of proposals in a cropped picture: all of it, and turned
STEPS = 2  # times that a lattice is moved by a square because the judge says so
MOST_JUDGED = 20  # lattices followed in a picture; of 893 sheets that were found none took more than 14
MOST_RESPACED = 3  # of the likeliest lattices, that are laid on the lines as they are spaced
MOST_HALVED = 2  # of the likeliest lattices, of which each half is followed alone
ASTRAY = 0.01  # probability from which one half of a lattice may lie right
FAR = 1.0  # squares from a corner to where uncovered squares lead; in right lattices it is 0.7 at most
HOPELESS = 0.001  # probability below which lines are not looked at more coarsely
SEEN_UPRIGHT = 0.9  # probability that a sheet lies the way up that a proposal says


class Effort:
    """The effort left to a search: the count of lattices that it may follow and judge, none of them twice."""

    def __init__(self, most: int = MOST_JUDGED) -> None:
        """Start with nothing followed."""
        self.left = most
        self.saw_any = False
        """Whether any lattice was seen, vaguely at least, right or wrong."""
        self._followed: list[Points] = []

    def spend(self) -> bool:
        """Take one lattice, or say that there are none left."""
        self.left -= 1
        return self.left >= 0

    def is_new(self, near: Lattice) -> bool:
        """Whether a lattice was not followed before, whichever way up; from now on it was."""
        reach = SAME_LATTICE * near.cell_pixels
        turns = [np.rot90(near.nodes, quarters) for quarters in range(4)]
        known = any(np.abs(turn - other).max() <= reach for other in self._followed for turn in turns)
        self._followed.append(near.nodes)
        return not known


def search_in_turn(pictures: Iterable[Image], cells: int = SIZE) -> tuple[list[SheetGeometry], Image]:
    """Search a photo at one scale after another until a lattice is sure.

    What the judge does not believe at one scale it often does at another, where the picture is sampled
    elsewhere; where no lattice at all is seen, right or wrong, the first scale is the last. Then paper is
    added around the picture: a photo that was cropped to the field, as scanning apps do, shows none.

    Args:
        pictures: RGB, the same photo at several scales; the later ones cost nothing unless they are needed.
        cells: squares along one side.

    Returns:
        What was found in the picture that shows the surest lattice, and that picture; the first picture where
        none shows any.
    """
    seen: list[tuple[list[SheetGeometry], Image]] = []
    for picture in pictures:
        effort = Effort()
        found = search_lattices(Pyramid(picture), cells, effort)
        seen.append((found, picture))
        if any(map(is_sure, found)) or not effort.saw_any:
            break
    if not any(map(is_sure, seen[-1][0])):
        first = seen[0][1]
        seen.append((_search_cropped(first, cells), first))
    return max(seen, key=lambda search: _surest(search[0]))


def _search_cropped(picture: Image, cells: int) -> list[SheetGeometry]:
    """Find the lattices that surely fill a picture, and so have lost the paper around them."""
    margin = round(MARGIN * max(picture.shape[:2]))
    photo, least = Pyramid(with_margin(picture, margin)), FILLING * picture.shape[0] * picture.shape[1]
    stages = islice(propose(photo, cells), CROPPED_STAGES)
    filling = ([lattice for lattice in stage if area_of(lattice) >= least] for stage in stages)
    found = list(filter(is_sure, found_by_looking(photo, filling, Effort())))
    return [sheet.moved(-margin, -margin) for sheet in _each_as_read(found, cells)]


def _surest(found: Sequence[SheetGeometry]) -> tuple[bool, float]:
    """Return whether any of those found is sure, and their largest probability, -1 where there are none."""
    return any(map(is_sure, found)), max((sheet.evidence.probability for sheet in found), default=-1.0)


def search_lattices(photo: Pyramid, cells: int = SIZE, effort: Effort | None = None) -> list[SheetGeometry]:
    """Find every printed lattice of n x n squares in a photo, the surest first.

    Map sheets come in their own order, whichever way up they lie; in a mirror the order is that of the
    picture. Each carries what the judge says of it.

    Args:
        photo: the upright photo.
        cells: squares along one side.
        effort: what the search may cost; it notes what was seen.
    """
    found = list(_marked(photo)) if cells == SIZE else []
    if not any(map(is_sure, found)):
        found += found_by_looking(photo, propose(photo, cells), effort or Effort())
    return _each_as_read(found, cells)


def _each_as_read(found: list[SheetGeometry], cells: int) -> list[SheetGeometry]:
    """Return each lattice once, beneath what covers it too, map sheets in their own order."""
    apart = [carried_beneath(sheet) for sheet in each_once(found)]
    return [as_read(sheet) for sheet in apart] if cells == SIZE else apart


def found_by_looking(
    photo: Pyramid, proposals: Iterable[list[Points]], effort: Effort
) -> list[SheetGeometry]:
    """Look at proposals stage by stage until a lattice is sure; return what may be worth a person's look.

    At the end the likeliest of those that are not sure are laid on the lines as they are spaced, or as one
    half of them leads.
    """
    looked: list[SheetGeometry] = []
    for stage in proposals:
        for lattice in stage:
            if any(is_sure(sheet) and overlap(lattice, sheet) for sheet in looked):
                continue
            settled = _settle(photo, lattice, effort)
            looked += [settled] if settled else []
        if any(map(is_sure, looked)) or effort.left <= 0:
            break
    likeliest = sorted(looked, key=lambda sheet: sheet.evidence.probability, reverse=True)
    for put_right in (_as_spaced, _as_halves_lead):
        if not any(map(is_sure, looked)):
            again = [_follow(photo, near, effort) for near in put_right(photo, likeliest)]
            looked += [sheet for sheet in again if sheet and is_sure(sheet)]  # or parts of larger grids pass
    return [sheet for sheet in looked if sheet.evidence.probability >= least_followed()]


def _as_spaced(photo: Pyramid, likeliest: Sequence[SheetGeometry]) -> Iterator[Lattice]:
    """Yield the likeliest lattices as their lines are spaced."""
    yield from filter(None, (respaced(photo, sheet.where) for sheet in likeliest[:MOST_RESPACED]))


def _as_halves_lead(_: Pyramid, likeliest: Sequence[SheetGeometry]) -> Iterator[Lattice]:
    """Yield where each half of the likeliest lattices leads, if they are not quite unlikely."""
    for sheet in likeliest[:MOST_HALVED]:
        if sheet.evidence.probability >= ASTRAY:
            yield from led_by_halves(sheet.where)


def is_sure(sheet: SheetGeometry) -> bool:
    """Whether a lattice is believed without a person's look."""
    return sheet.evidence.marked is not None or sheet.evidence.probability >= least_sure()


def _marked(photo: Pyramid) -> Iterator[SheetGeometry]:
    """Yield the sheets of our own that show their markers."""
    small, scale = photo.small
    effort = Effort()
    for sheet in find_markers(small):
        lattice = scaled_points(sheet.lattice, 1 / scale)
        best = _settle(photo, lattice, effort)
        if best is not None and _is_near(best, lattice):
            upright = _as_marked(best, lattice)
            yield replace(upright, evidence=replace(upright.evidence, marked=sheet.side))


def _settle(photo: Pyramid, lattice: Points, effort: Effort) -> SheetGeometry | None:
    """Judge what the lines near a rough lattice lead to; None where no lattice can lie, or none is seen."""
    size = photo.image.shape
    if not is_plausible(lattice, size):
        return None
    near = aligned(photo, lattice)
    effort.saw_any |= near.may_be_seen
    return _follow(photo, near.where, effort) if near.is_seen else None


def _follow(photo: Pyramid, near: Lattice, effort: Effort) -> SheetGeometry | None:
    """Judge what the lines along a lattice lead to until it is sure; return the likeliest.

    Lines are looked at closely, then coarsely. There is nothing to return where no lattice can lie, or where
    the search followed the same one before.
    """
    size = photo.image.shape
    if not is_plausible(near.nodes, size) or not effort.is_new(near):
        return None
    best: SheetGeometry | None = None
    for sight in (FINE, COARSE):
        look = finish(photo, near, sight)
        if not is_plausible(look.lattice, size):
            continue
        if not effort.spend():
            break
        judged = _judged(photo, look, effort)
        if best is None or judged.evidence.probability > best.evidence.probability:
            best = judged
        if is_sure(best) or best.evidence.probability < HOPELESS:
            break
    return best


def _judged(photo: Pyramid, sheet: SheetGeometry, effort: Effort) -> SheetGeometry:
    """Return the lattice with what the judge says, moved by a square where it says so."""
    best = _asked(photo, sheet)
    for _ in range(STEPS):
        said = best.evidence.judged
        if said is None or said.step == (0, 0) or said.places[-1] > 0.5 or not effort.spend():
            break
        moved = refine(photo, best.where.beside(said.step).nodes)
        if not is_plausible(moved.lattice, photo.image.shape):
            break
        again = _asked(photo, moved)
        if again.evidence.probability <= best.evidence.probability:
            break
        best = again
    return best


def _asked(photo: Pyramid, sheet: SheetGeometry) -> SheetGeometry:
    """Return the lattice with what the judge says, given that most proposals are upright.

    Where squares are covered, the judge cannot see whether a corner is right. If the bend of the others leads
    it far from there, the judge is asked about the lattice that they lead to.
    """
    judged = _as_judged(photo, sheet)
    if not is_sure(judged):
        return judged
    carried = carried_beneath(judged)
    away = np.linalg.norm(carried.where.corners - judged.where.corners, axis=1).max()
    return _as_judged(photo, carried) if away > FAR * judged.where.cell_pixels else judged


def _as_judged(photo: Pyramid, sheet: SheetGeometry) -> SheetGeometry:
    return sheet.as_judged(judge(photo, sheet.where).expecting_upright(SEEN_UPRIGHT))


def as_read(sheet: SheetGeometry) -> SheetGeometry:
    """Return the sheet turned as a person reads it."""
    if sheet.evidence.judged is None or sheet.evidence.marked:
        return sheet
    return sheet.turned(int(sheet.evidence.judged.ways.argmax()) % MIRRORED)


def _is_near(sheet: SheetGeometry, lattice: Points) -> bool:
    """Whether a sheet lies where its markers say, any way up; one that the judge believes may be bent."""
    near, turned = SAME_LATTICE * sheet.where.cell_pixels, _as_marked(sheet, lattice)
    if sheet.evidence.probability >= least_found():
        return bool(np.abs(turned.where.corners - corners_of(lattice)).max() <= near)
    return bool(np.abs(turned.lattice - lattice).max() <= near)


def _as_marked(sheet: SheetGeometry, lattice: Points) -> SheetGeometry:
    """Return the sheet the way up that its markers say."""
    return min(
        (sheet.turned(quarters) for quarters in range(4)),
        key=lambda turned: float(np.abs(turned.lattice - lattice).max()),
    )


def each_once(found: list[SheetGeometry]) -> list[SheetGeometry]:
    """Return each lattice once, marked ones first, then the surest."""
    kept: list[SheetGeometry] = []
    for sheet in sorted(
        found, key=lambda sheet: (sheet.evidence.marked is None, -sheet.evidence.probability)
    ):
        if not any(overlap(sheet.lattice, other) for other in kept):
            kept.append(sheet)
    return kept


def overlap(lattice: Points, found: SheetGeometry) -> bool:
    """Whether the middle of a lattice lies in one that was found."""
    middle = corners_of(lattice).mean(axis=0)
    corners = found.corners
    size = np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean()
    return bool(np.linalg.norm(middle - corners.mean(axis=0)) < 0.5 * size)
