"""The bench of sheets that run out of the photo."""

import numpy as np
import pytest

from datasets.measure.cuts import EDGES, SILENT, Cut, cut, cut_figures, judged, seen_error
from datasets.measure.spoiling.steps import Scene
from engine import Side
from tests.vision.judged import judged_as
from tests.vision.read.test_reader import ClassifierStub
from vision import Evidence, GridNotFoundError, Lattice, Reason, SheetGeometry, SheetReading
from vision.find.lattice import map_nodes
from vision.image import Image
from vision.read.reader import read_at

NODES = map_nodes(11) * 20.0 + np.array([40.0, 60.0])
PAPER = np.full((360, 300, 3), 200, np.uint8)
SCENE = Scene("flat", PAPER, NODES)


@pytest.mark.parametrize("edge", EDGES)
def test_so_many_columns_are_left_outside(edge: str) -> None:
    left = cut(SCENE, edge, 2.5)

    height, width = left.photo.shape[:2]
    x, y = np.moveaxis(left.nodes, -1, 0)
    assert int(((x >= 0) & (x < width) & (y >= 0) & (y < height)).sum()) == 12 * 9


def test_only_nodes_in_the_photo_count() -> None:
    left = cut(SCENE, "right", 2)
    bent = left.nodes.copy()
    bent[:, 11] += 100.0
    bent[3, 4] += (0.0, 5.0)

    assert seen_error(bent, left) == pytest.approx(0.25)


def answer(shift: float, probability: float) -> SheetReading:
    """A reading whose lattice lies so many squares aside."""
    judged = judged_as(Side.A, probability=probability)
    geometry = SheetGeometry(Lattice(NODES + shift * 20), Evidence(judged=judged))
    return read_at(Image(PAPER), geometry, ClassifierStub(Side.A))


@pytest.mark.parametrize(
    ("shift", "probability", "outcome"),
    [
        (0.1, 0.999, "right"),
        (0.3, 0.999, "inexact"),
        (0.9, 0.999, "silently wrong"),
        (0.9, 0.6, "wrong but asked about"),
    ],
)
def test_a_wrong_lattice_is_silent_unless_a_person_is_asked_to_look(
    shift: float, probability: float, outcome: str
) -> None:
    assert judged(SCENE, "right", 0, lambda _: answer(shift, probability)).outcome == outcome


def test_a_refusal_is_reported_by_its_code() -> None:
    def refuse(_: Image) -> SheetReading:
        raise GridNotFoundError(Reason("cut_off", "It is cut off.", "Step back."))

    assert judged(SCENE, "top", 3, refuse).outcome == "cut_off"


def test_what_became_of_the_cuts_is_counted_by_their_width() -> None:
    cuts = [Cut("a", edge, columns, "right") for edge in EDGES for columns in (0.5, 2.0)]
    cuts += [Cut("b", "top", 2.0, SILENT), Cut("b", "left", 2.0, "cut_off")]
    values = {(figure.stratum, figure.name): (figure.value, figure.n) for figure in cut_figures(cuts)}

    assert values["0.5 columns", "found right"] == (1, 4)
    assert values["2 columns", "refused"] == values["2 columns", SILENT] == pytest.approx((1 / 6, 6))
    assert values["all", "found right"] == (0.8, 10)
