"""What is said of some squares on a page settles those that look alike, and the page says so."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.extent import in_test_all
from tests.service.clients import client_of
from tests.service.handstub import FURROWS, HAND_WORK
from tests.service.pages.conftest import Tab
from tests.service.sentphotos import send
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO
from tests.service.test_hands import teach

SETTLED = "By what you said, 2 more squares that look alike are settled."
ASKED = "1 square was sure, and is doubtful now: it looks like F1, F2, which you corrected."
TORN = "1 square was sure, and is doubtful now: it looks like squares that somebody corrected."


@pytest.fixture(scope="module")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("hands"), work=HAND_WORK) as address:
        yield address


def web_of(address: str) -> httpx.Client:
    return client_of(address, headers={"origin": address})


def scan(address: str) -> str:
    with web_of(address) as web:
        page = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}).headers["location"]
    return f"{address}{page}"


def test_two_squares_put_right_settle_those_that_look_alike(tab: Tab, pages_address: str) -> None:
    page = scan(pages_address)
    tab.page.goto(f"{page}/edit?sheet=1&square=5,0")
    for square in FURROWS[:2]:
        tab.page.locator(f"[name=square][value='{square.row},{square.column}']").focus()
        tab.page.keyboard.press("a")
    tab.page.get_by_role("button", name="Save", exact=True).last.click()

    expect(tab.page.get_by_text(SETTLED)).to_be_visible()
    expect(tab.page.get_by_text(ASKED)).to_be_visible()
    tab.check_accessible()
    tab.page.get_by_role("button", name="Take the correction back").click()
    expect(tab.page.get_by_text(SETTLED)).to_have_count(0)
    expect(tab.page.get_by_text(ASKED)).to_have_count(0)


@in_test_all
def test_without_scripts_the_next_question_comes_with_what_is_settled(
    scriptless: Page, pages_address: str
) -> None:
    page = scan(pages_address)
    for square in FURROWS[:2]:
        scriptless.goto(f"{page}/edit?sheet=1&square={square.row},{square.column}")
        scriptless.locator(".brush[value=farm]").click()

    expect(scriptless.get_by_text(SETTLED)).to_be_visible()


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_the_history_of_a_sheet_says_what_followed(tab: Tab, pages_address: str) -> None:
    with web_of(pages_address) as web:
        made = web.post("/v1/tournaments", json={"name": "Cup"}).json()
        send(web, f"/v1/tournaments/{made['id']}", ("a.jpg", CLEAR_PHOTO))
        (sheet,) = web.get(f"/v1/tournaments/{made['id']}/sheets").json()["sheets"]
        page = f"/tournaments/{made['id']}/sheets/{sheet['id']}"
        form = {"version": sheet["version"], "say": ["5,0=farm", "5,1=farm"]}
        assert web.post(f"{page}/corrections", data=form).status_code == 303

    tab.page.goto(page)

    expect(tab.page.locator("#history")).to_contain_text("2 squares that look alike are settled by it")
    expect(tab.page.locator("#history")).to_contain_text("1 square is doubtful by it")
    expect(tab.page.locator(".title")).to_contain_text(TORN)
    tab.page.goto(f"{page}/doubts/K11")  # another question of this sheet
    expect(tab.page.locator(".notice")).to_contain_text(TORN)
    tab.page.goto(f"{page}/doubts/H1")
    expect(tab.page.locator(".notice")).to_contain_text("This square was sure.")
    tab.check_accessible()
    tab.page.get_by_role("link", name="the answers on this sheet").click()
    tab.page.get_by_role("button", name="Take this back").click()
    expect(tab.page.locator("#history")).to_contain_text("Taken back")
    expect(tab.page.get_by_text(TORN)).to_have_count(0)


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_the_history_of_the_other_sheet_says_where_that_came_from(tab: Tab, pages_address: str) -> None:
    with web_of(pages_address) as web:
        made = web.post("/v1/tournaments", json={"name": "Cup"}).json()
        cup = f"/v1/tournaments/{made['id']}"
        (ann,) = web.post(f"{cup}/players", json={"names": ["Ann"]}).json()["added"]
        for season in ("spring", "summer"):
            photo = CLEAR_PHOTO + season.encode()
            send(web, cup, (f"{season}.jpg", photo), player=ann["id"], season=season)
        sheets = {sheet["file_name"]: sheet for sheet in web.get(f"{cup}/sheets").json()["sheets"]}
        teach(web, cup, sheets["spring.jpg"])

    tab.page.goto(f"/tournaments/{made['id']}/sheets/{sheets['summer.jpg']['id']}")

    words = ["by what was settled on another sheet of this player", "1 square is doubtful by it"]
    expect(tab.page.locator("#history .deed")).to_have_text(words)
