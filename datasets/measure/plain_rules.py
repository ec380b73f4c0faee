"""The scoring cards a second time, as sets of places and plain loops, without the engine.

The tests hold the engine against it, and the bench takes it as the measure of what plain Python does.
"""

from collections import defaultdict
from collections.abc import Callable, Set
from functools import cache
from itertools import product

Place = tuple[int, int]
Places = Set[Place]

N = 11
LINE = range(N)
STEPS = [(-1, 0), (0, -1), (0, 1), (1, 0)]
ROWS = [{(row, column) for column in LINE} for row in LINE]
COLUMNS = [{(row, column) for row in LINE} for column in LINE]


class PlainMap:
    """A map as sets of places, by capital letters, `.` for what is empty; and the places of the ruins."""

    def __init__(self, notation: str) -> None:
        self.grid: dict[Place, str] = {}
        self.ruins: set[Place] = set()
        self._at: dict[str, set[Place]] = defaultdict(set)
        for row, line in enumerate(notation.splitlines()):
            for column, letter in enumerate(line):
                if letter.islower():
                    self.ruins.add((row, column))
                self.grid[row, column] = "." if letter == "r" else letter.upper()
                self._at[self.grid[row, column]].add((row, column))
        self.filled = set(self.grid) - self._at["."]

    def at(self, letter: str) -> set[Place]:
        return self._at[letter]

    def groups(self, letter: str) -> list[set[Place]]:
        groups, left = [], set(self._at[letter])
        while left:
            group: set[Place] = set()
            border = [left.pop()]
            while border:
                place = border.pop()
                group.add(place)
                fresh = around(place) & left
                left -= fresh
                border += fresh
            groups.append(group)
        return groups


def around(place: Place) -> set[Place]:
    row, column = place
    return {(row + r, column + c) for r, c in STEPS if row + r in LINE and column + c in LINE}


def touch(ones: Places, others: Places) -> bool:
    return any(not around(square).isdisjoint(others) for square in ones)


def on_edge(place: Place) -> bool:
    return min(place) == 0 or max(place) == N - 1


def beside(group: Places, places: Places) -> set[Place]:
    return {place for place in places if not around(place).isdisjoint(group)}


@cache
def blocks(height: int, width: int) -> list[Places]:
    corners = product(range(N - height + 1), range(N - width + 1))
    return [frozenset((r + i, c + j) for i in range(height) for j in range(width)) for r, c in corners]


def sentinel_wood(m: PlainMap) -> int:
    return sum(map(on_edge, m.at("F")))


def treetower(m: PlainMap) -> int:
    return sum(not around(place) & m.at(".") for place in m.at("F"))


def greenbough(m: PlainMap) -> int:
    return len({row for row, _ in m.at("F")}) + len({column for _, column in m.at("F")})


def stoneside_forest(m: PlainMap) -> int:
    joined = [beside(g, m.at("^")) for g in m.groups("F")]
    return 3 * len(set().union(*(mountains for mountains in joined if len(mountains) >= 2)))


def faunlost_thicket(m: PlainMap) -> int:
    heights = range(N, 0, -1)
    return next((2 * n for n in heights if any(run <= m.at("F") for run in blocks(n, 1))), 0)


def deepwood(m: PlainMap) -> int:
    return 6 * sum(len(g) >= 5 and not touch(g, m.at("V")) for g in m.groups("F"))


def heart_of_the_forest(m: PlainMap) -> int:
    return 2 * sum(around(place) <= m.at("F") for place in m.at("F"))


def sleepy_valley(m: PlainMap) -> int:
    return 4 * sum(len(row & m.at("F")) >= 3 for row in ROWS)


def canal_lake(m: PlainMap) -> int:
    return len(beside(m.at("A"), m.at("W"))) + len(beside(m.at("W"), m.at("A")))


def mages_valley(m: PlainMap) -> int:
    return 2 * len(beside(m.at("^"), m.at("W"))) + len(beside(m.at("^"), m.at("A")))


def golden_granary(m: PlainMap) -> int:
    return len(beside(m.ruins, m.at("W"))) + 3 * len(m.at("A") & m.ruins)


def shoreside_expanse(m: PlainMap) -> int:
    farms = [g for g in m.groups("A") if not touch(g, m.at("W")) and not any(map(on_edge, g))]
    waters = [g for g in m.groups("W") if not touch(g, m.at("A")) and not any(map(on_edge, g))]
    return 3 * len(farms) + 3 * len(waters)


def craylund(m: PlainMap) -> int:
    return 7 * sum(len(beside(g, m.at("W"))) >= 3 for g in m.groups("A"))


def ulems_wallow(m: PlainMap) -> int:
    return 4 * sum(len(around(place) & m.at("A")) >= 2 for place in m.at("W"))


def clawsgrave_peaks(m: PlainMap) -> int:
    rivers = [g for g in m.groups("W") if touch(g, m.at("A"))]
    return 5 * len(beside(set().union(*rivers), m.at("^")))


def jorekburg(m: PlainMap) -> int:
    counts = [(len(column & m.at("A")), len(column & m.at("W"))) for column in COLUMNS]
    return 4 * sum(farms == waters and farms > 0 for farms, waters in counts)


def wildholds(m: PlainMap) -> int:
    return 8 * sum(len(g) >= 6 for g in m.groups("V"))


def great_city(m: PlainMap) -> int:
    return max((len(g) for g in m.groups("V") if not touch(g, m.at("^"))), default=0)


def greengold_plains(m: PlainMap) -> int:
    return 3 * sum(sum(touch(g, m.at(letter)) for letter in "FAWMH^") >= 3 for g in m.groups("V"))


def shieldgate(m: PlainMap) -> int:
    sizes = sorted(map(len, m.groups("V")))
    return 2 * sizes[-2] if len(sizes) > 1 else 0


def gnomish_colony(m: PlainMap) -> int:
    return 6 * sum(any(block <= g for block in blocks(2, 2)) for g in m.groups("V"))


def outer_enclave(m: PlainMap) -> int:
    return max((len(beside(g, m.at("."))) for g in m.groups("V")), default=0)


def traylo_monastery(m: PlainMap) -> int:
    return 7 * sum(any(block <= g for block in blocks(4, 1) + blocks(1, 4)) for g in m.groups("V"))


def caravansary(m: PlainMap) -> int:
    return max((len({r for r, _ in g}) + len({c for _, c in g}) for g in m.groups("V")), default=0)


def borderlands(m: PlainMap) -> int:
    return 6 * sum(line <= m.filled for line in ROWS + COLUMNS)


def lost_barony(m: PlainMap) -> int:
    sizes = range(N, 0, -1)
    return next((3 * n for n in sizes if any(block <= m.filled for block in blocks(n, n))), 0)


def broken_road(m: PlainMap) -> int:
    broken = {row - column for row, column in m.at(".")}
    return 3 * sum(slope not in broken for slope in LINE)


def cauldrons(m: PlainMap) -> int:
    return sum(not around(place) & m.at(".") for place in m.at("."))


def dwarvenholds(m: PlainMap) -> int:
    return 7 * sum(line <= m.filled and bool(line & m.at("^")) for line in ROWS + COLUMNS)


def banded_hills(m: PlainMap) -> int:
    return 4 * sum(len({m.grid[place] for place in row} - set(".#X")) >= 5 for row in ROWS)


def silos(m: PlainMap) -> int:
    return 10 * sum(COLUMNS[number - 1] <= m.filled for number in range(1, N + 1, 2))


def starlit_sigil(m: PlainMap) -> int:
    return 4 * sum(len(g) == 3 for g in m.groups("."))


def monster_losses(m: PlainMap) -> int:
    return -len(beside(m.at("M"), m.at(".")))


PLAIN_EDICTS: dict[str, Callable[[PlainMap], int]] = {
    "Sentinel Wood": sentinel_wood,
    "Greenbough": greenbough,
    "Treetower": treetower,
    "Stoneside Forest": stoneside_forest,
    "Canal Lake": canal_lake,
    "Mages Valley": mages_valley,
    "The Golden Granary": golden_granary,
    "Shoreside Expanse": shoreside_expanse,
    "Wildholds": wildholds,
    "Great City": great_city,
    "Greengold Plains": greengold_plains,
    "Shieldgate": shieldgate,
    "Borderlands": borderlands,
    "Lost Barony": lost_barony,
    "The Broken Road": broken_road,
    "The Cauldrons": cauldrons,
    "Faunlost Thicket": faunlost_thicket,
    "Deepwood": deepwood,
    "Heart of the Forest": heart_of_the_forest,
    "Sleepy Valley": sleepy_valley,
    "Craylund": craylund,
    "Ulem's Wallow": ulems_wallow,
    "Clawsgrave Peaks": clawsgrave_peaks,
    "Jorekburg": jorekburg,
    "Gnomish Colony": gnomish_colony,
    "Outer Enclave": outer_enclave,
    "Traylo Monastery": traylo_monastery,
    "Caravansary": caravansary,
    "Dwarvenholds": dwarvenholds,
    "Banded Hills": banded_hills,
    "Silos": silos,
    "Starlit Sigil": starlit_sigil,
}
