"""What each role is offered on a tournament's pages."""

import html
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from engine import Season
from service.documents import Reason
from service.setup.settings import Settings
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import State
from service.tournament.rounds import add_round
from tests.service.access.conftest import World, open_world
from tests.service.pages.conftest import open_context
from tests.service.tournament.sheetrows import Cup, put_sheet

PLACED: dict[str, Any] = {
    "message": 'The code names "Bob", the file "Ann".',
    "advice": "Make sure whose it is.",
}


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


def test_a_player_is_told_why_a_judge_set_their_sheet_aside(world: World) -> None:
    cup = Cup(world.cup.id, {"Ann": world.cup.ann}, {})
    with world.database.begin() as db:
        sheet = put_sheet(db, cup, "Ann", None)
    form = {"version": "1", "reason": "The photo is of last year."}
    with world.web("organiser") as web:
        page = f"/tournaments/{cup.id}/sheets/{sheet}/dismissal"
        web.post(page, data=form, headers={"origin": world.address})
    with world.web("ann") as web:
        own = web.get(f"/tournaments/{cup.id}/players/{world.cup.ann}").text

    assert "A judge set it aside: The photo is of last year." in own


@pytest.mark.parametrize("had_one", [True, False])
def test_a_form_that_is_sent_again_makes_no_second_key(world: World, had_one: bool) -> None:
    form, headers = {"label": "Judy", "days": "1"}, {"origin": world.address}
    with world.web("organiser") as web:
        cup = world.cup.id if had_one else web.post("/v1/tournaments", json={"name": "Anew"}).json()["id"]
        keys = f"/tournaments/{cup}/keys"
        shown = re.search(r'/judges".*?name="newest" value="([^"]*)"', web.get(keys).text, re.DOTALL)
        assert shown
        sent = form | {"newest": shown[1]}
        first, again = (web.post(f"{keys}/judges", data=sent, headers=headers) for _ in range(2))
        listed = web.get(again.headers["location"]).text
        labels = [key["label"] for key in web.get("/v1/keys").json()["keys"]]

    assert (first.status_code, again.status_code, labels.count("Judy")) == (200, 303, 1)
    assert "No key was made" in listed


@pytest.mark.parametrize("of_all", [True, False])
def test_a_form_that_is_sent_again_voids_no_links(world: World, of_all: bool) -> None:
    cup, headers = f"/tournaments/{world.cup.id}", {"origin": "http://192.168.43.10", "host": "192.168.43.10"}
    page, form = f"{cup}/players/{world.cup.ann}/edit", f"{cup}/players/{world.cup.ann}/key"
    if of_all:
        page, form = f"{cup}/keys", f"{cup}/keys/players"
    with world.web("organiser") as web:
        newest = re.findall(r'name="newest" value="([^"]*)"', web.get(page, headers=headers).text)[0]
        sent = {"newest": newest} | ({"anew": "true"} if of_all else {})
        answers = [web.post(form, data=sent, headers=headers) for _ in range(2)]
        told = web.get(answers[1].headers["location"]).text

    assert [answer.status_code for answer in answers] == [200, 303]
    assert ("No key was made" in told) is of_all


def test_a_round_that_somebody_else_has_added_is_not_added_once_more(world: World) -> None:
    rounds, headers = f"/tournaments/{world.cup.id}/rounds", {"origin": world.address}
    with world.web("organiser") as web:
        shown = re.search(r'name="number" value="(\d+)"', web.get(rounds).text)
        assert shown
        answers = [web.post(rounds, data={"number": shown[1]}, headers=headers) for _ in range(2)]
        there = web.get(f"/v1/tournaments/{world.cup.id}/rounds").json()["rounds"]

    assert [answer.status_code for answer in answers] == [303, 412]
    assert "Somebody changed this meanwhile" in answers[1].text
    assert len(there) == int(shown[1])


def test_who_is_about_to_publish_reads_what_was_noted_of_results(world: World) -> None:
    with world.database.begin() as db:
        played = add_round(db, "organiser", world.cup.id)[0].id
        cup = Cup(world.cup.id, {"Ann": world.cup.ann, "Bob": world.cup.bob}, {1: played})
        for name in ("Ann", "Bob"):
            put_sheet(db, cup, name)
    with world.web("organiser") as web:
        page = html.unescape(web.get(f"/tournaments/{cup.id}/publish").text)

    assert 'Ann</a>: The map of winter is square by square that of "Bob".' in page


def test_a_link_that_no_phone_can_follow_is_reported_wherever_one_is_made(world: World) -> None:
    cup, warning = f"/tournaments/{world.cup.id}", "No phone can follow"
    form = {"label": "Judy", "days": "1"}
    with world.web("organiser") as web:
        for address in (
            world.address,
            "http://192.168.43.10:8000",
        ):  # as the laptop names itself, and others it
            host = {"host": address.removeprefix("http://"), "origin": address}
            pages = [web.get(f"{cup}/{page}", headers=host) for page in ("keys", "print")]
            pages += [web.post(f"{cup}/keys/judges", data=form, headers=host)]

            assert [page.status_code for page in pages] == [200] * 3
            assert [warning in page.text for page in pages] == [address == world.address] * 3
            assert f"{address}/join#" in pages[-1].text
            paper = [web.get(f"{cup}/posters.pdf", headers=host)]
            paper += [web.post(f"{cup}/keys/players", data={"anew": "true"}, headers=host)]
            assert {page.status_code for page in paper} == {422 if address == world.address else 200}


def test_links_that_were_made_are_told_and_listed_and_a_judges_key_says_when_it_ends(
    settings: Settings, playwright: Playwright, browser: Browser
) -> None:
    with open_world(settings.model_copy(update={"public_address": "http://192.168.43.10:8000"})) as world:
        cup = f"/tournaments/{world.cup.id}"
        with world.web("organiser") as web:
            web.post(f"/v1{cup}/players", json={"names": ["Cid"]})
            web.post(
                f"{cup}/keys/judges", data={"label": "Judy", "days": "1"}, headers={"origin": world.address}
            )
        page = _logged_in(playwright, browser, world, "organiser", "desktop")
        page.goto(f"{cup}/keys")
        expect(page.locator("tr", has_text="Judy").locator("time")).to_have_count(2)
        expect(page.locator("tr", has_text="Cid")).to_have_count(0)

        page.get_by_role("button", name="Make 1 missing link").click()

        expect(page.get_by_role("status")).to_contain_text("The links are made.")
        expect(page.locator("tr", has_text="Cid")).to_have_count(1)
        expect(page.get_by_text("Every player has a link.")).to_be_visible()
        with world.web("organiser") as web:  # pressed again on a page grown old
            again = web.post(f"{cup}/keys/players", headers={"origin": world.address}, follow_redirects=True)
        assert "No link was missing" in again.text
        page.context.close()


def test_a_revoked_key_is_listed_as_revoked_with_when_and_not_as_one_that_opens(
    world: World, playwright: Playwright, browser: Browser
) -> None:
    page = _logged_in(playwright, browser, world, "organiser", "desktop")
    page.goto(f"/tournaments/{world.cup.id}/keys")
    keys = page.locator(".keys tbody tr").filter(has=page.get_by_role("cell", name="judge", exact=True))
    expect(keys.locator("time")).to_have_count(1)
    keys.get_by_text("Revoke").click()
    keys.get_by_role("button", name="Yes, it shall open nothing any more").click()

    expect(keys.get_by_role("button")).to_have_count(0)
    expect(keys.get_by_role("cell").last).to_contain_text("revoked")
    expect(keys.get_by_role("cell").last.locator("time")).to_be_visible()
    expect(keys.locator("code")).to_have_css("text-decoration-line", "line-through")
    page.context.close()


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
        assert refused == [404] * 4
        assert web.get(f"/tournaments/{world.other.id}").status_code == 404
    with world.web("bob") as web:
        assert web.get(f"{cup}/players/{world.cup.ann}").status_code == 404
        assert web.get(f"{cup}/standings").status_code == 404


def test_a_player_reads_no_advice_for_judges_and_no_other_names(world: World) -> None:
    ann, doubt = world.cup.ann, PlaceDoubt(reason=Reason(code="two_names", **PLACED))
    with world.database.begin() as db:
        played = add_round(db, "test", world.cup.id)[0]
        cup = Cup(world.cup.id, {"Ann": ann}, {1: played.id})
        put_sheet(db, cup, "Ann", season=Season.SPRING)
        put_sheet(db, cup, "Ann", season=Season.SPRING, state=State.REVIEW, doubts=[doubt])
        put_sheet(db, cup, "Ann", season=Season.FALL, state=State.REVIEW, doubts=[doubt])
    texts = {}
    for person in ("ann", "judge"):
        with world.web(person) as web:
            texts[person] = html.unescape(web.get(f"/tournaments/{cup.id}/players/{ann}").text)

    assert "2 sheets lie here for spring. A judge looks at it." in texts["ann"]
    assert "whose sheet it is, of which round and season" in texts["ann"]
    for advice in ("set the others aside", PLACED["message"]):
        assert advice in texts["judge"]
        assert advice not in texts["ann"]


def _logged_in(playwright: Playwright, browser: Browser, world: World, person: str, viewport: str) -> Page:
    page = open_context(playwright, browser, viewport, world.address).new_page()
    page.goto("/login?next=/join")
    page.get_by_label("Password or key").fill(world.keys[person])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    return page
