"""The languages of the pages: nothing untranslated, nothing lost on the way."""

import ast
import re
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog

from service.pages.languages import LANGUAGES, TRANSLATIONS, read_translations
from tests.service.pages.words import CODE, KEYWORDS, collect, missing, read_calls

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"%\(\w+\)[sd]")


@pytest.fixture(name="words", scope="module")
def _words() -> Catalog:
    return collect()


def _sentences(language: str) -> list[tuple[str, str]]:
    """Return each sentence of a language beside its English, singular and plural."""
    return [
        (str(message.id), sentence)
        for message in read_translations(TRANSLATIONS / f"{language}.po", language)
        if message.id
        for sentence in ([message.string] if isinstance(message.string, str) else message.string or ())
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str, words: Catalog) -> None:
    assert missing(language, words) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_stands_in_for_names_and_numbers_is_there_in_each_language(language: str) -> None:
    wrong = []
    for message in read_translations(TRANSLATIONS / f"{language}.po", language):
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[1]
        strings = message.string or ()
        for sentence in filter(None, [strings] if isinstance(strings, str) else strings):
            if set(PLACES.findall(sentence)) - set(PLACES.findall(english)):
                wrong.append((english, sentence))
            if isinstance(message.id, str) and set(PLACES.findall(sentence)) != set(PLACES.findall(english)):
                wrong.append((english, sentence))
            if "<" in sentence and "<" not in english:
                wrong.append((english, sentence))

    assert wrong == []


COUNTED = re.compile(r"{%-?\s*trans (\w+)=(?:(?!endtrans).)*?{%-?\s*pluralize\s*(\w*)", re.DOTALL)
"""The first value of a sentence in a template, and the one that its plural names, if it does."""


def test_whether_a_sentence_is_plural_hangs_on_a_number() -> None:
    """By itself it hangs on the first value: where that was a name, pages in all but English failed."""
    templates = TRANSLATIONS.parent.glob("templates/**/*.html")
    counted = [found for path in templates for found in COUNTED.findall(path.read_text("utf-8"))]

    assert {named or first for first, named in counted} == {"count", "n"}


ASIDE = {"de": "aussortier", "es": "aparte", "fr": "écart"}  # of aussortieren, dejar aparte, écarter


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_set_aside_has_one_word(language: str) -> None:
    said = [
        sentence
        for english, sentence in _sentences(language)
        if re.search(r"\bset\b.*\baside\b", english, re.IGNORECASE)
    ]

    assert said
    assert [each for each in said if ASIDE[language] not in each.lower()] == []


OTHER_WORDS = {
    "de": r"^von %\(name\)s$|berichtig|zweifelhaft|gesamtwertung|endstand|endergebnis|plakat|handy"
    r"|\bdu\b|für sie\b|lassen sie|cartographers",
    "es": r"^por %\(name\)s$|^puntúa en %|\bhaga\b|cartographers",
    "fr": r"\bjuges?\b|\bfiches?\b|édits|désolée|décomptée|relis-|\w'\w| [:;?!»](?=\s|$)|« ",
}
"""What has another word in a language, or speaks to people otherwise than the rest; spaces that break."""


@pytest.mark.parametrize("language", OTHERS)
def test_a_thing_has_one_word_and_people_are_spoken_to_in_one_way(language: str) -> None:
    said = [sentence for _, sentence in _sentences(language)]

    assert [each for each in said if re.search(OTHER_WORDS[language], each, re.IGNORECASE)] == []


@pytest.mark.parametrize(("language", "square"), [("es", "casilla"), ("fr", r"\bcases?\b")])
def test_a_box_of_a_season_is_not_called_a_square(language: str, square: str) -> None:
    boxes = [said for english, said in _sentences(language) if re.search(r"\bbox(es)?\b", english)]

    assert [each for each in boxes if re.search(square, each)] == []


def test_texts_are_collected_from_the_calls_that_say_them() -> None:
    code = b"""
raise BadRequestError(Sentence("At most %(most)s are taken.", most=len(others("A file."))))
Reason("code", Sentence("It names %(name)s.", name=name), "Send " "fewer.")
later("soon") if late else "This is said to nobody."
"""

    found = {text for _, _, texts, _ in read_calls(BytesIO(code), KEYWORDS, (), {}) for text in texts if text}

    assert found == {"At most %(most)s are taken.", "code", "It names %(name)s.", "Send fewer.", "soon"}


def test_all_that_the_service_says_is_collected(words: Catalog) -> None:
    for sentence in (
        "The file is empty.",
        "A person set this sheet aside.",
        "%(squares)s squares are doubtful.",
    ):
        assert sentence in words


def test_every_template_names_its_parameters(words: Catalog) -> None:
    unnamed = [message.id for message in words if re.search(r"%\([a-d]\)s", str(message.id))]

    assert unnamed == []


READING = re.compile(
    r"\bre\.\w+\([^)]*\.(message|advice|detail|problem)\b"
    r"|\bin \w+(\.\w+)*\.(message|advice|detail)\b"
    r"|\.(message|advice|detail)\.(find|split|partition|startswith|endswith|removeprefix|replace)\("
)
"""Decisions or changes by the words of a message."""


def test_no_module_reads_our_own_messages() -> None:
    code = [path for folder in CODE for path in folder.rglob("*.py")]

    reading = [path.name for path in code if READING.search(path.read_text("utf-8"))]

    assert reading == []


def test_no_sentence_is_put_together_where_it_is_said() -> None:
    """Words with names and numbers in them go through a Sentence: an f-string has no translation."""
    calls = [
        (path.name, node.lineno)
        for folder in CODE
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", None) in KEYWORDS
        and any(isinstance(given, ast.JoinedStr) for given in node.args)
    ]

    assert calls == []
