"""A tournament to be looked at: games played by bots, some of them drawn and read by the real reader.

The first player's sheets are photos drawn by `datasets`, of all four seasons, and so are the samples of
`tests/sheets`. The others' are our own clean maps with a line behind the picture's end that says what they
show, so that hundreds of them cost no time. All of it follows from seeds.
"""

import io
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import httpx
import numpy as np
from PIL import Image as PillowImage
from PIL import ImageFilter

from datasets.draw.flat.seasons import played_seasons
from datasets.draw.ledger.written import Ledger
from datasets.draw.maps import DrawnMap
from datasets.draw.photo.sample import render_map
from datasets.draw.recipe import Recipe
from engine import LAYOUTS, GameSetup, Season, Side, find_edict
from engine.bots import Bot
from service.documents import Photo, Reading, Sheet, Status
from service.pages.art.maps import LEFT, SQUARE, TOP, WIDTH, draw_map_svg
from service.pages.art.png import png_of
from service.work.tasks import PageResult, PageTask, count_pages, read_page
from service.work.workforce import Work
from tests.service.stubs import stub_reading
from tests.sheets import sample_sheets
from vision.find.lattice import map_nodes

CUP = "Spring Cup"
EDICTS = ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands")
FIRST = "Ann Smith"
PLAYERS = (
    *(FIRST, "Bea Löw", "Cid Young", "Dora Núñez", "Émile Roux", "Finn O'Hara"),
    *("Grete Maier", "Hugo Sá", "Ines Prat", "Jon Vidal", "Kaya Şen", "Lev Antonov"),
)
ROUNDS = 3
TABLE = 4
HAND = (20, 7)  # series and number of the photos that are drawn: whose hand, which table, which light
RECIPE = "easy"
PIXELS = 700  # width of a clean map that is sent as a photo
BLUR = 14  # pixels
TRAILER = b"\nshown:"
PATIENCE = 240.0  # seconds in which all is read


@dataclass(frozen=True, slots=True)
class Ended:
    """A player's sheet at the end of a season."""

    drawn: DrawnMap
    coins: int


@cache
def game_of(player: str, number: int) -> dict[Season, Ended]:
    """Return the four maps of a player's game in a round."""
    seed = Random(f"{player} {number}").randrange(1 << 30)
    edicts = [find_edict(name) for name in EDICTS]
    setup = GameSetup.base(layout=LAYOUTS[Side.A], edicts=edicts, players=1, seed=seed)
    coins = np.cumsum([Random(f"{seed} {season}").randint(0, 3) for season in Season])
    return {
        played.season: Ended(played.after, int(filled))
        for played, filled in zip(played_seasons(setup, Bot.GREEDY), coins, strict=True)
    }


def drawn_photo(player: str, number: int, season: Season) -> bytes:
    """Return a photo of a player's sheet, drawn by hand on paper, on a table."""
    ended = game_of(player, number)[season]
    return render_map(ended.drawn, Ledger(ended.coins, ()), Recipe.load(RECIPE), *HAND, split="test").jpeg


def told_photo(player: str, number: int, season: Season) -> bytes:
    """Return our clean map of a player's sheet as a photo that says what it shows."""
    ended = game_of(player, number)[season]
    svg = draw_map_svg(ended.drawn.sheet, title=player, coins=ended.coins)
    file = io.BytesIO()
    PillowImage.open(io.BytesIO(png_of(svg, PIXELS))).convert("RGB").save(file, "JPEG", quality=70)
    return file.getvalue() + TRAILER + json.dumps([player, number, season]).encode()


def read_either(task: PageTask) -> PageResult:
    """Read what a photo says that it shows, or else, as the service does, what is to be seen on it."""
    content = task.source.read()
    if TRAILER not in content:
        return read_page(task)
    player, number, season = json.loads(content.rpartition(TRAILER)[2])
    ended = game_of(player, number)[Season(season)]
    scale = PIXELS / WIDTH
    nodes = (np.array([LEFT, TOP]) + SQUARE * map_nodes(11)) * scale
    values = {
        "terrain": ended.drawn.sheet.to_json()["terrain"],
        "coins": ended.coins,
        "lattice": nodes.tolist(),
        "corners": [nodes[at].tolist() for at in ((0, 0), (0, -1), (-1, -1), (-1, 0))],
    }
    sheet = Sheet.model_validate(Sheet.from_reading(stub_reading(doubt=False)).model_dump() | values)
    photo = Photo(name=task.name, page=task.page, sha256=task.sha256)
    return PageResult(
        Reading(photo=photo, status=Status.READ, reason=None, seconds=0.1, model="told", sheets=(sheet,))
    )


EITHER = Work(count_pages, read_either)


@dataclass
class Showcase:
    """The tournament, over HTTP, as its organiser sets it up."""

    web: httpx.Client
    known: dict[str, Any] = field(default_factory=dict)
    """What stands in addresses, by the name of the path parameter."""

    def set_up(self) -> None:
        """Make it all: players, seats, sheets, a publication; and in the end what is still open."""
        asked = {"name": CUP, "side": None, "edicts": EDICTS, "rounds": ROUNDS}
        tournament = self._post("/v1/tournaments", json=asked)["id"]
        cup = f"/v1/tournaments/{tournament}"
        added = self._post(f"{cup}/players", json={"names": PLAYERS})["added"]
        first = next(player["id"] for player in added if player["name"] == FIRST)
        for number in range(1, ROUNDS + 1):
            tag = self.web.get(cup).headers["etag"]
            dealt = {"table_size": TABLE, "seed": number}
            answer = self.web.post(f"{cup}/rounds/{number}/seats/deal", json=dealt, headers={"If-Match": tag})
            assert answer.status_code == 200, answer.text
        self._send(cup, list(_photos()))
        self._post(f"{cup}/publications", json={"even_if_open": True})
        self._send(cup, list(_late_photos()))
        self.known = {
            "tournament": tournament,
            "player": first,
            "number": 1,
            "sheet": self._sheet(cup, first),
        }
        self.known |= self._scans()

    def _post(self, address: str, **said: Any) -> Any:
        answer = self.web.post(address, **said)
        assert answer.status_code in (201, 202), answer.text
        return answer.json()

    def _send(self, cup: str, photos: Sequence[tuple[str, bytes]]) -> None:
        batch = self._post(f"{cup}/batches", files=[("photos", photo) for photo in photos])["id"]
        until = time.monotonic() + PATIENCE
        while not self.web.get(f"{cup}/batches/{batch}").json()["done"]:
            assert time.monotonic() < until, "the photos are not read"
            time.sleep(0.2)

    def _sheet(self, cup: str, player: str) -> str:
        """Return the first player's last map of the first round."""
        asked = {"player": player, "round": self.web.get(f"{cup}/rounds/1").json()["id"]}
        sheets = self.web.get(f"{cup}/sheets", params=asked).json()["sheets"]
        return str(next(sheet["id"] for sheet in sheets if sheet["season"] == Season.WINTER))

    def _scans(self) -> dict[str, str]:
        """Scan two photos as a person does, one of which cannot be read; nothing where there is no page."""
        sample = next(sheet for sheet in sample_sheets() if sheet.folder.name == "wood_table")
        photo = (sample.folder / "photo.jpg").read_bytes()
        photos, found = {"rejected": blurred(photo), "scan": photo}, {}
        for name, photo in photos.items():
            answer = self.web.post(
                "/scans",
                files={"photo": ("sheet.jpg", photo)},
                headers=self._origin(),
            )
            if answer.status_code == 303:
                found[name] = answer.headers["location"].rpartition("/")[2]
        if "scan" in found:
            self._tell_game(found["scan"])
        return found

    def _tell_game(self, scan: str) -> None:
        """Say by which edicts a scan is scored, one after the other, as the buttons on its page do."""
        forms = [{"season": "winter"}, *({"slot": s, "card": c} for s, c in zip("abcd", EDICTS, strict=True))]
        for fields in forms:
            version = re.search(r'name="version" value="(\d+)"', self.web.get(f"/scans/{scan}").text)
            assert version is not None
            asked = fields | {"version": version[1]}
            self.web.post(f"/scans/{scan}/game", data=asked, headers=self._origin())

    def _origin(self) -> dict[str, str]:
        return {"Origin": str(self.web.base_url).rstrip("/")}


def blurred(photo: bytes) -> bytes:
    """Return a photo so blurred that nobody can read it."""
    file = io.BytesIO()
    opened = PillowImage.open(io.BytesIO(photo)).convert("RGB")
    opened.filter(ImageFilter.GaussianBlur(BLUR)).save(file, "JPEG", quality=80)
    return file.getvalue()


def _photos() -> Iterator[tuple[str, bytes]]:
    """Yield what is there before the standings are published: two whole rounds."""
    for number in range(1, ROUNDS):
        for player in PLAYERS:
            make = drawn_photo if (player, number) == (FIRST, 1) else told_photo
            for season in Season:
                yield f"{player} round {number} {season}.jpg", make(player, number, season)


def _late_photos() -> Iterator[tuple[str, bytes]]:
    """Yield what comes in the last round: some sheets, some that nobody can place, a photo of nothing."""
    for player, other in pairwise(PLAYERS[1:8]):
        yield f"{player} round {ROUNDS} spring.jpg", told_photo(player, ROUNDS, Season.SPRING)
        if other == PLAYERS[4]:
            yield f"{player} round {ROUNDS} summer.jpg", told_photo(player, ROUNDS, Season.SUMMER)
    for sheet in sample_sheets():
        yield f"{sheet.folder.name}.jpg", (sheet.folder / "photo.jpg").read_bytes()
    yield "IMG_0412.jpg", blurred((sample_sheets()[0].folder / "photo.jpg").read_bytes())
