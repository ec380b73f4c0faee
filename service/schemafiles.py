"""The JSON Schemas of all documents as files; `python -m service.schemafiles DIR` writes them."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service import schemas
from service.schemas import Publishable
from service.tournament import documents

PUBLISHED: Mapping[str, Publishable] = {**schemas.PUBLISHED, **documents.PUBLISHED}
"""Every document that goes out or comes in, by its name and version."""


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of any document, such as `reading@1` or `tournament@1`."""
    return schemas.json_schema(name, PUBLISHED)


def schema_text(name: str) -> str:
    """Return the JSON Schema of a document as it stands in its file."""
    return json.dumps(json_schema(name), indent=2) + "\n"


def write_schemas(folder: Path) -> None:
    """Write the JSON Schemas of all documents into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PUBLISHED:
        (folder / f"{name}.json").write_text(schema_text(name), "utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
