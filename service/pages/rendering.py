"""Making pages of templates."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from babel.dates import format_datetime
from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.pages.assets import Assets, load_assets
from service.pages.words import LANGUAGES, load_catalogues, locale_of
from service.squarenames import label

TEMPLATES = Path(__file__).parent / "templates"


class Rendering:
    """Templates in every language, and what they refer to."""

    def __init__(self) -> None:
        """Read them."""
        self.assets: Assets = load_assets()
        self._translations = load_catalogues()
        self._environments = {
            language: _environment(language, translations, self.assets)
            for language, translations in self._translations.items()
        }

    def render(self, template: str, language: str, context: Mapping[str, Any]) -> str:
        """Return a page."""
        return self._environments[language].get_template(template).render(context)

    def translate(self, words: str, language: str) -> str:
        """Return words of the code in another language."""
        return self._translations[language].gettext(words) if words else words


def _environment(language: str, translations: Any, assets: Assets) -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    locale = locale_of(language)
    made.globals.update(asset=assets.address, languages=LANGUAGES, square_name=label)
    made.filters.update(moment=partial(_moment, locale=locale), number=partial(format_decimal, locale=locale))
    return made


def _moment(at: datetime, locale: Any) -> str:
    return format_datetime(at, "medium", locale=locale)
