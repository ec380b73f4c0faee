"""A tournament's pages in a real browser, from an empty table to standings on the wall."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.service.access.conftest import World
from tests.service.pages.conftest import PATIENCE, Tab, open_context
from tests.service.pages.cupserver import (
    ANN,
    BOB,
    DOUBTFUL,
    MARKUP,
    Cup,
    make_cup,
    photos_of,
    serve_cups,
    tab_to,
)
from tests.service.seeded import named
from tests.service.stubs import EDICTS

LARGEST = 150_000  # bytes of a page without photos


@pytest.fixture(scope="module")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve photos that say what they show, in place of the usual stub."""
    with serve_cups(tmp_path_factory.mktemp("cups")) as address:
        yield address


@pytest.fixture(scope="module")
def web(pages_address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=pages_address, timeout=30, trust_env=False) as client:
        yield client


@pytest.fixture(scope="module")
def cup(web: httpx.Client) -> Cup:
    """Make a published tournament of two rounds, with a doubtful sheet and players without any."""
    cup = make_cup(web, "Grand Cup", [ANN, BOB, DOUBTFUL.player, "Zoë"], rounds=2)
    doubtful = named(DOUBTFUL)
    cup.send([*photos_of([ANN, BOB]), {"name": doubtful.name, "mimeType": "", "buffer": doubtful.content}])
    cup.publish()
    return cup


def test_the_whole_way_from_an_empty_table_to_standings_that_update_themselves(tab: Tab) -> None:
    page = tab.page
    page.goto("/tournaments")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name").fill("Spring Cup")
    for letter, edict in zip("ABCD", EDICTS, strict=True):
        page.get_by_label(f"Edict {letter}").select_option(edict)
    expect(page.get_by_text("Earn one reputation star for each").first).to_be_visible()
    page.get_by_role("button", name="Make it").click()

    expect(page.locator("[aria-current=step]")).to_contain_text("Add the players")
    page.get_by_role("link", name="Add the players").click()
    page.get_by_label("Names, one a line").fill(f"{ANN}\n{BOB}\n\n")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("status")).to_have_text("2 players were added.")

    page.get_by_role("link", name="Overview").click()
    page.locator("input[type=file]").set_input_files(photos_of([ANN, BOB]))
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".tally .scored dd")).to_have_text(
        "8", timeout=PATIENCE
    )  # without being asked for anew
    expect(page.locator("[aria-current=step]")).to_contain_text("Publish the standings")
    tab.check_accessible()
    page.get_by_role("link", name="Publish the standings").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Everything is settled.")).to_be_visible()

    screen = page.context.new_page()
    screen.clock.install()
    page.get_by_role("link", name="Public page").click()
    screen.goto(page.url)
    expect(screen.locator("tbody tr")).to_have_count(2)
    first = screen.locator("tbody tr").first.locator("th").inner_text()
    page.goto(page.url.replace("/standings/", "/tournaments/") + "/players")
    page.get_by_role("link", name=f"Edit {first}").click()
    page.locator("input[name=name]").fill("Somebody Else")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Standings").click()
    page.get_by_role("link", name="Publish", exact=True).click()
    page.get_by_label("Reason").fill("A name was wrong.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("A name was wrong.")).to_be_visible()

    screen.clock.fast_forward(20_000)

    expect(screen.locator("tbody tr").first.locator("th")).to_have_text("Somebody Else")


def test_by_keyboard_alone(tab: Tab, viewport: str) -> None:
    if viewport == "phone":
        pytest.skip("phones have no keyboard")
    page = tab.page
    page.goto("/tournaments/new")
    page.keyboard.type("Key Cup")  # the name has the focus
    page.keyboard.press("Enter")
    expect(page.locator(".cup .name")).to_contain_text("Key Cup")
    presses = tab_to(page, "Add the players")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players")
    presses += tab_to(page, "Names, one a line")
    page.keyboard.type("Ann\nBob")
    presses += tab_to(page, "Add")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("2 players were added.")
    presses += tab_to(page, "Standings")
    page.keyboard.press("Enter")
    page.wait_for_url("**/standings")
    presses += tab_to(page, "Publish")
    page.keyboard.press("Enter")
    page.wait_for_url("**/publish")
    presses += tab_to(page, "Publish them even so")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url("**/standings")

    expect(page.get_by_role("link", name="Public page")).to_be_visible()
    assert presses < 110


def test_without_scripts_the_same_way(
    playwright: Playwright, browser: Browser, viewport: str, pages_address: str
) -> None:
    context = open_context(playwright, browser, viewport, pages_address, scripts=False)
    page = context.new_page()
    page.goto("/tournaments/new")
    page.get_by_label("Name").fill("Plain Cup")
    for letter, edict in zip("ABCD", EDICTS, strict=True):
        page.get_by_label(f"Edict {letter}").select_option(edict)
    page.get_by_role("button", name="Make it").click()
    page.get_by_role("link", name="Add the players").click()
    page.get_by_label("Names, one a line").fill(ANN)
    page.get_by_role("button", name="Add").click()
    page.get_by_role("link", name="Overview").click()
    page.locator("input[type=file]").set_input_files(photos_of([ANN]))
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**?sent=*")
    for _ in range(20):
        page.get_by_role("link", name="Reload").click()
        if page.locator(".tally .scored dd").inner_text() == "4":
            break
    page.get_by_role("link", name="Publish the standings").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("link", name="Public page").click()

    expect(page.locator("tbody tr")).to_have_count(1)
    assert page.locator("meta[http-equiv=refresh]").count() == 1
    context.close()


def test_a_connection_that_fails_loses_nothing(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Slow Cup", [ANN, BOB])
    page = tab.page
    page.goto(cup.at)
    page.route("**/batches", lambda route: route.abort(), times=1)
    page.locator("input[type=file]").set_input_files(photos_of([ANN]))
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status")).to_have_text("The connection failed. Press Send to go on.")

    page.get_by_role("button", name="Send").click()

    expect(page.locator(".tally .scored dd")).to_have_text("4", timeout=PATIENCE)
    tab.complaints.clear()  # the browser tells of the connection, as it should


def test_every_page_is_accessible_and_small(tab: Tab, cup: Cup, viewport: str) -> None:
    ann = f"{cup.at}/players/{cup.players[ANN]}"
    pages = ["", "/settings", "/players", "/keys", "/print", "/rounds", "/rounds/1", "/standings"]
    pages = [cup.at + page for page in (*pages, "/standings?round=1", "/publish", "/delete")]
    pages += ["/tournaments", "/tournaments/new", ann, f"{ann}/edit", f"{ann}/erase"]
    pages += [f"/standings/{cup.id}", f"/standings/{cup.id}?screen=hall", "/standings/nothing"]
    for path in pages if viewport == "phone" else [cup.at, ann, *pages[-3:-1]]:
        answer = tab.page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        assert len(answer.body()) < LARGEST, path
        tab.check_accessible()
        wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


def test_what_is_missing_and_doubtful_is_told_where_it_is_settled(tab: Tab, cup: Cup) -> None:
    tab.page.goto(cup.at)
    expect(tab.page.locator(".lack", has_text="the sheet").first).to_contain_text("Zoë")
    expect(tab.page.locator(".tally .review a")).to_have_attribute("href", f"{cup.at}/review")
    tab.page.goto(f"{cup.at}/standings?round=1")
    row = tab.page.locator("tr", has_text="Zoë")
    expect(row).to_contain_text("lacks the sheet")

    tab.page.goto(f"{cup.at}/players/{cup.players[DOUBTFUL.player]}")

    expect(tab.page.get_by_text("Waits for a judge: 1 square")).to_be_visible()


def test_a_players_page_shows_the_maps_as_they_grew(tab: Tab, cup: Cup) -> None:
    tab.page.goto(f"{cup.at}/players/{cup.players[ANN]}")

    maps = tab.page.locator(".seasons-grown li")
    expect(maps).to_have_count(4)
    expect(maps.locator("h3")).to_have_text(["Spring", "Summer", "Fall", "Winter"])
    assert [maps.nth(at).locator(".old").count() for at in range(4)] == [0, 1, 1, 1]
    told = [int(each) for each in maps.locator(".boxes .sum dd").all_inner_texts()]
    assert int(tab.page.locator(".sum b").first.inner_text()) == sum(told)
    expect(tab.page.get_by_text("A picture to keep:").first).to_be_visible()


def test_names_full_of_markup_are_names(tab: Tab, web: httpx.Client) -> None:
    script, image = MARKUP
    cup = make_cup(web, script, [image, "Bob"])
    tab.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    bob = f"{cup.at}/players/{cup.players['Bob']}"
    cup.web.post(
        f"/v1{cup.at}/batches", files=[("photos", (f"{image}.jpg", b"words")), ("photos", (script, b"x"))]
    )
    cup.publish()
    for path in ("", "/players", "/standings", "/standings?round=1", "/publish", "/rounds/1", "/print"):
        tab.page.goto(cup.at + path)
        expect(tab.page.locator(".cup .name")).to_contain_text(script)
    tab.page.goto(f"/standings/{cup.id}")
    expect(tab.page.get_by_role("heading", name=script)).to_be_visible()
    expect(tab.page.locator("tbody th").first).to_have_text(image)

    tab.page.goto(f"{bob}/edit")
    tab.page.locator("input[name=name]").fill(image)
    tab.page.get_by_role("button", name="Save").click()

    expect(tab.page.get_by_role("alert")).to_contain_text(f'"{image}" plays already')
    assert tab.page.locator("main img").count() == 0
    tab.complaints.clear()  # the browser tells of the 409, as it should


def test_nobody_overwrites_what_they_have_not_seen(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Twice Cup", ["Ann"])
    tab.page.goto(f"{cup.at}/settings")
    other = tab.page.context.new_page()
    other.goto(f"{cup.at}/settings")
    other.get_by_label("Name").fill("Changed Cup")
    other.get_by_role("button", name="Save").click()
    other.wait_for_url(f"**{cup.at}")

    tab.page.get_by_label("Name").fill("Late Cup")
    tab.page.get_by_role("button", name="Save").click()

    expect(tab.page.get_by_role("alert")).to_contain_text("Somebody changed this meanwhile")
    expect(tab.page.get_by_label("Name")).to_have_value("Changed Cup")
    tab.complaints.clear()  # the browser tells of the 412, as it should


def test_seats_are_dealt_and_set_by_hand_and_tables_have_edicts(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Seat Cup", ["Ann", "Bob", "Cid"])
    page = tab.page
    page.goto(f"{cup.at}/rounds/1")
    page.get_by_label("At a table").fill("2")
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".tables li")).to_have_count(2)
    page.get_by_text("Seat by hand").click()
    for name, table in (("Ann", "Bar"), ("Bob", "Bar"), ("Cid", "")):
        page.get_by_label(name, exact=True).fill(table)
    page.get_by_role("button", name="Save seats").click()
    expect(page.locator(".tables li")).to_have_text(re.compile("Table Bar (Ann, Bob|Bob, Ann)"))

    page.get_by_role("link", name="Edit table Bar").click()
    page.get_by_label("Edict A").select_option("Faunlost Thicket")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("A game has 4 edicts, 1 given")
    tab.complaints.clear()  # the browser tells of the 422, as it should


def test_a_player_is_erased_only_after_it_was_said_what_goes(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Gone Cup", [ANN, "Bob"])
    cup.send(photos_of([ANN]))
    tab.page.goto(f"{cup.at}/players/{cup.players[ANN]}/edit")
    tab.page.get_by_role("link", name="Erase this player").click()
    expect(tab.page.get_by_text("4 sheets, and what was read and corrected on them")).to_be_visible()

    tab.page.get_by_role("button", name="Erase for good").click()

    expect(tab.page.locator("tbody th")).to_have_text(["Bob"])


def test_the_projector_shows_sixty_players_page_by_page_and_nothing_moves(
    tab: Tab, web: httpx.Client
) -> None:
    cup = make_cup(web, "Large Cup", [f"Player {number:02}" for number in range(60)], rounds=3)
    cup.publish()
    page = tab.page
    page.clock.install()
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())"
        " moved += one.value }).observe({ type: 'layout-shift', buffered: true })"
    )
    page.goto(f"/standings/{cup.id}?screen=hall")
    where = page.locator(".where")
    expect(where).to_contain_text("/ 60")
    seen = where.inner_text()
    page.clock.run_for(8_500)
    expect(where).not_to_have_text(seen)
    page.keyboard.press("Space")
    held = where.inner_text()
    page.clock.run_for(20_000)

    expect(where).to_have_text(held)
    assert page.evaluate("moved") < 0.01
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    row = page.locator("tbody tr").first.bounding_box()
    assert row is not None
    assert row["height"] >= page.evaluate("innerHeight") * 0.07
    page.emulate_media(media="print")
    expect(page.locator(".pager")).to_be_hidden()


def test_before_anything_is_published_the_public_page_says_so_and_nothing_else(
    web: httpx.Client,
) -> None:
    cup = make_cup(web, "Secret Cup", ["Ann"])
    there, nowhere = (cup.web.get(f"/standings/{each}").text for each in (cup.id, "nothing"))

    assert "Nothing is published yet" in there
    assert there.replace(cup.id, "") == nowhere.replace("nothing", "") or "Secret Cup" not in there


def test_the_public_page_is_sent_only_when_it_is_another(cup: Cup) -> None:
    first = cup.web.get(f"/standings/{cup.id}")
    again = cup.web.get(f"/standings/{cup.id}", headers={"If-None-Match": first.headers["etag"]})

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert (
        cup.web.get(f"/standings/{cup.id}", headers={"Accept-Language": "de"}).headers["etag"]
        != (first.headers["etag"])
    )


def test_what_is_printed(cup: Cup) -> None:
    sheets = cup.web.get(f"{cup.at}/sheets.pdf?paper=a5&per_page=1&inks=saving&each=round")
    slips = cup.web.post(f"{cup.at}/keys/players", headers={"origin": str(cup.web.base_url).rstrip("/")})

    for answer in (sheets, slips, cup.web.get(f"{cup.at}/posters.pdf")):
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert "no-store" in answer.headers["cache-control"]


def test_a_key_is_shown_once_and_lets_its_player_in(
    playwright: Playwright, browser: Browser, world: World, viewport: str
) -> None:
    organiser = _logged_in(playwright, browser, world, "organiser", viewport)
    ann = f"/tournaments/{world.cup.id}/players/{world.cup.ann}"
    organiser.goto(f"{ann}/edit")
    organiser.get_by_role("button", name="Make a new link").click()
    link = organiser.locator("code").first.inner_text()
    organiser.get_by_role("link", name="Done").click()
    expect(organiser.get_by_text(link.rpartition("#")[2])).to_have_count(0)

    page = open_context(playwright, browser, viewport, world.address).new_page()
    page.goto(link)
    page.wait_for_url(f"{world.address}/")
    page.goto("/tournaments")

    expect(page).to_have_url(world.address + ann)
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    expect(page.get_by_role("link", name="Download all of it (JSON)")).to_be_visible()
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    with world.web("ann") as web:  # her older link opens nothing any more
        assert web.get(ann).status_code == 401
    for context in (organiser.context, page.context):
        context.close()


def test_a_judge_is_offered_what_a_judge_may(world: World, playwright: Playwright, browser: Browser) -> None:
    page = _logged_in(playwright, browser, world, "judge", "desktop")
    cup = f"/tournaments/{world.cup.id}"
    page.goto(cup)
    for name in ("Settings", "Keys", "Publish the standings"):
        expect(page.get_by_role("link", name=name)).to_have_count(0)
    page.goto(f"{cup}/players/{world.cup.ann}/edit")
    expect(page.get_by_role("link", name="Erase this player")).to_have_count(0)
    expect(page.get_by_role("button", name="Make a new link")).to_have_count(0)
    page.context.close()

    with world.web("judge") as web:
        refused = [web.get(f"{cup}/{page}").status_code for page in ("settings", "keys", "publish", "delete")]
        assert refused == [403] * 4
        assert web.get(f"/tournaments/{world.other.id}").status_code == 404
    with world.web("bob") as web:
        assert web.get(f"{cup}/players/{world.cup.ann}").status_code == 404
        assert web.get(f"{cup}/standings").status_code == 403


def _logged_in(playwright: Playwright, browser: Browser, world: World, person: str, viewport: str) -> Page:
    page = open_context(playwright, browser, viewport, world.address).new_page()
    page.goto("/login?next=/join")
    page.get_by_label("Password or key").fill(world.keys[person])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    return page
