"""The languages of the pages: nothing untranslated, nothing lost on the way."""

import ast
import re
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from service.pages.languages import LANGUAGES, TRANSLATIONS
from tests.service.pages.words import CODE, KEYWORDS, collect, missing, read_calls

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"%\(\w+\)[sd]")


@pytest.fixture(name="words", scope="module")
def _words() -> Catalog:
    return collect()


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str, words: Catalog) -> None:
    assert missing(language, words) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_stands_in_for_names_and_numbers_is_there_in_each_language(language: str) -> None:
    with (TRANSLATIONS / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    wrong = []
    for message in catalogue:
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


ASIDE = {"de": "aussortier", "es": "aparte", "fr": "écart"}  # of aussortieren, dejar aparte, écarter


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_set_aside_has_one_word(language: str) -> None:
    with (TRANSLATIONS / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    said = [
        (message.id, sentence)
        for message in catalogue
        if re.search(r"\bset\b.*\baside\b", str(message.id), re.IGNORECASE)
        for sentence in ([message.string] if isinstance(message.string, str) else message.string or ())
    ]

    assert said
    assert [each for each in said if ASIDE[language] not in each[1].lower()] == []


def test_to_correct_has_one_german_word() -> None:
    assert "berichtig" not in (TRANSLATIONS / "de.po").read_text("utf-8").lower()


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
