"""What is written on the cards of edicts stands on the pages in the visitor's language."""

from html import unescape

import pytest

from engine import EDICTS
from service.pages.rendering import load_rendering
from tests.service.clients import client_of
from tests.service.stubs import CLEAR_PHOTO

GAME = "/play/game?cards=base&side=A&seed=7&edicts=sentinel-wood.canal-lake.wildholds.borderlands"
CHOSEN = ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands")


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_the_rules_of_the_cards_are_translated_wherever_they_stand(pages_address: str, language: str) -> None:
    headers = {"origin": pages_address, "accept-language": language}
    with client_of(pages_address, headers=headers) as web:
        scan = web.post("/scans", files={"photo": ("ann.jpg", CLEAR_PHOTO)}).headers["location"]
        pages = {
            GAME: CHOSEN,
            scan: tuple(EDICTS),
            "/tournaments/new": tuple(EDICTS),
        }
        texts = {address: unescape(web.get(address).text) for address in pages}

    for address, names in pages.items():
        for rule in (EDICTS[name].rule for name in names):
            translated = load_rendering().translate(rule, language)
            assert (translated in texts[address], rule in texts[address]) == (True, False), address
