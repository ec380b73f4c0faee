"""Making pages of templates."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from engine import LAYOUTS, Side
from service.formats.squarenames import label
from service.pages.assets import Assets, load_assets
from service.pages.dates import moment, timed
from service.pages.gamewords import CARDS, KEYS, SEASONS, TERRAINS, TITLES
from service.pages.languages import LANGUAGES, load_translator
from service.pages.mapview import SLOTS
from service.pages.translator import MOST, Translatable

TEMPLATES = Path(__file__).parent / "templates"


class Rendering:
    """Templates in every language, and what they refer to; a language is read when it is first asked for."""

    def __init__(self) -> None:
        """Read what they refer to."""
        self.assets: Assets = load_assets()
        self._translator = cache(load_translator)
        self._environment = cache(self._make_environment)

    def render(self, template: str, language: str, context: Mapping[str, object]) -> str:
        """Return a page."""
        return self._environment(language).get_template(template).render(context)

    def translate(self, said: Translatable, language: str) -> str:
        """Return words of the code in another language."""
        return self._translator(language).translate(said)

    def _make_environment(self, language: str) -> Environment:
        translator = self._translator(language)
        made = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            auto_reload=False,  # else every page asks the disk of each template whether it has changed
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        made.install_gettext_translations(  # type: ignore[attr-defined]
            translator.translations, newstyle=True
        )
        made.globals.update(asset=self.assets.address, languages=LANGUAGES, square_name=label, most=MOST)
        made.globals.update(tell=translator.translate, shorten=translator.shorten, cut=translator.cut)
        made.globals.update(seasons=SEASONS, titles=TITLES, terrains=TERRAINS, terrain_keys=KEYS)
        made.globals.update(cards_by_kind=CARDS, slots=SLOTS, printed=LAYOUTS, sides=list(Side))
        made.filters.update(moment=moment, timed=timed, coded=_coded, percent=_percent, minus=minus)
        made.filters.update(number=partial(format_decimal, locale=language), list_names=list_names)
        return made


@cache
def load_rendering() -> Rendering:
    """Return the templates, which are read once."""
    return Rendering()


def _coded(words: str) -> Markup:
    """Return words of our own documents as HTML: what stands between backticks is code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words))))


def _percent(share: float) -> str:
    """Return a share as people read it; one that is not all is never called 100 %.

    >>> _percent(0.52), _percent(0.999), _percent(0.001)
    ('52 %', '> 99 %', '< 1 %')
    """
    whole = round(share * 100)
    return "> 99 %" if whole > 99 else "< 1 %" if whole < 1 else f"{whole} %"


def list_names(names: Sequence[str]) -> str:
    """Return names one after the other: by semicolons where a comma is part of one of them.

    >>> list_names(["Ann", "Bob"]), list_names(["Smith, John", "Ann"])
    ('Ann, Bob', 'Smith, John; Ann')
    """
    return ("; " if any("," in name for name in names) else ", ").join(names)


def minus(number: object) -> str:
    """Return a number with a real minus sign, for people to read."""
    return str(number).replace("-", "\N{MINUS SIGN}")
