import numpy as np
import pytest

from datasets.draw.flat import unseen
from datasets.draw.flat.sheet import draw_flat_sheet, scenery
from datasets.draw.recipe import Recipe
from datasets.draw.sheet import art, unseen_art
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import GridStyle
from datasets.draw.sheet.ruins import RUINS
from datasets.measure.heldout import stratum_figures
from datasets.measure.judged import JudgedSheet

TRAIN = Recipe.load("train")


def test_prints_for_training_have_nothing_of_the_unseen_ones() -> None:
    """No training sheet may show the art that the held-out test is about."""
    prints = [random_print(np.random.default_rng(seed)) for seed in range(300)]

    assert not {p.mountain for p in prints} & set(unseen_art.MOUNTAINS)
    assert not {p.ruins for p in prints} & set(unseen_art.RUINS)
    assert GridStyle.CROSSES not in {p.grid for p in prints}
    assert not set(unseen_art.MOUNTAINS) & set(art.MOUNTAINS)
    assert not set(unseen_art.RUINS) & set(RUINS)


def test_unseen_sheets_have_prints_lamps_and_cameras_of_their_own() -> None:
    """Asked for unseen sheets, all that is held out is on them; otherwise none of it."""
    strange, usual = (
        [scenery(TRAIN, 21, index, split="test", unseen=chosen) for index in range(12)]
        for chosen in (True, False)
    )

    assert {about.edition.mountain for about in strange} <= set(unseen_art.MOUNTAINS)
    assert {about.edition.ruins for about in strange} <= set(unseen_art.RUINS)
    assert all(about.shooting for about in strange)
    assert not any(about.shooting for about in usual)


@pytest.mark.parametrize("lamp", unseen.LAMPS)
@pytest.mark.parametrize("camera", unseen.CAMERAS)
def test_every_unseen_lamp_and_camera_leaves_something_to_read(lamp: str, camera: str) -> None:
    """A black square stays darker than the paper around it, everywhere on the picture."""
    scene = np.full((120, 160, 3), 235, np.uint8)
    scene[40:80, 60:100] = 20

    photo = unseen.photograph(scene, unseen.Shooting(lamp, camera), TRAIN, np.random.default_rng(5))

    assert photo.shape == scene.shape
    assert photo[45:75, 65:95].mean() < photo[40:80, 20:50].mean() - 30


def test_unseen_sheets_are_the_same_again() -> None:
    """The test set is made of numbers, so anyone can draw it."""
    first, again = (draw_flat_sheet(TRAIN, 6, 3, split="test", unseen=True) for _ in range(2))

    assert np.array_equal(first.picture, again.picture)


def test_the_figures_count_wrong_silent_and_settled() -> None:
    """Two sheets of four squares: one error asked about, one not."""
    ruins = np.array([True, False, False, False])
    asked = JudgedSheet(
        {"lamp": "spot"}, np.full(4, 0.9), np.array([0, 1, 1, 1], bool), np.array([1, 0, 0, 0], bool), ruins
    )
    silent = JudgedSheet(
        {"lamp": "blinds"}, np.full(4, 0.9), np.array([0, 1, 1, 1], bool), np.zeros(4, bool), ruins
    )

    values = {(figure.stratum, figure.name): figure.value for figure in stratum_figures([asked, silent])}

    shares = ("squares wrong", "silently wrong", "asked", "sheets right", "right once settled")
    assert [values["all", name] for name in shares] == [0.25, 0.125, 0.125, 0.0, 0.5]
    assert values["lamp: spot", "silently wrong"] == 0
    assert values["squares on printed ruins", "squares wrong"] == 1
