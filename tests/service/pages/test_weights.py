"""Every page is light, as wide as the screen, does not jump, and is there before its scripts are."""

import re
from collections import Counter
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from service.pages.languages import LANGUAGES
from tests.extent import in_test_all, or_all
from tests.service.clients import client_of
from tests.service.filledcup import FilledCup
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.places import PLACES, Place
from tests.service.pages.weights import (
    BURSTING,
    COVERED,
    MOST_BYTES,
    MOST_SHIFT,
    OVERHANG,
    TWICE_AS_LARGE,
    UNBROKEN,
    weigh,
)
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, PHOTO_WITHOUT_SHEET

OTHERS = (
    Place("edited", "/scans/{scan}/edit", "The map of a scan, to be corrected."),
    Place("scan_corners", "/scans/{scan}/corners", "The corners of a map that was found."),
    Place("one_round", "/tournaments/{tournament}/standings?round=1", "The standings of a round."),
    Place("renamed", "/tournaments/{tournament}/players/{player}/edit", "A player to be renamed."),
    Place("erased", "/tournaments/{tournament}/players/{player}/erase", "A player to be forgotten."),
    Place("ended", "/play/move?cards=base&side=A&seed=7&bot=end", "A game at its end."),
    Place(
        "clash", "/play/start?seed=7&edict=wildholds&edict=great-city", "Two edicts of one kind.", status=422
    ),
)
"""Pages that `docs/pages.md` has no pictures of, and that are looked at none the less."""
ALL = PLACES + OTHERS
FEW = [place for number, place in enumerate(ALL) if place.in_dark or number % 4 == 0]
"""The pages that are shown most, and every fourth of the others."""
EVERY = pytest.mark.parametrize("place", or_all(FEW, ALL), ids=lambda place: place.name)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledCup]:
    """Serve a tournament that has all that the pages' addresses name."""
    with (
        serve(tmp_path_factory.mktemp("weights")) as address,
        client_of(address) as web,
    ):
        cup = FilledCup(web)
        cup.renew()
        cup.known |= _scans(web)
        yield cup


def _scans(web: httpx.Client) -> dict[str, str]:
    """Scan a photo that can be read and one that cannot; nothing where there is no page for it."""
    found = {}
    for name, photo in {"scan": CLEAR_PHOTO, "rejected": PHOTO_WITHOUT_SHEET}.items():
        headers = {"Origin": str(web.base_url).rstrip("/")}
        answer = web.post("/scans", files={"photo": ("sheet.jpg", photo)}, headers=headers)
        if answer.status_code == 303:
            found[name] = answer.headers["location"].rpartition("/")[2]
    return found


@pytest.fixture
def address(place: Place, cup: FilledCup) -> str:
    """Return where a page is; pages that are not there are passed over."""
    found = place.found_by(cup.known)
    if found is None or cup.web.get(found, follow_redirects=True).status_code != place.status:
        pytest.skip(f"{place.address} is not there")
    return found


@pytest.fixture
def context(playwright: Playwright, browser: Browser, cup: FilledCup) -> Iterator[BrowserContext]:
    context = open_context(playwright, browser, "phone", str(cup.web.base_url).rstrip("/"))
    yield context
    context.close()


@EVERY
def test_a_page_is_light_and_still_there_before_its_scripts_and_accessible(
    place: Place, address: str, context: BrowserContext
) -> None:
    page = context.new_page()

    weight = weigh(page, address)

    assert weight.total <= MOST_BYTES, f"{place.name}: {weight}"
    assert weight.shift < MOST_SHIFT, f"{place.name}: {weight}"
    assert weight.overhang <= 0, f"{place.name}: {weight}"
    assert weight.painted, f"{place.name} waits for its scripts"
    Tab(page).check_accessible(in_the_dark=True)


def test_a_title_tells_a_page_from_the_others(cup: FilledCup) -> None:
    addresses = filter(None, (place.found_by(cup.known) for place in PLACES))
    html = {"accept": "text/html"}
    answers = [cup.web.get(address, headers=html, follow_redirects=True) for address in addresses]
    pages = {answer.url.path: answer.text for answer in answers}

    titles = Counter(title for page in pages.values() for title in re.findall("<title>(.*)</title>", page))

    assert [title for title, count in titles.items() if count > 1] == []


@in_test_all
@pytest.mark.parametrize("language", or_all(["de"], LANGUAGES))
def test_no_word_of_any_language_is_wider_than_its_box_on_a_phone(
    language: str, playwright: Playwright, browser: Browser, cup: FilledCup
) -> None:
    site = str(cup.web.base_url).rstrip("/")
    with open_context(playwright, browser, "phone", site, locale=language) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        bursting = {}
        for place in ALL:
            if address := place.found_by(cup.known):
                page.goto(address)
                page.evaluate(UNBROKEN)
                bursting[place.name] = page.evaluate(BURSTING)

    assert {name: found for name, found in bursting.items() if found} == {}


@pytest.mark.parametrize("language", or_all(["de"], LANGUAGES))
def test_letters_twice_as_large_fit_a_phone(
    language: str, playwright: Playwright, browser: Browser, cup: FilledCup
) -> None:
    site = str(cup.web.base_url).rstrip("/")
    with open_context(playwright, browser, "phone", site, locale=language) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        wrong = {}
        for place in or_all(FEW, ALL):
            if address := place.found_by(cup.known):
                page.goto(address)
                page.evaluate(TWICE_AS_LARGE)
                covered, overhang = page.evaluate(COVERED), page.evaluate(OVERHANG)
                wrong[place.name] = covered + page.evaluate(BURSTING) + [overhang] * (overhang > 0)

    assert {name: found for name, found in wrong.items() if found} == {}
