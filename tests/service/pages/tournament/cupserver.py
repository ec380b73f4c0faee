"""A tournament in no time: a service whose photos say themselves what they show (tests.service.seeded)."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import FilePayload, Page

from engine import Season
from service.work.tasks import count_pages
from service.work.workforce import Work
from tests.service.seeded import PLAYERS, Seen, named
from tests.service.serving import serve
from tests.service.stubs import EDICTS, get_stub_ready
from tests.service.survivor import read_seeded

PATIENCE = 60.0  # seconds in which photos are read on a busy machine
MARKUP = ("<script>alert(1)</script>", '"><img src=x onerror=alert(2)>')
"""Names; a player's has at most 32 letters."""


def is_clear(player: str) -> bool:
    """Tell whether no sheet of a player's is doubtful."""
    return not any(Seen(player, 1, season).is_doubtful for season in Season)


ANN, BOB, *_ = filter(is_clear, PLAYERS)
DOUBTFUL = next(
    seen for player in PLAYERS for season in Season if (seen := Seen(player, 1, season)).is_doubtful
)


@contextmanager
def serve_cups(folder: Path) -> Iterator[str]:
    """Serve somebody who works alone; yield the address."""
    with serve(folder, work=Work(count_pages, read_seeded, get_stub_ready)) as address:
        yield address


def photos_of(
    players: Sequence[str], seasons: Sequence[Season] = tuple(Season), *, round: int = 1
) -> list[FilePayload]:
    """Return photos of a round whose names tell what they are."""
    files = [named(Seen(player, round, season)) for player in players for season in seasons]
    return [FilePayload(name=file.name, mimeType="image/jpeg", buffer=file.content) for file in files]


@dataclass
class Cup:
    """A tournament over HTTP."""

    web: httpx.Client
    id: str
    players: dict[str, str]
    """Identifiers by name."""

    @property
    def at(self) -> str:
        """Where its pages are."""
        return f"/tournaments/{self.id}"

    def send(self, photos: Sequence[FilePayload]) -> None:
        """Send photos, and wait until they are read."""
        files = [("photos", (photo["name"], photo["buffer"])) for photo in photos]
        batch = self.web.post(f"/v1{self.at}/batches", files=files).json()["id"]
        until = time.monotonic() + PATIENCE
        while not self.web.get(f"/v1{self.at}/batches/{batch}").json()["done"]:
            assert time.monotonic() < until
            time.sleep(0.02)

    def publish(self, reason: str = "") -> None:
        """Publish what there is."""
        asked = {"even_if_open": True, "reason": reason}
        assert self.web.post(f"/v1{self.at}/publications", json=asked).status_code == 201


def make_cup(web: httpx.Client, name: str, players: Sequence[str], *, rounds: int = 1) -> Cup:
    """Make a tournament."""
    asked = {"name": name, "edicts": EDICTS, "rounds": rounds, "side": "A"}
    tournament = web.post("/v1/tournaments", json=asked).json()["id"]
    names = {"names": list(players)}
    added = web.post(f"/v1/tournaments/{tournament}/players", json=names).json()["added"]
    return Cup(web, tournament, {player["name"]: player["id"] for player in added})


def tab_to(page: Page, name: str, most: int = 60) -> int:
    """Press Tab until something of this name has the focus; return how often."""
    for presses in range(1, most + 1):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "() => { const at = document.activeElement;"
            " return at.getAttribute('aria-label') || at.textContent || at.labels?.[0]?.textContent || '' }"
        )
        label = page.evaluate("() => document.activeElement.labels?.[0]?.textContent ?? ''")
        if name in " ".join(focused.split()) or name in " ".join(label.split()):
            return presses
    raise AssertionError(f"{name} is not reached by keyboard")
