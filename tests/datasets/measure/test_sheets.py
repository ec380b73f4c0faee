import numpy as np
import pytest

from datasets.measure.sheets import (
    MIRRORED,
    Answer,
    Placed,
    Sheet,
    agreement_figures,
    encoded,
    laid_by_tag,
    placing_figures,
    turned_back,
)
from engine import Side, Terrain
from tests.vision.read.test_reader import ClassifierStub
from vision import decode_photo
from vision.find.lattice import map_nodes

NODES = map_nodes(11) * 20 + np.array([40.0, 60.0])
SHEET = Sheet("000.jpg", b"", NODES, Side.B, {"difficulty": "hard"})


def placed(answer: Answer) -> Placed:
    """The answer, held against the sheet."""
    return Placed(SHEET, answer)


def test_one_node_beside_its_place_is_seen() -> None:
    bent = NODES.copy()
    bent[5, 5] += (3, 4)
    one = placed(Answer(bent, Side.B))

    assert one.worst_corner == pytest.approx(0)
    assert one.worst_node == pytest.approx(0.25)
    assert one.is_upright
    assert one.side_right


def test_a_sheet_upside_down_is_not_upright_nor_found() -> None:
    one = placed(Answer(np.rot90(NODES, 2), Side.C))

    assert not one.is_upright
    assert not one.side_right
    assert one.worst_corner > 10


def test_each_stratum_is_counted() -> None:
    figures = placing_figures([placed(Answer(NODES, Side.B)), placed(Answer(code="too_dark"))])
    values = {(one.stratum, one.name): (one.value, one.n) for one in figures}

    assert values["all", "all 144 nodes within 0.15 cell"] == (0.5, 2)
    assert values["difficulty: hard", "corners found"] == (0.5, 2)
    assert values["all", "worst node of those found, mean"] == (0, 1)


def test_one_lattice_that_differs_when_turned_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([Answer(NODES, Side.B, (Terrain.FOREST,)), Answer(NODES + 5, Side.B, (Terrain.WATER,))])
    monkeypatch.setattr("datasets.measure.sheets.look", lambda *_: next(answers))
    monkeypatch.setattr(
        "datasets.measure.sheets.WAYS", {"again": lambda jpeg, _: (jpeg, lambda nodes: nodes)}
    )
    both = [placed(Answer(NODES, Side.B, (Terrain.FOREST,)))] * 2
    values = {one.name: one.value for one in agreement_figures(both, ClassifierStub(Side.B))}

    assert values["same lattice within 0.1 cell"] == values["same map"] == 0.5
    assert values["same side"] == 1
    assert values["squares read otherwise"] == 0.5


@pytest.mark.parametrize("quarters", range(4))
def test_what_is_found_on_a_turned_photo_is_carried_back(quarters: int) -> None:
    photo = np.zeros((5, 8), np.uint8)
    photo[1, 6] = 1
    turned = np.rot90(photo, quarters)
    (y,), (x,) = np.nonzero(turned)
    size = np.array(turned.shape[::-1], np.float64) - 1

    assert turned_back(np.array([[x, y]], np.float64), size, quarters).tolist() == [[6, 1]]


@pytest.mark.parametrize("tag", MIRRORED)
def test_a_mirrored_photo_opens_as_the_upright_one(tag: int) -> None:
    blocks = np.random.default_rng(2).integers(0, 255, (4, 6, 1), np.uint8)
    upright = np.kron(blocks, np.ones((80, 80, 3), np.uint8))
    opened = decode_photo(encoded(laid_by_tag(upright, tag), tag))

    assert np.abs(opened.astype(int) - upright).mean() < 3
