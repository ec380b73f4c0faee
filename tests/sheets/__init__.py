"""The sample photos with what they show and what they are expected to read as.

Each folder holds `photo.jpg`, drawn by `datasets` with hands that training did not see; `truth.json`, what
was drawn; `expected.json`, what the released models read. `make golden` writes the expectations anew.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import MapSheet, Side
from vision import SheetClassifier, read_sheet

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class SampleSheet:
    """One sample photo."""

    folder: Path

    @property
    def photo(self) -> bytes:
        """The photo's bytes."""
        return (self.folder / "photo.jpg").read_bytes()

    @property
    def truth(self) -> dict[str, Any]:
        """What was drawn, as `datasets.draw.photo.generate` writes it."""
        return self._document("truth.json")

    @property
    def expected(self) -> dict[str, Any]:
        """What the released models read."""
        return self._document("expected.json")

    @property
    def true_map(self) -> MapSheet:
        """The map that was drawn."""
        truth = self.truth
        return MapSheet.from_json(
            {"schema": "surveyor/map@1", "side": truth["side"], "terrain": truth["terrain"]}
        )

    def read(self, classifier: SheetClassifier) -> dict[str, Any]:
        """Return what the photo reads as now, in the form of `expected`."""
        reading = read_sheet(self.photo, classifier)
        return {
            "side": str(reading.side),
            "corners": [[round(float(x)), round(float(y))] for x, y in reading.geometry.corners],
            "map": str(reading.to_map()).splitlines(),
            "doubtful": [list(square) for square in reading.doubtful],
        }

    def _document(self, name: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads((self.folder / name).read_text("utf-8"))
        return document


def sample_sheets() -> list[SampleSheet]:
    """Return all sample photos, by name."""
    return [SampleSheet(path.parent) for path in sorted(FOLDER.glob("*/photo.jpg"))]


def map_of_expected(expected: dict[str, Any]) -> MapSheet:
    """Return the map that is expected to be read."""
    return MapSheet.parse("\n".join(expected["map"]), side=Side(expected["side"]))
