"""The search for a map sheet: a network proposes, printed lines say where exactly, the mountains judge."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.classifier import SheetClassifier
from vision.geometry import Points, SheetGeometry, is_plausible
from vision.image import Image
from vision.lattice_net import find_by_net
from vision.lines import flatten
from vision.nearby import nearby_lattices
from vision.printed import check_print
from vision.pyramid import Pyramid
from vision.released import ReleasedModel, load_model
from vision.sheet import SideMatch

LEAST_EVIDENCE = -15.0  # log-likelihood that the print is a known side's; lattices set wrong have far less
LEAST_MATCH = 0.4  # share of that side's printed features that must be recognised
SURE_MATCH = 0.7  # with so many in place, and clear lines, the search ends
SURE_LINES = 0.18  # support of lines from which they are clear
OTHER_PRINT_LINES = 0.3  # support from which a grid is one although its print is no known side's
OTHER_PRINT_AGREEMENT = 0.9  # and the share of the network's points that must lie on one plane
MAX_ERROR = 0.2  # squares: typical distance of lines from the lattice
MOST_JUDGED = 4  # lattices held against the mountains in one round: those with the best lines
SAME_LATTICE = 0.15  # squares within which two lattices are the same
ROUNDS = 3  # each looks around the most trusted lattices of the round before
SEARCHED_AGAIN = 2


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
        """Whether this is a known map sheet: its print is in place, on lines that are there."""
        fits = self.match.match >= LEAST_MATCH and self.match.evidence >= LEAST_EVIDENCE
        return fits and self.geometry.error <= MAX_ERROR

    @property
    def is_sure(self) -> bool:
        """Whether no better lattice need be looked for."""
        return self.match.match > SURE_MATCH and self.geometry.score > SURE_LINES


def find_sheet(image: Image, classifier: SheetClassifier) -> SheetGeometry | None:
    """Find the map sheet in a photo, in the sheet's own order; None where there is none.

    A sheet whose print is no known side's is found too, where its lines are clear.
    """
    proposal = find_by_net(image, lattice_model())
    if proposal is None or not is_plausible(proposal.lattice, image.shape):
        return None
    pyramid = Pyramid(flatten(image))
    verdicts = _search_around([proposal.lattice], image, pyramid, classifier)
    for _ in range(1, ROUNDS):
        if not verdicts or verdicts[0].is_sure:
            break
        starts = [verdict.geometry.lattice for verdict in verdicts[:SEARCHED_AGAIN]]
        verdicts = _by_trust([*verdicts, *_search_around(starts, image, pyramid, classifier)])
    if not verdicts:
        return None
    if verdicts[0].is_sheet:
        return verdicts[0].geometry
    clearest = max((verdict.geometry for verdict in verdicts), key=lambda geometry: geometry.score)
    other = clearest.score >= OTHER_PRINT_LINES and proposal.agreement >= OTHER_PRINT_AGREEMENT
    return clearest if other else None


@cache
def lattice_model() -> ReleasedModel:
    """Return the released lattice network, loaded once."""
    return load_model("lattice_v1")


def _search_around(
    starts: list[Points], image: Image, pyramid: Pyramid, classifier: SheetClassifier
) -> list[Verdict]:
    """Judge the lattices with the clearest lines on and near the given ones, most trusted first."""
    first = pyramid.follow(starts[0])
    if is_plausible(first.lattice, image.shape) and first.score > SURE_LINES:
        verdict = _judge(image, first, pyramid, classifier)
        if verdict.is_sure:  # which most are: what lies near need not be tried
            return [verdict]
    rough = [near for start in starts for near in (start, *nearby_lattices(pyramid.flat, start))]
    tried = [pyramid.follow(lattice) for lattice in rough if is_plausible(lattice, image.shape)]
    followed = sorted((one for one in tried if is_plausible(one.lattice, image.shape)), key=_by_lines)
    verdicts: list[Verdict] = []
    for found in _distinct(followed):
        verdicts.append(_judge(image, found, pyramid, classifier))
        if verdicts[-1].is_sure:
            break
    return _by_trust(verdicts)


def _distinct(found: list[SheetGeometry]) -> list[SheetGeometry]:
    """Return the first few lattices, leaving out those that lie where an earlier one does."""
    kept: list[SheetGeometry] = []
    for one in found:
        near = SAME_LATTICE * one.cell_pixels
        if all(np.abs(one.corners - other.corners).max() > near for other in kept):
            kept.append(one)
    return kept[:MOST_JUDGED]


def _judge(image: Image, found: SheetGeometry, pyramid: Pyramid, classifier: SheetClassifier) -> Verdict:
    """Hold a lattice against the printed mountains, moving it by a square where they say so."""
    check = check_print(image, found, classifier)
    moved = pyramid.follow(check.lattice) if check.moved else found
    return Verdict(moved if is_plausible(moved.lattice, image.shape) else found, check.match)


def _by_lines(found: SheetGeometry) -> float:
    return -found.score


def _by_trust(verdicts: list[Verdict]) -> list[Verdict]:
    return sorted(verdicts, key=lambda verdict: -verdict.trust)
