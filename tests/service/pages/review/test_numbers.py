"""The season boxes of all players are filled in, in a real browser: what is missing, contradicts or ties."""

import json
import re
from collections.abc import Mapping

import httpx
import pytest
from playwright.sync_api import expect

from service.pages.tournament import numbers
from tests.extent import in_test_all
from tests.service.pages.conftest import Tab
from tests.service.pages.doubtful import LATER_MAP, SETTLED
from tests.service.pages.review.pressing import ANN, on_desktop, on_phone, press
from tests.service.pages.reviewing import ReviewCup, make_review_cup


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

    press(tab.page, "Enter")
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


def test_numbers_are_saved_beside_those_of_a_player_who_was_erased_meanwhile(cup: ReviewCup) -> None:
    _lack_numbers(cup, {"Bob winter.jpg": LATER_MAP, ANN: SETTLED})
    ids = [cup.sheet(name)["id"] for name in ("Bob winter.jpg", ANN)]
    was = json.dumps(cup.sheet(ANN)["map"]["boxes"])
    typed = {f"{id}.{field}": value for id in ids for field, value in (("was", was), ("box-spring-4", "5"))}
    cup.web.delete(f"{cup.api}/players/{cup.players['Bob']}")

    origin = {"origin": str(cup.web.base_url).rstrip("/")}
    answer = cup.web.post(f"{cup.page}/numbers", data={"sheet": ids} | typed, headers=origin)

    assert answer.status_code == 303
    assert cup.sheet(ANN)["map"]["boxes"][0][4] == 5


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


def test_the_numbers_begin_in_the_season_that_lacks_some(cup: ReviewCup) -> None:
    cup.send({f"Bob {season}.jpg": SETTLED + season.encode() for season in ("spring", "summer", "winter")})
    sheet = cup.sheet("Bob winter.jpg")["id"]

    page = cup.web.get(f"{cup.page}/numbers?round=1&player={cup.players['Bob']}").text

    assert re.findall(r'name="([^"]+)"[^>]* autofocus', page) == [f"{sheet}.box-fall-4"]
