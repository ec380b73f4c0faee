from pathlib import Path

import numpy as np
import pytest

from datasets.flatsheet import draw_flat_sheet
from datasets.recipe import Recipe
from datasets.sheetset import SheetSet
from vision import load_classifier
from vision.image import Image

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")


@pytest.fixture(name="sheets", scope="module")
def _sheets() -> SheetSet:
    drawn = [draw_flat_sheet(Recipe.load("train"), 31, index) for index in range(8)]
    names = ("picture", "terrain", "ruins", "attacks", "initials", "foreign")
    return SheetSet(*(np.stack([getattr(sheet, name) for sheet in drawn]) for name in names))


def test_a_restored_network_says_what_the_released_one_says(sheets: SheetSet) -> None:
    from datasets.restore import restore_terrain
    from datasets.train_terrain import WIDTH

    released = load_classifier()
    net = restore_terrain(Path("models") / released.name, sheets, WIDTH).eval()

    for picture, ruins in zip(sheets.picture, sheets.ruins, strict=True):
        shown = torch.from_numpy(picture.transpose(2, 0, 1)[None].astype(np.float32))
        with torch.no_grad():
            ours = net(shown, torch.from_numpy(ruins[None]).float())[1][0].reshape(len(released.labels), -1)
        theirs = released.classify(Image(picture), ruins).terrain
        assert (ours.argmax(0).numpy() == theirs.argmax(1)).mean() > 0.95  # one look, not two


def test_another_architecture_is_refused(sheets: SheetSet) -> None:
    from datasets.restore import restore_terrain

    with pytest.raises(RuntimeError):
        restore_terrain(Path("models") / load_classifier().name, sheets, 16)
