"""The languages of the pages, and the words of each.

The words stand in English where they are used, as `_("...")`; `translations/LANGUAGE.po` has them in the
others, as translators know them (gettext).
"""

import io
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from service.pages.translator import Translator

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""Each by its own name; the first is the one of the words in the code."""
TRANSLATIONS = Path(__file__).parent / "translations"


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


def load_translator(language: str) -> Translator:
    """Return what translates into a language, by its catalogue."""
    path = TRANSLATIONS / f"{language}.po"
    if not path.exists():
        return Translator(NullTranslations())
    known, file = read_translations(path, language), io.BytesIO()
    write_mo(file, known)
    file.seek(0)
    return Translator.of(GNUTranslations(file), [each.id for each in known if isinstance(each.id, str)])


def read_translations(path: Path, language: str) -> Catalog:
    """Return the words of a language with their translations."""
    with path.open("rb") as file:
        return read_po(file, locale=language)
