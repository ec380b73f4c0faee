"""Good documents of every kind, from which the damaged ones are made."""

import json
from functools import cache
from importlib.resources import files

from engine import GameSetup, MapSheet, Side
from engine.bots import Bot, play_game
from engine.game.transcript import Transcript
from tests.badinput.files import Way

HOME = '''name = "Harbour"
map = """
...........
..^.....r..
...........
.....##....
....r##....
...........
..r.....^..
...........
......^....
.^.....r...
...........
"""
coins = 10
replaces = "D"
'''


@cache
def good_documents() -> dict[Way, tuple[bytes, ...]]:
    """Return good documents of every kind."""
    maps = [MapSheet.blank(side) for side in Side]
    maps.append(Transcript.from_json(json.loads(_transcript(1))).replay().cartographers[0].sheet)
    examples = json.loads((files("service.web") / "examples.json").read_text("utf-8"))
    scored, read = examples["scores.create"]["request"], examples["readings.create"]["response"]
    return {
        Way.NOTATION: tuple(str(sheet).encode() for sheet in maps),
        Way.MAP: (_line(scored), *(_line(sheet.to_json()) for sheet in maps)),
        Way.SIDE: (HOME.encode(), HOME.partition("coins")[0].encode()),
        Way.TRANSCRIPT: tuple(_transcript(players) for players in (1, 2)),
        Way.CORRECTIONS: (_line(_correction()), _line(_correction() | {"page": 2, "writer": "Ann"})),
        Way.PLAYERS: (b"name,table\nAnn,1\nBob,1\n", "Spieler;Tisch\nZo\u00eb;2\n".encode()),
        Way.READING: (_line(read), _line({"schema": "surveyor/scan@1", "reading": read})),
    }


def _line(document: object) -> bytes:
    return json.dumps(document).encode()


def _transcript(players: int) -> bytes:
    return _line(play_game(GameSetup.drawn(7, players=players), [Bot.RANDOM]).to_json())


def _correction() -> dict[str, object]:
    return {
        "schema": "surveyor/correction@1",
        "photo": "a" * 64,
        "page": None,
        "sheet": 0,
        "side": Side.A.value,
        "square": [2, 3],
        "read": "farm",
        "probabilities": {"farm": 0.6, "village": 0.4},
        "said": "village",
        "model": "terrain_v19",
        "model_sha256": None,
        "crop": "b" * 64,
        "picture": "c" * 64,
        "when": "2026-11-22T02:00:00+00:00",
        "writer": None,
        "by": None,
    }
