"""Maps that a person enters, where no photo could be read."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine import LAYOUTS, Side
from tests.extent import in_test_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab
from tests.service.pages.reviewing import make_review_cup
from tests.service.pages.scanning import forgive
from tests.service.stubs import EDICTS, PHOTO_WITHOUT_SHEET

SQUARE = re.compile(r'value="(\d+,\d+)" data-was="(\w+)"')


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_a_map_that_cannot_be_read_is_entered_by_hand_and_scored(tab: Tab, pages_address: str) -> None:
    page = tab.page
    with client_of(pages_address, headers={"origin": pages_address}) as web:
        scan = web.post("/scans", files={"photo": ("a.jpg", PHOTO_WITHOUT_SHEET)}).headers["location"]
        web.post(f"{scan}/game", data={"version": 1, "clear": "all"})  # of the photo before
    page.goto(scan)
    page.get_by_role("button", name="Enter the map by hand").click()
    expect(page.get_by_role("alert").first).to_contain_text("Choose the printed side")
    forgive(tab)
    _begin(page, "side B")
    tab.check_accessible()
    page.get_by_role("link", name="Back to the score").click()
    expect(page.locator("h1.total")).to_have_text("The map is not entered yet.")
    expect(page.get_by_text("No square is doubtful")).to_have_count(0)
    page.get_by_role("button", name="Take back").first.click()
    undone = page.get_by_role("status").filter(has_text="Taken back: the entry by hand.")
    expect(undone).to_be_in_viewport()
    tab.check_accessible()
    _begin(page, "side B")
    _paint(page)
    page.get_by_label("Coins").first.fill("3")
    page.get_by_role("button", name="Save so far").click()
    page.get_by_role("link", name="then save the whole map").click()
    page.get_by_role("button", name="Save the whole map").click()

    for name in EDICTS:
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".places")).to_contain_text(name)
    page.get_by_role("button", name="winter").click()
    expect(page.locator(".total strong")).to_have_text("5")
    expect(page.get_by_text("entered by hand, and not whole")).to_have_count(0)
    tab.check_accessible()


def test_another_side_brings_its_own_print(pages_address: str) -> None:
    with client_of(pages_address, headers={"origin": pages_address, "accept": "text/html"}) as web:
        scan = web.post("/scans", files={"photo": ("b.jpg", PHOTO_WITHOUT_SHEET)}).headers["location"]
        web.post(f"{scan}/map", data={"version": 1, "side": "A"})
        drawn = {"version": 2, "say": "0,0=forest"}
        assert web.post(f"{scan}/edit?sheet=1", data=drawn).status_code == 303

        answer = web.post(f"{scan}/edit?sheet=1", data={"version": 3, "side": "B", "coins": 2, "confirm": 1})

        assert answer.status_code == 303
        shown = web.get(f"{scan}/edit?sheet=1").text
    held = {tuple(map(int, at.split(","))): held for at, held in SQUARE.findall(shown)}
    mountains = {tuple(square) for square in LAYOUTS[Side.B].mountains}
    assert {square for square, terrain in held.items() if terrain == "mountain"} == mountains
    assert held[0, 0] == "forest"


def _begin(page: Page, side: str) -> None:
    """Choose the printed side, and begin an empty map."""
    page.get_by_role("radio", name=side).check(force=True)
    page.get_by_role("button", name="Enter the map by hand").click()


def _paint(page: Page) -> None:
    """Draw a forest of two squares: a terrain, then its squares."""
    expect(page.locator(".side .scripted")).to_be_visible()  # before, a terrain is saved at once
    page.locator(".brush.t-forest").click()
    for place in (0, 1):
        page.locator(".cells label").nth(place).click()
    expect(page.locator(".status-line")).to_contain_text("2 squares")


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_a_sheet_of_a_tournament_is_entered_by_hand(tab: Tab, pages_address: str) -> None:
    page, name = tab.page, "Ann Smith winter.jpg"
    with client_of(pages_address) as web:
        cup = make_review_cup(web)
        cup.send({name: PHOTO_WITHOUT_SHEET})
        file = cup.file(name)["id"]
        page.goto(f"{cup.page}/files/{file}")
        tab.check_accessible()
        page.get_by_role("button", name="Enter the map by hand").click()
        expect(page.get_by_role("alert").first).to_contain_text("Choose the printed side")
        forgive(tab)
        _begin(page, "side A")
        tab.check_accessible()
        assert cup.sheet(name)["state"] == "review"
        again = web.post(f"{cup.api}/files/{file}/pages/1/map", json={"side": "A"})
        assert again.status_code == 409
        page.goto(f"{cup.page}/review/next?kind=sheet")
        expect(page.get_by_role("heading", name="Enter the map")).to_be_visible()
        tab.check_accessible()
        page.keyboard.press("1")
        _paint(page)
        page.get_by_label("Coins", exact=True).fill("3")
        page.get_by_role("button", name="Save the whole map").click()
        expect(page.locator("#history")).to_contain_text("A1")

        sheet = cup.sheet(name)
        assert (sheet["state"], sheet["map"]["coins"], sheet["doubts"]) == ("scored", 3, [])
        assert sheet["map"]["terrain"][0][:3] == ["forest", "forest", "empty"]
        history = web.get(f"{cup.api}/files/{file}/history").json()["events"]
        assert history[-1]["kind"] == "page_entered_by_hand"
        assert cup.file(name)["state"] == "scored"


def test_a_map_entered_for_a_photo_that_was_sent_again_is_of_the_player_who_sent_it(
    pages_address: str,
) -> None:
    with client_of(pages_address) as web:
        cup = make_review_cup(web)
        cup.send({"IMG_1.jpg": PHOTO_WITHOUT_SHEET})
        cup.send({"IMG_2.jpg": PHOTO_WITHOUT_SHEET}, player=cup.players["Bob"])
        again = cup.file("IMG_2.jpg")["id"]
        entered = web.post(f"{cup.api}/files/{again}/pages/1/map", json={"side": "A"}).json()

    assert (entered["player"], entered["placed_by"]) == (cup.players["Bob"], "told")


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_a_photo_that_cannot_be_opened_is_said_to_be_so_wherever_it_stands(
    tab: Tab, pages_address: str
) -> None:
    page, name, words = tab.page, "Ann Smith winter.jpg", "This photo cannot be opened"
    with client_of(pages_address) as web:
        cup = make_review_cup(web)
        cup.send({name: PHOTO_WITHOUT_SHEET[:300], "IMG_1.jpg": PHOTO_WITHOUT_SHEET[:301]})
        for each in (name, "IMG_1.jpg"):
            map = f"{cup.api}/files/{cup.file(each)['id']}/pages/1/map"
            web.post(map, json={"side": "A"}).raise_for_status()
        places = {
            cup.page_of(name): page.get_by_text(words),
            f"{cup.page}/review": page.get_by_role("img", name=words),
            cup.page: page.get_by_role("img", name=words),
            f"{cup.page}/files": page.get_by_role("img", name=words),
            f"{cup.page}/players/{cup.players['Ann Smith']}": page.get_by_role("img", name=words),
        }
        for address, said in places.items():
            page.goto(address)
            expect(said.first).to_be_visible()
            expect(page.locator("main img")).to_have_count(0)
            tab.check_accessible()
        page.goto(f"{cup.page_of('IMG_1.jpg')}/doubts/place")
        expect(page.get_by_text(words).first).to_be_visible()
        expect(page.locator("main image")).to_have_count(0)
