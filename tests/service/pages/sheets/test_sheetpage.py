"""The page of one sheet and its editor, in a real browser: by touch, by keys, without scripts, offline."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect
from playwright.sync_api import Response as PageResponse
from sqlalchemy import select

from service.access.actors import SINGLE_USER, Actor, Role
from service.store.events import EventKind, record
from service.store.tables import sheets
from tests.extent import in_test_all
from tests.service.access.conftest import World
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.reviewing import ReviewCup
from tests.service.pages.sheets.conftest import ANN
from tests.service.stubs import CLEAR_PHOTO

MOST_BYTES = 150_000
on_phone = pytest.mark.parametrize("viewport", ["phone"], indirect=True)
on_desktop = pytest.mark.parametrize("viewport", ["desktop"], indirect=True)


def _square(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=re.compile(f"^{name},"))


@in_test_all
def test_squares_are_set_by_keys_undone_and_saved(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    tab.check_accessible()
    expect(page.get_by_text("Nobody has changed anything.")).to_be_visible()

    _square(page, "A4").focus()
    page.keyboard.press("f")
    for key in ("ArrowDown", "ArrowRight", "m", "ArrowRight", "w"):
        page.keyboard.press(key)
    page.keyboard.press("Control+z")

    expect(page.get_by_role("radio", name="B5, monster, changed")).to_be_visible()
    expect(page.get_by_text("1 square changed, not saved yet")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("B5: empty, now monster")).to_be_visible()
    assert cup.sheet(ANN)["map"]["terrain"][1][3:6] == ["mountain", "monster", "empty"]


def test_squares_are_set_and_painted_by_touch_or_mouse(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))

    _square(page, "J5").click()
    page.get_by_role("button", name="village").click()
    page.get_by_role("button", name="Paint over many").click()
    expect(page.get_by_text("Choose a terrain, then touch its squares")).to_be_in_viewport()
    page.get_by_role("button", name="farm").click()
    _paint(page, "H2", "H4")

    expect(page.get_by_role("radio", name="H3, farm, changed")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("J5: empty, now village")).to_be_visible()
    terrain = cup.sheet(ANN)["map"]["terrain"]
    assert (terrain[9][4], terrain[7][1:4]) == ("village", ["farm"] * 3)


def test_a_terrain_is_painted_by_the_space_bar_and_ruins_are_told(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    expect(page.get_by_role("radio", name="C2, empty, ruins")).to_be_attached()

    page.get_by_role("button", name="Paint over many").press("Enter")
    page.get_by_role("button", name="farm").press("Enter")
    for name in ("C2", "C3"):
        _square(page, name).focus()
        page.keyboard.press("Space")

    expect(page.get_by_role("radio", name="C2, farm, ruins, changed")).to_be_attached()
    expect(page.get_by_role("radio", name="C3, farm, changed")).to_be_attached()
    expect(page.get_by_text("2 squares changed, not saved yet")).to_be_visible()


def _paint(page: Page, start: str, end: str) -> None:
    _square(page, start).scroll_into_view_if_needed()
    boxes = [_square(page, name).bounding_box() for name in (start, end)]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*places[0])
    page.mouse.down()
    page.mouse.move(*places[1], steps=6)
    page.mouse.up()


@on_phone
def test_nothing_is_lost_when_the_network_fails_or_a_number_is_wrong(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    _square(page, "J5").focus()
    page.keyboard.press("v")
    page.get_by_label("Coins", exact=True).fill("99")

    page.route("**/corrections", lambda route: route.abort())
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The server was not reached. Nothing is lost: try again.")).to_be_visible()
    page.unroute("**/corrections")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("alert")).to_have_text("The coins are a number from 0 to 14.")
    expect(page.get_by_role("radio", name="J5, village, changed")).to_be_visible()
    page.get_by_label("Coins", exact=True).fill("9")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("coins: 3, now 9")).to_be_visible()
    assert cup.sheet(ANN)["map"]["terrain"][9][4] == "village"
    tab.complaints.clear()  # the browser tells of the failure, and of the 422


@on_desktop
def test_who_changes_a_sheet_that_is_gone_is_told_so(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    _square(page, "J5").focus()
    page.keyboard.press("v")
    version = cup.web.get(cup.api).headers["etag"]
    cup.web.delete(cup.api, headers={"If-Match": version}).raise_for_status()

    page.get_by_role("button", name="Save").click()

    expect(page.get_by_text("There is nothing at this address, or nothing for you.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    tab.complaints.clear()  # the browser tells of the 404, of the page and of what it looks for


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "On side B a mountain is printed at B9, and the map has something else there: empty."),
        (
            "de",
            "Auf Seite B ist auf B9 ein Gebirge gedruckt, und auf der Karte steht dort etwas anderes",
        ),
    ],
)
def test_a_side_that_the_map_contradicts_is_refused_in_plain_words_of_the_language(
    cup: ReviewCup, language: str, words: str
) -> None:
    sheet = cup.sheet(ANN)

    refused = cup.web.post(
        f"{cup.page_of(ANN)}/corrections",
        data={"version": sheet["version"], "side": "B"},
        headers={"origin": str(cup.web.base_url), "accept": "text/html", "accept-language": language},
    )

    assert refused.status_code == 422
    assert words in refused.text
    assert cup.sheet(ANN)["map"]["side"] == "A"


def test_a_side_said_against_a_sure_reading_is_warned_of_with_the_way_back(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    page.get_by_label("Side").select_option("custom")
    page.get_by_role("button", name="Save", exact=True).last.click()

    warned = page.locator(".notice", has_text="surely read as side A, and the side was said to be another")
    expect(warned).to_be_visible()
    expect(page.locator("#history")).to_contain_text("side: A, now another print")
    tab.check_accessible()
    warned.get_by_role("link").click()
    page.get_by_role("button", name="Take this back").click()
    expect(page.locator("#history")).to_contain_text("Taken back")
    expect(warned).to_have_count(0)
    assert cup.sheet(ANN)["map"]["side"] == "A"


@on_phone
def test_without_scripts_each_square_is_saved_and_undone(scriptless: Page, cup: ReviewCup) -> None:
    scriptless.goto(cup.page_of(ANN))
    expect(_square(scriptless, "A4")).to_be_checked()  # the first that is doubtful

    scriptless.get_by_role("button", name="village").click()

    expect(scriptless.get_by_text("A4: forest, now village")).to_be_visible()
    assert len(cup.sheet(ANN)["doubts"]) == 9
    expect(_square(scriptless, "A5")).to_be_checked()
    scriptless.get_by_role("button", name="hero").click()
    scriptless.get_by_role("button", name="Take this back").last.click()  # the earlier one
    expect(scriptless.locator(".undone")).to_contain_text("Taken back: A4 as it was")
    expect(scriptless.locator(".undone")).to_be_in_viewport()
    assert len(cup.sheet(ANN)["doubts"]) == 9
    assert cup.sheet(ANN)["map"]["terrain"][0][3:5] == ["forest", "hero"]
    scriptless.get_by_label("Coins", exact=True).fill("no")
    scriptless.get_by_role("button", name="Save").click()
    expect(scriptless.get_by_role("alert")).to_have_text("The coins are a number from 0 to 14.")
    expect(scriptless.get_by_label("Coins", exact=True)).to_have_value("no")


@in_test_all
@on_desktop
def test_the_second_judge_sees_what_the_first_did_and_keeps_what_they_typed(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    _square(page, "J5").focus()
    page.keyboard.press("v")
    cup.correct(ANN, squares=[{"square": [9, 5], "terrain": "hero"}], coins=5)

    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("alert")).to_contain_text("Somebody changed this sheet meanwhile")
    expect(page.get_by_role("alert")).to_contain_text("J6: empty, now hero")
    expect(page.get_by_role("radio", name="J5, village, changed")).to_be_visible()
    tab.check_accessible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("J5: empty, now village")).to_be_visible()
    assert cup.sheet(ANN)["map"]["terrain"][9][4:6] == ["village", "hero"]
    tab.complaints.clear()  # the browser tells of the 412


@on_desktop
def test_a_sheet_is_placed_set_aside_and_taken_back(scriptless: Page, cup: ReviewCup) -> None:
    scriptless.goto(cup.page_of(ANN))
    scriptless.get_by_label("Player").select_option("Bob")
    scriptless.get_by_role("button", name="It belongs here").click()
    expect(scriptless.get_by_role("heading", name="Bob, round 1, winter")).to_be_visible()

    scriptless.get_by_label("Reason").fill("<b>twice</b>")
    scriptless.get_by_role("button", name="Set it aside").click()
    expect(scriptless.get_by_text("set aside: <b>twice</b>")).to_be_visible()
    scriptless.get_by_role("button", name="Take it back").click()

    expect(scriptless.get_by_role("button", name="Set it aside")).to_be_visible()
    assert cup.sheet(ANN)["state"] == "review"


@on_phone
def test_a_sheet_that_lies_another_way_up_is_turned_and_read_again(tab: Tab, cup: ReviewCup) -> None:
    page, reading = tab.page, f"{cup.api}/files/{cup.file(ANN)['id']}/reading"
    top_left, top_right, bottom_right, bottom_left = cup.web.get(reading).json()["sheets"][0]["corners"]
    page.goto(cup.page_of(ANN))
    page.get_by_role("link", name="It lies another way up").click()
    page.get_by_role("button", name="Turn it by a quarter").click()
    page.get_by_role("button", name="Read it again").click()

    expect(page.get_by_role("heading", name="Sheets on it")).to_be_visible()
    turned = [top_right, bottom_right, bottom_left, top_left]
    assert cup.web.get(reading).json()["sheets"][0]["corners"] == turned
    page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_text("to be read again, as a person said")).to_have_count(2)
    expect(page.get_by_role("heading", name="Sheets on it")).to_be_visible()
    assert cup.web.get(reading).json()["sheets"][0]["corners"] == turned


@on_desktop
def test_an_edict_lights_the_squares_that_earn_its_stars(tab: Tab, cup: ReviewCup) -> None:
    tab.page.goto(cup.page_of(ANN))
    cell = tab.page.locator(".cells .earns-m").first
    before = cell.evaluate("cell => getComputedStyle(cell).boxShadow")

    tab.page.get_by_role("radio", name="Monsters").check()

    assert cell.evaluate("cell => getComputedStyle(cell).boxShadow") != before


@on_phone
def test_the_page_of_a_sheet_is_light(tab: Tab, cup: ReviewCup) -> None:
    answers: list[PageResponse] = []
    tab.page.on("response", lambda answer: answers.append(answer))
    tab.page.goto(cup.page_of(ANN), wait_until="networkidle")
    sizes = {
        answer.url: answer.request.sizes()["responseBodySize"]
        for answer in answers
        if "/v1/" not in answer.url
    }

    print(f"the page of a sheet: {sum(sizes.values())} bytes without photos")
    assert sum(sizes.values()) <= MOST_BYTES


@pytest.fixture
def players_world(world: World) -> tuple[World, str]:
    """Return a service with a sheet of Ann's."""
    with world.web("organiser") as web:
        cup = ReviewCup(web, world.cup.id, {})
        web.post(f"/v1/tournaments/{world.cup.id}/rounds", headers={"If-Match": '"1"'}, json={})
        cup.send({"x.jpg": CLEAR_PHOTO}, player=world.cup.ann)
    with world.database.read() as db:
        return world, db.execute(select(sheets.c.id)).scalar_one()


def test_a_player_sees_the_own_sheet_without_the_editor_and_nobody_elses(
    playwright: Playwright, browser: Browser, players_world: tuple[World, str]
) -> None:
    world, sheet = players_world
    address = f"/tournaments/{world.cup.id}/sheets/{sheet}"
    page = open_context(playwright, browser, "phone", world.address).new_page()
    page.goto(f"/join#{world.keys['ann']}")
    page.wait_for_url(f"{world.address}/")

    page.goto(address)

    expect(page.get_by_role("heading", name=re.compile("^Ann"))).to_be_visible()
    expect(page.get_by_role("img", name="The map as it stands")).to_be_visible()
    assert page.get_by_role("button", name="Save").count() == 0
    page.context.close()
    for person, status in {"bob": 404, "other ann": 404, "other judge": 404, "judge": 200}.items():
        with world.web(person) as web:
            assert web.get(address).status_code == status
    with world.web("ann") as web:
        for page_of_staff in (f"{address}/doubts", f"/tournaments/{world.cup.id}/review"):
            assert web.get(page_of_staff).status_code == 404


def test_who_worked_before_there_were_logins_is_reported_in_words(players_world: tuple[World, str]) -> None:
    world, sheet = players_world
    with world.database.begin() as db:
        for actor in (SINGLE_USER, Actor("Bea", Role.JUDGE)):
            record(
                db, actor.name, EventKind.SHEET_DISMISSED, tournament=world.cup.id, subject=sheet, back=True
            )
    with world.web("judge") as web:
        text = web.get(f"/tournaments/{world.cup.id}/sheets/{sheet}").text

    assert "· somebody at the server&#39;s own machine, before there were logins</span>" in text
    assert "· Bea</span>" in text
    assert "· you</span>" not in text
