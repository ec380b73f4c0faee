"""The JSON documents that are published, with links to their schemas."""

from service.cli.published import PUBLISHED
from tests.reference.words import code, first_line, table

HEAD = """# JSON documents

Each document names its schema in `schema`. Every one that is given out follows its schema; `make schemas`
writes them from the types. "in" are documents that are also read: their schema says what may be left out.

"""


def describe_documents() -> str:
    """Return the page."""
    rows = [
        (
            f"[surveyor/{name}](../schemas/{name}.json)",
            "in" if mode == "validation" else "out",
            first_line(document.__doc__),
            ", ".join(code(field) for field in document.model_fields if field != "schema_name"),
        )
        for name, (document, mode) in PUBLISHED.items()
    ]
    return HEAD + table(["document", "", "what it is", "its fields"], rows)
