from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GameScoreError
from engine.standings import Placing, Result, rank_players

RESULTS = st.lists(
    st.builds(Result, st.sampled_from("ABCDEFGH"), st.integers(-3, 3), st.integers(0, 3)), max_size=8
)


def ranks(*results: Result) -> list[tuple[str, int]]:
    return [(placing.result.player, placing.rank) for placing in rank_players(results).placings]


def test_most_stars_win() -> None:
    """Rulebook, end of the game: the player with the most reputation stars is the winner."""
    assert ranks(Result("Ann", 70, 0), Result("Bob", 81, 9)) == [("Bob", 1), ("Ann", 2)]


def test_a_tie_goes_to_who_lost_the_fewest_stars_to_monsters() -> None:
    """Rulebook, end of the game: of tied players, who lost the least stars to monsters is the winner."""
    assert ranks(Result("Ann", 80, 5), Result("Bob", 80, 3)) == [("Bob", 1), ("Ann", 2)]


def test_who_still_ties_shares_the_victory() -> None:
    """Rulebook, end of the game: if there is a further tie, all tied players share the victory."""
    standings = rank_players([Result("Bob", 80, 3), Result("Ann", 80, 3), Result("Cy", 80, 4)])

    assert standings.winners == ("Ann", "Bob")
    assert [placing.shared for placing in standings.placings] == [True, True, False]


def test_a_shared_rank_leaves_the_next_ones_free() -> None:
    assert ranks(Result("A", 9, 0), Result("B", 7, 2), Result("C", 7, 2), Result("D", 1, 0)) == [
        ("A", 1),
        ("B", 2),
        ("C", 2),
        ("D", 4),
    ]


def test_scores_below_zero_rank_too() -> None:
    assert ranks(Result("Ann", -4, 9), Result("Bob", 0, 9)) == [("Bob", 1), ("Ann", 2)]


def test_what_breaks_no_tie_need_not_be_known() -> None:
    assert ranks(Result("Ann", 70, None), Result("Bob", 81, 9)) == [("Bob", 1), ("Ann", 2)]


@pytest.mark.parametrize("lost", [0, 3, None])
def test_a_tie_is_not_broken_by_what_is_not_known(lost: int | None) -> None:
    """Only the ranks of those who tie are open: the winner's, and those further down, are what they are."""
    results = Result("Ann", 80, lost), Result("Bob", 80, None), Result("Cy", 81, None), Result("Di", 9, 0)

    standings = rank_players(results)

    assert ranks(*results) == [("Cy", 1), ("Ann", 2), ("Bob", 2), ("Di", 4)]
    assert standings.winners == ("Cy",)
    assert standings.open_ties == (("Ann", "Bob"),)
    assert standings.problem is not None
    assert standings.problem.startswith("Ann and Bob tie at 80, and the stars lost to monsters")
    assert standings.to_json()["open_ties"] == [["Ann", "Bob"]]


def test_nobody_has_won_while_the_tie_for_it_is_open() -> None:
    standings = rank_players([Result("Ann", 80, 3), Result("Bob", 80, None), Result("Cy", 8, 1)])

    assert standings.winners == ()
    assert [placing.rank for placing in standings.placings] == [1, 1, 3]


def test_nobody_ranks_nobody() -> None:
    assert rank_players([]).placings == ()
    assert rank_players([]).winners == ()


def test_a_player_alone_wins_alone() -> None:
    assert rank_players([Result("Ann", 3, 0)]).placings == (Placing(1, Result("Ann", 3, 0), shared=False),)


def test_the_document_lists_the_placings_and_the_winners() -> None:
    assert rank_players([Result("Ann", 80, 3), Result("Bob", 80, 3)]).to_json() == {
        "schema": "surveyor/standings@1",
        "placings": [
            {"rank": 1, "player": "Ann", "total": 80, "lost_to_monsters": 3, "shared": True},
            {"rank": 1, "player": "Bob", "total": 80, "lost_to_monsters": 3, "shared": True},
        ],
        "winners": ["Ann", "Bob"],
    }


def test_stars_lost_are_not_written_as_a_score_is() -> None:
    with pytest.raises(GameScoreError, match="Ann lost -8 stars to monsters"):
        Result("Ann", 50, -8)


@given(results=RESULTS, shuffled=st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_reported_does_not_matter(
    results: list[Result], shuffled: Random
) -> None:
    again = list(results)
    shuffled.shuffle(again)

    assert rank_players(again) == rank_players(results)


@given(results=RESULTS)
def test_a_rank_is_one_more_than_the_number_of_those_who_did_better(results: list[Result]) -> None:
    def is_better(first: Result, other: Result) -> bool:
        if first.total != other.total:
            return first.total > other.total
        return (first.lost_to_monsters or 0) < (other.lost_to_monsters or 0)

    for placing in rank_players(results).placings:
        assert placing.rank == 1 + sum(is_better(other, placing.result) for other in results)


@given(results=RESULTS)
def test_everybody_is_placed_once(results: list[Result]) -> None:
    placed = [placing.result for placing in rank_players(results).placings]

    assert sorted(placed, key=repr) == sorted(results, key=repr)
