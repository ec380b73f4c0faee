"""The languages of the pages: one catalogue each, as translators know them (gettext).

The words stand in English where they are used, as `_("...")`; `catalogues/LANGUAGE.po` has them in the
others. `python -m service.pages.words` brings new words into the catalogues, and names those that wait for
a translator.
"""

import ast
import io
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from engine import EDICTS
from engine.sentence import later as later

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""Each by its own name; the first is the one of the words in the code."""
CATALOGUES = Path(__file__).parent / "catalogues"
PAGES = Path(__file__).parent
CODE = tuple(PAGES.parents[1] / folder for folder in ("engine", "vision", "service"))
"""Folders of code that says things to people."""
FIRST, SECOND, ADVISED = (1,), (2,), {None: (2,), 3: (3,), 4: (3,)}
"""Which arguments are texts: the first, the second, or the second and a third."""
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


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    translations: NullTranslations
    english: tuple[str, ...] = ()
    """All that it has words for."""


def choose_language(asked: str | None, accepted: str) -> str:
    """Return the language of a page: as the visitor chose before, else by the header Accept-Language.

    >>> choose_language(None, "fr-CH, fr;q=0.9, en;q=0.8"), choose_language("es", "fr")
    ('fr', 'es')
    >>> choose_language(None, "nl")
    'en'
    """
    if asked is not None and asked in LANGUAGES:
        return asked
    ranked = sorted(map(_weighed, accepted.split(",")), key=lambda accepted_language: -accepted_language[1])
    return next((language for language, weight in ranked if language in LANGUAGES and weight > 0), "en")


def _weighed(accepted_language: str) -> tuple[str, float]:
    name, _, weight = accepted_language.partition(";q=")
    try:
        return name.strip().partition("-")[0].lower(), float(weight or 1)
    except ValueError:
        return "", 0.0


def load_words(language: str) -> Words:
    """Return the translations into a language."""
    path = CATALOGUES / f"{language}.po"
    if not path.exists():
        return Words(NullTranslations())
    known, file = _read(path, language), io.BytesIO()
    write_mo(file, known)
    file.seek(0)
    return Words(GNUTranslations(file), tuple(each.id for each in known if isinstance(each.id, str)))


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def collect() -> Catalog:
    """Return all words of the pages, without a translation."""
    words = Catalog(project="Surveyor", charset="utf-8")
    for message, context, comments in (*_in_templates(), *_in_code()):
        words.add(message, auto_comments=comments, context=context)
    for edict in EDICTS.values():
        words.add(edict.rule)
    return words


def _in_templates() -> Iterator[Found]:
    options = {"**/templates/**.*": {"trimmed": "true"}}
    for _, _, message, comments, context in extract_from_dir(
        PAGES, [("**/templates/**.*", "jinja2")], options, keywords=KEYWORDS
    ):
        yield message, context, comments


def _in_code() -> Iterator[Found]:
    for folder in CODE:
        for _, _, message, comments, context in extract_from_dir(
            folder,
            [("**.py", read_calls)],  # type: ignore[list-item]  # babel takes the method itself, too
            keywords=KEYWORDS,
        ):
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
    known = _read(CATALOGUES / f"{language}.po", language)
    return [str(message.id) for message in wanted if message.id and not _is_translated(known, message.id)]


def _is_translated(known: Catalog, words: str | list[str] | tuple[str, ...]) -> bool:
    found = known.get(words if isinstance(words, str) else words[0])
    if found is None or found.fuzzy:
        return False
    return all(found.string) if isinstance(found.string, tuple | list) else bool(found.string)


def update() -> None:
    """Bring new words into the catalogues, and say which wait for a translator."""
    words = collect()
    for language in list(LANGUAGES)[1:]:
        path = CATALOGUES / f"{language}.po"
        known = _read(path, language) if path.exists() else Catalog(locale=language, project="Surveyor")
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


def locale_of(language: str) -> Locale:
    """Return how numbers and dates are written."""
    try:
        return Locale.parse(language)
    except UnknownLocaleError:
        return Locale.parse("en")


if __name__ == "__main__":
    update()
