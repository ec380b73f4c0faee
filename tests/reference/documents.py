"""The JSON documents that are published, with links to their schemas."""

from collections.abc import Iterator

from pydantic import BaseModel

from tests.reference.words import code, first_line, table
from tests.service.schemas import PUBLISHED, TAKEN

HEAD = """# JSON documents

Each document names its schema in `schema`. Every one that is given out follows its schema; `make schemas`
writes them from the types. "in" are documents that are also read: their schema says what may be left out.

"""


def describe_documents() -> str:
    """Return the page."""
    rows = [
        (
            f"[surveyor/{name}](../schemas/{name}.json)",
            "in" if document in TAKEN else "out",
            first_line(document.__doc__),
            ", ".join(code(field) for field in _shown(document)),
        )
        for name, document in PUBLISHED.items()
    ]
    return HEAD + table(["document", "", "what it is", "its fields"], rows)


def _shown(document: type[BaseModel]) -> Iterator[str]:
    """Yield the fields that an answer has, but for the schema's name."""
    for name, field in document.model_fields.items():
        if name != "schema_name" and not field.exclude:
            yield name
