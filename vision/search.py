"""The search for map sheets: many roads propose, printed lines say where exactly, the print judges."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

import numpy as np

from engine import Side
from vision.classical import classical_lattices
from vision.classifier import SheetClassifier
from vision.follow import follow, follow_anew, is_clear, shows_all
from vision.geometry import Points, SheetGeometry, distortion, is_plausible
from vision.growth import grown_lattices
from vision.lattice_net import find_fields
from vision.markers import find_markers
from vision.mesh import approach, finish, refine
from vision.nearby import nearby_lattices
from vision.printed import check_print
from vision.pyramid import Pyramid
from vision.released import ReleasedModel, load_model
from vision.sheet import SideMatch

CELLS = 11
LEAST_EVIDENCE = -15.0  # log-likelihood that the print is a known side's; lattices set wrong have far less
CLEAR_EVIDENCE = -5.0  # which it must have where lines are missing
LEAST_SUPPORT = 0.1  # of lines; below it nothing is believed
DEMANDS = ((0.9, 4, 0.18), (0.9, 1, LEAST_SUPPORT), (0.75, 1, 0.12), (0.4, 0, 0.25))
# share of that side's printed features recognised; lines that may be missing then; support they must have
MOST_BENT = 0.4  # squares that a node may lie beside flat paper for the search to end
SURE_MATCH = 0.7  # with so many in place, and clear lines, the search ends
OTHER_PRINT_LINES = 0.3  # support from which a grid is one although its print is no known side's
OTHER_PRINT_OPEN = 0.45  # support from which one side may be open: something is printed a square beyond it
OTHER_PRINT_AGREEMENT = 0.9  # and the share of the network's points that must lie on one plane
PINNED_MATCH, PINNED_EVIDENCE, PINNED_MARGIN = 0.95, -1.0, 15.0
"""From which the print alone says where the sheet lies: all features, log-likelihood, and that beside it."""
PINNED_LINES = 0.03  # support that faint lines must have then
PINNED_MISSING = 12  # and inner lines that may not show, of 20
STRETCHED = 0.25  # distortion that bent paper or a cropped picture may show
MAX_ERROR = 0.2  # squares: typical distance of lines from the lattice
MOST_JUDGED = 4  # lattices held against the mountains in one round: those with the best lines
SAME_LATTICE = 0.15  # squares within which two lattices are the same
IN_PLACE = 0.9  # with so many in place, no other lattice need be looked for, only its lines
MOVING_MATCH = 0.5  # share of printed features recognised from which they move a lattice
HOPELESS_MATCH = 0.15  # share of printed features below which looking further is in vain
POLISHED = 4  # times that a sheet which is not sure is followed anew at most
CLEARER = 0.002  # support by which that must grow
ROUNDS = 3  # each looks around the most trusted lattices of the round before
SEARCHED_AGAIN = 2
MOST_VAIN = 3  # proposals looked around in vain; those that follow get one look, so that the search ends
MOST_BLIND = 12  # lattices tried where the network saw nothing that is a sheet
LAST_ROAD_LINES = 0.25  # support that a lattice found by lines alone needs to be judged
WORTH_A_LOOK = 0.12  # and that it must have before its lines are followed


@dataclass(frozen=True)
class _Proposal:
    """Where a sheet may lie, and how much speaks for it before its lines are looked at."""

    lattice: Points
    agreement: float
    """Share of what was seen of it that lies on one plane."""
    marked: Side | None = None
    """The side that our own markers say it is, where they were seen."""


@dataclass(frozen=True)
class Verdict:
    """A lattice, and how well the printed mountains fit it."""

    geometry: SheetGeometry
    match: SideMatch

    @property
    def trust(self) -> float:
        """Mountains in place count most; among lattices that have them, the clearer lines."""
        return 0.1 * self.match.evidence + 2 * self.geometry.score

    @property
    def is_sheet(self) -> bool:
        """Whether this is a known map sheet: its print is in place, on lines that are there.

        The less of the print is recognised, the more must the lines say: a lattice squeezed into a photo that
        shows only a part of the sheet has lines where nothing is printed, and none where the print has some.
        """
        if self.is_pinned and self.geometry.missing <= PINNED_MISSING and self.geometry.error <= MAX_ERROR:
            return True
        least = CLEAR_EVIDENCE if self.geometry.missing else LEAST_EVIDENCE
        if self.match.evidence < least or self.geometry.error > MAX_ERROR:
            return False
        if self.match.match < SURE_MATCH and self.geometry.is_bare:
            return False
        return any(
            self.match.match >= match and self.geometry.missing <= missing and self.geometry.score >= support
            for match, missing, support in DEMANDS
        )

    @property
    def is_pinned(self) -> bool:
        """Whether all that is printed on a side is in place, nothing else, and much less a square beside."""
        margin = self.geometry.margin or 0.0
        in_place = self.match.match >= PINNED_MATCH and self.match.evidence >= PINNED_EVIDENCE
        return in_place and margin >= PINNED_MARGIN and self.geometry.score >= PINNED_LINES

    @property
    def is_sure(self) -> bool:
        """Whether no better lattice need be looked for.

        Where a line is missing, a row shows none, or the paper seems much bent, a corner without print may
        lie a row off all the same.
        """
        if self.geometry.missing or self.geometry.is_bare or self.geometry.bend > MOST_BENT:
            return False
        if self.is_pinned and shows_all(self.geometry):
            return True
        return is_clear(self.geometry) and self.match.match > SURE_MATCH


def search_sheets(photo: Pyramid, classifier: SheetClassifier) -> list[SheetGeometry]:
    """Find every map sheet in a photo, each in its own order, the one with the most trust first.

    A sheet whose print is no known side's is found too, where its lines are clear.
    """
    sheets: list[Verdict] = []
    others: list[SheetGeometry] = []
    vain = 0
    for proposal in _proposals(photo):
        lattice = proposal.lattice
        if not is_plausible(lattice, photo.image.shape) or any(
            _overlap(lattice, one.geometry) for one in sheets
        ):
            continue
        home_made = _home_made(proposal, photo, classifier) if proposal.marked is Side.CUSTOM else None
        if home_made:
            sheets.append(home_made)
            continue
        verdicts = _settle(lattice, photo, classifier, rounds=ROUNDS if vain < MOST_VAIN else 0)
        best = _polished(verdicts[0], photo, marked=proposal.marked) if verdicts else None
        if best and best.is_sheet:
            sheets.append(best)
            continue
        vain += 1
        if verdicts and proposal.agreement >= OTHER_PRINT_AGREEMENT:
            others.append(max((verdict.geometry for verdict in verdicts), key=_by_ends))
    whole = _apart([other for other in others if _is_whole(other, photo)])
    if not sheets and not whole:
        sheets = list(_by_lines_alone(photo, classifier))
    return [sheet.geometry for sheet in _by_trust(sheets)] or whole


def _home_made(proposal: _Proposal, photo: Pyramid, classifier: SheetClassifier) -> Verdict | None:
    """Follow the lines where our markers say that a home-made side lies, whose print nobody here knows."""
    found = follow(photo, proposal.lattice)
    near = (
        np.abs(found.corners - SheetGeometry(proposal.lattice, 0.0, 0.0).corners).max()
        < found.cell_pixels / 2
    )
    if not near or found.score < OTHER_PRINT_LINES or not is_plausible(found.lattice, photo.image.shape):
        return None
    return Verdict(replace(found, marked=proposal.marked), check_print(photo, found, classifier).unmoved)


def _proposals(photo: Pyramid) -> Iterator[_Proposal]:
    """Yield where sheets may lie: those with our own markers first, then what the network sees."""
    small, scale = photo.small
    for sheet in find_markers(small):
        yield _Proposal((sheet.lattice + 0.5) / scale - 0.5, agreement=1.0, marked=sheet.side)
    for field in find_fields(photo, lattice_model(), sheets_only=True):
        yield _Proposal(field.lattice(CELLS), field.agreement)


@cache
def lattice_model() -> ReleasedModel:
    """Return the released lattice network, loaded once."""
    return load_model("lattice_v2")


def _settle(start: Points, photo: Pyramid, classifier: SheetClassifier, *, rounds: int) -> list[Verdict]:
    """Judge the lattices around a proposal, round by round, until one is sure; most trusted first."""
    verdicts = _first_look(start, photo, classifier)
    if rounds and not _is_settled(verdicts, photo):
        grown = _judge_near(list(grown_lattices(photo, start)), photo, classifier, verdicts)
        if grown and grown[0].is_sure:
            return grown
        verdicts = _by_trust([*verdicts, *grown])
    starts = [start]
    for _ in range(rounds):
        if _is_settled(verdicts, photo):
            break
        rough = [near for one in starts for near in (one, *nearby_lattices(photo, one))]
        verdicts = _by_trust([*verdicts, *_judge_near(rough, photo, classifier, verdicts)])
        if verdicts and verdicts[0].is_sheet and verdicts[0].match.match >= IN_PLACE:
            break
        starts = [verdict.geometry.lattice for verdict in verdicts[:SEARCHED_AGAIN]]
    return verdicts


def _is_settled(verdicts: list[Verdict], photo: Pyramid) -> bool:
    """Whether looking further is needless, or in vain."""
    if not verdicts:
        return False
    best = verdicts[0]
    return best.is_sure or best.match.match < HOPELESS_MATCH or _is_whole(best.geometry, photo)


def _first_look(start: Points, photo: Pyramid, classifier: SheetClassifier) -> list[Verdict]:
    """Judge what the lines near a proposal lead to: directly if that is sure, else all at once first."""
    direct = refine(photo, start)
    has_all = direct.missing == 0 and shows_all(direct)
    judged = _judged([direct], photo, classifier) if has_all or is_clear(direct) else []
    if is_clear(direct) or any(verdict.is_sure for verdict in judged):
        return judged
    best = follow_anew(photo, start, direct)
    return judged if best is direct and judged else _judged([best], photo, classifier)


def _judge_near(
    rough: list[Points], photo: Pyramid, classifier: SheetClassifier, known: list[Verdict]
) -> list[Verdict]:
    """Judge the lattices with the clearest lines near the given ones that are not known yet."""
    size = photo.image.shape
    tried = [SheetGeometry(lattice, 1.0, 0.0) for lattice in rough if is_plausible(lattice, size)]
    fresh = _distinct(tried, [verdict.geometry for verdict in known])
    near = [approach(photo, one.lattice) for one in fresh]
    return _judged(_followed(near, photo), photo, classifier)


def _polished(found: Verdict, photo: Pyramid, *, marked: Side | None) -> Verdict:
    """Follow the lines of a sheet anew as long as that makes them clearer; where they are, it need not be."""
    best = found.geometry
    for _ in range(0 if found.is_sure or found.match.match < IN_PLACE else POLISHED):
        again = finish(photo, best)
        if again.score < best.score + CLEARER or not is_plausible(again.lattice, photo.image.shape):
            break
        best = again
    return replace(found, geometry=replace(best, marked=marked, margin=found.geometry.margin))


def _by_lines_alone(photo: Pyramid, classifier: SheetClassifier) -> Iterator[Verdict]:
    """Try the roads that need no network; yield the best of their lattices if it is a sheet."""
    size = photo.image.shape
    rough = (one for one in classical_lattices(photo, CELLS) if is_plausible(one, size))
    tried = [approach(photo, lattice) for lattice in islice(rough, MOST_BLIND)]
    near = [one for one in tried if one.score >= WORTH_A_LOOK]
    clear = [one for one in _followed(near, photo) if one.score >= LAST_ROAD_LINES]
    ways = [one.turned(quarters) for one in clear for quarters in range(4)]
    verdicts = _judged(ways, photo, classifier)
    if verdicts and verdicts[0].is_sheet:
        yield verdicts[0]


def _followed(near: list[SheetGeometry], photo: Pyramid) -> list[SheetGeometry]:
    """Follow the lines from the lattices that have the clearest ones; return those, clearest first."""
    size = photo.image.shape
    clearest = _distinct(sorted((one for one in near if is_plausible(one.lattice, size)), key=_by_lines))
    followed = [finish(photo, one) for one in clearest[:MOST_JUDGED]]
    return sorted((one for one in followed if is_plausible(one.lattice, size)), key=_by_lines)


def _judged(lattices: Iterable[SheetGeometry], photo: Pyramid, classifier: SheetClassifier) -> list[Verdict]:
    """Judge one lattice after the other until one is sure; most trusted first."""
    verdicts: list[Verdict] = []
    for found in lattices:
        if not is_plausible(found.lattice, photo.image.shape):
            continue
        verdicts.append(_judge(photo, found, classifier))
        if verdicts[-1].is_sure:
            break
    return _by_trust(verdicts)


def _distinct(found: list[SheetGeometry], known: Sequence[SheetGeometry] = ()) -> list[SheetGeometry]:
    """Leave out lattices that lie where an earlier one does, or a known one."""
    kept: list[SheetGeometry] = []
    for one in found:
        near = SAME_LATTICE * one.cell_pixels
        if all(np.abs(one.corners - other.corners).max() > near for other in (*known, *kept)):
            kept.append(one)
    return kept


def _judge(photo: Pyramid, found: SheetGeometry, classifier: SheetClassifier) -> Verdict:
    """Hold a lattice against the printed mountains, moving it by a square where they say so.

    Where the print is hardly recognised, it moves nothing; nor a lattice that ends where its lines do.
    """
    check = check_print(photo, found, classifier)
    moves = check.moved and check.match.match >= MOVING_MATCH
    moved = refine(photo, check.lattice) if moves else found
    if not is_plausible(moved.lattice, photo.image.shape):
        return Verdict(replace(found, margin=check.margin), check.match)
    ends = found.missing == 0 and found.open_sides == 0
    if ends and moved.open_sides > 0 and check.match.match < SURE_MATCH:
        return Verdict(replace(found, margin=0.0), check.unmoved)
    return Verdict(replace(moved, margin=check.margin), check.match)


def _is_whole(other: SheetGeometry, photo: Pyramid) -> bool:
    """Whether a lattice has all its lines and ends with them: where no print is known, they alone decide."""
    may_be_open = 1 if other.score >= OTHER_PRINT_OPEN else 0
    complete = other.missing == 0 and other.open_sides <= may_be_open and other.score >= OTHER_PRINT_LINES
    return complete and distortion(other.lattice, photo.image.shape) <= STRETCHED


def _apart(found: list[SheetGeometry]) -> list[SheetGeometry]:
    """Return each sheet once, those with the clearest lines."""
    kept: list[SheetGeometry] = []
    for one in sorted(found, key=_by_lines):
        if not any(_overlap(one.lattice, other) for other in kept):
            kept.append(one)
    return kept


def _overlap(lattice: Points, found: SheetGeometry) -> bool:
    """Whether the middle of a proposed field lies in a sheet that was found."""
    middle = lattice[[0, 0, -1, -1], [0, -1, -1, 0]].mean(axis=0)
    corners = found.corners
    size = np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean()
    return bool(np.linalg.norm(middle - corners.mean(axis=0)) < 0.5 * size)


def _by_lines(found: SheetGeometry) -> float:
    return -found.score


def _by_ends(found: SheetGeometry) -> tuple[int, float]:
    return -found.missing - found.open_sides, found.score


def _by_trust(verdicts: list[Verdict]) -> list[Verdict]:
    return sorted(verdicts, key=lambda verdict: (not verdict.is_sure, -verdict.trust))
