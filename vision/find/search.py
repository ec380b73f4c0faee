"""The search for printed lattices: places are proposed, lines say where exactly, the judge says whether.

One search serves map sheets and n x n grids of any kind. A look that does not convince the judge costs the
next one, within a bound of effort: what was seen clearly is looked about at once, what was seen faintly only
after everywhere else was looked at, and not as long.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

import numpy as np

from engine import SIZE
from vision.find.beneath import carried_beneath
from vision.find.geometry import Points, SheetGeometry, is_plausible
from vision.find.growing import HERE, grown_lattices
from vision.find.judge import judge, least_found, least_sure, moved_by
from vision.find.lattice_net import CONVINCING
from vision.find.lines import FINE, PLAIN
from vision.find.mesh import approach, finish, refine
from vision.find.nearby import NARROW, nearby_lattices
from vision.find.propose import Proposal, lattice_model, propose
from vision.find.pyramid import Pyramid
from vision.find.unbend import unbent
from vision.own_sheets.markers import find_markers

SAME_LATTICE = 0.15  # squares within which two lattices are the same
STEPS = 2  # times that a lattice is moved by a square because the judge says so
CLOSELY = 2  # clear proposals of a stage about which all looks are taken, where none convinces at the first
MOST_CLOSELY, MOST_FAINT = 5, 3  # such proposals in a photo, and faint ones
MOST_JUDGED = 60  # lattices in a photo
MOST_GROWN = 4  # lattices grown near a proposal that are followed to the end
MOST_FOLLOWED = 3  # of the lattices near a proposal, those with the clearest lines, are followed to the end
FIRST_LOOKS = 4  # looks that cost little; about a faint proposal no others are taken, unless
POSSIBLE = 0.001  # one of these is at least so likely right
AGREED, MANY = 0.5, 8  # a lattice so likely right to which so many looks lead is worth a person's look, too:
# to wrong ones at most five led
LEFT_ALONE = 0.998  # probability from which a lattice is not followed again
SEEN_UPRIGHT = 0.9  # probability that a sheet lies the way up that a proposal says


@dataclass
class Effort:
    """What a search may still cost: so many lattices may be judged."""

    left: int = MOST_JUDGED
    closely: int = MOST_CLOSELY
    """Clear proposals about which all looks may still be taken."""
    judged: list[SheetGeometry] = field(default_factory=list)
    """All lattices that were judged."""

    def spend(self) -> bool:
        """Take one judgement, or say that there are none left."""
        self.left -= 1
        return self.left >= 0

    def agrees(self, sheet: SheetGeometry) -> bool:
        """Tell whether many looks from elsewhere have led to a lattice that is likely right."""
        if sheet.probability < AGREED:
            return False
        return sum(_is_near(other, sheet.lattice) for other in self.judged) >= MANY


def search_lattices(photo: Pyramid, cells: int = SIZE) -> list[SheetGeometry]:
    """Find every printed lattice of n x n squares in a photo, the surest first.

    Map sheets come in their own order, whichever way up they lie; in a mirror the order is that of the
    picture. Each carries what the judge says of it.
    """
    found = list(_marked(photo)) if cells == SIZE else []
    found += _found_by_looking(photo, cells) if not any(map(_is_sure, found)) else []
    apart = [carried_beneath(_surer(photo, sheet)) for sheet in _apart(found)]
    return [_upright(sheet) for sheet in apart] if cells == SIZE else apart


def _found_by_looking(photo: Pyramid, cells: int) -> list[SheetGeometry]:
    """Return what is worth a person's look: what the judge likes, and what many looks agree on."""
    effort = Effort()
    found = _looked_for(photo, cells, effort)
    return [sheet for sheet in found if sheet.probability >= least_found() or effort.agrees(sheet)]


def _looked_for(photo: Pyramid, cells: int, effort: Effort) -> list[SheetGeometry]:
    """Look at the proposals stage by stage until a lattice is sure, then about the faint ones, too."""
    found, faint = list[SheetGeometry](), list[list[Proposal]]()
    for stage in propose(photo, cells):
        plausible = [proposal for proposal in stage if is_plausible(proposal.lattice, photo.image.shape)]
        found += _found_in(photo, plausible, effort)
        if any(map(_is_sure, found)) or effort.left <= 0:
            return found
        faint.append([proposal for proposal in plausible if not _is_clear(proposal)])
    in_turn = [proposal for rank in zip_longest(*faint) for proposal in rank if proposal is not None]
    return found + _found_closely(photo, in_turn[:MOST_FAINT], effort)


def _found_in(photo: Pyramid, stage: list[Proposal], effort: Effort) -> list[SheetGeometry]:
    """Look at each proposal once; where that finds nothing sure, look about the clearest closely."""
    once = [_settle(photo, proposal, effort, closely=False) for proposal in stage]
    found = [sheet for sheet in once if sheet is not None]
    if any(map(_is_sure, found)):
        return found
    clear = [proposal for proposal in stage if _is_clear(proposal)][: min(CLOSELY, effort.closely)]
    effort.closely -= len(clear)
    return found + _found_closely(photo, clear, effort)


def _found_closely(photo: Pyramid, proposals: list[Proposal], effort: Effort) -> list[SheetGeometry]:
    """Take all looks about each proposal, until a lattice is sure."""
    found: list[SheetGeometry] = []
    for proposal in proposals:
        sheet = _settle(photo, proposal, effort, closely=True)
        found += [sheet] if sheet is not None else []
        if sheet is not None and _is_sure(sheet):
            break
    return found


def _is_clear(proposal: Proposal) -> bool:
    return proposal.agreement >= CONVINCING


def _is_sure(sheet: SheetGeometry) -> bool:
    return sheet.marked is not None or sheet.probability >= least_sure()


def _marked(photo: Pyramid) -> Iterator[SheetGeometry]:
    """Yield the sheets of our own that show their markers."""
    small, scale = photo.small
    for sheet in find_markers(small):
        lattice = (sheet.lattice + 0.5) / scale - 0.5
        best = _settle(photo, Proposal(lattice, 1.0), Effort(), closely=False)
        if best is not None and _is_near(best, lattice):
            yield replace(_as_marked(best, lattice), marked=sheet.side)


def _settle(photo: Pyramid, proposal: Proposal, effort: Effort, *, closely: bool) -> SheetGeometry | None:
    """Judge the lattices about a proposal until one is sure; return the likeliest."""
    lattice = proposal.lattice
    ways = looks(photo, lattice) if closely else iter((refine(photo, lattice),))
    best = _likeliest(photo, islice(ways, FIRST_LOOKS), effort, None)
    if _is_clear(proposal) or (best is not None and best.probability >= POSSIBLE):
        best = _likeliest(photo, ways, effort, best)
    if best is None or best.judged is None:
        return best
    return replace(best, judged=best.judged.expecting_upright(SEEN_UPRIGHT))


def _likeliest(
    photo: Pyramid, ways: Iterator[SheetGeometry], effort: Effort, best: SheetGeometry | None
) -> SheetGeometry | None:
    """Judge one lattice after another until one is sure; return the likeliest, `best` among them."""
    while best is None or not _is_sure(best):
        look = next(ways, None)
        if look is None or not effort.spend():
            break
        if not is_plausible(look.lattice, photo.image.shape):
            continue
        judged = _judged(photo, look, effort)
        effort.judged.append(judged)
        if best is None or judged.probability > best.probability:
            best = judged
    return best


def looks(photo: Pyramid, lattice: Points) -> Iterator[SheetGeometry]:
    """Yield the lattices that lines near a proposal lead to, those first that cost least."""
    seen = unbent(photo, lattice, lattice_model(), sheets_only=len(lattice) == SIZE + 1)
    bent = seen if is_plausible(seen, photo.image.shape) else lattice
    yield refine(photo, bent)
    straight = next(iter(nearby_lattices(photo, lattice, NARROW, most=1)), lattice)
    yield refine(photo, straight)
    yield refine(photo, lattice, FINE)
    yield refine(photo, straight, FINE)
    for one in _distinct(grown_lattices(photo, bent))[:MOST_GROWN]:
        yield finish(photo, one)
    rough = [one for one in nearby_lattices(photo, straight) if is_plausible(one, photo.image.shape)]
    near = sorted((approach(photo, one) for one in rough), key=lambda one: -one.score)
    for one in _distinct(near)[:MOST_FOLLOWED]:
        if is_plausible(one.lattice, photo.image.shape):
            yield finish(photo, one)


def _surer(photo: Pyramid, sheet: SheetGeometry) -> SheetGeometry:
    """Follow the lines of a sheet once more from its middle outward; return what the judge likes better."""
    if sheet.marked or sheet.probability >= LEFT_ALONE:
        return sheet
    best = sheet
    for sight in (PLAIN, FINE):
        for one in grown_lattices(photo, sheet.lattice, sight, HERE):
            again = finish(photo, one, sight)
            if is_plausible(again.lattice, photo.image.shape):
                judged = judge(photo, again).expecting_upright(SEEN_UPRIGHT)
                if judged.probability > best.probability:
                    best = replace(again, judged=judged)
    return best


def _judged(photo: Pyramid, lattice: SheetGeometry, effort: Effort) -> SheetGeometry:
    """Return the lattice with what the judge says, moved by a square where it says so."""
    best = replace(lattice, judged=judge(photo, lattice))
    for _ in range(STEPS):
        said = best.judged
        if said is None or said.step == (0, 0) or said.places[-1] > 0.5 or not effort.spend():
            break
        moved = refine(photo, moved_by(best, said.step).lattice)
        if not is_plausible(moved.lattice, photo.image.shape):
            break
        again = replace(moved, judged=judge(photo, moved))
        if again.probability <= best.probability:
            break
        best = again
    return best


def _upright(sheet: SheetGeometry) -> SheetGeometry:
    """Return the sheet turned as a person reads it."""
    if sheet.judged is None or sheet.marked:
        return sheet
    return sheet.turned(int(sheet.judged.ways.argmax()) % 4)


def _is_near(sheet: SheetGeometry, lattice: Points) -> bool:
    """Whether a sheet lies where its markers say, whichever way up."""
    near = SAME_LATTICE * sheet.cell_pixels
    return any(np.abs(sheet.turned(quarters).lattice - lattice).max() <= near for quarters in range(4))


def _as_marked(sheet: SheetGeometry, lattice: Points) -> SheetGeometry:
    """Return the sheet the way up that its markers say."""
    return min(
        (sheet.turned(quarters) for quarters in range(4)),
        key=lambda turned: float(np.abs(turned.lattice - lattice).max()),
    )


def _apart(found: list[SheetGeometry]) -> list[SheetGeometry]:
    """Return each lattice once, marked ones first, then the surest."""
    kept: list[SheetGeometry] = []
    for sheet in sorted(found, key=lambda sheet: (sheet.marked is None, -sheet.probability)):
        if not any(_overlap(sheet.lattice, other) for other in kept):
            kept.append(sheet)
    return kept


def _distinct(found: list[SheetGeometry]) -> list[SheetGeometry]:
    """Leave out lattices that lie where an earlier one does."""
    kept: list[SheetGeometry] = []
    for one in found:
        near = SAME_LATTICE * one.cell_pixels
        if all(np.abs(one.corners - other.corners).max() > near for other in kept):
            kept.append(one)
    return kept


def _overlap(lattice: Points, found: SheetGeometry) -> bool:
    """Whether the middle of a lattice lies in one that was found."""
    middle = lattice[[0, 0, -1, -1], [0, -1, -1, 0]].mean(axis=0)
    corners = found.corners
    size = np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean()
    return bool(np.linalg.norm(middle - corners.mean(axis=0)) < 0.5 * size)
