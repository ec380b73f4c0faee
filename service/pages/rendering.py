"""Making pages of templates."""

import re
from collections.abc import Mapping
from functools import cache, partial
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from service.pages.assets import Assets, load_assets
from service.pages.dates import moment, timed
from service.pages.translating import MOST, Translatable, Translator
from service.pages.words import LANGUAGES, load_catalogues, locale_of
from service.wording.squarenames import label

TEMPLATES = Path(__file__).parent / "templates"


class Rendering:
    """Templates in every language, and what they refer to."""

    def __init__(self) -> None:
        """Read them."""
        self.assets: Assets = load_assets()
        catalogues = load_catalogues()
        self._translators = {
            language: Translator.of(words.translations, words.english)
            for language, words in catalogues.items()
        }
        self._environments = {
            language: _environment(language, words.translations, self._translators[language], self.assets)
            for language, words in catalogues.items()
        }

    def render(self, template: str, language: str, context: Mapping[str, Any]) -> str:
        """Return a page."""
        return self._environments[language].get_template(template).render(context)

    def translate(self, said: Translatable, language: str) -> str:
        """Return words of the code in another language."""
        return self._translators[language].translate(said)


@cache
def load_rendering() -> Rendering:
    """Return the templates, which are read once."""
    return Rendering()


def _environment(
    language: str, translations: NullTranslations, translator: Translator, assets: Assets
) -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    made.globals.update(asset=assets.address, languages=LANGUAGES, square_name=label)
    made.globals.update(tell=translator.translate, shorten=translator.shorten, cut=translator.cut, most=MOST)
    number = partial(format_decimal, locale=locale_of(language))
    made.filters.update(moment=moment, timed=timed, number=number, minus=_minus, coded=_coded)
    return made


def _coded(words: str) -> Markup:
    """Return words of our own documents as HTML: what stands between backticks is code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words))))


def _minus(number: object) -> str:
    """Return a number with a real minus sign, for people to read."""
    return str(number).replace("-", "\N{MINUS SIGN}")
