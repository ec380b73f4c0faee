"""Reviewing, in a real browser: the queue, one doubt after the other, two judges, contradictions, files."""

import html
import json
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from service.access.keys import find_key, revoke_key
from service.files.documents import FileState, FileStatus
from service.pages.review import doubts
from service.pages.tournament import files, numbers
from service.routes.scope import own_file
from tests.extent import in_test_all
from tests.service.access.conftest import World
from tests.service.clients import client_of
from tests.service.pages.conftest import PATIENCE, Tab
from tests.service.pages.doubtful import (
    CONTRADICTED,
    DEADLY,
    LATER_MAP,
    LIKELY_COINS,
    NO_COINS,
    NO_SHEET,
    NOTHING_SURE,
    SETTLED,
    TEN,
    TEN_SQUARES,
    TWO_SEASONS,
    WHICH_LINES,
    WHICH_NUMBERS,
    WHICH_SIDE,
    WORK,
)
from tests.service.pages.reviewing import ReviewCup, make_review_cup
from tests.service.pages.test_scan import choose_card, scan
from tests.service.serving import serve
from tests.service.stubs import DOUBTFUL_PHOTO, EDICTS
from tests.vision.files import pdf_of

MOST_PRESSES = 11
expect.set_options(timeout=PATIENCE)
MARKUP = "<script>alert(1)</script>"
on_phone = pytest.mark.parametrize("viewport", ["phone"], indirect=True)
on_desktop = pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
ANN = "Ann Smith winter.jpg"
BOTH = ("This sheet", "The sheet that lies there")
CROWDED = """(buttons) => [...document.querySelectorAll(buttons)].filter((button) => {
    const inside = document.createRange();
    inside.selectNodeContents(button);
    const parts = [...inside.getClientRects()], box = button.getBoundingClientRect();
    return parts.some((part) => part.left < box.left || part.right > box.right);
}).map((button) => button.textContent)"""
"""The words of buttons that are wider than the button."""


@pytest.fixture(scope="module")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve somebody who works alone, with a stub for vision that leaves much open."""
    with serve(tmp_path_factory.mktemp("review"), work=WORK) as address:
        yield address


@pytest.fixture(scope="module")
def web(pages_address: str) -> Iterator[httpx.Client]:
    with client_of(pages_address) as web:
        yield web


@pytest.fixture
def cup(web: httpx.Client) -> ReviewCup:
    return make_review_cup(web, ("Ann Smith", "Bob", MARKUP[:32]))


def _press(page: Page, key: str) -> None:
    if key == "Enter":
        page.locator(":focus").wait_for()  # a page has loaded a moment before its first answer has the focus
    page.keyboard.press(key)


def _press_through(page: Page, cup: ReviewCup, keys: list[str]) -> int:
    """Press the keys from the queue on, one after the other as pages come; return how many."""
    page.goto(f"{cup.page}/review")
    _press(page, "Enter")
    for key in keys:
        page.wait_for_url(re.compile("/doubts/"))
        address = page.url
        _press(page, key)
        page.wait_for_url(lambda url, before=address: url != before)  # type: ignore[misc]
    return 1 + len(keys)


@in_test_all
def test_ten_doubtful_squares_take_eleven_presses(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    began = time.monotonic()

    presses = _press_through(tab.page, cup, ["Enter", "1", "2", "f", "w", "m", "e", "Enter", "x", "h"])

    seconds = time.monotonic() - began
    sheet = cup.sheet(ANN)
    print(f"ten squares: {presses} presses, {seconds:.1f} s")
    assert (presses <= MOST_PRESSES, sheet["doubts"], sheet["state"]) == (True, [], "scored")
    said = sorted(sheet["map"]["terrain"][row][column] for row, column in TEN)
    assert said == sorted([*["forest"] * 4, *["water"] * 2, "monster", "empty", "destroyed", "hero"])
    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()


@in_test_all
@on_phone
def test_numbers_that_totals_lack_are_put_in_for_all_players_at_once(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    for sheet in (ANN, "Bob winter.jpg"):
        cup.correct(sheet, boxes=[[None] * 5] * 4, confirm=True)
    tab.page.goto(f"{cup.page}/review")
    expect(tab.page.get_by_text("the score of spring, or its map (of 2 players)")).to_be_visible()
    tab.page.get_by_role("link", name="the score of spring, or its map").click()
    tab.check_accessible()
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    for season, stars in (("Spring", "5"), ("Summer", "x"), ("Fall", "7")):
        tab.page.get_by_label(f"Ann Smith, {season}, Total").fill(stars)
        tab.page.get_by_label(f"Bob, {season}, Total").fill("4")
    tab.page.get_by_role("button", name="Save all").click()

    expect(tab.page.get_by_role("heading", level=3)).to_have_text(
        [re.compile("^Ann Smith"), re.compile("^Bob")]
    )
    expect(tab.page.get_by_role("heading", name="Saved just now")).to_be_visible()
    expect(tab.page.get_by_label("Bob, Fall, Total")).to_have_value("4")
    expect(tab.page.get_by_label("Bob, Fall, Coins")).to_be_hidden()
    tab.page.get_by_label("Show the other boxes").check()
    expect(tab.page.get_by_label("Bob, Fall, Coins")).to_be_visible()
    tops = {box.bounding_box()["y"] for box in tab.page.get_by_label(re.compile("^Bob, fall, ", re.I)).all()}  # type: ignore[index]
    assert len(tops) == 1  # a season is a line, as on the sheet
    expect(tab.page.get_by_label("Ann Smith, Spring, Total")).to_have_value("5")
    expect(tab.page.get_by_label("Ann Smith, Summer, Total")).to_have_attribute("aria-invalid", "true")
    tab.complaints.clear()  # the browser tells of the 422, as it should
    tab.page.get_by_label("Ann Smith, Summer, Total").fill("6")
    tab.page.get_by_role("button", name="Save all").click()
    expect(tab.page.get_by_text("No numbers are missing for the maps that are in.")).to_be_visible()
    tab.page.get_by_label("Ann Smith, Summer, Total").fill("16")
    tab.page.get_by_role("button", name="Save all").click()
    expect(tab.page.get_by_label("Ann Smith, Summer, Total")).to_have_value("16")
    assert cup.sheet(ANN)["map"]["boxes"][1][4] == 16
    tab.page.get_by_role("main").get_by_role("link", name="Standings").last.click()
    expect(tab.page.locator(".open li")).to_have_text(["1 total is missing"])


@in_test_all
@on_desktop
def test_numbers_that_contradict_each_other_are_reached_from_the_queue_and_the_totals_may_count_alone(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED})
    cup.correct(ANN, boxes=[[2, 3, 1, 0, 9], [1, None, 1, -1, None], [None, None, None, 0, 4], [None] * 5])
    cup.correct(ANN, final=50, confirm=True)
    for shown in ("", "?round=1"):
        tab.page.goto(f"{cup.page}/standings{shown}")
        expect(tab.page.locator("main")).to_contain_text("add up to 6, not to 9")
        tab.page.get_by_role("link", name=re.compile("^Put it right.*Ann Smith")).first.click()
        expect(tab.page.get_by_role("alert").first).to_contain_text("add up to 6, not to 9")
    tab.page.goto(f"{cup.page}/review")
    expect(tab.page.get_by_role("heading", name="something does not fit together")).to_be_visible()

    _press(tab.page, "Enter")
    expect(tab.page.get_by_role("alert").first).to_contain_text("add up to 6, not to 9")
    tab.page.get_by_label("Ann Smith, Fall, Total").fill("5")
    cup.correct(ANN, boxes=[[2, 3, 1, 0, 8]])  # another judge, meanwhile
    tab.page.get_by_role("button", name="Save all").click()
    expect(tab.page.get_by_role("alert").first).to_contain_text("Somebody changed this sheet meanwhile")
    expect(tab.page.get_by_label("Ann Smith, Spring, Total")).to_have_value("8")  # as it stands now
    expect(tab.page.get_by_label("Ann Smith, Fall, Total")).to_have_value("5")  # as it was typed
    tab.complaints.clear()  # the browser tells of the 422, as it should
    tab.page.get_by_role("button", name="Count the totals alone").click()
    expect(tab.page.get_by_role("alert")).to_contain_text("Type the total of this season first")
    tab.complaints.clear()  # the browser tells of the 422, as it should
    tab.page.get_by_label("Ann Smith, Summer, Total").fill("2")
    tab.page.get_by_role("button", name="Count the totals alone").click()

    expect(tab.page.get_by_role("alert")).to_have_count(0)
    alone = [[None, None, None, 0, 8], [None, None, None, -1, 2], [None, None, None, 0, 5]]
    assert cup.sheet(ANN)["map"]["boxes"][:3] == alone
    assert cup.sheet(ANN)["map"]["final"] is None


def test_where_no_edicts_are_known_the_total_of_winter_stays_too(web: httpx.Client) -> None:
    cup = make_review_cup(web, edicts=())
    cup.send({"Ann Smith winter.jpg": SETTLED})
    sheet = cup.sheet("Ann Smith winter.jpg")
    boxes = [[1, 1, 1, 0, 9], [None, None, None, None, 5], [1, 2, 3, 0, None], [2, 2, 2, 0, 8]]
    cup.correct("Ann Smith winter.jpg", boxes=boxes, confirm=True)

    form = {"sheet": sheet["id"], f"{sheet['id']}.was": json.dumps(boxes), "totals": sheet["id"]}
    answer = web.post(f"{cup.page}/numbers", data=form, headers={"origin": str(web.base_url).rstrip("/")})

    assert answer.status_code == 303
    alone = [[None, None, None, losses, total] for losses, total in ((0, 9), (None, 5), (0, 6), (0, 8))]
    assert cup.sheet("Ann Smith winter.jpg")["map"]["boxes"] == alone


@on_desktop
def test_numbers_just_saved_take_no_place_from_those_that_are_missing(
    tab: Tab, cup: ReviewCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "MOST_SHOWN", 1)
    cup.send({ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    for sheet in (ANN, "Bob winter.jpg"):
        cup.correct(sheet, boxes=[[None] * 5] * 4, confirm=True)
    tab.page.goto(f"{cup.page}/numbers")
    for season in ("Spring", "Summer", "Fall"):
        tab.page.get_by_label(f"Ann Smith, {season}, Total").fill("5")

    tab.page.get_by_role("button", name="Save all").click()

    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Numbers that are missing")
    expect(tab.page.get_by_label("Bob, Spring, Total")).to_have_value("")
    expect(tab.page.get_by_label("Ann Smith, Spring, Total")).to_have_value("5")


@in_test_all
@on_desktop
def test_the_numbers_of_the_player_one_comes_for_stand_first_and_can_be_changed_once_all_are_in(
    tab: Tab, cup: ReviewCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "MOST_SHOWN", 1)
    cup.send({ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    cup.correct(ANN, boxes=[[2, 3, 1, 0, 9]], confirm=True)
    cup.correct("Bob winter.jpg", boxes=[[2, 3, 1, 0, 9], *[[None] * 4 + [4]] * 2, [None] * 5], confirm=True)
    tab.page.goto(f"{cup.page}/standings")
    tab.page.get_by_role("link", name=re.compile("^Put it right.*Bob")).click()
    expect(tab.page.get_by_role("heading", level=3)).to_have_text("Bob Round 1")
    tab.page.get_by_label("Bob, Spring, Total").fill("6")
    tab.page.get_by_role("button", name="Save all").click()

    tab.page.goto(f"{cup.page}/players/{cup.players['Bob']}")
    expect(tab.page.locator(".round .seasons")).to_contain_text("Spring 6 Summer 4 Fall 4")
    tab.page.get_by_role("link", name="Change the numbers").click()
    expect(tab.page.get_by_label("Bob, Spring, Total")).to_have_value("6")
    tab.page.get_by_label("Bob, Fall, Total").fill("x")
    tab.page.get_by_role("button", name="Save all").click()
    expect(tab.page.get_by_label("Bob, Fall, Total")).to_have_attribute("aria-invalid", "true")
    tab.complaints.clear()  # the browser tells of the 422, as it should
    tab.page.get_by_label("Bob, Fall, Total").fill("5")
    tab.page.get_by_role("button", name="Save all").click()

    expect(tab.page.get_by_role("heading", name="Saved just now")).to_be_visible()
    assert cup.sheet("Bob winter.jpg")["map"]["boxes"][2][4] == 5


@on_desktop
def test_the_steps_tell_of_how_many_a_sheet_or_numbers_are_missing_or_do_not_fit(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED})
    cup.correct(ANN, boxes=[[None] * 5] * 4, confirm=True)
    steps = tab.page.locator(".steps")
    tab.page.goto(cup.page)
    expect(steps).to_contain_text("1 sheet is in; 2 of 3 results lack their sheet of winter")
    expect(steps).to_contain_text("1 result lacks some")
    expect(tab.page.locator("[aria-current=step]")).to_contain_text("Take in the sheets")

    cup.correct(ANN, boxes=[[2, 3, 1, 0, 9]])
    tab.page.goto(cup.page)

    expect(tab.page.locator("[aria-current=step]")).to_contain_text("1 result contradicts itself")


@in_test_all
@on_desktop
def test_of_many_contradictions_the_lists_name_the_first_and_the_numbers_page_all(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED})
    cup.correct(ANN, boxes=[*[[2, 3, 1, 0, 9]] * 3, [None] * 5], confirm=True)
    for page in ("standings", "review"):
        tab.page.goto(f"{cup.page}/{page}")
        expect(tab.page.get_by_text("add up to 6, not to 9")).to_have_count(1)
        expect(tab.page.get_by_text("(and 5 more)")).to_be_visible()

    tab.page.goto(f"{cup.page}/numbers")

    expect(tab.page.get_by_text("add up to 6, not to 9")).to_have_count(3)


def test_the_numbers_page_says_whether_numbers_are_missing_or_contradict_each_other(cup: ReviewCup) -> None:
    _lack_numbers(cup, {ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    headings = []
    for name in (None, ANN, "Bob winter.jpg"):
        if name:
            cup.correct(name, boxes=[[2, 3, 1, 0, 9], *[[1, 1, 1, 0, 3]] * 2, [None] * 5])
        page = cup.web.get(f"{cup.page}/numbers").text
        headings += re.findall("<h1>(.*)</h1>", page)

    assert headings == [
        "Numbers that are missing",
        "Numbers that are missing, or do not fit together",
        "Numbers that do not fit together",
    ]


@on_desktop
def test_tab_goes_from_the_total_of_a_season_to_that_of_the_next(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    cup.correct(ANN, boxes=[[None] * 5] * 4, confirm=True)
    tab.page.goto(f"{cup.page}/numbers")

    for total in ("5", "6", "7"):
        tab.page.keyboard.type(total)
        tab.page.keyboard.press("Tab")

    for season, total in (("Spring", "5"), ("Summer", "6"), ("Fall", "7")):
        expect(tab.page.get_by_label(f"Ann Smith, {season}, Total")).to_have_value(total)


@on_desktop
def test_tab_goes_from_the_last_box_of_a_player_to_the_first_of_the_next(tab: Tab, cup: ReviewCup) -> None:
    _lack_numbers(cup, {ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    tab.page.goto(f"{cup.page}/numbers")
    tab.page.get_by_label("Ann Smith, Fall, Total").focus()

    tab.page.keyboard.press("Tab")

    expect(tab.page.get_by_label("Bob, Spring, Total")).to_be_focused()


@in_test_all
@on_desktop
def test_a_number_that_is_refused_is_told_at_the_top_and_its_box_has_the_focus_in_sight(
    tab: Tab, cup: ReviewCup
) -> None:
    _lack_numbers(cup, {ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    page = tab.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{cup.page}/numbers")
    for season in ("Spring", "Summer", "Fall"):
        page.get_by_label(f"Ann Smith, {season}, Total").fill("5")
        page.get_by_label(f"Bob, {season}, Total").fill("5" if season == "Spring" else "x")
    page.get_by_role("button", name="Save all").click()

    status = page.get_by_role("status")
    expect(status).to_have_text(
        "The numbers of 1 player were not saved: see below. Those of 1 other are saved."
    )
    wrong = page.get_by_label("Bob, Summer, Total")
    expect(wrong).to_be_focused()
    page.set_viewport_size({"width": 1440, "height": 600})
    wrong.blur()
    wrong.focus()
    notice, box, bar = (each.bounding_box() for each in (status, wrong, page.locator(".save")))
    assert notice
    assert box
    assert bar
    assert notice["y"] >= 0
    assert notice["y"] + notice["height"] <= box["y"]
    assert box["y"] + box["height"] <= bar["y"]
    tab.complaints.clear()  # the browser tells of the 422, as it should
    page.get_by_label("Bob, Summer, Total").fill("6")
    page.get_by_label("Bob, Fall, Total").fill("6")
    page.get_by_role("button", name="Save all").click()
    expect(status).to_have_text("The numbers of 1 player are saved.")
    expect(status).to_be_in_viewport()


@in_test_all
@on_desktop
def test_a_tie_is_told_wherever_something_is_open_and_leads_to_the_boxes_that_break_it(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED, "Bob winter.jpg": LATER_MAP})
    for name, spring in ((ANN, 4), ("Bob winter.jpg", 6)):  # the later map has fewer stars
        cup.correct(name, boxes=[[None] * 4 + [spring], *[[None] * 4 + [4]] * 2, [None] * 5], confirm=True)
    page, third = tab.page, next(name for name in cup.players if name not in ("Ann Smith", "Bob"))
    cup.web.delete(f"{cup.api}/players/{cup.players[third]}")
    tie, link = re.compile('"Ann Smith" and "Bob" tie at'), page.get_by_role("link", name="Enter the numbers")
    for shown in ("publish", "review", "standings"):
        page.goto(f"{cup.page}/{shown}")
        expect(page.locator(".open li")).to_have_text([tie])
        expect(link).to_have_count(1)
    expect(page.get_by_text("Nothing waits")).to_have_count(0)
    page.goto(cup.page)
    expect(page.locator("[aria-current=step]")).to_contain_text("1 tie is open")
    page.goto(f"{cup.page}/standings")

    link.click()
    expect(page.get_by_label("Ann Smith, Spring, Monsters")).to_be_focused()
    tab.check_accessible()
    for name in ("Ann Smith", "Bob"):
        for season in ("Spring", "Summer", "Fall"):
            page.get_by_label(f"{name}, {season}, Monsters").fill("0" if name == "Bob" else "-1")
    page.get_by_role("button", name="Save all").click()

    expect(page.get_by_text("No numbers are missing")).to_be_visible()
    page.goto(f"{cup.page}/standings")
    expect(page.get_by_text("Everything is settled.")).to_be_visible()
    expect(page.locator(".ranks tbody th")).to_have_text(["Bob", "Ann Smith"])


def _lack_numbers(cup: ReviewCup, photos: Mapping[str, bytes]) -> None:
    """Send photos beside whose maps no number is written."""
    cup.send(photos)
    for name in photos:
        cup.correct(name, boxes=[[None] * 5] * 4, confirm=True)


@on_desktop
def test_numbers_that_somebody_else_put_in_meanwhile_are_not_overwritten(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    cup.correct(ANN, boxes=[[None] * 5] * 4, confirm=True)
    tab.page.goto(f"{cup.page}/numbers")
    tab.page.get_by_label("Ann Smith, Spring, Total").fill("5")
    cup.correct(ANN, boxes=[[None, None, None, 0, 9]])

    tab.page.get_by_role("button", name="Save all").click()

    expect(tab.page.get_by_role("alert")).to_contain_text("Somebody changed this sheet meanwhile")
    assert cup.sheet(ANN)["map"]["boxes"][0] == [None, None, None, 0, 9]
    tab.complaints.clear()  # the browser tells of the 422, as it should


@in_test_all
@on_desktop
def test_what_was_typed_is_shown_though_another_judge_has_put_all_numbers_in(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED})
    cup.correct(ANN, boxes=[[None] * 5] * 4, confirm=True)
    tab.page.goto(f"{cup.page}/numbers")
    for season, stars in (("Spring", "11"), ("Summer", "12"), ("Fall", "13")):
        tab.page.get_by_label(f"Ann Smith, {season}, Total").fill(stars)
    cup.correct(ANN, boxes=[[None, None, None, None, stars] for stars in (11, 20, 30)])

    tab.page.get_by_role("button", name="Save all").click()

    expect(tab.page.get_by_role("alert").first).to_contain_text("what you typed is not saved yet")
    for season, stars in (("Spring", "11"), ("Summer", "12"), ("Fall", "13")):
        expect(tab.page.get_by_label(f"Ann Smith, {season}, Total")).to_have_value(stars)
    expect(tab.page.locator("td small")).to_have_text(["now 20", "now 30"])
    tab.complaints.clear()  # the browser tells of the 422, as it should
    tab.page.get_by_role("button", name="Save all").click()
    expect(tab.page.get_by_role("heading", name="Saved just now")).to_be_visible()
    assert [row[4] for row in cup.sheet(ANN)["map"]["boxes"][:3]] == [11, 12, 13]


@in_test_all
@on_desktop
def test_of_a_player_who_is_known_only_the_round_is_asked(tab: Tab, web: httpx.Client) -> None:
    cup = make_review_cup(web, ("Ann Smith", "Bob"), rounds=2)
    cup.send({"Ann Smith.jpg": SETTLED})
    tab.page.goto(f"{cup.page}/review")
    _press(tab.page, "Enter")

    expect(tab.page.get_by_role("heading", name="Of which round is this sheet?")).to_be_visible()
    tab.check_accessible()
    _press(tab.page, "2")

    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()
    sheet = cup.sheet("Ann Smith.jpg")
    assert sheet["round"] == cup.web.get(f"{cup.api}/rounds").json()["rounds"][1]["id"]


def test_a_photo_that_comes_again_with_its_round_stated_is_placed(web: httpx.Client) -> None:
    cup = make_review_cup(web, ("Ann Smith", "Bob"), rounds=2)
    cup.send({"Ann Smith.jpg": SETTLED})
    assert cup.sheet("Ann Smith.jpg")["round"] is None

    cup.send({"Ann Smith.jpg": SETTLED}, round="2")

    assert cup.sheet("Ann Smith.jpg")["round"] == web.get(f"{cup.api}/rounds").json()["rounds"][1]["id"]


def test_the_same_photo_sent_for_another_round_is_asked_about(web: httpx.Client) -> None:
    cup = make_review_cup(web, ("Ann Smith", "Bob"), rounds=2)
    cup.send({"Ann Smith.jpg": SETTLED}, round="2")
    assert cup.sheet("Ann Smith.jpg")["state"] == "scored"

    cup.send({"Ann Smith.jpg": SETTLED}, round="1")

    (doubt,) = cup.sheet("Ann Smith.jpg")["doubts"]
    assert doubt["reason"]["code"] == "sent_for_another_round"


def test_the_same_photo_under_another_players_name_is_asked_about(cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    assert cup.sheet(ANN)["state"] == "scored"

    cup.send({"Bob winter.jpg": SETTLED})

    (doubt,) = cup.sheet(ANN)["doubts"]
    assert (cup.sheet(ANN)["state"], doubt["reason"]["code"]) == ("review", "sent_for_another")
    asked = cup.web.get(f"{cup.page_of(ANN)}/doubts/place").text
    assert "The same photo came as Bob winter.jpg" in asked
    assert "counts for nobody" not in cup.web.get(f"{cup.page}/review").text  # Ann's place still counts


@in_test_all
@on_desktop
def test_a_photo_whose_sheet_was_set_aside_is_not_called_rejected(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "b.jpg": NO_SHEET})
    tab.page.goto(cup.page_of(ANN))
    tab.page.get_by_role("button", name="Set it aside").click()

    tab.page.goto(f"{cup.page}/files?state=rejected")
    expect(tab.page.locator(".queue b")).to_have_text(["b.jpg"])
    tab.page.get_by_role("link", name="set aside 1").click()
    expect(tab.page.locator(".queue b")).to_have_text([ANN])
    expect(tab.page.locator(".queue .tag")).to_have_text(["set aside"])
    tab.page.goto(cup.page)
    expect(tab.page.locator(".tally .rejected dd")).to_have_text("1")
    expect(tab.page.locator(".tally .set_aside dd")).to_have_text("1")


@on_desktop
def test_a_sheet_of_which_little_is_sure_is_corrected_as_a_whole_or_set_aside(
    tab: Tab, cup: ReviewCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doubts, "MANY", 9)
    cup.send({ANN: TEN_SQUARES, "Bob winter.jpg": WHICH_LINES})
    page = tab.page
    page.goto(f"{cup.page_of(ANN)}/doubts")
    tab.check_accessible()
    page.get_by_role("link", name="The whole map").click()
    expect(page.get_by_role("heading", name="The map, to be corrected")).to_be_in_viewport()

    page.goto(f"{cup.page_of('Bob winter.jpg')}/doubts")
    page.keyboard.press("s")

    page.wait_for_url(re.compile("/doubts/A4"))
    assert cup.sheet("Bob winter.jpg")["state"] == "dismissed"
    page.keyboard.press("1")
    expect(page.locator(".notice")).to_have_count(0)  # nine are few enough


SEEN = "all => Promise.all(all.map(each => each.decode().then(() => each.naturalWidth > 0)))"


@in_test_all
@on_desktop
def test_a_rejected_file_that_needs_nobody_is_set_aside_and_taken_back(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "lunch.jpg": NO_SHEET})
    page, file = tab.page, cup.file("lunch.jpg")
    page.goto(f"{cup.page}/review")
    expect(page.get_by_role("link", name="1 file could not be read")).to_be_visible()
    page.goto(cup.page)
    expect(page.locator(".steps")).to_contain_text("Look at the files that could not be read")
    expect(page.locator("#arrivals li img")).to_have_count(2)
    assert page.locator("#arrivals li img").evaluate_all(SEEN) == [True, True]
    page.get_by_role("link", name="Look at the files").click()
    expect(page.locator(".queue img")).to_have_count(1)
    assert page.locator(".queue img").evaluate_all(SEEN) == [True]
    page.get_by_role("link", name="lunch.jpg").click()
    page.get_by_label("Reason").fill("our lunch")

    page.get_by_role("button", name="Set it aside").click()

    expect(page.get_by_role("heading", name="Set aside")).to_be_visible()
    expect(page.locator(".history")).to_contain_text("set aside: our lunch")
    expect(page.locator(".history")).to_contain_text("rejected: No map field was found.")
    expect(page.locator(".history")).not_to_contain_text("no_grid")
    page.goto(f"{cup.page}/files?state=rejected")
    expect(page.locator(".queue b")).to_have_count(0)
    page.goto(cup.page)
    expect(page.locator(".steps")).not_to_contain_text("Rescue")
    page.goto(f"{cup.page}/files/{file['id']}")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Set it aside")).to_be_visible()
    assert cup.file("lunch.jpg")["dismissed_at"] is None
    scored = cup.web.post(f"{cup.api}/files/{cup.file(ANN)['id']}/dismissal", json={})
    assert (scored.status_code, "was rejected" in scored.json()["detail"]) == (409, True)


def test_a_file_that_was_refused_at_the_door_says_what_to_do(cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "words.txt": b"What a pity."})

    page = cup.web.get(f"{cup.page}/files/{cup.file('words.txt')['id']}").text

    assert "Nothing of this file was kept." in page
    assert f'href="{cup.page}#send"' in page


@in_test_all
@on_phone
def test_ten_doubtful_squares_take_eleven_taps_without_scripts(scriptless: Page, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    scriptless.goto(f"{cup.page}/review")
    scriptless.get_by_role("link", name="Start").click()

    for _ in range(MOST_PRESSES - 1):
        scriptless.wait_for_url(re.compile("/doubts/"))
        scriptless.locator(".brush.big").first.click()

    expect(scriptless.get_by_role("heading", name="No sheet waits")).to_be_visible()
    assert cup.sheet(ANN)["state"] == "scored"


@on_phone
def test_on_a_short_phone_the_likely_answers_are_in_sight_beside_the_pictures(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: TEN_SQUARES})
    tab.page.set_viewport_size({"width": 360, "height": 560})
    tab.page.goto(f"{cup.page}/review/next?kind=square")

    for part in (tab.page.locator(".looks > *"), tab.page.locator(".brush.big")):
        expect(part).not_to_have_count(0)
        for at in range(part.count()):
            expect(part.nth(at)).to_be_in_viewport(ratio=1)


@on_phone
def test_a_doubt_is_shown_put_off_answered_and_taken_back(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    tab.page.goto(f"{cup.page}/review")
    tab.check_accessible()
    tab.page.get_by_role("link", name="Start").click()
    tab.page.wait_for_url("**/doubts/*")
    first = tab.page.get_by_role("heading", level=1).inner_text()
    expect(tab.page).to_have_title(re.compile(rf"^{re.escape(first)} · Ann Smith · "))
    tab.check_accessible()

    tab.page.keyboard.press("l")  # put off
    expect(tab.page.get_by_text("9 questions on this sheet")).to_be_visible()
    second = tab.page.get_by_role("heading", level=1).inner_text()
    tab.page.get_by_role("button", name="farm").click()
    expect(tab.page.get_by_text("8 questions on this sheet")).to_be_visible()
    tab.page.wait_for_load_state()  # and the script that hears the keys is there
    tab.page.keyboard.press("Control+z")

    expect(tab.page.get_by_role("heading", name=second)).to_be_visible()
    expect(tab.page.locator(".undone")).to_have_text(re.compile(r"Taken back: \w+ as it was"))
    tab.page.wait_for_load_state()
    tab.page.reload()
    expect(tab.page.get_by_role("heading", name=second)).to_be_visible()
    expect(tab.page.locator(".undone")).to_have_count(0)  # it was said
    assert first != second
    assert len(cup.sheet(ANN)["doubts"]) == 10
    kinds = [
        event["kind"]
        for event in cup.web.get(f"{cup.api}/sheets/{cup.sheet(ANN)['id']}/history").json()["events"]
    ]
    assert kinds[-2:] == ["sheet_corrected", "correction_undone"]


@in_test_all
@on_desktop
def test_what_was_said_last_stands_by_the_key_that_takes_it_back_also_after_the_last_question(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: LIKELY_COINS})
    tab.page.goto(f"{cup.page_of(ANN)}/doubts/coins")
    _press(tab.page, "1")  # the key of the likeliest where squares are asked about
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Review")
    expect(tab.page.locator(".last-said")).to_contain_text("now 1")

    _press(tab.page, "Control+z")

    expect(tab.page.get_by_role("heading", level=1)).to_have_text("How many coins are filled?")
    assert cup.sheet(ANN)["map"]["coins"] != 1


@in_test_all
@on_desktop
def test_a_count_of_two_digits_is_typed_and_answers_one_question(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: LIKELY_COINS, "Bob winter.jpg": NO_COINS})
    tab.page.goto(f"{cup.page_of(ANN)}/doubts/coins")
    tab.page.keyboard.type("12")

    expect(tab.page.locator(".last-said")).to_contain_text("now 12")
    assert cup.sheet("Bob winter.jpg")["map"]["coins"] is None
    tab.page.goto(f"{cup.page_of('Bob winter.jpg')}/doubts/coins")
    tab.page.keyboard.type("1")
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".last-said")).to_contain_text("now 1")


def test_who_does_not_know_whose_a_sheet_is_goes_on_to_the_next_sheet(cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": TEN_SQUARES, "IMG_2.jpg": TEN_SQUARES + b"2"})

    page = cup.web.get(f"{cup.page_of('IMG_1.jpg')}/doubts/place").text

    later = re.search(r'href="([^"]+)" data-skip', page)
    assert later
    assert cup.web.get(html.unescape(later[1]), follow_redirects=True).url.path == (
        f"{cup.page_of('IMG_2.jpg')}/doubts/place"
    )


def test_the_numbers_begin_in_the_season_that_lacks_some(cup: ReviewCup) -> None:
    cup.send({f"Bob {season}.jpg": SETTLED + season.encode() for season in ("spring", "summer", "winter")})
    sheet = cup.sheet("Bob winter.jpg")["id"]

    page = cup.web.get(f"{cup.page}/numbers?round=1&player={cup.players['Bob']}").text

    assert re.findall(r'name="([^"]+)"[^>]* autofocus', page) == [f"{sheet}.box-fall-4"]


@in_test_all
@on_desktop
def test_what_is_put_off_stays_in_the_queue(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"Bob spring.jpg": WHICH_LINES, "Bob summer.jpg": WHICH_NUMBERS})
    tab.page.goto(f"{cup.page}/review/next")

    for _ in range(2):
        address = tab.page.url
        tab.page.keyboard.press("l")
        tab.page.wait_for_url(lambda url, before=address: url.partition("#")[0] != before)  # type: ignore[misc]

    expect(tab.page.get_by_text("2 sheets were put off; they still wait.")).to_be_visible()
    tab.page.get_by_role("link", name="season scores 1").click()
    expect(tab.page.get_by_role("heading", name="1 sheet waits with 1 question")).to_be_visible()
    expect(tab.page.get_by_role("link", name="Bob")).to_be_visible()
    settled = f"{cup.page}/review?passed={cup.players['Bob']}"  # an identifier of no sheet that waits
    assert "put off" not in cup.web.get(settled).text


@on_desktop
def test_whose_a_sheet_is_may_be_said_by_somebody_else_meanwhile_and_is_told_in_words(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({"IMG_1.jpg": SETTLED})
    tab.page.goto(f"{cup.page_of('IMG_1.jpg')}/doubts/place")
    sheet = cup.sheet("IMG_1.jpg")
    place = {"player_id": cup.players["Bob"], "round": 1, "season": "winter"}
    placed = cup.web.put(
        f"{cup.api}/sheets/{sheet['id']}/place", json=place, headers={"If-Match": f'"{sheet["version"]}"'}
    )
    assert placed.status_code == 200, placed.text

    tab.page.get_by_role("button", name="Ann Smith").click()

    expect(tab.page.get_by_text("This was said since you opened it:")).to_be_visible()
    expect(tab.page.get_by_text("You were about to say: Ann Smith, round 1, spring")).to_be_visible()
    tab.complaints.clear()  # the browser tells of the 412, as it should


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


@on_desktop
def test_enter_on_blank_boxes_settles_nothing_that_was_not_said(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"Bob fall.jpg": WHICH_NUMBERS})
    page = tab.page
    page.goto(f"{cup.page_of('Bob fall.jpg')}/doubts/boxes")
    expect(page.locator(":focus")).to_have_count(0)  # nor is the photo scrolled away

    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_contain_text("still blank")
    assert cup.sheet("Bob fall.jpg")["state"] == "review"
    tab.complaints.clear()  # the browser tells of the 422, as it should
    _press(page, "b")
    page.wait_for_url(re.compile("/review"))
    assert cup.sheet("Bob fall.jpg")["doubts"] == []


@on_desktop
def test_what_is_written_in_the_boxes_is_asked_and_answered_without_scrolling(
    tab: Tab, cup: ReviewCup
) -> None:
    tab.page.set_viewport_size({"width": 1440, "height": 900})
    cup.send({"Bob fall.jpg": WHICH_NUMBERS})
    tab.page.goto(f"{cup.page_of('Bob fall.jpg')}/doubts/boxes")

    for button in ("So it is written", "Nothing is written in the blank ones"):
        expect(tab.page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    expect(tab.page.get_by_label("Written final score")).to_be_in_viewport(ratio=1)


@in_test_all
@on_phone
def test_enter_says_as_many_coins_as_were_likely_read_and_nothing_where_none_were(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: LIKELY_COINS, "Bob winter.jpg": NO_COINS})
    page = tab.page
    page.goto(f"{cup.page_of('Bob winter.jpg')}/doubts/coins")
    expect(page.get_by_role("button", name="3", exact=True)).to_be_visible()
    expect(page.locator("button:focus, main button.main")).to_have_count(0)
    page.goto(f"{cup.page_of(ANN)}/doubts/coins")
    expect(page.get_by_role("button", name="4", exact=True)).to_be_focused()
    _press(page, "Enter")
    page.wait_for_url(lambda url: not url.endswith("/coins"))
    assert cup.sheet(ANN)["map"]["coins"] == 4


@in_test_all
@on_phone
def test_a_player_is_reported_what_a_doubtful_square_may_be_and_how_many_are_asked_about(
    tab: Tab, pages_address: str
) -> None:
    page = tab.page
    page.goto(scan(pages_address, TEN_SQUARES))
    expect(page.locator("#map .turn")).to_have_text([str(turn) for turn in range(1, 11)])
    page.get_by_role("link", name="Check the 10 doubtful squares").click()
    expect(page.locator(".crop figcaption b")).to_have_text("1 of 10")
    expect(page.locator(".cells .turn").first).to_be_hidden()  # numbers would cover squares of a small map
    expect(page.get_by_role("button", name="forest")).to_contain_text("60 %")
    expect(page.get_by_role("button", name="water")).to_contain_text("40 %")
    wide = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"
    assert page.locator(".brush").evaluate_all(wide) == []
    for turn in (2, 3):
        page.get_by_role("button", name="forest").tap()
        expect(page.locator(".crop figcaption b")).to_have_text(f"{turn} of 10")
    expect(page.locator(".save button")).to_be_in_viewport(ratio=1)
    page.locator(".save button").tap()
    expect(page.get_by_role("link", name="Check the 8 doubtful squares")).to_be_visible()

    for name in EDICTS:
        choose_card(page, name)
    page.locator("#season-winter").click()
    page.get_by_role("link", name=re.compile("^Look at these")).click()
    weighty = page.locator("form.editor").get_attribute("data-order")
    assert weighty is not None
    assert page.url.endswith(weighty.split()[0])
    expect(page.locator(".crop figcaption b")).to_have_text(f"1 of {len(weighty.split())}")


@in_test_all
@on_desktop
def test_a_photo_whose_reading_was_given_up_is_seen_and_can_be_read_again(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: DEADLY})
    page = tab.page
    page.goto(f"{cup.page}/files/{cup.file(ANN)['id']}")
    photo = page.get_by_role("img", name="The photo that was sent")
    assert photo.evaluate("photo => photo.decode().then(() => photo.naturalWidth)") > 0
    page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_role("list").last).to_contain_text("to be read again, as a person said")


@in_test_all
@on_desktop
def test_the_same_map_of_two_players_is_shown_side_by_side(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    cup.send({"Bob winter.jpg": SETTLED + b"again"})

    tab.page.goto(f"{cup.page}/review/next")

    expect(tab.page.get_by_role("heading", name="The same map, of Ann Smith")).to_be_visible()
    tab.check_accessible()
    tab.page.get_by_label("Reason").fill("Sent for the wrong player")
    tab.page.get_by_role("button", name="Set it aside").click()
    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()
    assert cup.sheet("Bob winter.jpg")["state"] == "dismissed"


@on_desktop
def test_unknown_sheets_get_their_players_by_one_key_each(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": LATER_MAP, "Ann Smith spring.jpg": TEN_SQUARES})
    tab.page.goto(f"{cup.page}/review")
    expect(tab.page.get_by_role("link", name="Whose are these 2 sheets?")).to_be_visible()
    expect(tab.page.locator(".nobodys .grid a")).to_have_text(["IMG_1.jpg", "IMG_2.jpg"])
    expect(tab.page.get_by_role("link", name="What is on these 10 squares")).to_be_visible()
    expect(tab.page.locator(".queue img")).to_have_count(3)
    tab.check_accessible()
    tab.page.get_by_role("link", name="IMG_2.jpg").click()
    expect(tab.page.get_by_role("img", name="What is written above the map")).to_be_visible()
    expect(tab.page.get_by_text("2 sheets still lack their player")).to_be_visible()
    for size in ((1440, 900), (390, 844)):
        tab.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(tab.page.locator(".asked").get_by_role("link", name="IMG_2.jpg")).to_be_in_viewport(ratio=1)
        expect(tab.page.get_by_label("Photo taken at the end of")).to_be_in_viewport(ratio=1)
    names = tab.page.locator(".players button")
    in_their_order = [re.compile("1 .*script"), re.compile("2 Ann Smith.*has a photo"), re.compile("3 Bob")]
    expect(names).to_have_text(in_their_order)
    expect(names.nth(0)).to_be_focused()
    tab.check_accessible()

    tab.page.keyboard.press("ArrowRight")
    expect(names.nth(1)).to_be_focused()
    before = tab.page.url
    tab.page.keyboard.press("3")
    tab.page.wait_for_url(lambda url: url != before)
    expect(tab.page.get_by_role("heading", name="Whose sheet is it?")).to_be_visible()
    expect(names.nth(2)).to_have_text(re.compile("3 Bob.*has a photo"))
    assert [sheet["player"] for sheet in cup.sheets()].count(cup.players["Bob"]) == 1


@in_test_all
@on_desktop
def test_whose_a_sheet_is_can_be_taken_back(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED})
    tab.page.goto(f"{cup.page}/review/next")
    tab.page.keyboard.press("3")
    tab.page.wait_for_url(re.compile("last="))
    assert cup.sheet("IMG_1.jpg")["player"] == cup.players["Bob"]

    tab.page.get_by_role("button", name="Take the last answer back").click()

    expect(tab.page.get_by_role("heading", name="Whose sheet is it?")).to_be_visible()
    assert (cup.sheet("IMG_1.jpg")["player"], cup.sheet("IMG_1.jpg")["state"]) == (None, "review")
    tab.page.wait_for_load_state()
    tab.page.keyboard.press("S")
    tab.page.wait_for_url(re.compile("last="))
    assert cup.sheet("IMG_1.jpg")["state"] == "dismissed"
    tab.page.get_by_role("button", name="Take the last answer back").click()
    expect(tab.page.get_by_role("heading", name="Whose sheet is it?")).to_be_visible()
    assert cup.sheet("IMG_1.jpg")["state"] == "review"


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


@in_test_all
@on_phone
def test_the_earlier_photo_of_a_player_is_replaced_where_it_is_in_the_way(tab: Tab, cup: ReviewCup) -> None:
    earlier = "Ann Smith spring.jpg"  # as the numbers on the other say of it
    cup.send({earlier: SETTLED})
    cup.send({"IMG_2.jpg": LATER_MAP})
    tab.page.goto(f"{cup.page}/review/next?kind=place")
    tab.page.get_by_role("button", name="Ann Smith").click()

    expect(tab.page.get_by_role("heading", name="Ann Smith has a photo already")).to_be_visible()
    while not tab.complaints:  # the browser tells of the 409, as it should
        tab.page.wait_for_timeout(20)
    tab.complaints.clear()
    tab.check_accessible()
    tab.page.get_by_role("button", name="Replace the earlier photo with this one").click()
    tab.page.wait_for_url(re.compile("/review"))
    states = {sheet["file_name"]: (sheet["state"], sheet["player"]) for sheet in cup.sheets()}
    ann = cup.players["Ann Smith"]
    assert states == {earlier: ("dismissed", ann), "IMG_2.jpg": ("scored", ann)}
    history = cup.web.get(cup.page_of("IMG_2.jpg"), headers={"Accept-Language": "de"}).text
    assert "zugeordnet: Ann Smith, Runde 1, Frühling" in history
    history = cup.web.get(cup.page_of(earlier), headers={"Accept-Language": "de"}).text
    assert "ein anderes Foto dieses Bogens wurde behalten" in history

    tab.page.get_by_role("button", name="Take the last answer back").click()
    expect(tab.page.get_by_role("heading", name="Whose sheet is it?")).to_be_visible()
    states = {sheet["file_name"]: (sheet["state"], sheet["player"]) for sheet in cup.sheets()}
    assert states == {earlier: ("scored", ann), "IMG_2.jpg": ("review", None)}


@in_test_all
@on_phone
def test_a_sheet_with_numbers_of_a_later_season_is_asked_about_and_may_replace_that_seasons(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({"Ann Smith summer.jpg": SETTLED})
    cup.send({"Ann Smith spring.jpg": TWO_SEASONS})
    tab.page.goto(f"{cup.page}/review?kind=season")
    expect(tab.page.get_by_role("link", name="which season 1")).to_be_visible()
    tab.page.get_by_role("link", name="Start").click()
    expect(tab.page.get_by_text("numbers of summer are written on it")).to_be_visible()
    expect(tab.page.get_by_role("button", name="summer")).to_be_focused()
    tab.check_accessible()
    for width in (390, 1440):
        tab.page.set_viewport_size({"width": width, "height": 900})
        assert tab.page.evaluate(CROWDED, ".numbers-row button") == []
    _press(tab.page, "Enter")

    expect(tab.page.get_by_role("heading", name="Ann Smith has a photo already")).to_be_visible()
    while not tab.complaints:  # the browser tells of the 409, as it should
        tab.page.wait_for_timeout(20)
    tab.complaints.clear()
    tab.page.get_by_role("button", name="Replace the earlier photo with this one").click()
    tab.page.wait_for_url(re.compile("/review"))
    states = {sheet["file_name"]: (sheet["state"], sheet["season"]) for sheet in cup.sheets()}
    assert states == {
        "Ann Smith summer.jpg": ("dismissed", "summer"),
        "Ann Smith spring.jpg": ("scored", "summer"),
    }


@on_phone
def test_two_sheets_of_one_place_are_shown_side_by_side_and_one_is_kept(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    cup.send({"Ann Smith winter again.jpg": LATER_MAP})

    tab.page.goto(f"{cup.page}/review/next")

    expect(tab.page.get_by_role("heading", name="Which of the two counts?")).to_be_visible()
    shown = [tab.page.get_by_role("heading", name=name).bounding_box() for name in BOTH]
    assert shown[0]
    assert shown[1]
    assert shown[0]["y"] == shown[1]["y"]
    tab.check_accessible()
    tab.page.locator(".beside p").last.scroll_into_view_if_needed()
    for name in ("Keep this one", "Keep that one"):  # beside the whole photos
        expect(tab.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    tab.page.keyboard.press("1")  # keep this one
    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()
    states = {sheet["file_name"]: sheet["state"] for sheet in cup.sheets()}
    assert states == {ANN: "dismissed", "Ann Smith winter again.jpg": "scored"}
    tab.page.get_by_role("button", name="Take the last answer back").click()
    expect(tab.page.get_by_role("heading", name="Which of the two counts?")).to_be_visible()
    assert {sheet["state"] for sheet in cup.sheets()} == {"review", "scored"}


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
    _press(tab.page, "Enter")

    for _ in range(len(answers)):
        tab.page.wait_for_url(re.compile("/doubts/"))
        address, asked = tab.page.url, tab.page.get_by_role("heading", level=1).inner_text()
        for key in answers.pop(asked):
            _press(tab.page, key)
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
        assert mine == other
        first.get(mine)
        elsewhere = second.get(f"{cup.page}/review/next").headers["location"]
        first.get(elsewhere)  # and leaves the sheet before
        back = second.get(f"{cup.page}/review/next").headers["location"]
        queue = second.get(f"{cup.page}/review").text

    assert elsewhere.partition("/doubts/")[0] != mine.partition("/doubts/")[0]
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


@on_desktop
def test_maps_that_contradict_each_other_are_put_right_side_by_side(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"Ann Smith spring.jpg": SETTLED, "Ann Smith summer.jpg": LATER_MAP})
    tab.page.goto(f"{cup.page}/review")
    tab.page.get_by_role("link", name="Ann Smith, round 1").click()
    expect(tab.page.get_by_text("Drawn on in spring and empty in summer: A1.")).to_be_visible()
    tab.check_accessible()

    tab.page.keyboard.press("3")  # the player drew it so
    expect(tab.page.get_by_text("It stands: you looked at it").first).to_be_visible()
    tab.check_accessible()
    assert [each["seen_by"] for each in cup.contradictions()] == ["you", "you"]
    _press(tab.page, "Enter")  # go on
    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()
    assert "for review" not in cup.web.get(f"{cup.page}/standings").text
    tab.page.get_by_text("1 game with a contradiction that stands").click()
    tab.page.get_by_role("link", name="Ann Smith, round 1").click()
    tab.page.get_by_role("button", name="Take it back").first.click()
    tab.page.get_by_role("button", name="Take it back").click()
    expect(tab.page.get_by_role("heading", name="A1")).to_be_visible()
    expect(tab.page.get_by_role("heading", name="A2")).to_be_visible()
    tab.page.wait_for_load_state()
    tab.page.keyboard.press("1")
    expect(tab.page.get_by_text("A1", exact=True)).to_have_count(0)
    tab.page.get_by_role("button", name="This one is wrong: it is forest").click()

    expect(tab.page.get_by_text("The maps of this game fit together.")).to_be_visible()
    assert cup.sheet("Ann Smith spring.jpg")["map"]["terrain"][0][0] == "empty"
    assert cup.sheet("Ann Smith summer.jpg")["map"]["terrain"][0][1] == "forest"


def test_corners_are_dragged_or_moved_by_keys_and_the_photo_is_read_again(tab: Tab, cup: ReviewCup) -> None:
    name = f'{MARKUP} "><img src=x onerror=alert(2)>.jpg'
    cup.send({name.replace('"', "'"): NO_SHEET}, player=cup.players["Ann Smith"])
    tab.page.goto(f"{cup.page}/files?state=rejected")
    tab.check_accessible()
    tab.page.get_by_role("link", name=MARKUP).click()
    expect(tab.page.get_by_text("No map field was found.", exact=True)).to_be_visible()
    tab.check_accessible()

    handle = tab.page.get_by_role("slider", name="Corner top left")
    field = tab.page.locator("[name=corner]").first
    before = field.input_value()
    box = handle.bounding_box()
    assert box is not None
    tab.page.mouse.move(box["x"] + 20, box["y"] + 20)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 40, box["y"] + 50)
    tab.page.mouse.up()
    dragged = field.input_value()
    handle.press("ArrowLeft")
    moved = field.input_value()
    tab.page.get_by_role("button", name="Read it again").click()

    assert len({before, dragged, moved}) == 3
    expect(tab.page.get_by_text("to be read again, as a person said")).to_be_visible()
    _wait_until_read(cup)
    assert cup.sheets()[0]["player"] == cup.players["Ann Smith"]


@in_test_all
@on_phone
def test_what_is_found_when_a_photo_is_read_again_comes_up_by_itself(
    tab: Tab, cup: ReviewCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup.send({"grass.jpg": NO_SHEET})
    reading = [FileState.READING]

    def own_file_under_way(*asked: Any) -> FileStatus:
        row = own_file(*asked)
        return row.model_copy(update={"state": reading[0]}) if reading else row

    monkeypatch.setattr(files, "own_file", own_file_under_way)
    tab.page.goto(f"{cup.page}/files/{cup.file('grass.jpg')['id']}")
    expect(tab.page.get_by_text("What is found comes up here.")).to_be_visible()
    expect(tab.page.get_by_role("slider")).to_have_count(0)
    tab.check_accessible()

    reading.clear()

    expect(tab.page.get_by_role("slider")).to_have_count(4)
    expect(tab.page.get_by_text("No map field was found.", exact=True)).to_be_visible()


def _wait_until_read(cup: ReviewCup) -> None:
    until = time.monotonic() + 20
    while not cup.sheets():
        assert time.monotonic() < until
        time.sleep(0.05)


@on_phone
def test_corners_that_cannot_be_are_reported_and_kept_without_scripts(
    scriptless: Page, cup: ReviewCup
) -> None:
    cup.send({"grass.jpg": NO_SHEET})
    scriptless.goto(f"{cup.page}/files/{cup.file('grass.jpg')['id']}")
    scriptless.get_by_label("top right").fill("somewhere")

    scriptless.get_by_role("button", name="Read it again").click()

    expect(scriptless.get_by_role("alert")).to_contain_text("Each of the four corners takes two numbers")


@in_test_all
@on_desktop
def test_the_next_crop_is_there_before_it_is_asked_for(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.page.goto(f"{cup.page}/review/next", wait_until="load")
    before = {url for url in asked if "/squares/" in url}

    _press(tab.page, "Enter")
    expect(tab.page.get_by_text("9 questions on this sheet")).to_be_visible()
    shown = tab.page.locator(".large img").get_attribute("src")

    assert len(before) == 3
    assert any(url.endswith(str(shown)) for url in before)


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


def test_what_was_taken_back_is_not_said_of_a_newer_reading(pages_address: str, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    cup.correct(ANN, squares=[{"square": TEN[0], "terrain": "village"}])
    cup.correct(ANN, squares=[{"square": TEN[1], "terrain": "hero"}])
    form = {"version": cup.sheet(ANN)["version"]}
    undone = cup.web.post(f"{cup.page_of(ANN)}/undo", data=form, headers={"Origin": pages_address})

    pages = f"{cup.api}/files/{cup.file(ANN)['id']}/pages/1/rereadings"
    new = cup.web.post(pages).json()["id"]
    accepted = cup.web.put(f"{pages}/{new}")

    assert (undone.status_code, accepted.status_code) == (303, 200)
    sheet = cup.sheet(ANN)
    assert sheet["map"]["terrain"][0][3:5] == ["village", "forest"]
    assert len(sheet["doubts"]) == 9


def test_a_sheet_of_which_nothing_is_sure_is_one_question_and_then_those_of_its_doubtful_squares(
    cup: ReviewCup,
) -> None:
    cup.send({ANN: NOTHING_SURE})
    before = len(cup.sheet(ANN)["doubts"])
    first = cup.web.get(f"{cup.page}/review/next").headers["location"]
    cup.correct(ANN, whole=True)
    after = [tuple(doubt["square"]) for doubt in cup.sheet(ANN)["doubts"]]

    assert before > 100
    assert first.partition("?")[0].endswith("/doubts/sheet")
    assert after == sorted(TEN)


def test_vouching_for_the_whole_sheet_settles_no_square(cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES, "Ann Smith spring.jpg": WHICH_LINES})

    cup.correct("Ann Smith spring.jpg", whole=True)
    cup.correct(ANN, whole=True)

    assert cup.sheet("Ann Smith spring.jpg")["state"] == "scored"
    assert len(cup.sheet(ANN)["doubts"]) == 10


@in_test_all
@on_desktop
def test_each_yes_says_how_many_questions_it_settles(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: NOTHING_SURE, "Bob winter.jpg": WHICH_LINES})
    page = tab.page
    answers = page.locator("form", has=page.get_by_role("button", name="the lines are on the grid"))

    page.goto(f"{cup.page_of('Bob winter.jpg')}/doubts/sheet")
    expect(answers.locator("button")).to_have_count(1)
    expect(answers).to_contain_text("Settles this question, the last on this sheet.")

    page.goto(f"{cup.page_of(ANN)}/doubts/sheet")
    expect(answers).to_contain_text("Settles this question; 10 more are left on this sheet.")
    expect(answers).to_contain_text("Settles 11 questions: I looked at the whole sheet.")
    tab.check_accessible()
    page.get_by_role("button", name="Yes, the lines are on the grid").click()
    expect(page.locator("header.asked")).to_contain_text("10 questions on this sheet")


@in_test_all
@on_desktop
def test_where_the_print_contradicts_a_person_its_side_is_offered_first(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: CONTRADICTED})
    page = tab.page

    page.goto(f"{cup.page_of(ANN)}/doubts")

    expect(page.locator(".notice")).to_contain_text("the printed mountains are those of side C")
    expect(page.locator("button.main.side")).to_have_text(re.compile("side C"))
    expect(page.locator(":focus")).to_have_text(re.compile("side C"))
    tab.check_accessible()


def test_each_page_of_a_document_is_read_again_by_itself(cup: ReviewCup) -> None:
    cup.send({"all.pdf": pdf_of(SETTLED, NO_SHEET, NO_SHEET)})
    address = f"{cup.page}/files/{cup.file('all.pdf')['id']}"

    shown = {page: cup.web.get(address, params=page).text for page in (None, "page=1", "page=3")}

    assert [field in shown[None] for field in ('name="page" value="2"', "<b>No map field")] == [True, True]
    assert [field in shown["page=1"] for field in ('name="page" value="1"', "<b>No map field")] == [
        True,
        False,
    ]
    assert [field in shown["page=3"] for field in ('name="page" value="3"', "photo?page=3")] == [True, True]


@in_test_all
@on_desktop
def test_blank_pages_of_a_document_are_named_and_set_aside_and_its_sheets_count_on(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({"Ann Smith winter.pdf": pdf_of(SETTLED, NO_SHEET)})
    page = tab.page
    page.goto(cup.page)
    page.get_by_role("link", name="Look at the files").click()
    page.get_by_role("link", name="Ann Smith winter.pdf").click()
    page.get_by_role("button", name="Set these pages aside").click()

    expect(page.get_by_role("heading", name="Set aside")).to_be_visible()
    file = cup.file("Ann Smith winter.pdf")
    assert (file["state"], cup.sheets()[0]["state"]) == ("scored", "scored")
    page.goto(cup.page)
    expect(page.locator(".steps")).not_to_contain_text("Rescue")
    page.goto(f"{cup.page}/files/{file['id']}")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Set these pages aside")).to_be_visible()
    assert cup.file("Ann Smith winter.pdf")["state"] == "review"
