"""Brings new words into the translations, and names those that wait for a translator.

Run it by `python -m tests.service.pages.words`.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from engine import EDICTS
from service.pages.languages import LANGUAGES, TRANSLATIONS, read_translations

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "service" / "pages"
CODE = tuple(ROOT / folder for folder in ("engine", "vision", "service"))
"""Folders of code that says things to people."""
FIRST, SECOND, ADVISED = (1,), (2,), {None: (2,), 3: (3,), 4: (3,)}
"""Positions of the arguments that are texts: the first, the second, or the second and a third."""
KEYWORDS: Mapping[str, Any] = {
    "_": FIRST,
    "gettext": FIRST,
    "ngettext": (1, 2),
    "later": FIRST,
    "Sentence": FIRST,
    "NotHereError": FIRST,
    "BadRequestError": FIRST,
    "ConflictError": FIRST,
    "StaleError": FIRST,
    "forbidden": FIRST,
    "unknown": FIRST,
    "HTTPException": SECOND,
    "Mistake": SECOND,
    "Reason": ADVISED,
    "VisionReason": ADVISED,
    "Flag": ADVISED,
    "refusal": ADVISED,
    "Rule": {None: (4,), 5: (5,), 6: (5,)},
}
"""Calls whose texts people read, and where these stand among the arguments, as xgettext has it."""
Found: TypeAlias = tuple[str | tuple[str, ...], str | None, list[str]]
"""A text, or its singular and plural; its context; comments for translators."""
Call: TypeAlias = tuple[int, str, tuple[str | None, ...], list[str]]
"""A line, a name, the texts among its arguments, and comments, as babel's methods tell them."""
WIDTH = 100
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def collect() -> Catalog:
    """Return all words of the pages, without a translation."""
    words = Catalog(project="Surveyor", charset="utf-8")
    for message, context, comments in _found():
        words.add(message, auto_comments=comments, context=context)
    for edict in EDICTS.values():
        words.add(edict.rule)
    return words


def _found() -> Iterator[Found]:
    """Yield the texts in the templates and in the code."""
    templates = "**/templates/**.*"
    places: list[tuple[Path, list[tuple[str, Any]], Mapping[str, Any]]] = [
        (PAGES, [(templates, "jinja2")], {templates: {"trimmed": "true"}}),
        *((folder, [("**.py", read_calls)], {}) for folder in CODE),
    ]
    for folder, methods, options in places:
        for _, _, message, comments, context in extract_from_dir(folder, methods, options, keywords=KEYWORDS):
            yield message, context, comments


def read_calls(
    file: BinaryIO, keywords: Mapping[str, Any], comment_tags: object, options: object
) -> Iterator[Call]:
    """Yield the calls of these names with their texts, also those within others."""
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in keywords:
                given = (*node.args, *(each.value for each in node.keywords))
                yield node.lineno, name, tuple(map(_text_of, given)), []


def _text_of(argument: ast.expr) -> str | None:
    match argument:
        case ast.Constant(value=str(text)):
            return text
    return None


def missing(language: str, words: Catalog | None = None) -> list[str]:
    """Return the words that a language lacks."""
    wanted = words or collect()
    known = read_translations(TRANSLATIONS / f"{language}.po", language)
    return [str(message.id) for message in wanted if message.id and not _is_translated(known, message.id)]


def _is_translated(known: Catalog, words: str | list[str] | tuple[str, ...]) -> bool:
    found = known.get(words if isinstance(words, str) else words[0])
    if found is None or found.fuzzy:
        return False
    return all(found.string) if isinstance(found.string, tuple | list) else bool(found.string)


def update() -> None:
    """Bring new words into the translations, and say which wait for a translator."""
    words = collect()
    for language in list(LANGUAGES)[1:]:
        path = TRANSLATIONS / f"{language}.po"
        known = (
            read_translations(path, language)
            if path.exists()
            else Catalog(locale=language, project="Surveyor")
        )
        known.update(words, no_fuzzy_matching=True)
        known.obsolete.clear()
        known.header_comment = f"# The words of Surveyor's pages: {LANGUAGES[language]}."
        known.creation_date = known.revision_date = NO_DATE  # the repository knows better
        known.project, known.version, known.msgid_bugs_address = "Surveyor", "", ""
        known.last_translator, known.language_team, known.fuzzy = "", "", False
        with path.open("wb") as file:
            write_po(file, known, width=WIDTH, no_location=True, sort_output=True)
        for lacking in missing(language, words):
            print(f"{language}: {lacking}", file=sys.stderr)


if __name__ == "__main__":
    update()
