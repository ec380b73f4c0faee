"""Pictures as JPEG files."""

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

QUALITY = 88


def encode_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """Return a picture, RGB (height, width, 3), as the bytes of a JPEG."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
