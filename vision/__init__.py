"""From the bytes of a photo to a reading of the map sheet in it."""

from vision.decode import Pages, Photo, decode_photo, open_pages, open_photo
from vision.errors import CornersError, GridNotFoundError, ModelError, PhotoDecodeError, Reason, VisionError
from vision.find.geometry import Evidence, SheetGeometry
from vision.find.grid import find_grid
from vision.find.lattice import Lattice
from vision.image import Image
from vision.overlay import draw_reading
from vision.photo import PhotoReading, read_image, read_photo, read_sheet
from vision.read.classifier import OnnxClassifier, SheetClassifier, load_classifier
from vision.read.reading import CellReading, SheetReading

__all__ = [
    "CellReading",
    "CornersError",
    "Evidence",
    "GridNotFoundError",
    "Image",
    "Lattice",
    "ModelError",
    "OnnxClassifier",
    "Pages",
    "Photo",
    "PhotoDecodeError",
    "PhotoReading",
    "Reason",
    "SheetClassifier",
    "SheetGeometry",
    "SheetReading",
    "VisionError",
    "decode_photo",
    "draw_reading",
    "find_grid",
    "load_classifier",
    "open_pages",
    "open_photo",
    "read_image",
    "read_photo",
    "read_sheet",
]
