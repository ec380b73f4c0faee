"""The player's walk in Debian's Firefox: from a photo to its score, and a photo rescued by a finger."""

from pathlib import Path

import pytest

from tests.service.pages.firefox import FIREFOX, open_firefox
from tests.service.pages.test_walks import EDICTS, MARKED, SHEET, framed_photo, ways_to_corners
from tests.service.serving import serve

CORNERS = 4

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox: apt-get install firefox-esr")


def test_the_players_walk_goes_in_firefox_too(tmp_path: Path) -> None:
    with (
        serve(tmp_path / "served", work=None) as address,
        open_firefox(tmp_path / "firefox", 390, 950) as firefox,
    ):
        firefox.go(address)
        firefox.write(firefox.find("input[type=file]"), str(SHEET / "photo.jpg"))
        firefox.wait_to_read(".total", "beginning with A: B, C count in summer")
        for name in EDICTS[:3]:
            firefox.click(firefox.button(name))
            firefox.wait_to_read(".places", name)
        firefox.wait_to_read(".total", "stars in summer")

        picture = tmp_path / "framed.jpg"
        picture.write_bytes(framed_photo())
        firefox.go(address)
        firefox.write(firefox.find("input[type=file]"), str(picture))
        firefox.wait_to_read("[role=alert]", "No map")
        firefox.wait_for(lambda: len(firefox.all("[role=slider]")) == CORNERS, "marks of the corners")
        ways = ways_to_corners(*firefox.run(MARKED))
        for handle, way in zip(firefox.all("[role=slider]"), ways, strict=True):
            firefox.drag(handle, *way)
        firefox.click(firefox.button("Read it again"))
        firefox.wait_to_read(".total", "stars in summer")
