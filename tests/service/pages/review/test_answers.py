"""Doubts are answered one after the other, in a real browser: by keys, by taps, with and without scripts."""

import re
import time

from playwright.sync_api import Page, expect

from tests.extent import in_test_all
from tests.service.pages.conftest import Tab
from tests.service.pages.doubtful import (
    LIKELY_COINS,
    NO_COINS,
    NOTHING_SURE,
    TEN,
    TEN_SQUARES,
    WHICH_LINES,
    WHICH_NUMBERS,
)
from tests.service.pages.review.pressing import ANN, on_desktop, on_phone, press
from tests.service.pages.reviewing import ReviewCup
from tests.service.pages.scanning import choose_card, scan
from tests.service.stubs import EDICTS

MOST_PRESSES = 11


def press_through(page: Page, cup: ReviewCup, keys: list[str]) -> int:
    """Press the keys from the queue on, one after the other as pages come; return how many."""
    page.goto(f"{cup.page}/review")
    press(page, "Enter")
    for key in keys:
        page.wait_for_url(re.compile("/doubts/"))
        address = page.url
        press(page, key)
        page.wait_for_url(lambda url, before=address: url != before)  # type: ignore[misc]
    return 1 + len(keys)


@in_test_all
def test_ten_doubtful_squares_take_eleven_presses(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    began = time.monotonic()

    presses = press_through(tab.page, cup, ["Enter", "1", "2", "f", "w", "m", "e", "Enter", "x", "h"])

    seconds = time.monotonic() - began
    sheet = cup.sheet(ANN)
    print(f"ten squares: {presses} presses, {seconds:.1f} s")
    assert (presses <= MOST_PRESSES, sheet["doubts"], sheet["state"]) == (True, [], "scored")
    said = sorted(sheet["map"]["terrain"][row][column] for row, column in TEN)
    assert said == sorted([*["forest"] * 4, *["water"] * 2, "monster", "empty", "destroyed", "hero"])
    expect(tab.page.get_by_role("heading", name="No sheet waits")).to_be_visible()


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
def test_enter_on_blank_boxes_settles_nothing_that_was_not_said(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"Bob fall.jpg": WHICH_NUMBERS})
    page = tab.page
    page.goto(f"{cup.page_of('Bob fall.jpg')}/doubts/boxes")
    expect(page.locator(":focus")).to_have_count(0)  # nor is the photo scrolled away

    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_contain_text("still blank")
    assert cup.sheet("Bob fall.jpg")["state"] == "review"
    tab.complaints.clear()  # the browser tells of the 422, as it should
    press(page, "b")
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
    press(page, "Enter")
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
def test_the_next_crop_is_there_before_it_is_asked_for(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.page.goto(f"{cup.page}/review/next", wait_until="load")
    before = {url for url in asked if "/squares/" in url}

    press(tab.page, "Enter")
    expect(tab.page.get_by_text("9 questions on this sheet")).to_be_visible()
    shown = tab.page.locator(".large img").get_attribute("src")

    assert len(before) == 3
    assert any(url.endswith(str(shown)) for url in before)


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
