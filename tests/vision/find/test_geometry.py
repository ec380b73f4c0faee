import pickle

import numpy as np
import pytest

from engine import Side
from tests.vision.judged import judged_as
from tests.vision.pictures import TILTED, lattice_between
from vision import Evidence, Lattice, SheetGeometry

LATTICE = Lattice(lattice_between(TILTED, 11))


def test_a_turned_sheet_takes_its_frame_and_what_was_seen_along() -> None:
    seen = np.ones((12, 12), np.bool_)
    seen[0, 0] = False

    turned = SheetGeometry(LATTICE, Evidence(seen=seen), frame=TILTED).turned(1)

    assert np.allclose(turned.corners, TILTED[[1, 2, 3, 0]])
    assert np.allclose(turned.lattice[0, 0], TILTED[1], atol=0.01)
    assert turned.evidence.seen is not None
    assert np.argwhere(~turned.evidence.seen).tolist() == [[11, 0]]


def test_what_says_which_way_up_and_how_well_the_lines_fit_is_kept_in_turning_and_scaling() -> None:
    evidence = Evidence(error=0.02, marked=Side.B, upright=True)

    same = SheetGeometry(LATTICE, evidence).turned(1).scaled(0.5)

    assert same.evidence == evidence


def test_the_corners_are_those_of_the_frame_where_there_is_one() -> None:
    bare, framed = SheetGeometry(LATTICE), SheetGeometry(LATTICE, frame=TILTED + 2.0)

    assert np.array_equal(bare.corners, LATTICE.corners)
    assert np.allclose(framed.scaled(0.5).corners, (TILTED + 2.5) / 2 - 0.5)


def test_it_comes_from_another_process_as_it_was() -> None:
    sheet = SheetGeometry(LATTICE).as_judged(judged_as(Side.A, probability=0.83))

    there = pickle.loads(pickle.dumps(sheet))

    assert there == sheet
    assert there != SheetGeometry(LATTICE).as_judged(judged_as(Side.A, probability=0.82))
    assert there != sheet.scaled(0.5)


def test_nodes_are_not_to_be_written_to() -> None:
    given = LATTICE.nodes.copy()
    lattice = Lattice(given)
    given[0, 0] = 5

    assert lattice == LATTICE
    for each in (lattice, pickle.loads(pickle.dumps(lattice))):
        with pytest.raises(ValueError, match="read-only"):
            each.nodes[0, 0] = 5
