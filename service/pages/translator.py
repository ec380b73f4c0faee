"""Translates what vision, the engine and the service say in English into the visitor's language.

A sentence is translated by its template and filled with its parameters. Documents, and so the database, hold
the English sentence beside the parameters: its template is the one in the catalogue that makes it of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Protocol, TypeAlias, cast

from engine.sentence import Sentence, Value, fill

MOST = 8  # squares of a list that are shown at once


class HasMessage(Protocol):
    """A reason, a flag, a doubt: as a record of vision or the service, or as a document."""

    @property
    def message(self) -> str:
        """The message, in English."""

    @property
    def params(self) -> Mapping[str, Value]:
        """Values that the message names."""


Translatable: TypeAlias = str | HasMessage


@dataclass(frozen=True)
class Translator:
    """Translates into one language."""

    translations: NullTranslations
    templates: Mapping[frozenset[str], tuple[str, ...]] = field(default_factory=dict)
    """The templates of the catalogue, by the names of their parameters."""

    @classmethod
    def of(cls, translations: NullTranslations, english: Iterable[str]) -> "Translator":
        """Return the translator by a catalogue, and all English that it has words for."""
        found: defaultdict[frozenset[str], list[str]] = defaultdict(list)
        for template in english:
            if names := _names_in(template):
                found[names].append(template)
        return cls(translations, {names: tuple(templates) for names, templates in found.items()})

    def translate(self, said: Translatable) -> str:
        """Return a sentence or a reason's message in the language; in English where words lack."""
        sentence = self._sentence(said)
        if isinstance(sentence, Sentence):
            return fill(sentence.template, sentence.parameters, self.translations)
        return fill(sentence, {}, self.translations)

    def shorten(self, said: Translatable) -> str:
        """Return a sentence whose list of squares is cut to its beginning; empty if it is short anyway."""
        match self._sentence(said):
            case Sentence(template=template, parameters={"squares": list() | tuple() as squares, **others}):
                cut = {**others, "squares": self.cut(squares)}
                return fill(template, cut, self.translations) if len(squares) > MOST else ""
        return ""

    def cut(self, squares: "list[Value] | tuple[Value, ...]") -> str:
        """Return the first squares of a list, and how many more there are."""
        more = len(squares) - MOST
        shown = fill("%(squares)s", {"squares": squares[:MOST]}, self.translations)
        rest = self.translations.ngettext("and %(num)s more", "and %(num)s more", more) % {"num": more}
        return f"{shown} {rest}" if more > 0 else shown

    def _sentence(self, said: Translatable) -> str:
        """Return what is said, with its template and parameters if it names anything."""
        if isinstance(said, str):
            return said
        return said.message if isinstance(said.message, Sentence) else self._made(said.message, said.params)

    def _made(self, message: str, params: Mapping[str, Value]) -> str:
        """Return the sentence of a document with its template: the one that makes it, if any does."""
        parameters = {name: self._kept(value) for name, value in params.items()}
        for template in self.templates.get(frozenset(parameters), ()):
            if fill(template, parameters) == message:
                return Sentence(template, **parameters)
        return message

    def _kept(self, value: Value) -> Value:
        """Return a parameter as it was before it was kept as JSON."""
        if isinstance(value, Mapping) and "message" in value:
            return self._made(str(value["message"]), cast(Mapping[str, Value], value["params"]))
        return [self._kept(part) for part in value] if isinstance(value, list) else value


def _names_in(template: str) -> frozenset[str]:
    """Return the names of a template's parameters.

    >>> sorted(_names_in("A square is %(pixels)s pixels wide; %(least)s are needed."))
    ['least', 'pixels']
    >>> _names_in("100 % sure")
    frozenset()
    """
    names: defaultdict[str, str] = defaultdict(str)  # keeps which are asked for
    try:
        template % names
    except (ValueError, TypeError):  # a sign of per cent, or a number's own format
        return frozenset()
    return frozenset(names)
