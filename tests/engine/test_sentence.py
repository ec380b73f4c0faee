"""Sentences are English texts that keep what they are made of."""

import pickle
from copy import deepcopy
from gettext import NullTranslations

import pytest

from engine.sentence import Sentence, Value, fill, plain


class French(NullTranslations):
    """Two words of it."""

    def gettext(self, message: str) -> str:
        return {"spring": "printemps", "%(season)s of %(player)s": "%(player)s, %(season)s"}.get(
            message, message
        )


def test_a_sentence_is_its_english_text() -> None:
    sentence = Sentence("%(squares)s squares are doubtful.", squares=3)

    assert sentence == "3 squares are doubtful."
    assert f"{sentence}" == "3 squares are doubtful."
    assert (sentence.template, sentence.parameters) == ("%(squares)s squares are doubtful.", {"squares": 3})


def test_a_sentence_stays_one_in_an_exception_a_copy_and_another_process() -> None:
    sentence = Sentence("There is no such %(thing)s here.", thing="player")

    for kept in (str(ValueError(sentence)), deepcopy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert isinstance(kept, Sentence)
        assert (kept, kept.template, kept.parameters) == (sentence, sentence.template, sentence.parameters)


def test_a_text_without_parameters_may_hold_a_sign_of_per_cent() -> None:
    assert Sentence("100 % sure, %(not) so") == "100 % sure, %(not) so"


@pytest.mark.parametrize(
    ("template", "parameters", "english"),
    [
        ("%(squares)s.", {"squares": ["A1", "B2"]}, "A1, B2."),
        ("%(boxes)s.", {"boxes": {"spring": 1, "fall": 2}}, "spring (1 box), fall (2 boxes)."),
        ("%(boxes)s.", {"boxes": {"final": 1}}, "the final score."),
        ("%(problems)s.", {"problems": [Sentence("%(n)s lost", n=2), "more"]}, "2 lost; more."),
        ("%(opening)s.", {"opening": Sentence("%(season)s: 3", season="spring")}, "Spring: 3."),
        ("%(share)s GiB", {"share": 1.5}, "1.5 GiB"),
    ],
)  # fmt: skip
def test_parameters_are_written_by_their_kind(
    template: str, parameters: dict[str, Value], english: str
) -> None:
    assert fill(template, parameters) == english


def test_our_words_are_translated_and_names_are_not() -> None:
    named = {"season": "spring", "player": "spring"}

    assert fill("%(season)s of %(player)s", named) == "spring of spring"
    assert fill("%(season)s of %(player)s", named, French()) == "spring, printemps"


def test_json_holds_the_parameters_of_a_sentence_within_another() -> None:
    inner = Sentence("%(pixels)s pixels", pixels=9)

    assert plain({"problem": inner, "names": ["Ann", inner], "word": Sentence("Plain.")}) == {
        "problem": {"message": "9 pixels", "params": {"pixels": 9}},
        "names": ["Ann", {"message": "9 pixels", "params": {"pixels": 9}}],
        "word": "Plain.",
    }
