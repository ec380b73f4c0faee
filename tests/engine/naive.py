"""The scoring cards once more, slowly and by other means, on plain letters; nothing of the engine is used.

A map is a dictionary from (row, column) to one capital letter, with the set of its ruins. Clusters are found
by merging groups until nothing changes, and lines and blocks by trying all of them.
"""

from collections.abc import Callable
from itertools import combinations, product

Place = tuple[int, int]
Grid = dict[Place, str]
Group = frozenset[Place]

N = 11
LINE = range(N)


class Map:
    """A map as plain letters."""

    def __init__(self, notation: str) -> None:
        self.grid: Grid = {}
        self.ruins: set[Place] = set()
        for row, line in enumerate(notation.splitlines()):
            for column, letter in enumerate(line):
                if letter.islower():
                    self.ruins.add((row, column))
                self.grid[row, column] = "." if letter == "r" else letter.upper()

    def at(self, *letters: str) -> set[Place]:
        return {place for place in self.grid if self.grid[place] in letters}

    def filled(self) -> set[Place]:
        return set(self.grid) - self.at(".")

    def groups(self, letter: str) -> list[Group]:
        groups = {frozenset([place]) for place in self.at(letter)}
        while pair := next(((a, b) for a, b in combinations(groups, 2) if touch(a, b)), None):
            groups -= set(pair)
            groups.add(pair[0] | pair[1])
        return list(groups)


def adjacent(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def touch(ones: Group | set[Place], others: Group | set[Place]) -> bool:
    return any(adjacent(one, other) for one in ones for other in others)


def on_edge(place: Place) -> bool:
    return min(place) == 0 or max(place) == N - 1


def around(place: Place) -> set[Place]:
    return {other for other in product(LINE, LINE) if adjacent(place, other)}


def beside(group: Group, places: set[Place]) -> set[Place]:
    return {place for place in places if touch(group, {place})}


def rows() -> list[set[Place]]:
    return [{(row, column) for column in LINE} for row in LINE]


def columns() -> list[set[Place]]:
    return [{(row, column) for row in LINE} for column in LINE]


def blocks(height: int, width: int) -> list[set[Place]]:
    corners = product(range(N - height + 1), range(N - width + 1))
    return [{(r + i, c + j) for i in range(height) for j in range(width)} for r, c in corners]


def sentinel_wood(m: Map) -> int:
    return sum(map(on_edge, m.at("F")))


def treetower(m: Map) -> int:
    return sum(not around(place) & m.at(".") for place in m.at("F"))


def greenbough(m: Map) -> int:
    return len({row for row, _ in m.at("F")}) + len({column for _, column in m.at("F")})


def stoneside_forest(m: Map) -> int:
    pairs = [
        (a, b)
        for a, b in combinations(m.at("^"), 2)
        if any(touch(g, {a}) and touch(g, {b}) for g in m.groups("F"))
    ]
    return 3 * len({mountain for pair in pairs for mountain in pair})


def faunlost_thicket(m: Map) -> int:
    return max(
        (2 * height for height in range(1, N + 1) for run in blocks(height, 1) if run <= m.at("F")), default=0
    )


def deepwood(m: Map) -> int:
    return 6 * sum(len(g) >= 5 and not touch(g, m.at("V")) for g in m.groups("F"))


def heart_of_the_forest(m: Map) -> int:
    return 2 * sum(around(place) <= m.at("F") for place in m.at("F"))


def sleepy_valley(m: Map) -> int:
    return 4 * sum(len(row & m.at("F")) >= 3 for row in rows())


def canal_lake(m: Map) -> int:
    return sum(touch({place}, m.at("A")) for place in m.at("W")) + sum(
        touch({place}, m.at("W")) for place in m.at("A")
    )


def mages_valley(m: Map) -> int:
    by_mountain = {place for place in m.grid if touch({place}, m.at("^"))}
    return 2 * len(by_mountain & m.at("W")) + len(by_mountain & m.at("A"))


def golden_granary(m: Map) -> int:
    return sum(touch({place}, m.ruins) for place in m.at("W")) + 3 * len(m.at("A") & m.ruins)


def shoreside_expanse(m: Map) -> int:
    farms = [g for g in m.groups("A") if not touch(g, m.at("W")) and not any(map(on_edge, g))]
    waters = [g for g in m.groups("W") if not touch(g, m.at("A")) and not any(map(on_edge, g))]
    return 3 * len(farms) + 3 * len(waters)


def craylund(m: Map) -> int:
    return 7 * sum(len(beside(g, m.at("W"))) >= 3 for g in m.groups("A"))


def ulems_wallow(m: Map) -> int:
    return 4 * sum(len(around(place) & m.at("A")) >= 2 for place in m.at("W"))


def clawsgrave_peaks(m: Map) -> int:
    rivers = [g for g in m.groups("W") if touch(g, m.at("A"))]
    return 5 * sum(any(touch(g, {mountain}) for g in rivers) for mountain in m.at("^"))


def jorekburg(m: Map) -> int:
    counts = [(len(column & m.at("A")), len(column & m.at("W"))) for column in columns()]
    return 4 * sum(farms == waters and farms > 0 for farms, waters in counts)


def wildholds(m: Map) -> int:
    return 8 * sum(len(g) >= 6 for g in m.groups("V"))


def great_city(m: Map) -> int:
    return max((len(g) for g in m.groups("V") if not touch(g, m.at("^"))), default=0)


def greengold_plains(m: Map) -> int:
    return 3 * sum(sum(touch(g, m.at(letter)) for letter in "FAWMH^") >= 3 for g in m.groups("V"))


def shieldgate(m: Map) -> int:
    sizes = sorted(map(len, m.groups("V")))
    return 2 * sizes[-2] if len(sizes) > 1 else 0


def gnomish_colony(m: Map) -> int:
    return 6 * sum(any(block <= g for block in blocks(2, 2)) for g in m.groups("V"))


def outer_enclave(m: Map) -> int:
    return max((len(beside(g, m.at("."))) for g in m.groups("V")), default=0)


def traylo_monastery(m: Map) -> int:
    return 7 * sum(any(block <= g for block in blocks(4, 1) + blocks(1, 4)) for g in m.groups("V"))


def caravansary(m: Map) -> int:
    return max((len({r for r, _ in g}) + len({c for _, c in g}) for g in m.groups("V")), default=0)


def borderlands(m: Map) -> int:
    return 6 * sum(line <= m.filled() for line in rows() + columns())


def lost_barony(m: Map) -> int:
    return max((3 * n for n in range(1, N + 1) for block in blocks(n, n) if block <= m.filled()), default=0)


def broken_road(m: Map) -> int:
    broken = {row - column for row, column in m.at(".")}
    return 3 * sum(slope not in broken for slope in LINE)


def cauldrons(m: Map) -> int:
    return sum(not around(place) & m.at(".") for place in m.at("."))


def dwarvenholds(m: Map) -> int:
    return 7 * sum(line <= m.filled() and bool(line & m.at("^")) for line in rows() + columns())


def banded_hills(m: Map) -> int:
    return 4 * sum(len({m.grid[place] for place in row} - set(".#X")) >= 5 for row in rows())


def silos(m: Map) -> int:
    return 10 * sum(columns()[number - 1] <= m.filled() for number in range(1, N + 1, 2))


def starlit_sigil(m: Map) -> int:
    return 4 * sum(len(g) == 3 for g in m.groups("."))


def monster_losses(m: Map) -> int:
    return -sum(touch({place}, m.at("M")) for place in m.at("."))


NAIVE_EDICTS: dict[str, Callable[[Map], int]] = {
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
