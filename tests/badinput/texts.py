"""Documents that are text, and damage that knows their words."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.badinput.documents import good_documents
from tests.badinput.files import Made, Rng, Way, pick
from tests.badinput.harm import HARMS, cut_off, flip_bits

VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    11,
    2**31,
    2**70,
    -(2**70),
    1.5,
    1e308,
    "",
    "forest",
    "A",
    "x" * 5000,
    "\0",
    "\ud800",
    "surveyor/map@1",
    [],
    {},
    [[[]]],
    [0, 0],
    [[0, 0], [0, 0]],
    {"schema": "surveyor/map@1"},
)
DEPTHS = (30, 300, 900, 960, 985, 990, 995, 1000, 100_000)
RAW = ("NaN", "-Infinity", "1e999", "9" * 5000, "-", '"\\u', "01", '{"a": 1, "a": 2}', "'a'", "// a\n")
NO_JSON = (Way.NOTATION, Way.SIDE, Way.PLAYERS)
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp1252")


def damaged(way: Way) -> Callable[[Rng], Made]:
    """Return what makes a damaged document of this kind."""
    is_json = way not in NO_JSON

    def make(rng: Rng) -> Made:
        good = pick(rng, good_documents()[way])
        ways = (_wrong_value, _wrong_value, _nested, _raw) if is_json else (_wrong_words, _wrong_words)
        harms = (*ways, _harmed, _recoded)
        return Made(pick(rng, harms)(good, rng), "json" if is_json else "txt")

    return make


def _harmed(good: bytes, rng: Rng) -> bytes:
    return pick(rng, (*HARMS, cut_off, flip_bits))(good, rng)


def _recoded(good: bytes, rng: Rng) -> bytes:
    return good.decode().encode(pick(rng, ENCODINGS), errors="replace")


def _wrong_value(good: bytes, rng: Rng) -> bytes:
    """Put another value in the place of one or several, or another key."""
    document = deepcopy(json.loads(good))
    for _ in range(int(rng.integers(1, 4))):
        _change(document, rng)
    return json.dumps(document).encode()


def _change(document: Any, rng: Rng) -> None:
    holder = document
    while True:
        keys: list[Any] = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = pick(rng, keys)
        inner = holder[key]
        if isinstance(inner, (dict, list)) and inner and rng.random() < 0.8:
            holder = inner
            continue
        break
    match int(rng.integers(4)):
        case 0 if isinstance(holder, dict):
            holder[pick(rng, ("", "squares", "\ud800", "schema", key + "s"))] = holder.pop(key)
        case 1:
            del holder[key]
        case 2 if isinstance(holder, list):
            holder.extend(deepcopy(holder) * int(rng.integers(1, 30)))
        case _:
            holder[key] = deepcopy(pick(rng, VALUES))


def _nested(good: bytes, rng: Rng) -> bytes:
    """Put a list of lists of lists in the place of a value, at depths about where Python gives up."""
    depth = pick(rng, DEPTHS)
    left, right = pick(rng, (("[", "]"), ('{"a":', "}"), ("[0,", "]")))
    deep = left * depth + "1" + right * depth
    return _in_place_of_a_value(good, deep, rng)


def _raw(good: bytes, rng: Rng) -> bytes:
    return _in_place_of_a_value(good, pick(rng, RAW), rng)


def _in_place_of_a_value(good: bytes, text: str, rng: Rng) -> bytes:
    document = json.loads(good)
    holder = document
    for _ in range(int(rng.integers(0, 4))):
        keys: list[Any] = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        inner = [key for key in keys if isinstance(holder[key], (dict, list)) and holder[key]]
        if not inner:
            break
        holder = holder[pick(rng, inner)]
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    holder[pick(rng, keys)] = "HERE"
    return json.dumps(document).replace('"HERE"', text, 1).encode()


def _wrong_words(good: bytes, rng: Rng) -> bytes:
    """Change letters, lines and signs of a drawn map or a TOML file."""
    lines = good.decode().split("\n")
    for _ in range(int(rng.integers(1, 4))):
        at = int(rng.integers(len(lines)))
        match int(rng.integers(5)):
            case 0:
                lines[at] = lines[at] * int(rng.integers(0, 40))
            case 1:
                lines.insert(at, pick(rng, lines))
            case 2:
                lines[at] = lines[at].replace(pick(rng, lines[at] or "."), pick(rng, ODD_LETTERS))
            case 3:
                lines[at] = pick(rng, ODD_LINES)
            case _:
                lines[at] += pick(rng, ODD_LETTERS) * int(rng.integers(1, 20))
    return "\n".join(lines).encode("utf-8", errors="surrogatepass")


ODD_LETTERS = (
    "\0",
    "\u0130",
    "\u0131",
    "\u1e9e",
    "\ufb01",
    "\ud800",
    "f",
    "R",
    "=",
    '"""',
    "'",
    "\u2028",
    "\x85",
    "\t",
)
ODD_LINES = (
    "coins = " + "9" * 5000,
    "coins = -1",
    "coins = nan",
    "coins = 1979-05-27T07:32:00Z",
    "a = " + "[" * 2000 + "]" * 2000,
    ".".join("a" * 3 for _ in range(3000)) + " = 1",
    "name = [1, 2",
    "[map]",
    "[[map]]",
    'replaces = ["A"]',
    'name = "\\uD800"',
    "map = 7",
)
