"""From the bytes of a photo to a reading of the map sheet in it."""

from vision.classifier import OnnxClassifier, SheetClassifier, load_classifier
from vision.errors import GridNotFoundError, ModelError, PhotoDecodeError, Reason, VisionError
from vision.geometry import SheetGeometry
from vision.grid import find_grid
from vision.image import Image, decode_photo
from vision.overlay import draw_reading
from vision.reader import read_image, read_sheet
from vision.reading import CellReading, SheetReading

__all__ = [
    "CellReading",
    "GridNotFoundError",
    "Image",
    "ModelError",
    "OnnxClassifier",
    "PhotoDecodeError",
    "Reason",
    "SheetClassifier",
    "SheetGeometry",
    "SheetReading",
    "VisionError",
    "decode_photo",
    "draw_reading",
    "find_grid",
    "load_classifier",
    "read_image",
    "read_sheet",
]
