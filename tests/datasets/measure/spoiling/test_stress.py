"""The expected figures were computed once by another program that spoils photos by the same rules."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.measure.spoiling.stress import STRESSES, motion_kernel, stressed

CORNERS = np.array([[30, 20], [130, 25], [135, 105], [25, 100]], np.float32)
REDS = {
    "clean": [[164, 135, 149, 131], [153, 155, 141, 127], [169, 146, 157, 117]],
    "shadow": [[65, 54, 96, 131], [61, 61, 109, 127], [67, 58, 140, 117]],
    "thumb": [[180, 137, 149, 131], [153, 155, 141, 127], [169, 146, 157, 117]],
    "tilt": [[170, 136, 136, 126], [157, 152, 142, 139], [183, 139, 144, 133]],
    "blur": [[164, 135, 148, 130], [153, 154, 142, 127], [170, 147, 157, 117]],
}
TILTED = [[42.336, 24.098], [126.442, 30.980], [128.664, 104.124], [35.441, 92.512]]


def photo() -> NDArray[np.uint8]:
    """A picture of coloured blocks, RGB."""
    blocks = np.random.default_rng(7).integers(60, 240, (9, 12, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(blocks, (160, 120), interpolation=cv2.INTER_NEAREST), np.uint8)


@pytest.mark.parametrize("kind", STRESSES)
def test_a_stress_drawn_from_a_name_gives_the_picture_that_others_measure(kind: str) -> None:
    spoilt, corners = stressed(photo(), CORNERS, kind, "photo.jpg")
    reds = cv2.resize(spoilt, (4, 3), interpolation=cv2.INTER_AREA)[..., 0]

    np.testing.assert_allclose(reds.astype(int), REDS[kind], atol=1)
    np.testing.assert_allclose(corners, TILTED if kind == "tilt" else CORNERS, atol=0.01)


def test_another_name_is_spoilt_otherwise() -> None:
    first, _ = stressed(photo(), CORNERS, "shadow", "photo.jpg")
    other, _ = stressed(photo(), CORNERS, "shadow", "other.jpg")

    assert not np.array_equal(first, other)


def test_a_shake_keeps_the_light() -> None:
    kernel = motion_kernel(9, 0.6)

    assert kernel.shape == (9, 9)
    assert kernel.sum() == pytest.approx(1)
    assert kernel[4, 4] > 0
