"""Asks a service for everything once, and keeps its answers as the examples of the OpenAPI (`make examples`).

Identifiers, keys, moments and hashes of pictures are replaced by made-up ones, always the same, so that two
recordings differ only where the service answers otherwise.
"""

import json
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from tempfile import TemporaryDirectory
from typing import Any

from service.access.keys import PREFIX
from service.server.app import create_app
from service.web import examples
from service.web.examples import MAP
from tests.service.clients import client_of
from tests.service.filledcup import FilledCup
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, EDICTS

OF_REJECTED = frozenset({"files.enter_by_hand", "files.dismiss"})
EXAMPLES = Path(examples.__file__).with_name("examples.json")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
KEY = re.compile(r"srv_[A-Za-z0-9_-]{43}")
WORDS = re.compile(rf"{KEY.pattern}|srv_[\w-]{{6}}(?![\w-])|(?<![\w-])[A-Za-z0-9_-]{{16}}(?![\w-])")
DIGEST = re.compile(r"[0-9a-f]{16}")
"""What names a contradiction: it follows from identifiers, and so from chance."""
SECONDS = re.compile(r'"seconds": [0-9.e-]+')
CSV = {"Content-Type": "text/csv"}
SEATED = "name,table\nAnn Smith,1\nBob,2\n"
QUERIES = {"players.import": "?round=2"}
LONGEST = {"events": 3, "sheets": 2, "files": 2, "keys": 1}  # things that are kept of lists


def requests(cup: FilledCup) -> Mapping[str, Any]:
    """Return what is sent, by the names of the routes."""
    ann = cup.known["player"]
    return {
        "tournaments.create": {"name": "Spring Cup", "side": "A", "edicts": EDICTS, "rounds": 2},
        "tournaments.change": {"name": "Spring Cup at the harbour", "side": "B"},
        "players.add": {"names": ["Cid Young", "Dora"]},
        "players.rename": {"name": "Ann Smith-Löw"},
        "rounds.add": {"edicts": EDICTS},
        "rounds.change": {"edicts": EDICTS},
        "tables.change": {"name": "by the window", "edicts": EDICTS},
        "seats.set": {"tables": [{"name": "1", "players": [ann]}]},
        "seats.deal": {"table_size": 4, "seed": 7},
        "files.read_again": {"corners": "40,40 315,40 315,315 40,315", "side": "A"},
        "files.enter_by_hand": {"side": "A"},
        "files.dismiss": {"reason": "It shows our lunch."},
        "sheets.correct": {
            "squares": [{"square": [2, 3], "terrain": "farm"}],
            "coins": 3,
            "boxes": [[12, 9, 3, -2, 22], None, None, None],
            "confirm": True,
        },
        "sheets.dismiss": {"reason": "The same sheet was photographed twice."},
        "sheets.undo": {"event": None},
        "sheets.place": {"player_id": ann, "round": 2, "season": "spring"},
        "publications.publish": {"even_if_open": True, "reason": "A name was wrong."},
        "scores.create": MAP,
        "session.open": {"key": "srv_the-key-that-the-organiser-gave-you"},
        "keys.create": {"role": "judge", "label": "Bea", "tournament": cup.known["tournament"]},
    }


def record() -> dict[str, dict[str, Any]]:
    """Return the examples: by the name of the route, what is sent and what is answered."""
    with (
        TemporaryDirectory() as folder,
        serve(Path(folder)) as address,
        client_of(address, timeout=60) as web,
    ):
        cup = FilledCup(web)
        return {name: _plain(_ask(cup, name, *asked)) for name, *asked in _operations()}


def _operations() -> Iterator[tuple[str, str, str]]:
    """Yield name, method and path of what takes or answers JSON."""
    for path, methods in create_app().openapi()["paths"].items():
        for method, operation in methods.items():
            kinds = {kind for status, answer in operation["responses"].items() if status < "3"
                     for kind in answer.get("content", {})}  # fmt: skip
            if "application/json" in kinds or "requestBody" in operation:
                yield operation["operationId"], method, path


def _ask(cup: FilledCup, name: str, method: str, path: str) -> dict[str, Any]:
    cup.renew()
    sent = requests(cup).get(name)
    headers = {"If-Match": ", ".join(cup.versions())}
    address = path.format_map(cup.known | ({"file": cup.rejected} if name in OF_REJECTED else {}))
    if name in {"sheets.history", "sheets.undo"}:
        _correct(cup, headers)
        headers = {"If-Match": ", ".join(cup.versions())}
    if name in {"review.contradictions", "review.let_stand"}:
        found = _contradict(cup)
        sent = {"contradiction": found, "back": False} if name == "review.let_stand" else None
    if name == "session.open":
        return {"request": sent, "response": _logged_in()}
    match name:
        case "batches.create":
            answer = cup.web.post(address, files=[("photos", ("Bob r1 spring.jpg", CLEAR_PHOTO))])
        case "readings.create":
            answer = cup.web.post(address, files={"photo": ("IMG_1.jpg", CLEAR_PHOTO)})
        case "players.import" | "seats.import":
            answer = cup.web.post(address + QUERIES.get(name, ""), content=SEATED, headers=headers | CSV)
        case _:
            answer = cup.web.request(method, address, headers=headers, **({"json": sent} if sent else {}))
    assert answer.is_success, (name, answer.text)
    return ({"request": sent} if sent else {}) | ({"response": answer.json()} if answer.content else {})


def _correct(cup: FilledCup, headers: dict[str, str]) -> None:
    """Let there be something to tell of the sheet."""
    address = "/v1/tournaments/{tournament}/sheets/{sheet}/corrections".format_map(cup.known)
    cup.web.post(address, json=requests(cup)["sheets.correct"], headers=headers).raise_for_status()


def _contradict(cup: FilledCup) -> str:
    """Let the maps of two seasons contradict each other; return by what that is named."""
    tournament = "/v1/tournaments/{tournament}".format_map(cup.known)
    photo = ("photos", ("Ann Smith r1 summer.jpg", CLEAR_PHOTO))
    batch = cup.web.post(f"{tournament}/batches", files=[photo]).json()["id"]
    while not cup.web.get(f"{tournament}/batches/{batch}").json()["done"]:
        time.sleep(0.02)
    sheets = cup.web.get(f"{tournament}/sheets").json()["sheets"]
    later = next(sheet for sheet in sheets if sheet["season"] == "summer")
    said = {"squares": [{"square": [0, 1], "terrain": "empty"}]}
    held = {"If-Match": f'"{later["version"]}"'}
    address = f"{tournament}/sheets/{later['id']}/corrections"
    cup.web.post(address, json=said, headers=held).raise_for_status()
    (found,) = cup.web.get(f"{tournament}/review/contradictions").json()["contradictions"]
    return str(found["id"])


def _logged_in() -> dict[str, Any]:
    return {"name": "organiser", "role": "organiser", "tournament": None, "player": None, "csrf": "q" * 43}


def _plain(example: dict[str, Any]) -> dict[str, Any]:
    """Return an example without what chance or the clock gave it, and with short lists."""
    text = json.dumps(_shortened(example), ensure_ascii=False)
    names = {key[:PREFIX]: _like(key, Random("key"))[:PREFIX] for key in KEY.findall(text)}

    def rename(found: re.Match[str]) -> str:
        word = found[0]
        if DIGEST.fullmatch(word):
            return names.setdefault(word, f"{Random(len(names)).getrandbits(64):016x}")
        if not word.startswith("srv_") and (word.islower() or word.isdecimal()):  # words of our own
            return word
        made = Random("key" if KEY.fullmatch(word) else f"{len(names)}")
        return names.setdefault(word, _like(word, made))

    text = SECONDS.sub('"seconds": 0.35', WORDS.sub(rename, text))
    moments = iter(range(100_000))
    text = MOMENT.sub(lambda _: f"2026-05-09T14:{(n := next(moments)) // 60 % 60:02}:{n % 60:02}Z", text)
    plain: dict[str, Any] = json.loads(text)
    return plain


def _like(word: str, made: Random) -> str:
    head = "srv_" if word.startswith("srv_") else ""
    return head + "".join(made.choice(ascii_letters + digits) for _ in word[len(head) :])


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _few(key, each) for key, each in value.items()}
    return [_shortened(each) for each in value] if isinstance(value, list) else value


def _few(key: str, value: Any) -> Any:
    return _shortened(value[: LONGEST.get(key)] if isinstance(value, list) else value)


if __name__ == "__main__":
    EXAMPLES.write_text(json.dumps(record(), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
