"""What the code says is said in the visitor's language, also what was kept as a document."""

import re
from gettext import NullTranslations

import pytest

from engine.final import find_final
from engine.sentence import Sentence
from service.documents import Reason
from service.pages.languages import LANGUAGES, load_translator
from service.pages.translator import MOST, Translator
from service.standings.documents import FlagDocument, Ranking
from service.tournament.flags import Flag

OTHERS = [language for language in LANGUAGES if language != "en"]
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


@pytest.fixture
def german() -> Translator:
    return Translator.of(German(), WORDS)


def test_a_sentence_is_reported_with_its_numbers_and_our_words_in_the_language(german: Translator) -> None:
    small = Sentence("A square is %(pixels)s pixels wide; %(least)s are needed.", pixels=9, least=12)
    played = Sentence('"%(player)s" has no map of %(season)s.', player="spring", season="spring")

    assert german.translate("The photo is blurred.") == "Das Foto ist unscharf."
    assert german.translate(small) == "12 Pixel braucht ein Feld, es hat 9."
    assert german.translate(played) == '"spring" hat keine Karte im Frühling.'
    assert (
        german.translate("100 % of <b>this</b> is unknown %(a)s.") == "100 % of <b>this</b> is unknown %(a)s."
    )
    assert german.translate("") == ""


def test_lists_and_sentences_within_a_sentence_are_reported_in_the_language(german: Translator) -> None:
    boxes = Sentence("Unsure: %(boxes)s.", boxes={"spring": 2, "fall": 1, "final": 1})
    names = Sentence("%(names)s and %(last)s", names=['"Ann"', '"Bob and Co"'], last='"Cid"')

    assert german.translate(boxes) == "Unsicher: Frühling (2 boxes), fall (1 box), Endstand."
    assert german.translate(Sentence("%(names)s tie at %(total)s.", names=names, total=7)) == (
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
def test_a_reason_is_reported_from_its_document_as_it_was_told_before(
    sentence: Sentence, german: Translator
) -> None:
    kept = Reason(code="some", message=sentence, advice="Look.").model_dump_json()

    read = Reason.model_validate_json(kept)

    assert read.message == sentence
    assert german.translate(read) == german.translate(sentence)
    assert german.translate(read) != sentence


def test_what_stands_in_standings_is_reported_from_their_documents(german: Translator) -> None:
    lost = Sentence("Other in %(after)s: %(squares)s. Look.", after="spring", squares=["A1", "A2"])
    tie = Sentence("%(names)s tie at %(total)s.", names=['"Ann"'], total=7)

    flag = FlagDocument.of_flag(Flag("drawing_lost", lost, "Look."))
    ranking = Ranking(complete=False, placings=(), winners=(), open_ties=(tie,))

    assert german.translate(flag) == "Anders im Frühling: A1, A2. Schau."
    assert [german.translate(tie) for tie in ranking.open_ties] == ['Gleich stehen "Ann" mit 7.']
    assert ranking.model_dump(mode="json")["open_ties"] == ['"Ann" tie at 7.']


def test_a_document_of_an_older_release_is_shown_in_its_own_words(german: Translator) -> None:
    message = "A square is 9 pixels wide; 12 are needed."

    assert german.translate(Reason(code="too_small", message=message, advice="")) == message
    assert (
        german.translate(Reason(code="too_small", message=message, advice="", params={"pixels": 9}))
        == message
    )


def test_a_long_list_of_squares_is_cut_to_its_beginning(german: Translator) -> None:
    squares = [
        Sentence("%(square)s (%(before)s)", square=f"{row}{column}", before="spring")
        for row in "AB"
        for column in range(1, 12)
    ]
    long = Sentence("Other in %(after)s: %(squares)s. Look.", after="fall", squares=squares)
    short = Sentence("Other in %(after)s: %(squares)s. Look.", after="fall", squares=squares[:MOST])

    begins = ", ".join(f"A{column} (Frühling)" for column in range(1, MOST + 1))
    assert german.shorten(long) == f"Anders im fall: {begins} and {22 - MOST} more. Schau."
    assert german.translate(short) == f"Anders im fall: {begins}. Schau."
    assert german.shorten(short) == ""
    assert german.shorten("Nothing is listed.") == ""


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
    translator = load_translator(language)
    kept = Reason.model_validate_json(Reason(code="some", message=message, advice="").model_dump_json())

    translated = translator.translate(kept)

    assert translated == translator.translate(message)
    assert not ENGLISH & set(re.findall(r"\w+", translated))
