"""Several judges, and one who goes back, in a real browser; every kind of doubt."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from playwright.sync_api import Page, Route, expect

from service.access.keys import find_key, revoke_key
from tests.extent import in_test_all
from tests.service.access.conftest import PASSWORD, World
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab
from tests.service.pages.doubtful import (
    LIKELY_COINS,
    NO_COINS,
    TEN,
    TEN_SQUARES,
    WHICH_LINES,
    WHICH_NUMBERS,
    WHICH_SIDE,
)
from tests.service.pages.review.pressing import ANN, on_desktop, on_phone, press
from tests.service.pages.reviewing import ReviewCup
from tests.service.stubs import DOUBTFUL_PHOTO


@contextmanager
def browser_of(world: World, secret: str) -> Iterator[httpx.Client]:
    """Give the browser of somebody who has logged in with a password or a key."""
    with client_of(world.address, headers={"origin": world.address, "accept": "text/html"}) as web:
        assert web.post("/login", data={"secret": secret}).status_code == 303
        yield web


@in_test_all
@on_desktop
def test_what_was_said_last_stands_by_the_key_that_takes_it_back_also_after_the_last_question(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: LIKELY_COINS})
    tab.page.goto(f"{cup.page_of(ANN)}/doubts/coins")
    press(tab.page, "1")  # the key of the likeliest where squares are asked about
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Review")
    expect(tab.page.locator(".last-said")).to_contain_text("now 1")

    press(tab.page, "Control+z")

    expect(tab.page.get_by_role("heading", level=1)).to_have_text("How many coins are filled?")
    assert cup.sheet(ANN)["map"]["coins"] != 1


@on_desktop
def test_two_judges_on_one_sheet_do_not_collide(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    first, second, third = [[square.row, square.column] for square in TEN[:3]]
    page = tab.page
    page.goto(f"{cup.page_of(ANN)}/doubts/A4")
    cup.correct(ANN, squares=[{"square": second, "terrain": "hero"}])  # another square: no matter

    page.keyboard.press("v")

    page.wait_for_url(re.compile("/doubts/A6"))
    cup.correct(ANN, squares=[{"square": third, "terrain": "hero"}])  # this very square
    page.keyboard.press("m")

    expect(page.get_by_role("heading", name="Somebody was here meanwhile")).to_be_visible()
    expect(page.get_by_text("A6: forest, now hero")).to_be_visible()
    expect(page.get_by_text("You were about to say: A6 monster")).to_be_visible()
    tab.check_accessible()
    terrain = cup.sheet(ANN)["map"]["terrain"][0]
    assert (terrain[first[1]], terrain[second[1]], terrain[third[1]]) == ("village", "hero", "hero")
    page.get_by_role("button", name="Say it all the same").click()
    page.wait_for_url(re.compile("/doubts/"))
    assert cup.sheet(ANN)["map"]["terrain"][0][third[1]] == "monster"
    tab.complaints.clear()  # the browser tells of the 412, as it should


@on_phone
def test_every_kind_of_doubt_is_settled_without_scripts(scriptless: Page, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": WHICH_LINES})
    cup.send({"Bob winter.jpg": NO_COINS, "Bob summer.jpg": WHICH_SIDE, "Bob fall.jpg": WHICH_NUMBERS})

    scriptless.goto(f"{cup.page_of('IMG_1.jpg')}/doubts/sheet")
    scriptless.get_by_role("button", name="Yes, the lines are on the grid").click()
    scriptless.wait_for_url(re.compile("/doubts/place"))
    scriptless.get_by_role("button", name="Bob").click()
    scriptless.goto(f"{cup.page_of('Bob winter.jpg')}/doubts")
    scriptless.get_by_role("button", name="3", exact=True).click()
    scriptless.goto(f"{cup.page_of('Bob summer.jpg')}/doubts")
    expect(scriptless.locator("button .blank")).to_have_count(4)  # what each of the sides looks like
    scriptless.get_by_role("button", name="It is side A").click()
    scriptless.goto(f"{cup.page_of('Bob fall.jpg')}/doubts")
    scriptless.get_by_role("link", name="Type what is written").click()
    expect(scriptless.get_by_label("spring, monsters, could not be read")).to_be_focused()
    expect(scriptless.locator("input.unread")).to_have_count(2)
    scriptless.get_by_label("spring, total").fill("6")
    scriptless.get_by_role("button", name="So it is written").click()
    expect(scriptless.get_by_role("alert")).to_contain_text("still blank")
    scriptless.get_by_role("button", name="Nothing is written in the blank ones").click()

    scriptless.goto(f"{cup.page}/review")
    expect(scriptless.get_by_role("heading", name="No sheet waits")).to_be_visible()
    assert cup.sheet("Bob winter.jpg")["map"]["coins"] == 3
    assert cup.sheet("Bob fall.jpg")["map"]["boxes"][0] == [1, 2, 3, None, 6]
    assert cup.sheet("IMG_1.jpg")["player"] == cup.players["Bob"]


@in_test_all
@on_desktop
def test_who_goes_back_to_a_settled_square_can_take_that_back(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    tab.page.goto(f"{cup.page}/review/next")
    asked = tab.page.get_by_role("heading", name="What is on").inner_text()
    tab.page.keyboard.press("x")
    tab.page.wait_for_url(re.compile("last="))

    tab.page.go_back()
    tab.page.keyboard.press("Control+z")

    expect(tab.page.get_by_role("heading", name=asked)).to_be_visible()
    assert "destroyed" not in str(cup.sheet(ANN)["map"]["terrain"])


@on_desktop
def test_every_kind_of_question_is_answered_by_keys_alone(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": WHICH_LINES})
    cup.send({"Bob winter.jpg": NO_COINS, "Bob summer.jpg": WHICH_SIDE, "Bob fall.jpg": WHICH_NUMBERS})
    answers = {
        "Is this the sheet?": ["1"],
        "Whose sheet is it?": ["3"],  # the third of those without a photo of that season
        "Which side is it?": ["A"],
        "What is written in the boxes?": ["1", "t", "5", "b"],  # a 1 too many is typed nowhere
        "How many coins are filled?": ["3"],
    }
    tab.page.goto(f"{cup.page}/review")
    press(tab.page, "Enter")

    for _ in range(len(answers)):
        tab.page.wait_for_url(re.compile("/doubts/"))
        address, asked = tab.page.url, tab.page.get_by_role("heading", level=1).inner_text()
        for key in answers.pop(asked):
            press(tab.page, key)
        tab.page.wait_for_url(lambda url, before=address: url.partition("#")[0] != before)  # type: ignore[misc]

    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()
    assert cup.sheet("Bob fall.jpg")["map"]["boxes"][0] == [1, 2, 3, -5, None]  # monsters lose stars
    assert (cup.sheet("IMG_1.jpg")["player"], answers) == (cup.players["Bob"], {})


def test_judges_are_led_to_other_sheets_and_told_who_is_at_one(world: World) -> None:
    with world.web("organiser") as web:
        cup = ReviewCup(web, world.cup.id, {})
        cup.send({"a.jpg": DOUBTFUL_PHOTO, "b.jpg": DOUBTFUL_PHOTO + b"again"})
    with world.web("judge") as first, world.web("judge of all") as second:
        mine, other = (web.get(f"{cup.page}/review/next").headers["location"] for web in (first, second))
        first.get(other)  # and leaves the sheet before
        back = second.get(f"{cup.page}/review/next").headers["location"]
        queue = second.get(f"{cup.page}/review").text

    assert mine.partition("/doubts/")[0] != other.partition("/doubts/")[0]
    assert back == mine
    assert queue.count("judge looks at it") == 1


def test_a_judge_whose_key_is_revoked_is_reported_and_changes_nothing(world: World) -> None:
    with world.web("organiser") as web:
        cup = ReviewCup(web, world.cup.id, {})
        cup.send({"a.jpg": DOUBTFUL_PHOTO})
        sheet = cup.sheet("a.jpg")
    headers = {"origin": world.address, "accept": "text/html"}
    with client_of(world.address, headers=headers) as judge:
        judge.post("/login", data={"secret": world.keys["judge"]})
        page = f"{cup.page}/sheets/{sheet['id']}/doubts/C4"
        assert judge.get(page).status_code == 200
        with world.database.begin() as db:
            revoke_key(db, "test", str(find_key(db, world.keys["judge"]).id))  # type: ignore[union-attr]

        said = judge.post(page, data={"say": "2,3=farm", "version": sheet["version"], "was": "empty"})
        asked = judge.get(page)

    assert (said.status_code, said.headers["location"].partition("?")[0]) == (303, "/login")
    assert "lost=true" in said.headers["location"]
    assert (asked.status_code, asked.headers["location"].partition("?")[0]) == (303, "/login")
    with world.web("organiser") as web:
        assert ReviewCup(web, world.cup.id, {}).sheet("a.jpg")["version"] == sheet["version"]


@in_test_all
@on_desktop
def test_a_second_press_on_a_slow_network_answers_nothing_else(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    sent: list[str] = []

    def slowly(route: Route) -> None:
        sent.append(route.request.url)
        time.sleep(0.5)
        route.continue_()

    tab.page.goto(f"{cup.page_of(ANN)}/doubts/A4")
    tab.page.route("**/doubts/A4", lambda route: slowly(route) if route.request.method == "POST" else None)
    tab.page.keyboard.press("v")
    tab.page.keyboard.press("v")

    expect(tab.page.get_by_text("9 questions on this sheet")).to_be_visible()
    assert len(sent) == 1
    assert len(cup.sheet(ANN)["doubts"]) == 9


def test_two_who_came_by_one_password_are_led_to_different_sheets(world: World) -> None:
    with world.web("organiser") as web:
        cup = ReviewCup(web, world.cup.id, {})
        cup.send({"a.jpg": DOUBTFUL_PHOTO, "b.jpg": DOUBTFUL_PHOTO + b"again"})
    with browser_of(world, PASSWORD) as first, browser_of(world, PASSWORD) as second:
        led = [web.get(f"{cup.page}/review/next").headers["location"] for web in (first, second)]
        again = first.get(led[0])
        queue = second.get(f"{cup.page}/review").text

    assert led[0].partition("/doubts/")[0] != led[1].partition("/doubts/")[0]
    assert again.status_code == 200
    assert queue.count("organiser looks at it") == 1


def test_who_says_what_another_judge_has_said_takes_nothing_of_theirs_back(world: World) -> None:
    with world.web("organiser") as web:
        cup = ReviewCup(web, world.cup.id, {})
        cup.send({"a.jpg": DOUBTFUL_PHOTO})
        page = f"{cup.page_of('a.jpg')}/doubts/C4"
        said = {"say": "2,3=farm", "version": cup.sheet("a.jpg")["version"], "was": "empty"}
    with browser_of(world, world.keys["judge"]) as first, browser_of(world, PASSWORD) as second:
        led = [web.post(page, data=said).headers["location"] for web in (first, first, second)]

    assert ["last=" in address for address in led] == [True, True, False]  # pressed twice it is one's own


def test_a_player_who_is_erased_while_a_judge_chooses_them_leaves_the_question_open(world: World) -> None:
    with world.web("organiser") as web:
        cup = ReviewCup(web, world.cup.id, {})
        web.post(f"{cup.api}/rounds", json={})
        cup.send({"a.jpg": DOUBTFUL_PHOTO})
        place = {"player": world.cup.bob, "round": "1", "season": "winter"}
        said = place | {"version": str(cup.sheet("a.jpg")["version"])}
        assert web.delete(f"{cup.api}/players/{world.cup.bob}").status_code == 204
        with browser_of(world, PASSWORD) as judge:
            answer = judge.post(f"{cup.page_of('a.jpg')}/doubts/place", data=said)

    assert answer.status_code == 409
    assert "This player or round is no longer in the tournament. Choose again." in answer.text
    assert "Whose sheet is it?" in answer.text


def test_who_answers_about_a_sheet_that_is_gone_finds_the_queue(world: World) -> None:
    with browser_of(world, PASSWORD) as judge:
        queue = f"/tournaments/{world.cup.id}/review"
        gone = f"/tournaments/{world.cup.id}/sheets/gone/doubts/C4"
        answers = [judge.get(gone), judge.post(gone, data={"say": "2,3=farm"})]

    assert [(answer.status_code, f'href="{queue}"' in answer.text) for answer in answers] == [(404, True)] * 2
