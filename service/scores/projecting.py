"""Projects the scores of maps onto the seasons still to come."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from engine import MapDocument, Season
from engine.projection import Projection, project_score
from service.scores.scoring import READINGS, MapLine, Refused, Rules, each_document


@dataclass(frozen=True, slots=True)
class ProjectedLine(MapLine):
    """The projection of one map of a file."""

    projection: Projection

    def to_json(self) -> dict[str, object]:
        """Return the projection as a surveyor/projection@1 document."""
        noted = {"notes": list(self.notes)} if self.notes else {}
        return self.projection.to_json() | noted | {"where": self.where}


def project_file(file: BinaryIO, name: str, rules: Rules) -> Iterator[ProjectedLine | Refused]:
    """Project the maps of a file as they come: one JSON document a line, or a single one over many lines.

    A reading is as many maps as it has sheets. A map is projected from its season on, from spring on if it
    tells none.
    """

    def project(document: object, where: str) -> Iterator[ProjectedLine]:
        for place, each in _maps_of(document, where, rules):
            coins, season = each.coins or 0, each.season or Season.SPRING
            projection = project_score(each.sheet, each.edicts, coins=coins, season=season)
            yield ProjectedLine(place, each, projection)

    return each_document(file, name, project)


def _maps_of(document: object, where: str, rules: Rules) -> Iterator[tuple[str, MapDocument]]:
    if isinstance(document, dict) and document.get("schema") in READINGS:
        from service.scores.readingscores import maps_read  # maps need not wait for what readings need

        yield from maps_read(document, where, rules)
    else:
        yield where, rules.read(document)
