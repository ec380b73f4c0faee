"""Whose many sheets are, said on one page."""

import httpx
import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.extent import in_test_all
from tests.service.pages.conftest import Tab
from tests.service.pages.doubtful import LATER_MAP, NO_COINS, SETTLED, TEN_SQUARES
from tests.service.pages.reviewing import ReviewCup, make_review_cup

ANN = "Ann Smith winter.jpg"
NAMES = ("Ann Smith", "Bob", "Cleo")


@pytest.fixture
def cup(web: httpx.Client) -> ReviewCup:
    return make_review_cup(web, NAMES)


def players_of(page: Page, file: str) -> Locator:
    """Return the players beside a sheet."""
    return page.get_by_role("radiogroup", name=f"Player of {file}")


def choose(page: Page, file: str, player: str) -> None:
    """Press the button of a player beside a sheet."""
    players_of(page, file).locator("label", has_text=player).click()


def _owners(cup: ReviewCup) -> dict[str, str | None]:
    names = {id: name for name, id in cup.players.items()}
    return {sheet["file_name"]: names.get(sheet["player"]) for sheet in cup.sheets()}


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_who_stays_after_all_when_the_language_is_changed_can_still_save(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": LATER_MAP})
    page = tab.page
    page.goto(f"{cup.page}/review/owners")
    choose(page, "IMG_1.jpg", "Bob")
    with page.expect_event("dialog") as leaving:
        page.get_by_label("Language").select_option("de", no_wait_after=True)
    leaving.value.dismiss()

    page.get_by_role("button", name="Save all").click()

    expect(page.get_by_role("status")).to_contain_text("Saved just now")


def test_who_leaves_with_players_chosen_and_not_saved_is_asked_first(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": LATER_MAP})
    page, asked = tab.page, list[str]()

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.goto(f"{cup.page}/review/owners")
    page.reload()
    assert asked == []
    choose(page, "IMG_1.jpg", "Bob")

    page.reload()

    assert asked == ["beforeunload"]
    choose(page, "IMG_1.jpg", "Bob")
    page.get_by_role("button", name="Save all").click()
    expect(page.get_by_role("status")).to_contain_text("Saved just now")
    assert asked == ["beforeunload"]


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_many_sheets_get_their_players_on_one_page_by_keys_alone(tab: Tab, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": LATER_MAP, "IMG_3.jpg": NO_COINS})
    page = tab.page
    page.goto(f"{cup.page}/review")
    page.get_by_role("link", name="Whose are these 3 sheets?").press("Enter")
    expect(page.get_by_role("img", name="What is written above the map")).to_have_count(3)
    tab.check_accessible()
    expect(page.get_by_role("button", name="Save all")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    not_yet = [players_of(page, f"IMG_{number}.jpg").get_by_label("not yet") for number in (1, 2, 3)]
    for number, player in enumerate("32"):  # Cleo, Bob
        expect(not_yet[number]).to_be_focused()  # nothing is guessed of such a name
        page.keyboard.press(player)
    expect(not_yet[2]).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("status")).to_contain_text("Bob: IMG_2.jpg")
    assert _owners(cup) == {"IMG_1.jpg": "Cleo", "IMG_2.jpg": "Bob", "IMG_3.jpg": None}
    expect(not_yet[2]).to_be_focused()
    choose(page, "IMG_3.jpg", "Ann Smith")
    page.get_by_role("button", name="Save all").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Every sheet has its player")
    tab.check_accessible()


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_a_place_that_is_filled_is_shown_at_its_photo_and_the_others_are_saved_without_scripts(
    scriptless: Page, cup: ReviewCup
) -> None:
    cup.send({ANN: SETTLED})
    cup.send({"IMG_2.jpg": LATER_MAP, "IMG_3.jpg": NO_COINS})
    page = scriptless
    page.goto(f"{cup.page}/review/owners")
    at_photo = page.get_by_role("region", name="IMG_2.jpg")
    choose(page, "IMG_2.jpg", "Ann Smith")
    at_photo.get_by_label("Season").select_option(label="as above")
    choose(page, "IMG_3.jpg", "Bob")
    page.get_by_role("button", name="Save all").click()

    expect(page.get_by_role("status")).to_contain_text("Bob: IMG_3.jpg")
    expect(at_photo.get_by_role("alert")).to_contain_text("Ann Smith has a photo already")
    expect(at_photo.get_by_label("Ann Smith")).to_be_checked()
    assert _owners(cup) == {ANN: "Ann Smith", "IMG_2.jpg": None, "IMG_3.jpg": "Bob"}
    at_photo.get_by_label("replace the earlier photo").check()
    page.get_by_role("button", name="Save all").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Every sheet has its player")
    assert _owners(cup)["IMG_2.jpg"] == "Ann Smith"
    assert cup.sheet(ANN)["state"] == "dismissed"


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_with_twenty_players_the_sheet_that_is_asked_about_is_in_sight(tab: Tab, web: httpx.Client) -> None:
    cup = make_review_cup(web, tuple(f"Player {name}" for name in "abcdefghijklmnopqrst"))
    cup.send({f"IMG_{number}.jpg": SETTLED + bytes([number]) for number in range(6)})
    page = tab.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{cup.page}/review/owners")
    for number in range(6):
        sheet = page.get_by_role("region", name=f"IMG_{number}.jpg")
        expect(players_of(page, f"IMG_{number}.jpg").get_by_label("not yet")).to_be_focused()
        expect(sheet.get_by_role("img", name="What is written above the map")).to_be_in_viewport(ratio=1)
        if number:  # the first stands beneath what holds for all
            expect(sheet.locator("label").last).to_be_in_viewport(ratio=1)
        page.keyboard.press(str(number + 3))

    page.goto(f"{cup.page}/review/next?kind=place")
    for player in page.locator(".players button").all():
        expect(player).to_be_in_viewport(ratio=1)


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_a_player_beyond_the_ninth_is_chosen_by_two_digits(tab: Tab, web: httpx.Client) -> None:
    cup = make_review_cup(web, tuple(f"Player {number}" for number in range(1, 13)))
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": LATER_MAP, "IMG_3.jpg": NO_COINS})
    page = tab.page
    page.goto(f"{cup.page}/review/owners")
    expect(players_of(page, "IMG_1.jpg").get_by_label("not yet")).to_be_focused()
    for key in ("1", "2", "1", "Enter"):  # the twelfth; the first, as no digit follows
        page.keyboard.press(key)
    expect(players_of(page, "IMG_1.jpg").get_by_label("Player 12")).to_be_checked()
    expect(players_of(page, "IMG_2.jpg").get_by_label("1 Player 1", exact=True)).to_be_checked()
    page.get_by_role("button", name="Save all").click()
    expect(page.get_by_role("status")).to_contain_text("Player 12: IMG_1.jpg")

    page.goto(f"{cup.page_of('IMG_3.jpg')}/doubts/place")
    page.wait_for_load_state()
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.wait_for_url(lambda url: "/doubts/place" not in url or "IMG_3" not in url)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Whose sheet is it?")
    assert _owners(cup)["IMG_3.jpg"] == "Player 11"


def test_of_many_players_there_is_a_list(web: httpx.Client) -> None:
    cup = make_review_cup(web, tuple(f"Player {number}" for number in range(25)))
    cup.send({"IMG_1.jpg": SETTLED})

    page = cup.web.get(f"{cup.page}/review/owners").text

    assert (page.count('aria-label="Player of IMG_1.jpg"'), page.count("radiogroup")) == (1, 0)


def test_only_the_photo_that_was_shown_is_replaced(pages_address: str, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED})
    cup.send({"IMG_2.jpg": LATER_MAP})
    id, version = (cup.sheet("IMG_2.jpg")[each] for each in ("id", "version"))
    form = {"sheet": id, f"{id}.version": version, f"{id}.player": cup.players["Ann Smith"]}
    form |= {"round": "1", "season": "winter", f"{id}.replace": "another"}

    answer = cup.web.post(f"{cup.page}/review/owners", data=form, headers={"origin": pages_address})

    assert (answer.status_code, cup.sheet(ANN)["state"]) == (409, "scored")
    alone = {"version": version, "player": cup.players["Ann Smith"], "round": "1", "season": "winter"}
    for page in ("doubts/place", "place"):
        address = f"{cup.page_of('IMG_2.jpg')}/{page}"
        answer = cup.web.post(address, data=alone | {"replace": "another"}, headers={"origin": pages_address})
        assert (answer.status_code, cup.sheet(ANN)["state"]) == (409, "scored")
        assert f'name="replace" value="{cup.sheet(ANN)["id"]}"' in answer.text


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_a_player_chosen_on_a_page_grown_old_is_refused_at_its_photo_beside_who_has_it_now(
    scriptless: Page, cup: ReviewCup
) -> None:
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": LATER_MAP})
    old, new = scriptless, scriptless.context.new_page()
    for page, player in ((old, "Bob"), (new, "Ann Smith")):
        page.goto(f"{cup.page}/review/owners")
        choose(page, "IMG_1.jpg", player)
    new.get_by_role("button", name="Save all").click()
    choose(old, "IMG_2.jpg", "Cleo")
    old.get_by_role("button", name="Save all").click()

    at_photo = old.get_by_role("region", name="IMG_1.jpg")
    expect(at_photo.get_by_role("alert")).to_contain_text("Somebody changed this sheet meanwhile")
    expect(at_photo.get_by_label("Ann Smith")).to_be_checked()
    assert _owners(cup) == {"IMG_1.jpg": "Ann Smith", "IMG_2.jpg": "Cleo"}


def test_a_sheet_is_taken_for_the_season_whose_numbers_are_its_last(cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED, "IMG_2.jpg": TEN_SQUARES})
    cup.correct("IMG_1.jpg", boxes=[[1, 2, 3, 0, 6], [4, 5, 3, 0, 12]])

    page = cup.web.get(f"{cup.page}/review/owners").text

    fields = [page.index(f'name="{cup.sheet(name)["id"]}.season"') for name in ("IMG_1.jpg", "IMG_2.jpg")]
    chosen = [page[at : page.index("</select>", at)] for at in fields]
    assert ['value="summer" selected' in options for options in chosen] == [True, False]


def test_a_sheet_of_another_season_is_placed_there(pages_address: str, cup: ReviewCup) -> None:
    cup.send({"IMG_1.jpg": SETTLED})
    id, version = (cup.sheet("IMG_1.jpg")[each] for each in ("id", "version"))
    form = {"sheet": id, f"{id}.version": version, f"{id}.player": cup.players["Bob"]}
    form |= {"round": "1", "season": "winter", f"{id}.season": "spring"}

    answer = cup.web.post(f"{cup.page}/review/owners", data=form, headers={"origin": pages_address})

    assert (answer.status_code, answer.headers["location"]) == (303, f"{cup.page}/review/owners?saved={id}")
    assert cup.sheet("IMG_1.jpg")["season"] == "spring"
