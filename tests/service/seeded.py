"""A tournament that follows from seeds: its photos, and its standings as the engine alone computes them.

Every photo is a small JPEG with a line of JSON after its end that says which sheets it shows, a page each;
the stub for vision reads that line, and draws the same sheet again.
"""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, product
from random import Random
from typing import Any
from zipfile import ZipFile, ZipInfo

from engine import ALL_SQUARES, MapSheet, ScoreReport, Season, Side, Terrain, find_edict, score_map
from engine.standings import Placing, Result, rank_players
from tests.extent import or_all
from tests.service.stubs import CLEAR_PHOTO, EDICTS
from tests.vision.files import pdf_of

BEGINNINGS = or_all(["Ba", "Do"], ["Ba", "Do", "Fi", "Gu", "Ke"])
PLAYERS = tuple(a + b for a, b in product(BEGINNINGS, ("bo", "da", "gi", "ku", "me", "no", "ri", "za")))
DRAWN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
TRAILER = b"\nsheets:"
ROUNDS = 2


@dataclass(frozen=True)
class Ended:
    """A map at the end of a season."""

    sheet: MapSheet
    coins: int


@dataclass(frozen=True)
class Seen:
    """What a page shows."""

    player: str
    round: int
    season: Season = Season.WINTER
    boxes: bool = False
    """Whether the scores of the seasons before are written beside the map."""
    coded: bool = False
    """Whether a code names the player."""

    @property
    def is_doubtful(self) -> bool:
        """Whether a person has to look at it."""
        return Random(f"doubt {self}").random() < 0.1


@dataclass(frozen=True)
class File:
    """A file, and how it is to end."""

    name: str
    content: bytes
    state: str


@dataclass(frozen=True)
class Sending:
    """What is sent in one request."""

    files: tuple[File, ...]
    form: Mapping[str, Any] = field(default_factory=dict)
    """Number of the round, name of the player, season: for all of the files."""
    pages: int = 0
    """That are read, if nothing of it was sent before."""
    zipped: bool = False
    """Whether the files are packed into one."""

    def parts(self) -> list[tuple[str, bytes]]:
        """Return the parts of the form, by their names."""
        parts = [(file.name, file.content) for file in self.files]
        return [("photos.zip", zip_of(parts))] if self.zipped else parts


@cache
def game_of(player: str, number: int) -> Mapping[Season, Ended]:
    """Return the four maps of a player's game in a round: one sheet that grows."""
    random = Random(f"{player} {number}")
    sheet, free = MapSheet.blank(Side.A), [at for at in ALL_SQUARES if _is_free(at)]
    random.shuffle(free)
    coins = accumulate(random.randint(0, 3) for _ in Season)
    maps = {}
    for season, filled in zip(Season, coins, strict=True):
        drawn, free = free[: (many := random.randint(8, 18))], free[many:]
        sheet = sheet.with_terrain({square: random.choice(DRAWN) for square in drawn})
        maps[season] = Ended(sheet, filled)
    return maps


def _is_free(square: Any) -> bool:
    blank = MapSheet.blank(Side.A)
    return blank[square] is Terrain.EMPTY and square not in blank.ruins


def boxes_of(player: str, number: int) -> list[list[int]]:
    """Return what a player has written into the boxes of each season."""
    return [_boxes(season, ended) for season, ended in game_of(player, number).items()]


def stars_of(sheet: MapSheet, coins: int, season: Season) -> int:
    """Return the total of a map by the edicts of the tournament."""
    return _score(sheet, coins, season).total


def _score(sheet: MapSheet, coins: int, season: Season) -> ScoreReport:
    return score_map(sheet, [find_edict(name) for name in EDICTS], coins=coins, season=season)


def _boxes(season: Season, ended: Ended) -> list[int]:
    score = _score(ended.sheet, ended.coins, season)
    first, second = (line.stars.total for line in score.lines)
    return [first, second, score.coins, score.monsters.total, score.total]


def placings() -> list[Placing]:
    """Return the standings over all rounds, straight from the games."""
    results = []
    for player in PLAYERS:
        rows = [row for number in range(1, ROUNDS + 1) for row in boxes_of(player, number)]
        results.append(Result(player, sum(row[4] for row in rows), -sum(row[3] for row in rows)))
    return list(rank_players(results).placings)


def zip_of(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Pack files."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as opened:
        for name, content in files:
            opened.writestr(ZipInfo(name), content)
    return packed.getvalue()


def photo_of(*pages: Seen, salt: str = "") -> bytes:
    """Return a photo, or for several pages a PDF; without any page a photo that shows no sheet."""
    described = [
        [seen.player, seen.round, seen.season, seen.boxes, seen.coded, seen.is_doubtful] for seen in pages
    ]
    file = pdf_of(*[CLEAR_PHOTO] * len(pages)) if len(pages) > 1 else CLEAR_PHOTO
    return file + TRAILER + json.dumps([described, salt]).encode()


def pages_of(photo: bytes) -> list[tuple[Seen, bool]]:
    """Return what the pages of such a photo show, and whether it is doubtful."""
    described, _ = json.loads(photo.rpartition(TRAILER)[2])
    return [
        (Seen(player, number, Season(season), boxes, coded), doubtful)
        for player, number, season, boxes, coded, doubtful in described
    ]


ALL_SEEN = [
    *(Seen(player, 1, season) for player in PLAYERS for season in Season),
    *(Seen(player, 2, boxes=True, coded=at < 5) for at, player in enumerate(PLAYERS)),
]
"""All sheets: four maps of each game of the first round, and the last map of those of the second."""
NO_PHOTO = b"What a pity."


def sendings() -> list[Sending]:
    """Return what is sent of the tournament: by file name, by what is told, as a zip, as a PDF, and twice."""
    random = Random(5)
    alone = [seen for seen in ALL_SEEN if not seen.coded]
    random.shuffle(alone)
    zipped, addressed, others = alone[:8], alone[8:40], alone[40:]
    sent = [
        _document([seen for seen in ALL_SEEN if seen.coded]),
        Sending(tuple(map(named, zipped)), pages=len(zipped), zipped=True),
        *(_told(seen, number) for number, seen in enumerate(addressed)),
        *_some_together(others, random),
        *(Sending((named(seen, " (1)"),)) for seen in random.sample(others, 12)),
        *map(_not_to_be_read, range(6)),
    ]
    random.shuffle(sent)
    return sent


def named(seen: Seen, copy: str = "") -> File:
    """Return a photo whose name tells player, round and season."""
    name = f"{seen.player} round {seen.round} {seen.season}{copy}.jpg"
    return File(name, photo_of(seen), _state_of(seen))


def _told(seen: Seen, number: int) -> Sending:
    file = File(f"IMG_{number}.jpg", photo_of(seen), _state_of(seen))
    return Sending((file,), {"player": seen.player, "round": seen.round, "season": seen.season.value}, 1)


def _document(pages: Sequence[Seen]) -> Sending:
    file = File("all of one round.pdf", photo_of(*pages), _state_of(*pages))
    return Sending((file,), {"round": pages[0].round}, len(pages))


def _some_together(seen: Sequence[Seen], random: Random) -> Iterator[Sending]:
    """Yield forms of one to four files."""
    while seen:
        some, seen = seen[: (many := random.randint(1, 4))], seen[many:]
        yield Sending(tuple(map(named, some)), pages=len(some))


def _not_to_be_read(number: int) -> Sending:
    grass = File(f"grass {number}.jpg", photo_of(salt=f"{number}"), "rejected")
    return Sending((grass, File(f"words {number}.txt", NO_PHOTO, "rejected")), pages=1)


def _state_of(*pages: Seen) -> str:
    return "review" if any(seen.is_doubtful for seen in pages) else "scored"
