"""Whose a sheet is, and of which round, is asked in a real browser; so is which of two sheets counts."""

import html
import re

import httpx
from playwright.sync_api import expect

from tests.extent import in_test_all
from tests.service.pages.conftest import Tab
from tests.service.pages.doubtful import LATER_MAP, SETTLED, TEN_SQUARES, TWO_SEASONS
from tests.service.pages.review.pressing import ANN, on_desktop, on_phone, press
from tests.service.pages.reviewing import ReviewCup, make_review_cup

BOTH = ("This sheet", "The sheet that lies there")
CROWDED = """(buttons) => [...document.querySelectorAll(buttons)].filter((button) => {
    const inside = document.createRange();
    inside.selectNodeContents(button);
    const parts = [...inside.getClientRects()], box = button.getBoundingClientRect();
    return parts.some((part) => part.left < box.left || part.right > box.right);
}).map((button) => button.textContent)"""
"""The words of buttons that are wider than the button."""


@in_test_all
@on_desktop
def test_of_a_player_who_is_known_only_the_round_is_asked(tab: Tab, web: httpx.Client) -> None:
    cup = make_review_cup(web, ("Ann Smith", "Bob"), rounds=2)
    cup.send({"Ann Smith.jpg": SETTLED})
    tab.page.goto(f"{cup.page}/review")
    press(tab.page, "Enter")

    expect(tab.page.get_by_role("heading", name="Of which round is this sheet?")).to_be_visible()
    tab.check_accessible()
    press(tab.page, "2")

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


def test_who_does_not_know_whose_a_sheet_is_goes_on_to_the_next_sheet(cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": TEN_SQUARES, "IMG_2.jpg": TEN_SQUARES + b"2"})

    page = cup.web.get(f"{cup.page_of('IMG_1.jpg')}/doubts/place").text

    later = re.search(r'href="([^"]+)" data-skip', page)
    assert later
    assert cup.web.get(html.unescape(later[1]), follow_redirects=True).url.path == (
        f"{cup.page_of('IMG_2.jpg')}/doubts/place"
    )


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
    press(tab.page, "Enter")

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
    press(tab.page, "Enter")  # go on
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


@on_desktop
def test_of_two_sheets_one_counts_also_where_two_judges_disagree(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    cup.send({"Ann Smith winter again.jpg": SETTLED + b"again"})
    page, asked = tab.page, cup.page_of("Ann Smith winter again.jpg")
    page.goto(f"{asked}/doubts/place")
    form, origin = {"version": "1", "reason": "Of last year."}, {"origin": str(cup.web.base_url).rstrip("/")}
    assert cup.web.post(f"{asked}/dismissal", data=form, headers=origin).status_code == 303

    page.get_by_role("button", name="Keep this one, set the other aside").click()

    expect(page.get_by_role("heading", name="Somebody was here meanwhile")).to_be_visible()
    expect(page.get_by_text("set aside: Of last year.")).to_be_visible()
    expect(page.get_by_text(f"You were about to say: {ANN} set aside")).to_be_hidden()
    assert cup.sheet(ANN)["state"] != "dismissed"
    tab.complaints.clear()  # the browser tells of the 412, as it should


@on_desktop
def test_a_sheet_to_be_set_aside_that_was_corrected_meanwhile_is_told_in_words(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED})
    cup.send({"Ann Smith winter again.jpg": SETTLED + b"again"})
    page = tab.page
    page.goto(f"{cup.page_of('Ann Smith winter again.jpg')}/doubts/place")
    cup.correct(ANN, squares=[{"square": [0, 0], "terrain": "hero"}])

    page.get_by_role("button", name="Keep this one, set the other aside").click()

    expect(page.get_by_text("now hero")).to_be_visible()
    expect(page.get_by_text(f"You were about to say: {ANN} set aside")).to_be_visible()
    page.get_by_role("button", name="Say it all the same").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Somebody was here meanwhile")
    states = [cup.sheet(name)["state"] for name in (ANN, "Ann Smith winter again.jpg")]
    assert states[0] == "dismissed" != states[1]
    tab.complaints.clear()
