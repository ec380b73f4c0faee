"""The reference in `docs/reference`, made from the code: `python -m tests.reference` writes it anew."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tests.reference.commands import describe_commands
from tests.reference.documents import describe_documents
from tests.reference.http import describe_http
from tests.reference.library import describe_library
from tests.reference.settings import describe_settings

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
NOTE = "<!-- Made from the code by `make reference`: change the code, not this page. -->\n\n"
PAGES: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "cli.md": describe_commands,
        "engine.md": lambda: describe_library("engine"),
        "vision.md": lambda: describe_library("vision"),
        "http.md": describe_http,
        "settings.md": describe_settings,
        "documents.md": describe_documents,
    }
)


def make_page(name: str) -> str:
    """Return the text of a page of the reference as the code has it now."""
    return NOTE + PAGES[name]()


def write_reference() -> None:
    """Write all pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        (FOLDER / name).write_text(make_page(name), "utf-8")
