"""A service with a tournament in which everything that an address can name is there."""

import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.service.stubs import DOUBTFUL_PHOTO, EDICTS, PHOTO_WITHOUT_SHEET

PATIENCE = 60.0  # seconds in which the photos are read


@dataclass
class FilledCup:
    """A tournament of two rounds, with players, seats, a key, photos, sheets and a publication."""

    web: httpx.Client
    known: dict[str, Any] = field(default_factory=dict)
    """What stands in addresses, by the name of the path parameter."""

    def renew(self) -> None:
        """Make it all anew."""
        document = {"name": "Spring Cup", "edicts": EDICTS, "rounds": 2}
        tournament = self._post("/v1/tournaments", json=document)["id"]
        cup = f"/v1/tournaments/{tournament}"
        added = self._post(f"{cup}/players", json={"names": ["Ann Smith", "Bob"]})["added"]
        ids = [player["id"] for player in added]
        seats = {"tables": [{"name": "1", "players": ids}]}
        table = self._put(f"{cup}/rounds/1/seats", seats)["tables"][0]["id"]
        batch = self._send(cup)
        key = self._post("/v1/keys", json={"role": "judge", "tournament": tournament})["keys"][0]["id"]
        self._post(f"{cup}/publications", json={"even_if_open": True})
        file, sheet = self._find_sheet(cup)
        reading = self._post(f"{cup}/files/{file}/pages/1/rereadings")["id"]
        self.known = {
            "tournament": tournament,
            "player": ids[0],
            "batch": batch,
            "file": file,
            "sheet": sheet,
            "reading": reading,
            "table": table,
            "key": key,
            "number": 1,
            "page": 1,
            "row": 2,
            "column": 3,
        }

    def versions(self) -> list[str]:
        """Return the ETags of the tournament and of the sheet, as far as they are still there."""
        cup = f"/v1/tournaments/{self.known['tournament']}"
        answers = [self.web.get(address) for address in (cup, f"{cup}/sheets/{self.known['sheet']}")]
        return [answer.headers["etag"] for answer in answers if "etag" in answer.headers]

    @property
    def rejected(self) -> str:
        """The file on which no sheet was found."""
        cup = f"/v1/tournaments/{self.known['tournament']}"
        (file,) = self.web.get(f"{cup}/files?state=rejected").json()["files"]
        return str(file["id"])

    def _post(self, address: str, **said: Any) -> Any:
        answer = self.web.post(address, **said)
        assert answer.status_code in (201, 202), answer.text
        return answer.json()

    def _put(self, address: str, document: dict[str, Any]) -> Any:
        tag = self.web.get(address.partition("/rounds")[0]).headers["etag"]
        answer = self.web.put(address, json=document, headers={"If-Match": tag})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _send(self, cup: str) -> str:
        files = [
            ("photos", ("Ann Smith r1 spring.jpg", DOUBTFUL_PHOTO)),
            ("photos", ("b.jpg", PHOTO_WITHOUT_SHEET)),
        ]
        batch = str(self._post(f"{cup}/batches", files=files)["id"])
        until = time.monotonic() + PATIENCE
        while not self.web.get(f"{cup}/batches/{batch}").json()["done"]:
            assert time.monotonic() < until
            time.sleep(0.02)
        return batch

    def _find_sheet(self, cup: str) -> tuple[str, str]:
        (sheet,) = self.web.get(f"{cup}/sheets").json()["sheets"]
        return sheet["file"], sheet["id"]
