"""The languages of the pages: nothing untranslated, nothing lost on the way."""

import re
from gettext import NullTranslations
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from engine.final import find_final
from engine.sentence import Sentence
from service.documents import Reason
from service.pages.telling import MOST, Teller
from service.pages.words import (
    CATALOGUES,
    CODE,
    KEYWORDS,
    LANGUAGES,
    collect,
    load_catalogues,
    missing,
    read_calls,
)
from service.standings.documents import FlagDocument, RankingDocument
from service.standings.standings import Ranking
from service.tournament.flags import Flag

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"%\(\w+\)[sd]")


WORDS = {
    "A square is %(pixels)s pixels wide; %(least)s are needed.": (
        "%(least)s Pixel braucht ein Feld, es hat %(pixels)s."
    ),
    "The photo is blurred.": "Das Foto ist unscharf.",
    '"%(player)s" has no map of %(season)s.': '"%(player)s" hat keine Karte im %(season)s.',
    "Unsure: %(boxes)s.": "Unsicher: %(boxes)s.",
    "Unread: %(problem)s": "Ungelesen: %(problem)s",
    "Other in %(after)s: %(squares)s. Look.": "Anders im %(after)s: %(squares)s. Schau.",
    "%(squares)s squares are hidden.": "%(squares)s Felder sind verdeckt.",
    "%(names)s tie at %(total)s.": "Gleich stehen %(names)s mit %(total)s.",
    "%(names)s and %(last)s": "%(names)s und %(last)s",
    "spring": "Frühling",
    "the final score": "Endstand",
}


class German(NullTranslations):
    """Some sentences."""

    def gettext(self, message: str) -> str:
        return WORDS.get(message, message)


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


@pytest.fixture
def german() -> Teller:
    return Teller.of(German(), WORDS)


def test_a_sentence_is_told_with_its_numbers_and_our_words_in_the_language(german: Teller) -> None:
    small = Sentence("A square is %(pixels)s pixels wide; %(least)s are needed.", pixels=9, least=12)
    played = Sentence('"%(player)s" has no map of %(season)s.', player="spring", season="spring")

    assert german.tell("The photo is blurred.") == "Das Foto ist unscharf."
    assert german.tell(small) == "12 Pixel braucht ein Feld, es hat 9."
    assert german.tell(played) == '"spring" hat keine Karte im Frühling.'
    assert german.tell("100 % of <b>this</b> is unknown %(a)s.") == "100 % of <b>this</b> is unknown %(a)s."
    assert german.tell("") == ""


def test_lists_and_sentences_within_a_sentence_are_told_in_the_language(german: Teller) -> None:
    boxes = Sentence("Unsure: %(boxes)s.", boxes={"spring": 2, "fall": 1, "final": 1})
    names = Sentence("%(names)s and %(last)s", names=['"Ann"', '"Bob and Co"'], last='"Cid"')

    assert german.tell(boxes) == "Unsicher: Frühling (2 boxes), fall (1 box), Endstand."
    assert german.tell(Sentence("%(names)s tie at %(total)s.", names=names, total=7)) == (
        'Gleich stehen "Ann", "Bob and Co" und "Cid" mit 7.'
    )


@pytest.mark.parametrize(
    "sentence",
    [
        Sentence("A square is %(pixels)s pixels wide; %(least)s are needed.", pixels=9, least=12),
        Sentence("Unsure: %(boxes)s.", boxes={"spring": 2, "final": 1}),
        Sentence("Unread: %(problem)s", problem=Sentence("%(squares)s squares are hidden.", squares=3)),
    ],
)
def test_a_reason_is_told_from_its_document_as_it_was_told_before(sentence: Sentence, german: Teller) -> None:
    kept = Reason(code="some", message=sentence, advice="Look.").model_dump_json()

    read = Reason.model_validate_json(kept)

    assert read.message == sentence
    assert german.tell(read) == german.tell(sentence)
    assert german.tell(read) != sentence


def test_what_stands_in_standings_is_told_from_their_documents(german: Teller) -> None:
    lost = Sentence("Other in %(after)s: %(squares)s. Look.", after="spring", squares=["A1", "A2"])
    tie = Sentence("%(names)s tie at %(total)s.", names=['"Ann"'], total=7)

    flag = FlagDocument.of_flag(Flag("drawing_lost", lost, "Look."))
    ranking = RankingDocument.of(Ranking((), (tie,)))

    assert german.tell(flag) == "Anders im Frühling: A1, A2. Schau."
    assert [german.tell(tie) for tie in ranking.open_ties] == ['Gleich stehen "Ann" mit 7.']
    assert ranking.model_dump(mode="json")["open_ties"] == ['"Ann" tie at 7.']


def test_a_document_of_an_older_release_is_shown_in_its_own_words(german: Teller) -> None:
    message = "A square is 9 pixels wide; 12 are needed."

    assert german.tell(Reason(code="too_small", message=message, advice="")) == message
    assert german.tell(Reason(code="too_small", message=message, advice="", params={"pixels": 9})) == message


def test_a_long_list_of_squares_is_cut_to_its_beginning(german: Teller) -> None:
    squares = [
        Sentence("%(square)s (%(before)s)", square=f"{row}{column}", before="spring")
        for row in "AB"
        for column in range(1, 12)
    ]
    long = Sentence("Other in %(after)s: %(squares)s. Look.", after="fall", squares=squares)
    short = Sentence("Other in %(after)s: %(squares)s. Look.", after="fall", squares=squares[:MOST])

    begins = ", ".join(f"A{column} (Frühling)" for column in range(1, MOST + 1))
    assert german.shorten(long) == f"Anders im fall: {begins} and {22 - MOST} more. Schau."
    assert german.tell(short) == f"Anders im fall: {begins}. Schau."
    assert german.shorten(short) == ""
    assert german.shorten("Nothing is listed.") == ""


def test_texts_are_collected_from_the_calls_that_say_them() -> None:
    code = b"""
raise BadRequestError(Sentence("At most %(most)s are taken.", most=len(others("A file."))))
Reason("code", Sentence("It names %(name)s.", name=name), "Send " "fewer.")
later("soon") if late else "This is said to nobody."
"""

    found = {text for _, _, texts, _ in read_calls(BytesIO(code), KEYWORDS, (), {}) for text in texts if text}

    assert found == {"At most %(most)s are taken.", "code", "It names %(name)s.", "Send fewer.", "soon"}


def test_all_that_the_service_says_is_collected() -> None:
    words = collect()

    for told in ("The file is empty.", "A person set this sheet aside.", "%(squares)s squares are doubtful."):
        assert told in words


def test_every_template_names_its_parameters() -> None:
    unnamed = [message.id for message in collect() if re.search(r"%\([a-d]\)s", str(message.id))]

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


WRONG = [(1, 1, 1, 1, 5), (1, 1, 0, 0, 2)]  # sums that are none, coins that fall, monsters that earn
ENGLISH = {"sheet", "picture", "fall", "spring", "coins", "never", "written"}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "message",
    [
        "The photo is blurred.",
        Sentence("Some numbers of the season boxes cannot be read surely: %(boxes)s.", boxes={"fall": 2}),
        Sentence(
            "Another sheet in the photo could not be read: %(problem)s",
            problem=Sentence("The picture has only %(width)s x %(height)s pixels.", width=9, height=9),
        ),
        Sentence(
            "What is written below the map does not fit together: %(problems)s.",
            problems=[
                wrong.message for wrong in find_final([[1, 1, 1, 1, 5], [1, 1, 0, 0, 2]]).contradictions
            ],
        ),
    ],
)
def test_the_catalogues_tell_a_reason_that_was_kept_in_every_part(message: str, language: str) -> None:
    words = load_catalogues()[language]
    teller = Teller.of(words.translations, words.english)
    kept = Reason.model_validate_json(Reason(code="some", message=message, advice="").model_dump_json())

    told = teller.tell(kept)

    assert told == teller.tell(message)
    assert not ENGLISH & set(re.findall(r"\w+", told))
