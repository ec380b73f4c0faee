"""A tournament with sheets to review, as the tests of its pages want it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from tests.service.stubs import EDICTS

PATIENCE = 60.0  # seconds in which the photos are read


@dataclass
class ReviewCup:
    """A tournament, and what a program sees of it."""

    web: httpx.Client
    id: str
    players: Mapping[str, str]
    """Their identifiers by their names."""

    @property
    def page(self) -> str:
        """Its address among the pages."""
        return f"/tournaments/{self.id}"

    @property
    def api(self) -> str:
        """Its address for programs."""
        return f"/v1/tournaments/{self.id}"

    def sheets(self) -> list[dict[str, Any]]:
        """Return all its sheets."""
        found: list[dict[str, Any]] = self.web.get(f"{self.api}/sheets").json()["sheets"]
        return found

    def sheet(self, name: str) -> dict[str, Any]:
        """Return the sheet of a file."""
        return next(sheet for sheet in self.sheets() if sheet["file_name"] == name)

    def page_of(self, name: str) -> str:
        """Return the page of the sheet of a file."""
        return f"{self.page}/sheets/{self.sheet(name)['id']}"

    def file(self, name: str) -> dict[str, Any]:
        """Return how a file stands."""
        files = self.web.get(f"{self.api}/files").json()["files"]
        found: dict[str, Any] = next(file for file in files if file["name"] == name)
        return found

    def contradictions(self) -> list[dict[str, Any]]:
        """Return what its maps contradict each other in."""
        address = f"{self.api}/review/contradictions"
        found: list[dict[str, Any]] = self.web.get(address).json()["contradictions"]
        return found

    def send(self, photos: Mapping[str, bytes], **form: str) -> None:
        """Send photos by their names, and wait until they are read."""
        files = [("photos", photo) for photo in photos.items()]
        sent = self.web.post(f"{self.api}/batches", files=files, data=form).json()["id"]
        until = time.monotonic() + PATIENCE
        while not self.web.get(f"{self.api}/batches/{sent}").json()["done"]:
            assert time.monotonic() < until
            time.sleep(0.05)

    def correct(self, name: str, **said: Any) -> None:
        """Correct a sheet, as another judge does."""
        sheet = self.sheet(name)
        address = f"{self.api}/sheets/{sheet['id']}/corrections"
        answer = self.web.post(address, json=said, headers={"If-Match": f'"{sheet["version"]}"'})
        assert answer.status_code == 200, answer.text


def make_review_cup(
    web: httpx.Client,
    names: tuple[str, ...] = ("Ann Smith", "Bob"),
    edicts: Sequence[str] = EDICTS,
    rounds: int = 1,
) -> ReviewCup:
    """Set up a tournament, of one round by default."""
    made = web.post("/v1/tournaments", json={"name": "Spring Cup", "edicts": list(edicts), "rounds": rounds})
    id = made.json()["id"]
    added = web.post(f"/v1/tournaments/{id}/players", json={"names": names}).json()["added"]
    return ReviewCup(web, id, {player["name"]: player["id"] for player in added})
