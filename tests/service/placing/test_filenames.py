from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Season
from service.placing.filenames import NamedPlace, read_file_name, words_of
from service.tournament.documents import Player

NAMES = ["Ann Smith", "Ann Jones", "Bea Löw", "Cid", "O'Neil Zoë", "王芳", "Player", "Player 2", "Summer Day"]
PLAYERS = [Player(id=name, name=name) for name in NAMES]


def read(name: str, rounds: int = 3) -> NamedPlace:
    return read_file_name(name, PLAYERS, tournament="Spring Cup", rounds=rounds)


@pytest.mark.parametrize(
    ("name", "player", "number", "season"),
    [
        ("Ann Smith 2 winter.jpg", "Ann Smith", 2, "winter"),
        ("ann_smith_r2_final.png", "Ann Smith", 2, "winter"),
        ("AnnSmith-Round3-Spring.jpeg", "Ann Smith", 3, "spring"),
        ("annsmith2sommer.jpg", "Ann Smith", 2, "summer"),
        ("SMITH, Ann (R1).HEIC", "Ann Smith", 1, None),
        ("bea_fall.jpg", "Bea Löw", None, "fall"),
        ("Lo\u0308w Bea Runde 2 Frühling.png", "Bea Löw", 2, "spring"),
        ("oneil zoe été.jpg", "O'Neil Zoë", None, "summer"),
        ("王芳2.jpg", "王芳", 2, None),
        ("Summer Day fall.jpg", "Summer Day", None, "fall"),
        ("cid (2).jpg", "Cid", None, None),
        ("cid 2 (1).jpg", "Cid", 2, None),
        ("round 2/cid autumn.jpg", "Cid", 2, "fall"),
        ("Cid/r3/otoño.jpg", "Cid", 3, "fall"),
        ("C:\\photos\\cid 1.jpg", "Cid", 1, None),
        ("Spring Cup/cid 2.jpg", "Cid", 2, None),
        ("2026-05-02 cid.jpg", "Cid", None, None),
        ("IMG_20260502_183022_cid.jpg", "Cid", None, None),
        ("IMG-20260501-WA0003 cid r2.jpg", "Cid", 2, None),
        ("cid table 3 r2.jpg", "Cid", 2, None),
        ("cid table 3.jpg", "Cid", None, None),
        ("cid 9.jpg", "Cid", None, None),
        ("cid r9.jpg", "Cid", 9, None),
        ("cid 1 2.jpg", "Cid", None, None),
        ("IMG_1234.jpg", None, None, None),
        ("IMG_2.jpg", None, None, None),
        ("side A.jpg", None, None, None),
        ("winter.jpg", None, None, "winter"),
        ("", None, None, None),
        ("../..", None, None, None),
    ],
)
def test_a_files_name_tells_player_round_and_season(
    name: str, player: str | None, number: int | None, season: str | None
) -> None:
    found = read(name)

    assert (found.player, found.round, found.season) == (player, number, season and Season(season))


@pytest.mark.parametrize(
    ("name", "between"),
    [
        ("ann 2.jpg", ("Ann Jones", "Ann Smith")),
        ("Ann Smith and Cid.jpg", ("Ann Smith", "Cid")),
        ("Ann Smith Jones.jpg", ("Ann Jones", "Ann Smith")),
        ("player 2 winter.jpg", ("Player", "Player 2")),
        ("bea smith.jpg", ("Ann Smith", "Bea Löw")),
        ("bea brown.jpg", ("Bea Löw",)),
    ],
)
def test_nothing_is_guessed_between_two(name: str, between: tuple[str, ...]) -> None:
    found = read(name)

    assert (found.player, found.between) == (None, between)


def test_two_seasons_are_none() -> None:
    found = read("cid_spring_summer.jpg")

    assert (found.player, found.season, found.has_several_seasons) == ("Cid", None, True)


PLAIN = st.text("abcdefgh", min_size=4, max_size=8).map(str.capitalize)
FULL_NAMES = st.lists(
    st.tuples(PLAIN, PLAIN).map(" ".join),
    min_size=2,
    max_size=6,
    unique_by=lambda name: tuple(sorted(words_of(name))),
)
WAYS: list[Callable[[str], str]] = [
    lambda name: name,
    str.lower,
    lambda name: name.replace(" ", "_"),
    lambda name: name.replace(" ", "").lower(),
    lambda name: " ".join(reversed(name.split())),
]


@given(FULL_NAMES, st.sampled_from(WAYS), st.integers(1, 9), st.sampled_from(Season), st.data())
def test_a_full_name_is_the_players_or_nobodys(
    names: list[str], way: Callable[[str], str], number: int, season: Season, data: st.DataObject
) -> None:
    named = data.draw(st.sampled_from(names))
    players = [Player(id=name, name=name) for name in names]

    found = read_file_name(f"{way(named)}-r{number}-{season}.jpg", players, tournament="Cup", rounds=9)

    assert found.player == named or (found.player is None and len(found.between) > 1)
    assert (found.round, found.season) == (number, season)


@given(st.text(max_size=60), FULL_NAMES)
def test_any_name_is_read_without_fault(name: str, names: list[str]) -> None:
    found = read_file_name(name, [Player(id=one, name=one) for one in names], tournament="Cup", rounds=3)

    assert found.player is None or found.player in names
