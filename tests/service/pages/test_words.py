"""The languages of the pages: nothing untranslated, nothing lost on the way."""

import re
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from service.pages.cutting import cut
from service.pages.phrases import phrases_of, sentences, tell
from service.pages.words import CATALOGUES, LANGUAGES, SAYING, collect, missing

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"%\(\w+\)[sd]")


class German(NullTranslations):
    """Two sentences."""

    def gettext(self, message: str) -> str:
        return {
            "A square is %(a)s pixels wide; %(b)s are needed.": "%(b)s Pixel braucht ein Feld, es hat %(a)s.",
            "The photo is blurred.": "Das Foto ist unscharf.",
            'Unsure: %(a)s. It is "%(b)s".': 'Unsicher: %(a)s. Es ist "%(b)s".',
            "spring": "Frühling",
            "and": "und",
            "%(a)s At most %(b)s are read.": "%(a)s Höchstens %(b)s werden gelesen.",
            "%(a)s tie at %(b)s.": "Gleich stehen %(a)s mit %(b)s.",
        }.get(message, message)


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str) -> None:
    assert missing(language, collect()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_stands_in_for_names_and_numbers_is_there_in_each_language(language: str) -> None:
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    wrong = []
    for message in catalogue:
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[1]
        strings = message.string or ()
        for told in filter(None, [strings] if isinstance(strings, str) else strings):
            if set(PLACES.findall(told)) - set(PLACES.findall(english)):
                wrong.append((english, told))
            if isinstance(message.id, str) and set(PLACES.findall(told)) != set(PLACES.findall(english)):
                wrong.append((english, told))
            if "<" in told and "<" not in english:
                wrong.append((english, told))

    assert wrong == []


def test_sentences_of_the_code_are_told_with_their_numbers() -> None:
    german = German()
    known = ["A square is %(a)s pixels wide; %(b)s are needed.", 'Unsure: %(a)s. It is "%(b)s".']
    known += ["%(a)s At most %(b)s are read.", "%(a)s tie at %(b)s."]
    phrases = phrases_of(german, known)

    def told(text: str) -> str:
        return tell(text, german, phrases)

    assert told("The photo is blurred.") == "Das Foto ist unscharf."
    assert told("A square is 9 pixels wide; 12 are needed.") == "12 Pixel braucht ein Feld, es hat 9."
    assert told("100 % of <b>this</b> is unknown %(a)s.") == "100 % of <b>this</b> is unknown %(a)s."
    assert (
        told('Unsure: spring (2), fall. It is "spring".') == 'Unsicher: Frühling (2), fall. Es ist "spring".'
    )
    assert told('Unsure: spring (4 boxes), fall (1 box). It is "x".') == (
        'Unsicher: Frühling (4 boxes), fall (1 box). Es ist "x".'
    )
    assert told("") == ""
    assert (
        told("The photo is blurred. At most 3 are read.")
        == "Das Foto ist unscharf. Höchstens 3 werden gelesen."
    )
    assert (
        told('"Ann", "Bob and Co" and "Cid" tie at 7.')
        == 'Gleich stehen "Ann", "Bob and Co" und "Cid" mit 7.'
    )


def test_a_long_list_of_squares_is_cut_and_its_whole_kept() -> None:
    squares = [f"{row}{column} (forest, then farm)" for row in "AB" for column in range(1, 12)]
    sentence = f"Other in fall than in summer: {', '.join(squares)}. Look."

    short = cut(sentence)
    few = cut(f"Empty in fall: {', '.join(squares[:8])}.")

    assert short.before == f"Other in fall than in summer: {', '.join(squares[:8])}"
    assert (short.more, short.after, short.whole) == (14, ". Look.", sentence)
    assert (few.more, few.before) == (0, few.whole)


def test_sentences_are_found_in_the_code(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        'Reason("code", f"At most {most} are taken, not {given:.0f}.", "Send " "fewer.")\n'
        'message = "This is said later." if late else "This is said soon."\n'
        'other = "This is said to nobody."\n',
        encoding="utf-8",
    )

    assert sentences([tmp_path]) == [
        "At most %(a)s are taken, not %(b)s.",
        "Send fewer.",
        "This is said later.",
        "This is said soon.",
    ]


def test_where_every_sentence_reaches_people_none_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "vision"
    folder.mkdir()
    (folder / "door.py").write_text(
        '"""What stands here is said to nobody."""\n'
        "MOST = 3\n"
        '"""Nor is this said to anybody."""\n'
        'KEPT = {"message": "A person set it aside.", "code": "set_aside"}\n'
        "def no(many: int) -> Exception:\n"
        '    return told(many and f"There are {many} of them." or "There are some.", "Send fewer.")\n',
        encoding="utf-8",
    )
    here = set(sentences(SAYING))

    assert sentences([folder]) == [
        "A person set it aside.",
        "Send fewer.",
        "There are %(a)s of them.",
        "There are some.",
    ]
    assert {"The file is empty.", "A person set this sheet aside.", "The zip is damaged."} <= here
