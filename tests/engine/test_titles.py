import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDICTS, EdictChoiceError
from engine.titles import TITLES, rate_solo, title_for

CARDS = [EDICTS[name] for name in ["Greenbough", "Canal Lake", "Wildholds", "Borderlands"]]


def test_the_numbers_on_the_four_cards_are_subtracted() -> None:
    """Rulebook, solo mode: subtract the total of the numbers on the scoring cards in play from the score."""
    rating = rate_solo(100, CARDS)

    assert (rating.subtracted, rating.rating) == (22 + 24 + 16 + 24, 14)


@pytest.mark.parametrize(
    ("rating", "title"),
    [
        (45, "Legendary Cartographer"),
        (30, "Legendary Cartographer"),
        (29, "Master Mapsmith"),
        (20, "Master Mapsmith"),
        (19, "Journeyman Topographer"),
        (10, "Journeyman Topographer"),
        (9, "Apprentice Surveyor"),
        (0, "Apprentice Surveyor"),
        (-1, "Amateur Assessor"),
        (-5, "Amateur Assessor"),
        (-6, "Inept Assistant"),
        (-10, "Inept Assistant"),
        (-11, "Dimwitted Doodler"),
        (-20, "Dimwitted Doodler"),
        (-21, "Oblivious Inkdrinker"),
        (-30, "Oblivious Inkdrinker"),
    ],
)
def test_the_title_is_that_of_the_highest_rating_met(rating: int, title: str) -> None:
    """Rulebook, solo mode: the title of the highest rating that you met or surpassed."""
    assert title_for(rating) == title


def test_below_the_lowest_rating_there_is_no_title() -> None:
    """The rulebooks list nothing under -30, and a rating there meets none."""
    assert title_for(-31) is None


def test_a_rating_needs_all_four_cards() -> None:
    with pytest.raises(EdictChoiceError, match="a solo rating needs all 4 edicts, 3 given"):
        rate_solo(50, CARDS[:3])


def test_the_same_card_twice_is_refused() -> None:
    with pytest.raises(EdictChoiceError, match="twice"):
        rate_solo(50, [*CARDS[:3], CARDS[0]])


def test_the_document_has_the_rating_and_the_title() -> None:
    assert rate_solo(100, CARDS).to_json() == {
        "score": 100,
        "subtracted": 86,
        "rating": 14,
        "title": "Journeyman Topographer",
    }


@given(low=st.integers(-60, 60), high=st.integers(-60, 60))
def test_a_higher_rating_never_has_a_lower_title(low: int, high: int) -> None:
    names = [None, *TITLES.values()]
    low, high = sorted([low, high])

    assert names.index(title_for(low)) <= names.index(title_for(high))
