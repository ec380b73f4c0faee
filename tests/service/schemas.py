"""The documents that others rely on; `python -m tests.service.schemas DIR` writes their schemas."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from service import documents
from service.batch import documents as batch
from service.documents import Document, Map, Problem
from service.standings import documents as standings
from service.tournament import documents as tournament
from tests.service import enginedocuments
from tests.service.enginedocuments import Setup, Transcript

TAKEN = frozenset({Map, Setup, Transcript})
"""Documents that users write: their schema is the one of validation."""


def _find_documents() -> Iterator[tuple[str, type[Document]]]:
    """Yield the types of documents that name their schema, and the name."""
    for room in (documents, enginedocuments, batch, tournament, standings):
        types = [found for found in vars(room).values() if isinstance(found, type)]
        for found in types:
            if issubclass(found, Document) and (field := found.model_fields.get("schema_name")):
                (schema,) = get_args(field.annotation)
                yield schema.removeprefix("surveyor/"), found


PUBLISHED: Mapping[str, type[Document]] = {**dict(_find_documents()), "problem@1": Problem}


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    write_schemas(parser.parse_args().folder)
