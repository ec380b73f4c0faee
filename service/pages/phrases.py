"""What vision and the service say in English, with names and numbers in it, told in other languages.

They say it as they found it ("A square of the map is 9 pixels wide; 12 are needed."). The catalogues have
such sentences with places in them (`A square of the map is %(a)s pixels wide; %(b)s are needed.`), taken from
the code; here a sentence is told by the one that it fits.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from string import ascii_lowercase


def later(words: str) -> str:
    """Mark words for the catalogues that are translated where they are shown."""
    return words


SAYING = frozenset(
    {
        "BadRequestError",
        "ConflictError",
        "HTTPException",
        "NotHereError",
        "Reason",
        "_answer",
        "_no_corners",
        "forbidden",
        "unknown",
    }
)
"""Calls whose texts reach people."""
NAMED = frozenset({"message", "advice", "detail", "title"})
"""Variables that hold such texts."""
NOTES = frozenset({"unconfirmed.py"})
"""Files whose every sentence with something put into it reaches people."""
SPEAKING = frozenset(
    {"vision", "intake", "ledger", "scans", "tournament", "errors.py", "rates.py", "refusals.py"}
)
"""Files, and folders of files, whose every sentence reaches people."""
SENTENCE = re.compile(r'["%A-Z].* .*[.?]', re.DOTALL)
PLACE = re.compile(r"%\(([a-z])\)s")
QUOTED = re.compile(r'"%\(([a-z])\)s"')
COUNTED = re.compile(r"(.+?)( \((\d+)( box(?:es)?)?\))?", re.DOTALL)
PARTS = (later("the final score"),)
"""What stands in lists within sentences, beside the names of the seasons."""
AND = later("and")
FIELD = re.compile(r"\{[a-z]+\}")
"""A place that `str.format` fills."""
NAMES = re.compile(r'(".*") and ("[^"]*")', re.DOTALL)
"""A list of names in quotes."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with places in it, and how it is told."""

    shape: re.Pattern[str]
    told: str
    quoted: frozenset[str]
    """The places that stand in quotes: names, which are told as they are."""


def sentences(places: Iterable[Path]) -> list[str]:
    """Return the sentences of the code, each once, in order."""
    files = [
        path for place in places for path in (sorted(place.rglob("*.py")) if place.is_dir() else [place])
    ]
    found = {text for path in files for text in _said_in(path)}
    return sorted(text for text in found if " " in text and re.search(r"[a-z]{2}", PLACE.sub("", text)))


def phrases_of(translations: NullTranslations, english: Iterable[str]) -> tuple[Phrase, ...]:
    """Return the sentences with places, as a language tells them; the longest first, which say most."""
    placed = sorted((text for text in english if PLACE.search(text)), key=len, reverse=True)
    return tuple(
        Phrase(_shape(text), translations.gettext(text), frozenset(QUOTED.findall(text))) for text in placed
    )


def tell(text: str, translations: NullTranslations, phrases: Collection[Phrase]) -> str:
    """Return a text of the code in the language of the translations, or as it is if they lack it."""
    told = translations.gettext(text) if text else text
    if told != text:
        return told
    for phrase in phrases:
        found = phrase.shape.fullmatch(text)
        if found:
            parts = {
                place: part if place in phrase.quoted else _tell_part(part, translations, phrases)
                for place, part in found.groupdict().items()
            }
            return PLACE.sub(lambda place, parts=parts: parts[place[1]], phrase.told)  # type: ignore[misc]
    return text


def _tell_part(part: str, translations: NullTranslations, phrases: Collection[Phrase]) -> str:
    """Return what was put into a sentence: a sentence again, or a list of words."""
    if SENTENCE.fullmatch(part):
        return tell(part, translations, phrases)
    if named := NAMES.fullmatch(part):
        return f"{named[1]} {translations.gettext(AND)} {named[2]}"
    return _tell_list(part, translations)


def _tell_list(text: str, translations: NullTranslations) -> str:
    """Return a list as "spring (2 boxes), the final score" with what the catalogue knows of it translated."""
    return ", ".join(_tell_counted(part, translations) for part in text.split(", "))


def _tell_counted(text: str, translations: NullTranslations) -> str:
    found = COUNTED.fullmatch(text)
    if found is None:
        return text
    counted = found[2] or ""
    if found[4]:
        count = int(found[3])  # and no f-string around the words: babel looks into none
        boxes = translations.ngettext("%(num)s box", "%(num)s boxes", count) % {"num": count}
        counted = f" ({boxes})"
    return f"{translations.gettext(found[1])}{counted}"


def _shape(text: str) -> re.Pattern[str]:
    parts = PLACE.split(text)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)), re.DOTALL
    )


def _said_in(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    if path.name in SPEAKING or SPEAKING & {parent.name for parent in path.parents}:
        yield from filter(SENTENCE.fullmatch, _strings(tree))
    for node in ast.walk(tree):
        if path.name in NOTES and isinstance(node, ast.JoinedStr):
            yield from (text for text in _text(node) if text.endswith("."))
        if isinstance(node, ast.Call) and _name(node.func) in SAYING:
            for said in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from _text(said)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(_name(target) in NAMED for target in targets):
                yield from _text(node.value)


def _strings(tree: ast.AST) -> Iterator[str]:
    """Yield all texts of a file but what it says of itself: texts that stand alone, as docstrings do."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            yield from _text(node)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from _strings(node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _text(node: ast.expr) -> Iterator[str]:
    """Yield a text, with places for what is put into it; both of a choice between two."""
    if isinstance(node, ast.IfExp):
        yield from _text(node.body)
        yield from _text(node.orelse)
    places = iter(ascii_lowercase)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield FIELD.sub(lambda _: f"%({next(places)})s", node.value)
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"%({next(places)})s"
            for part in node.values
        )
