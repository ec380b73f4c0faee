"""Projects the scores of maps onto the seasons still to come."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from engine import MapDocument, Season
from engine.projection import Projection, project_score
from engine.unconfirmed import score_notes
from service.scores.scoring import READINGS, Rules, each_document


@dataclass(frozen=True, slots=True)
class ProjectedLine:
    """The result of one document of a file of maps."""

    where: str
    """File and line."""
    document: MapDocument | None = None
    projection: Projection | None = None
    problem: str = ""
    """Why there is no projection."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on rules that the scores rely on without a printed source, a sentence each."""
        return score_notes(self.document.sheet, self.document.edicts) if self.document else ()

    def to_json(self) -> dict[str, object]:
        """Return the projection as a surveyor/projection@1 document."""
        known = self.projection.to_json() if self.projection else {}
        return known | ({"notes": list(self.notes)} if self.notes else {})


def project_file(file: BinaryIO, name: str, rules: Rules) -> Iterator[ProjectedLine]:
    """Project the maps of a file as they come: one JSON document a line, or a single one over many lines.

    A reading is as many maps as it has sheets.
    """

    def project(document: object, where: str) -> Iterator[ProjectedLine]:
        for each in _maps_of(document, where, rules):
            yield ProjectedLine(where, each, project_document(each))

    return each_document(file, name, project, ProjectedLine)


def _maps_of(document: object, where: str, rules: Rules) -> Iterator[MapDocument]:
    if isinstance(document, dict) and document.get("schema") in READINGS:
        from service.scores.readingscores import maps_read  # maps need not wait for what readings need

        yield from maps_read(document, where, rules)
    else:
        yield rules.read(document)


def project_document(document: MapDocument) -> Projection:
    """Project the score of a map from its season on, or from spring on if it tells none.

    Raises:
        EngineError: The edicts and the coins fit no game.
    """
    return project_score(
        document.sheet,
        document.edicts,
        coins=document.coins or 0,
        season=document.season or Season.SPRING,
    )
