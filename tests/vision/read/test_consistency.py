"""A picture held against itself: the sample photos as they are, and spoilt so that a network cannot know."""

import numpy as np
import pytest

from datasets.pencil import Pixels
from datasets.spoilt import Corners, spoilt
from engine import SIZE
from tests.sheets import SampleSheet, sample_sheets
from vision import SheetGeometry, decode_photo, load_classifier, read_image
from vision.find.geometry import map_nodes, transform
from vision.find.given import place_sheet
from vision.image import Image
from vision.read.consistency import Consistency, consistency
from vision.read.rules import GOES_ON, MIRRORED_LIKE, REPEATED_LIKE, TURNED_LIKE, TWINS_LIKE

SEED = 3
