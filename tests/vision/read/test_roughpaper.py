import cv2
import numpy as np
import pytest

from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.roughpaper import ROUGH, roughness, smooth_paper

SIDE = 11 * CELL_PIXELS + 2 * MARGIN


def paper(texture: float) -> Image:
    """Return bare paper with a pencil line across, its pixels differing by so many grey levels."""
    rough = np.random.default_rng(3).normal(0, texture, (SIDE, SIDE, 1))
    sheet = np.full((SIDE, SIDE, 3), 215.0) + rough
    sheet[180:183, 40:300] = 80.0
    return Image(np.clip(sheet, 0, 255).astype(np.uint8))


def test_rough_paper_is_smoothed_and_a_stroke_stays() -> None:
    sheet = paper(8.0)

    smooth = smooth_paper(sheet)

    assert roughness(smooth) < roughness(sheet) / 2
    line = cv2.cvtColor(smooth, cv2.COLOR_RGB2GRAY)[181, 60:280]
    assert line.mean() == pytest.approx(80.0, abs=8.0)


def test_smooth_paper_stays_as_it_is() -> None:
    sheet = paper(ROUGH / 2)

    assert smooth_paper(sheet) is sheet
