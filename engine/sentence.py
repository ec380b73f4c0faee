"""English sentences that keep what they are made of, so that they can be said in other languages.

A sentence with names and numbers in it is a template and its parameters. Programs and logs read it as the
English text that it is; whoever shows it to people looks the template up in a catalogue (gettext), and puts
the parameters into the translation.
"""

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, Self, TypeAlias, cast

Value: TypeAlias = "str | int | float | Sequence[Value] | Mapping[str, Value]"
"""A text or a number, a list, or how many boxes of each season; a text may be a sentence again."""

WORDS = frozenset(
    {"after", "before", "box", "files", "how", "note", "problem", "role", "season", "terrain", "thing"}
)
"""The parameters that hold words of ours, which the translations have: other texts are shown as they are."""
OPENING, PROBLEMS = "opening", "problems"
"""The parameter that begins a sentence, with a capital; and the one that lists sentences."""
FINAL_BOX = "final"
"""The final score among the boxes of the seasons."""
ENGLISH = NullTranslations()


def later(words: str) -> str:
    """Mark words for translation that are translated where they are shown."""
    return words


FINAL_SCORE = later("the final score")


class Sentence(str):
    """A sentence in English, and the template and the parameters that it is made of.

    >>> small = Sentence("A square is %(pixels)s pixels wide; %(least)s are needed.", pixels=9, least=12)
    >>> small
    'A square is 9 pixels wide; 12 are needed.'
    >>> small.template % {"pixels": 8, "least": 12}
    'A square is 8 pixels wide; 12 are needed.'
    """

    __slots__ = ("parameters", "template")
    template: str
    """The sentence with named places in it, as `%` fills them: the message id of the translations."""
    parameters: Mapping[str, Value]

    def __new__(cls, template: str, /, **parameters: Value) -> Self:
        """Fill the template; the babel that collects templates reads this very call."""
        made = super().__new__(cls, fill(template, parameters))
        made.template, made.parameters = template, parameters
        return made

    def __str__(self) -> str:
        """Return the sentence itself: it stays one as the text of an exception."""
        return self

    def __reduce__(self) -> tuple[Callable[[str, Mapping[str, Value]], "Sentence"], tuple[Any, ...]]:
        """Pickle by template and parameters."""
        return _revive, (self.template, self.parameters)


def _revive(template: str, parameters: Mapping[str, Value]) -> Sentence:
    return Sentence(template, **parameters)


def fill(template: str, parameters: Mapping[str, Value], words: NullTranslations = ENGLISH) -> str:
    """Return a template with its parameters, in English or in the language of a catalogue.

    >>> fill("Unsure: %(boxes)s.", {"boxes": {"spring": 2, "fall": 1, "final": 1}})
    'Unsure: spring (2 boxes), fall (1 box), the final score.'
    """
    text = words.gettext(template) if template else template
    values = {name: _shown(name, value, words) for name, value in parameters.items()}
    return text % values if values else text


def _shown(name: str, value: Value, words: NullTranslations) -> str:
    """Return a parameter as it is written: a word or a sentence of ours, a list, or just as it is."""
    if isinstance(value, Sentence):
        shown = fill(value.template, value.parameters, words)
    elif isinstance(value, str):
        shown = fill(value, {}, words) if name in WORDS else str(value)
    elif isinstance(value, Mapping):
        shown = ", ".join(_counted(season, boxes, words) for season, boxes in value.items())
    elif isinstance(value, Sequence):
        shown = ("; " if name == PROBLEMS else ", ").join(_shown(name, part, words) for part in value)
    else:
        shown = str(value)
    return shown[:1].upper() + shown[1:] if name == OPENING else shown


def _counted(season: str, boxes: Value, words: NullTranslations) -> str:
    """Return how many boxes of a season are meant; the final score is one number, and not counted."""
    if season == FINAL_BOX:
        return words.gettext(FINAL_SCORE)
    number = cast(int, boxes)
    counted = words.ngettext("%(num)s box", "%(num)s boxes", number) % {"num": number}
    return f"{words.gettext(season)} ({counted})"


def plain(value: Value) -> Any:
    """Return a parameter as JSON has it; a sentence within another keeps its own parameters.

    >>> plain(Sentence("%(count)s more", count=2))
    {'message': '2 more', 'params': {'count': 2}}
    """
    if isinstance(value, Sentence) and value.parameters:
        return {"message": str.__str__(value), "params": plain(value.parameters)}
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, Sequence) else value
