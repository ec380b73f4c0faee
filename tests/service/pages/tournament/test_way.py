"""The way through a tournament in a real browser, from an empty table to published standings."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, FilePayload, Playwright, Route, expect

from tests.extent import in_test_all
from tests.service.pages.conftest import PATIENCE, Tab, open_context
from tests.service.pages.tournament.cupserver import (
    ANN,
    BOB,
    make_cup,
    photos_of,
    tab_to,
)
from tests.service.stubs import EDICTS


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
    expect(page.get_by_role("status")).to_contain_text("The standings are published.")
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


@in_test_all
def test_a_name_that_is_too_long_stays_as_it_was_typed_and_is_told_why(tab: Tab) -> None:
    name = "Öffentliche Meisterschaft der Kartografinnen"
    tab.page.goto("/tournaments/new")
    expect(tab.page.get_by_label("Name")).to_be_focused()
    tab.page.keyboard.type(name)
    tab.page.keyboard.press("Enter")

    expect(tab.page.get_by_role("alert")).to_contain_text('Ka…" is too long for the code on the sheets')
    expect(tab.page.get_by_label("Name")).to_have_value(name)
    tab.complaints.clear()  # the browser tells of the 422, as it should


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"])
def test_by_keyboard_alone(tab: Tab) -> None:
    page = tab.page
    page.goto("/tournaments/new")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("Key Cup")
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
    expect(page.get_by_role("status")).to_have_text("The standings are published.")

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


def test_what_was_taken_loads_no_page_that_nobody_sees(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Large Cup", [ANN])
    page, asked = tab.page, list[str]()
    page.goto(cup.at)
    page.on("request", lambda request: asked.append(request.url))
    page.locator("input[type=file]").set_input_files(photos_of([ANN]))
    page.get_by_role("button", name="Send").click()

    expect(page.locator(".tally .scored dd")).to_have_text("4", timeout=PATIENCE)
    assert [address for address in asked if "sent=" in address] == []


@in_test_all
def test_what_is_too_much_at_once_for_a_proxy_is_sent_file_by_file(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Narrow Cup", [ANN, BOB])
    page = tab.page
    page.goto(cup.at)

    def pass_on(route: Route) -> None:
        body = route.request.post_data_buffer or b""
        if body.count(b'name="photos"') > 1 or b"spring" in body:
            route.fulfill(status=413, content_type="text/html", body="<h1>Too Large</h1>")
        else:
            route.continue_()

    page.route("**/batches", pass_on)
    page.locator("input[type=file]").set_input_files(photos_of([ANN]))
    page.get_by_role("button", name="Send").click()

    expect(page.locator(".tally .scored dd")).to_have_text("3", timeout=PATIENCE)
    expect(page.locator(".refused")).to_contain_text("spring")
    expect(page.locator(".refused")).to_contain_text("This file is too large.")
    tab.complaints.clear()  # the browser tells of the 413


@in_test_all
def test_no_photos_are_chosen_while_others_are_being_sent(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Patient Cup", [ANN])
    page, held = tab.page, list[Route]()
    page.goto(cup.at)
    page.route("**/batches", lambda route: held.append(route))
    page.locator("input[type=file]").set_input_files(photos_of([ANN]))
    with page.expect_request("**/batches"):
        page.get_by_role("button", name="Send").click()

    expect(page.locator("input[type=file]")).to_be_disabled()
    for route in held:
        route.continue_()
    expect(page.locator("input[type=file]")).to_be_enabled()


def test_what_is_refused_is_told_in_the_visitors_language(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Copa", [ANN])
    page = tab.page
    page.goto(cup.at)
    page.get_by_label("Language").select_option("es")
    empty = FilePayload(name="nada.jpg", mimeType="image/jpeg", buffer=b"")
    page.locator("input[type=file]").set_input_files([empty])
    page.get_by_role("button", name="Enviar").click()

    expect(page.locator(".refused")).to_contain_text(
        "nada.jpg: El archivo está vacío. Envía la foto otra vez"
    )
    tab.complaints.clear()  # the browser tells of the 422


def test_a_session_that_has_ended_keeps_the_photos_that_were_chosen(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Ended Cup", [ANN])
    page = tab.page
    page.goto(cup.at)
    page.route("**/batches", lambda route: route.fulfill(status=303, headers={"Location": "/login"}))
    page.locator("input[type=file]").set_input_files(photos_of([ANN]))
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_role("status")).to_contain_text("You are not logged in any more.")
    assert page.locator("input[type=file]").evaluate("input => input.files.length") == 4
    tab.complaints.clear()  # the browser tells of the 401, as it should


def test_nobody_overwrites_what_they_have_not_seen(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Twice Cup", ["Ann"])
    tab.page.goto(f"{cup.at}/settings")
    other = tab.page.context.new_page()
    other.goto(f"{cup.at}/settings")
    other.get_by_label("Name", exact=True).fill("Changed Cup")
    other.get_by_role("button", name="Save").click()
    other.wait_for_url(f"**{cup.at}")

    tab.page.get_by_label("Name", exact=True).fill("Late Cup")
    tab.page.get_by_role("button", name="Save").click()

    expect(tab.page.get_by_role("alert")).to_contain_text("Somebody changed this meanwhile")
    expect(tab.page.get_by_label("Name", exact=True)).to_have_value("Changed Cup")
    tab.complaints.clear()  # the browser tells of the 412, as it should


@in_test_all
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
    expect(page.get_by_role("status")).to_have_text("The seats are saved.")
    expect(page.locator(".tables li")).to_have_text(re.compile("Table Bar (Ann, Bob|Bob, Ann)"))
    page.get_by_label("CSV with the columns name and table").set_input_files(
        FilePayload(name="seats.csv", mimeType="text/csv", buffer=b"name,table\nAnn,Bar\nCid,Bar\n")
    )
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".tables li")).not_to_contain_text(
        "Cid"
    )  # the seats that stand are not replaced unasked
    page.get_by_label("Replace the seats that stand").last.check()
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".tables li")).to_contain_text("Cid")
    expect(page.get_by_role("status")).to_have_text("The seats are saved.")

    page.get_by_role("link", name="Edit table Bar").click()
    page.get_by_label("Edict A").select_option("Faunlost Thicket")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".tables li .muted")).to_have_text(", ".join(["Faunlost Thicket", *EDICTS[1:]]))

    page.get_by_text("Edicts of this round").click()
    page.get_by_label("Edict B").select_option("Faunlost Thicket")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("The edicts of this round are saved.")
    expect(page.get_by_label("Edict A")).to_have_value(EDICTS[0])
    page.get_by_label("Edict B").select_option(EDICTS[0])
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The same edict is given twice")
    expect(page.get_by_label("Edict B")).to_have_value(EDICTS[0])  # what was chosen is not lost
    expect(page.get_by_label("Edict B")).to_be_focused()
    tab.complaints.clear()  # the browser tells of the 422, as it should


def test_seats_that_others_changed_meanwhile_leave_what_was_typed_in_the_form(
    tab: Tab, web: httpx.Client
) -> None:
    cup = make_cup(web, "Two Seaters Cup", ["Ann", "Bob"])
    page = tab.page
    page.goto(f"{cup.at}/rounds/1")
    page.get_by_text("Seat by hand").click()
    page.get_by_label("Ann", exact=True).fill("Bar")
    version = web.get(f"/v1{cup.at}").json()["version"]
    seats = {"tables": [{"name": "Hall", "players": [cup.players["Bob"]]}]}
    web.put(f"/v1{cup.at}/rounds/1/seats", json=seats, headers={"If-Match": f'"{version}"'})

    page.get_by_role("button", name="Save seats").click()

    expect(page.get_by_label(re.compile("^Ann"))).to_have_value("Bar")
    expect(page.get_by_label("Bob", exact=True)).to_have_value("Hall")
    tab.check_accessible()
    page.get_by_role("button", name="Save seats").click()
    expect(page.locator(".tables li")).to_have_text([re.compile("Bar Ann"), re.compile("Hall Bob")])
    tab.complaints.clear()  # the browser tells of the 412, as it should


def test_a_letter_alone_is_not_enough_where_no_edicts_are_known(web: httpx.Client) -> None:
    made = web.post("/v1/tournaments", json={"name": "No Edicts Cup", "rounds": 1}).json()
    form = {"version": made["version"], "edict": ["", EDICTS[1], "", ""]}
    round, origin = f"/tournaments/{made['id']}/rounds/1", str(web.base_url).rstrip("/")

    answer = web.post(round, data=form, headers={"origin": origin})

    assert answer.status_code == 422
    assert "A game has 4 edicts, 1 given" in answer.text


def test_a_list_is_taken_whole_or_told_line_by_line_and_kept(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "List Cup", ["Ann"])
    page = tab.page
    page.goto(f"{cup.at}/players")
    wrong = "name;table\nAnn;1\nBob;1\nbob;2\n" + "x" * 40 + ";2\n"
    page.locator("input[type=file]").set_input_files(
        FilePayload(name="players.csv", mimeType="text/csv", buffer=wrong.encode())
    )
    page.get_by_role("button", name="Import").click()
    problems = page.get_by_role("alert").locator("li")
    expect(problems).to_have_count(2)
    expect(problems.first).to_contain_text('Line 4: "bob" stands in line 3 already')
    expect(page.locator("tbody th")).to_have_text(["Ann"])

    mended = page.get_by_label("The list as it was sent")
    expect(mended).to_have_value(wrong)
    mended.fill("name;table\nAnn;1\nBob;1\n")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("status")).to_have_text("1 player was added. 1 was there already.")

    page.locator("input[type=file]").set_input_files(
        FilePayload(name="more.csv", mimeType="text/csv", buffer=b"name,table\nCid,1\n")
    )
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 1 has tables already, so nobody was added.")
    page.get_by_label("Add the players alone").check()
    page.get_by_role("button", name="Import").click()
    expect(page.locator("tbody th")).to_have_text(["Ann", "Bob", "Cid"])
    tab.complaints.clear()  # the browser tells of the 422 and the 409, as it should


def test_blank_lines_of_a_list_are_skipped_and_one_without_a_name_is_told(web: httpx.Client) -> None:
    cup = make_cup(web, "Blank Cup", ["Bob"])
    sent: dict[str, Any] = {"headers": {"origin": str(web.base_url).rstrip("/")}, "follow_redirects": True}
    pages = [
        web.post(
            f"{cup.at}/players/import", files={"players": ("list.csv", f"name;table\nAnn;1\n{rest}")}, **sent
        )
        for rest in (";3\n", ";\n \n; ;\n")
    ]

    assert "Line 3: No name stands beside &#34;3&#34;; write one, or leave the line out." in pages[0].text
    assert "1 player was added." in pages[1].text


def test_a_list_that_is_too_large_is_told_as_a_list_and_leads_back_to_its_page(web: httpx.Client) -> None:
    cup = make_cup(web, "Large List Cup", ["Bob"])
    headers = {"origin": str(web.base_url).rstrip("/"), "accept": "text/html"}
    for page, name in (("players", "players"), ("rounds/1", "seats")):
        files = {name: ("list.csv", "x" * 1_200_000)}
        answer = web.post(f"{cup.at}/{page}/import", files=files, headers=headers)
        assert answer.status_code == 413
        assert "A list of players may have 1 MiB at most" in answer.text
        assert f'href="{cup.at}/{page}"' in answer.text
        assert "photo" not in answer.text.partition("<main")[2].partition("</main")[0].lower()


def test_a_player_is_erased_only_after_it_was_said_what_goes(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Gone Cup", [ANN, "Bob"])
    cup.send(photos_of([ANN]))
    tab.page.goto(f"{cup.at}/players/{cup.players[ANN]}/edit")
    tab.page.get_by_role("link", name="Erase this player").click()
    expect(tab.page.get_by_text("4 sheets, and what was read and corrected on them")).to_be_visible()

    tab.page.get_by_role("button", name="Erase for good").click()

    expect(tab.page.get_by_role("status")).to_have_text("The player was erased.")
    expect(tab.page.locator("tbody th")).to_have_text(["Bob"])


@in_test_all
def test_who_came_late_and_sits_nowhere_is_named(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Late Cup", ["Ann", "Bob"])
    page, notice = tab.page, "1 player sits at no table: <Cid>"
    page.goto(f"{cup.at}/players")
    page.get_by_label("Names, one a line").fill("<Cid>")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("1 player was added.")).to_be_visible()
    expect(page.get_by_text("at no table")).to_have_count(0)  # nobody is seated yet, so everybody plays
    page.goto(f"{cup.at}/rounds/1")
    page.get_by_text("Seat by hand").click()
    for name in ("Ann", "Bob"):
        page.get_by_label(name, exact=True).fill("1")
    page.get_by_role("button", name="Save seats").click()

    expect(page.get_by_text(f"{notice}. They are not expected to play this round.")).to_be_visible()
    page.goto(cup.at)
    expect(page.get_by_role("link", name=notice)).to_be_visible()
    page.goto(f"{cup.at}/players?added=1")
    expect(page.get_by_text(f"Round 1: {notice}")).to_be_visible()
    tab.check_accessible()


def test_no_more_is_said_to_be_done_than_is_known(web: httpx.Client) -> None:
    cup = make_cup(web, "Plain Words Cup", [ANN, "Bob"])

    assert "Nobody has a total yet." in web.get(f"{cup.at}/publish").text

    cup.send(photos_of([ANN]))
    ready = web.get(f"{cup.at}/publish").text
    assert "Nobody has a total yet." not in ready
    assert re.findall(r"and \d+ others?", ready) == ["and 1 other"]
    printing = r"Print sheets</a>\s*(<span class=\"tag[^>]*>[^<]*</span>)"
    assert re.findall(printing, web.get(cup.at).text) == ['<span class="tag">if you like</span>']


def test_who_presses_publish_twice_has_published_once_and_is_refused_nothing(web: httpx.Client) -> None:
    cup = make_cup(web, "Twice Cup", [ANN])
    cup.send(photos_of([ANN]))
    seen = re.findall(r'name="seen" value="(\w+)"', web.get(f"{cup.at}/publish").text)
    said = {"seen": seen[0], "even_if_open": "true"}

    origin = {"origin": str(web.base_url).rstrip("/")}
    answers = [web.post(f"{cup.at}/publish", data=said, headers=origin) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert {answer.headers["location"] for answer in answers} == {f"{cup.at}/standings?done=published"}
    assert len(web.get(f"/v1{cup.at}/publications").json()["publications"]) == 1


@in_test_all
def test_standings_that_changed_once_they_were_published_say_so_on_every_page(web: httpx.Client) -> None:
    cup = make_cup(web, "Moved Cup", [ANN, "Bob"])
    cup.send(photos_of([ANN]))
    cup.publish()
    pages = ("", "/standings", "/standings?round=1", "/publish", "/players", "/files")
    moved, stays = "published, then changed", '<span class="tag good">published</span>'
    before = [web.get(cup.at + page).text for page in pages]
    web.delete(f"/v1{cup.at}/players/{cup.players['Bob']}")
    after = [web.get(cup.at + page).text for page in pages]

    assert [(moved in page, stays in page) for page in before] == [(False, True)] * len(pages)
    assert [(moved in page, stays in page) for page in after] == [(True, False)] * len(pages)
    notice = "This differs from what was published"
    assert [notice in page for page in before] == [False] * len(pages)
    assert [notice in page for page in after] == ["standings" in page for page in pages]


@in_test_all
def test_an_edict_chosen_twice_is_named_alone_and_its_list_has_the_focus(tab: Tab) -> None:
    page = tab.page
    page.goto("/tournaments/new")
    page.get_by_label("Name").fill("Spring Cup")
    for letter, edict in zip("ABCD", [EDICTS[0], EDICTS[1], EDICTS[0], EDICTS[3]], strict=True):
        page.get_by_label(f"Edict {letter}").select_option(edict)
    page.get_by_role("button", name="Make it").click()

    expect(page.get_by_role("alert")).to_have_text(f"The same edict is given twice: {EDICTS[0]}.")
    expect(page.get_by_label("Edict C")).to_be_focused()
    expect(page.locator("select[aria-invalid]")).to_have_count(1)
    tab.complaints.clear()  # the browser tells of the 422, as it should
