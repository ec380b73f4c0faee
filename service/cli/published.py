"""The documents that others rely on; `python -m service.cli.published DIR` writes their schemas."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

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

TAKEN = frozenset({Map, Setup, Transcript})
"""Documents that users write: their schema is the one of validation."""
DOCUMENTS: tuple[type[Document], ...] = (
    Map,
    Score,
    GameScore,
    Final,
    Standings,
    Audit,
    Projection,
    Setup,
    Transcript,
    PlayedGame,
    Reading,
    Scan,
    Correction,
    LedgerLine,
    Batch,
    *tournament.DOCUMENTS,
    *standings.DOCUMENTS,
)


def _name_of(document: type[Document]) -> str:
    (schema,) = get_args(document.model_fields["schema_name"].annotation)
    return str(schema).removeprefix("surveyor/")


PUBLISHED: Mapping[str, type[Document]] = {
    **{_name_of(document): document for document in DOCUMENTS},
    "problem@1": Problem,
}


def json_schema(name: str) -> dict[str, object]:
    """Return the JSON Schema of a document, such as `reading@1`."""
    document = PUBLISHED[name]
    mode: JsonSchemaMode = "validation" if document in TAKEN else "serialization"
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
