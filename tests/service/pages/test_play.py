"""Playing along: moves as letters of an address, what is offered and refused, what the pages tell."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from types import SimpleNamespace
from typing import cast
from urllib.parse import urlencode

import anyio
import httpx
import pytest
from anyio.lowlevel import checkpoint
from playwright.sync_api import Page, expect
from starlette.exceptions import HTTPException

from engine import ALL_SQUARES, Season, Side, Terrain
from engine.areas import squares_of
from engine.bots import Bot, choose_move
from engine.game import GameState, Transcript, legal_moves, play, start
from service.formats.gamenames import BoxName
from service.formats.squarenames import label
from service.pages.languages import LANGUAGES
from service.pages.playing.address import GameAddress
from service.pages.playing.gamelog import Happening, What, drawn_by, happened, tell
from service.pages.playing.placements import decode, encode
from service.pages.playing.play import MOST_IN_LINE, in_turn
from service.pages.playing.view import choose, script_data
from service.web.resources import Resources
from tests.extent import in_test_all, or_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab

FIRST = "/play/game?cards=base&side=A&seed=7"  # Treetop Village; a mountain on B4, ruins on B6
ON_A_PHONE = pytest.mark.parametrize("viewport", ["phone"])  # where one screen shows it as well as two
HEROES_GAME = (BoxName.HEROES, Side.D, 4)
GAMES = or_all([HEROES_GAME], [HEROES_GAME, (BoxName.BASE, Side.A, 3), (BoxName.HEROES, Side.B, 5)])


def test_games_of_everybody_wait_for_one_another_and_not_too_many_of_them() -> None:
    resources = cast(Resources, SimpleNamespace(games=anyio.CapacityLimiter(1)))

    async def play_along() -> None:
        async for _ in in_turn(resources):
            await checkpoint()

    async def crowd() -> int:
        async with anyio.create_task_group() as players:
            for _ in range(MOST_IN_LINE + 1):
                players.start_soon(play_along)
            await checkpoint()  # all of them have come
            with pytest.raises(HTTPException) as refused:
                await play_along()
        await play_along()
        return refused.value.status_code

    with ThreadPoolExecutor(1) as apart:  # from the loop of the browser's tests
        assert apart.submit(anyio.run, crowd).result() == 503


def test_who_comes_to_a_long_line_of_games_is_asked_to_come_again(
    pages_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.pages.playing.play.MOST_IN_LINE", 0)
    with client_of(pages_address, headers={"accept": "text/html", "accept-language": "de"}) as web:
        answers = [web.get(address) for address in (FIRST, "/play")]

    assert [answer.status_code for answer in answers] == [503, 503]
    assert "<h1>Im Moment nicht</h1>" in answers[0].text
    assert "In einer Weile noch einmal versuchen." in answers[0].text


def test_a_mistake_of_ours_is_told_in_the_visitors_language(
    pages_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.pages.playing.play._show_setup", lambda *_: 1 / 0)
    with client_of(pages_address, headers={"accept": "text/html", "accept-language": "de"}) as web:
        answer = web.get("/play")

    assert (answer.status_code, "Das ist unser Fehler." in answer.text) == (500, True)


def played(cards: BoxName, side: Side, seed: int, bot: Bot = Bot.RANDOM) -> GameAddress:
    """Return the address of a whole game of a bot."""
    address, chance = GameAddress(cards, side, seed), Random(seed)
    state = start(address.setup())
    while not state.is_over:
        move = choose_move(state, 0, bot, chance)
        address, state = address.then(encode(state, move)), play(state, 0, move)
    return address


def offered(state: GameState) -> set[str]:
    """Return the moves that the page offers: every way and terrain on every square where they fit."""
    first = choose(state, "", "")
    if first is None:
        return {"pass"}
    codes = set()
    for way in first.ways:
        for terrain in first.terrains:
            for square in ALL_SQUARES:
                choice = choose(state, str(way.number), terrain, to=label(square))
                assert choice
                assert choice.laid
                codes |= {choice.laid.code} if choice.laid.fits else set()
    return codes


@pytest.mark.parametrize(("cards", "side", "seed"), GAMES)
def test_the_page_offers_the_legal_moves_and_each_is_accepted(cards: BoxName, side: Side, seed: int) -> None:
    for state in tell(played(cards, side, seed)).states[:-1:11]:
        codes = offered(state)

        assert {decode(state, code) for code in codes} == set(legal_moves(state, 0))
        assert {decode(state, encode(state, move)) for move in legal_moves(state, 0)} == set(
            legal_moves(state, 0)
        )


def test_the_script_is_reported_the_same_places() -> None:
    state = tell(GameAddress(BoxName.BASE, Side.A, 7)).state
    choice = choose(state, "", "")
    assert choice

    script = json.loads(json.dumps(script_data(state, choice)))

    for way, data in zip(choice.ways, script["ways"], strict=True):
        places = {
            (row, column)
            for row, bits in enumerate(data["places"])
            for column in range(11)
            if bits >> column & 1
        }
        assert places == {tuple(square) for square in squares_of(way.places)}
        assert script["ways"][data["flipped"]]["flipped"] == way.number
    assert sum(map(len, script["map"])) == len(ALL_SQUARES)


@pytest.mark.parametrize(
    ("cards", "side", "seed"), [*GAMES, (BoxName.HEROES, Side.C, 7), (BoxName.HEROES, Side.C, 12)]
)
def test_all_that_changed_on_the_map_is_reported(cards: BoxName, side: Side, seed: int) -> None:
    story = tell(played(cards, side, seed))
    kinds: set[What] = set()

    for before, move, now in zip(story.states, story.moves, story.states[1:], strict=False):
        happenings: list[Happening] = list(happened(before, move, now))
        kinds |= {each.what for each in happenings}
        was, is_ = before.cartographers[0].sheet, now.cartographers[0].sheet
        changed = {square for square in ALL_SQUARES if was[square] is not is_[square]}
        struck = set(is_.squares(Terrain.DESTROYED))
        assert changed - struck <= set(drawn_by(happenings)) <= changed | set(squares_of(move.area))

    assert {What.DREW, What.SCORED, What.AMBUSH} <= kinds
    assert len(story.address.query) < 250


BROKEN = [
    ({"cards": "base", "side": "A", "seed": "7", "moves": "F0A3F0A3"}, "Move 2 in it cannot be made."),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "F0A4"}, "A mountain is in the way on B4."),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "F0A1"}, "off the map"),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "W0A3"}, "none of the terrains"),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "FZA3"}, "cannot be turned in such a way"),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "????"}, "These four letters are no move."),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "pass"}, "then nobody passes"),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "F0A"}, "four letters"),
    ({"cards": "base", "side": "A", "seed": "7", "moves": "F0A3" * 2500}, "No game has so many moves."),
    ({"cards": "base", "side": "A", "seed": "-1"}, "The seed is a whole number"),
    ({"cards": "base", "side": "A", "seed": "\u0663"}, "The seed is a whole number"),
    ({"cards": "base", "side": "A", "seed": "9" * 4000}, "The seed is a whole number"),
    ({"cards": "base", "side": "custom", "seed": "7"}, "A sheet is A, B, C or D."),
    ({"cards": "<script>alert(1)</script>", "side": "A", "seed": "7"}, "Cards are base or heroes."),
    ({"cards": "base", "side": "A", "seed": "7", "edicts": "wildholds.wildholds.x.y"}, "four edicts"),
    (
        {"cards": "base", "side": "A", "seed": "7", "edicts": "wildholds.canal-lake.great-city.silos"},
        "Wildholds and Great City are of one kind: Villages.",
    ),
    ({}, "Cards are base or heroes."),
]


@pytest.mark.parametrize("path", ["game", "move", "season", "transcript", "map"])
def test_an_address_that_tells_no_game_is_answered_kindly(pages_address: str, path: str) -> None:
    with client_of(pages_address, headers={"accept": "text/html"}) as web:
        for query, words in BROKEN:
            answer = web.get(f"/play/{path}?{urlencode(query)}")

            assert (answer.status_code, words in answer.text) == (422, True), (query, answer.text[-3000:])
            assert "This address tells no game" in answer.text
            assert "<script>alert" not in answer.text


@ON_A_PHONE
def test_the_game_before_a_move_that_cannot_be_is_offered(tab: Tab) -> None:
    tab.page.goto(f"{FIRST}&moves=F0A3F0A3")
    tab.page.get_by_role("link", name="To the game before that move").click()

    expect(tab.page).to_have_url(re.compile("moves=F0A3$"))
    tab.complaints.clear()  # the browser tells of the 422, as it should


def test_the_same_address_gives_the_same_page_and_a_late_one_is_quick_and_small(pages_address: str) -> None:
    whole = played(BoxName.HEROES, Side.C, 12, Bot.GREEDY)
    late = whole.until(len(whole.codes) - 1)
    with client_of(pages_address) as web:
        pages = {
            address: web.get(f"/play/game?{address.query}").content
            for address in (whole.until(0), late, whole)
        }

        assert all(len(page) < 90_000 for page in pages.values())
        assert web.get(f"/play/game?{late.query}").content == pages[late]
        took = [min(_seconds(web, address) for _ in range(7)) for address in (whole.until(0), late)]
    assert took[1] < 3 * took[0]


@pytest.mark.parametrize("language", or_all(["de"], LANGUAGES))
def test_a_game_is_told_from_the_first_card_to_the_last_in_every_language(
    pages_address: str, language: str
) -> None:
    whole = played(BoxName.HEROES, Side.C, 12)
    steps = [f"game?{whole.until(number).query}" for number in range(len(whole.codes) + 1)]
    seasons = [f"season?{whole.query}&season={season}" for season in Season]
    with client_of(pages_address, headers={"accept-language": language}) as web:
        answers = {page: web.get(f"/play/{page}").status_code for page in steps + seasons}

    assert {page: status for page, status in answers.items() if status != 200} == {}


def _seconds(web: httpx.Client, address: GameAddress) -> float:
    """Return the processor's time for a page: the service runs in this process."""
    begun = time.process_time()
    assert web.get(f"/play/game?{address.query}").status_code == 200
    return time.process_time() - begun


def test_a_game_and_its_map_can_be_kept_as_files(pages_address: str) -> None:
    whole = played(BoxName.BASE, Side.B, 3)
    with client_of(pages_address) as web:
        game, drawing, map = (
            web.get(f"/play/{path}{whole.query}") for path in ("transcript?", "map?", "map?kind=json&")
        )

    assert Transcript.from_json(game.json()).replay() == tell(whole).state
    assert (map.json()["schema"], map.json()["season"]) == ("surveyor/map@1", "winter")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert all("attachment" in answer.headers["content-disposition"] for answer in (game, drawing, map))


@in_test_all
@ON_A_PHONE
def test_what_is_typed_into_the_form_of_a_new_game_is_kept_and_shown_harmlessly(tab: Tab) -> None:
    bad = '"><img src=x onerror=alert(1)>'
    tab.page.goto(f"/play/start?{urlencode({'side': 'C', 'seed': bad})}&edict=wildholds&edict=&edict=&edict=")

    expect(tab.page.get_by_role("alert")).to_contain_text("The seed is a whole number")
    expect(tab.page.get_by_label("Seed")).to_have_value(bad)
    expect(tab.page.get_by_label("Edict A")).to_have_value("wildholds")
    tab.check_accessible()
    tab.complaints.clear()  # the browser tells of the 422, as it should
    tab.page.get_by_role("button", name="Another seed").click()
    tab.page.get_by_role("button", name="Begin").click()
    expect(tab.page.locator(".edicts .reason").first).to_contain_text("Wildholds")
    expect(tab.page.get_by_role("heading", name="Spring")).to_be_visible()


@in_test_all
def test_edicts_of_one_kind_are_named_and_their_lists_are_grouped_by_kind(scriptless: Page) -> None:
    page = scriptless
    page.goto("/play")
    groups = page.get_by_label("Edict A").locator("optgroup")
    kinds = ["Forests", "Villages", "Farms and waters", "Placement"]
    assert groups.evaluate_all("all => all.map(one => one.label)") == kinds
    page.get_by_label("Edict A").select_option("wildholds")
    page.get_by_label("Edict D").select_option("great-city")
    page.get_by_role("button", name="Begin").click()

    expect(page.get_by_role("alert")).to_contain_text("Wildholds and Great City are of one kind: Villages.")
    assert page.locator("[aria-invalid]").evaluate_all("all => all.map(one => one.ariaLabel)") == [
        "Edict A",
        "Edict D",
    ]
    page.get_by_label("Edict D").select_option("wildholds")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("Wildholds is chosen twice.")


def test_another_seed_stands_apart_from_the_seed(scriptless: Page) -> None:
    scriptless.goto("/play")
    scriptless.get_by_text("More", exact=True).click()
    field = scriptless.get_by_label("Seed").bounding_box()
    button = scriptless.get_by_role("button", name="Another seed").bounding_box()

    assert field
    assert button
    assert max(button["x"] - field["x"] - field["width"], button["y"] - field["y"] - field["height"]) >= 6
    expect(scriptless.get_by_text("A number by which the cards are shuffled")).to_be_visible()
