"""The documents that others rely on; `python -m service.cli.published DIR` writes their schemas."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from service.batch.documents import Batch, LedgerLine
from service.documents import (
    Audit,
    Correction,
    Document,
    Final,
    GameScore,
    Map,
    PlayedGame,
    Problem,
    Projection,
    Reading,
    Scan,
    Score,
    Setup,
    Standings,
    Transcript,
)
from service.standings import documents as standings
from service.tournament import documents as tournament

PUBLISHED: Mapping[str, tuple[type[Document], JsonSchemaMode]] = {
    "map@1": (Map, "validation"),
    "score@1": (Score, "serialization"),
    "game_score@1": (GameScore, "serialization"),
    "final@1": (Final, "serialization"),
    "standings@1": (Standings, "serialization"),
    "audit@1": (Audit, "serialization"),
    "projection@1": (Projection, "serialization"),
    "setup@1": (Setup, "validation"),
    "transcript@1": (Transcript, "validation"),
    "game@1": (PlayedGame, "serialization"),
    "reading@1": (Reading, "serialization"),
    "scan@1": (Scan, "serialization"),
    "correction@1": (Correction, "serialization"),
    "ledger@1": (LedgerLine, "serialization"),
    "batch@1": (Batch, "serialization"),
    **tournament.PUBLISHED,
    **standings.PUBLISHED,
    "problem@1": (Problem, "serialization"),
}


def json_schema(name: str) -> dict[str, object]:
    """Return the JSON Schema of a document, such as `reading@1`."""
    document, mode = PUBLISHED[name]
    names = {"$schema": GenerateJsonSchema.schema_dialect, "$id": f"urn:surveyor:{name}"}
    return names | document.model_json_schema(mode=mode) | {"title": f"surveyor/{name}"}


def schema_text(name: str) -> str:
    """Return the text of the JSON Schema file of a document."""
    return json.dumps(json_schema(name), indent=2) + "\n"


def write_schemas(folder: Path) -> None:
    """Write the JSON Schemas of all documents into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PUBLISHED:
        (folder / f"{name}.json").write_text(schema_text(name), "utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
