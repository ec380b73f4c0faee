"""Coming in, in a real browser: the password, a key, a player's link; and the frame around every page."""

from urllib.parse import quote

from playwright.sync_api import Browser, Page, Playwright, expect

from service.access.sessions import COOKIE
from tests.extent import in_test_all
from tests.service.access.conftest import PASSWORD, World
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.weights import HeldScripts


def test_the_password_lets_the_organiser_in_and_back_to_where_they_wanted(
    playwright: Playwright, browser: Browser, world: World, viewport: str
) -> None:
    page = open_context(playwright, browser, viewport, world.address).new_page()
    page.goto("/login?next=/join")
    page.get_by_label("Password or key").fill("a wrong password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_have_text("This is not the password.")

    page.get_by_label("Password or key").fill(PASSWORD)
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{world.address}/join")
    expect(page.get_by_text("Here as organiser.")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.context.close()


def test_a_players_link_logs_in_and_leaves_no_key_in_the_address(
    playwright: Playwright, browser: Browser, world: World
) -> None:
    page = open_context(playwright, browser, "phone", world.address).new_page()

    page.goto("/join")  # as a poster's code leads there, before
    page.goto(f"/join#{world.keys['ann']}")

    page.wait_for_url(f"{world.address}/")
    assert [cookie["name"] for cookie in page.context.cookies()] == [COOKIE]
    page.context.close()


def test_who_comes_with_a_key_lands_where_they_work(world: World) -> None:
    cup = f"/tournaments/{world.cup.id}"
    wanted = {"judge": f"{cup}/review", "judge of all": "/tournaments", "organiser": "/tournaments"}
    wanted["ann"] = "/"
    with client_of(world.address) as web:
        for person, address in wanted.items():
            form = {"secret": world.keys[person], "joining": "true", "next": "/"}
            answer = web.post("/login", data=form, headers={"origin": world.address})

            assert (person, answer.headers["location"]) == (person, address)
            web.cookies.clear()


def test_a_form_of_another_sites_page_does_nothing(world: World) -> None:
    with client_of(world.address) as web:
        for headers in ({"origin": "https://evil.example"}, {}, {"origin": "null"}):
            answer = web.post("/login", data={"secret": PASSWORD}, headers=headers)

            assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


def test_login_leads_to_no_other_site(world: World) -> None:
    with client_of(world.address) as web:
        form = {"secret": PASSWORD, "next": "//evil.example/x"}
        answer = web.post("/login", data=form, headers={"origin": world.address})

    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_who_acts_after_the_login_has_ended_is_led_back_to_the_form(world: World) -> None:
    page = f"/tournaments/{world.cup.id}/players?added=1"
    origin, back = {"origin": world.address, "accept": "text/html"}, quote(page, safe="")
    referers = {f"{world.address}{page}": back, "https://evil.example/x": "%2F", "": "%2F"}
    referers |= {f"{world.address}//evil.example/x": "%2F", "http://[": "%2F"}
    with client_of(world.address, headers=origin) as web:
        for referer, wanted in referers.items():
            answer = web.post(f"/tournaments/{world.cup.id}/players", headers={"referer": referer})

            led = (answer.status_code, answer.headers["location"])
            assert led == (303, f"/login?next={wanted}&lost=true")
        login = web.get(f"/login?next={back}&lost=true").text

    assert "what you sent was not taken" in login
    assert f'name="next" value="{page}"' in login


def test_language_and_colours_are_applied_as_they_are_chosen_in_the_footer(tab: Tab) -> None:
    html = tab.page.locator("html")
    tab.page.goto("/login?next=/play")
    expect(tab.page.get_by_role("button", name="Apply")).to_be_hidden()

    tab.page.get_by_label("Language").select_option("de")
    expect(html).to_have_attribute("lang", "de")
    tab.page.get_by_label("Farben").select_option("dark")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(tab.page).to_have_url("/login?next=/play")


def test_keys_go_through_the_languages_and_the_button_applies_the_chosen_one(tab: Tab) -> None:
    html = tab.page.locator("html")
    tab.page.goto("/login")
    languages = tab.page.get_by_label("Language")
    languages.press("ArrowDown")
    languages.press("ArrowDown")
    expect(languages).to_have_value("es")
    expect(html).to_have_attribute("lang", "en")

    tab.page.get_by_role("button", name="Apply").press("Enter")

    expect(html).to_have_attribute("lang", "es")


@in_test_all
def test_a_language_chosen_before_the_scripts_have_come_is_applied_once_they_have(tab: Tab) -> None:
    held = HeldScripts(tab.page)
    tab.page.goto("/", wait_until="commit")
    tab.page.get_by_label("Language").select_option("de")

    held.release()

    expect(tab.page.locator("html")).to_have_attribute("lang", "de")


def test_without_scripts_language_and_colours_are_applied_by_a_button(scriptless: Page) -> None:
    scriptless.goto("/login")
    scriptless.get_by_label("Language").select_option("de")
    scriptless.get_by_label("Colours").select_option("dark")
    scriptless.get_by_role("button", name="Apply").click()

    html = scriptless.locator("html")
    expect(html).to_have_attribute("lang", "de")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(scriptless).to_have_url("/login")


def test_what_is_not_there_is_reported_on_a_page(tab: Tab) -> None:
    answer = tab.page.goto("/nowhere")

    assert answer is not None
    assert answer.status == 404
    expect(tab.page.get_by_role("heading", name="Not Found")).to_be_visible()
    tab.check_accessible()
    tab.complaints.clear()  # the browser tells of the 404, as it should
