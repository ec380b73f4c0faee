"""A tournament of many small photos during which servers and readers are killed and paused at any moment.

    python -m tests.service.faults.tournament --sheets 5000 --faults 200 --seed 1

Photos, moments and victims follow from the seed; afterwards `invariants` looks what does not hold.
"""

import argparse
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from random import Random

from engine import Season
from tests.service.cups import CLIENTS
from tests.service.faults.orders import KILL
from tests.service.faults.scene import Scene, Store, open_scene
from tests.service.faults.strikes import PAUSE
from tests.service.postgres import run_postgres
from tests.service.seeded import PLAYERS, ROUNDS, File, Seen, photo_of
from tests.service.servers import PATIENCE, Server, is_alive, wait_until

SYLLABLES = tuple(a + b for a, b in product("bdfgklmnprstvz", "aeiou"))
AHEAD = 60  # sheets that are sent before those in front of them are read
APART = (
    3  # pages that are read at least from one fault to the next: a server that dies twice over one is right
)
CORRECTED, PUBLISHED = 20, 500
"""Of so many sheets one is corrected, and after so many the standings are published."""


@dataclass(frozen=True)
class Blow:
    """A fault of a tournament."""

    after: int
    """Pages that were read."""
    what: str
    """kill or pause."""
    whom: str
    """server or reader."""
    seconds: float
    """That a pause lasts."""


def players_of(sheets: int) -> tuple[str, ...]:
    """Return names of as many players as there are sheets for, four of each round."""
    names = ("".join(name) for name in product(PLAYERS, SYLLABLES))
    count = -(-sheets // (ROUNDS * len(Season)))
    return tuple(name for name, _ in zip(names, range(count), strict=False))


def photos_of(players: Sequence[str], sheets: int, random: Random) -> list[Seen]:
    """Return what the photos show, in any order."""
    seen = [
        Seen(name, number, season) for name in players for number in range(1, ROUNDS + 1) for season in Season
    ]
    random.shuffle(seen)
    return seen[:sheets]


def blows_of(count: int, sheets: int, random: Random) -> list[Blow]:
    """Return faults at any moments."""
    moments = sorted(random.sample(range(1, sheets), count))
    return [
        Blow(
            at,
            random.choice((KILL, "pause")),
            random.choice(("server", "reader")),
            random.uniform(0.1, PAUSE),
        )
        for at in moments
    ]


def play(scene: Scene, seen: Sequence[Seen], blows: Sequence[Blow], seed: int) -> Counter[str]:
    """Send all photos, correct and publish, while the faults happen; return what happened."""
    with ThreadPoolExecutor(CLIENTS + 2) as aside:
        shares = [aside.submit(_send, scene, seen, at, seed) for at in range(CLIENTS)]
        changing = aside.submit(_correct_and_publish, scene, len(seen), Random(f"{seed} corrections"))
        happened = _strike_all(scene, blows, [*shares, changing], len(seen))
        for each in (*shares, changing):
            each.result()
    scene.rest()
    return happened


def _send(scene: Scene, seen: Sequence[Seen], first: int, seed: int) -> None:
    """Send a client's share, never far ahead of the reading."""
    for at in range(first, len(seen), CLIENTS):
        wait_until(lambda: scene.notes.ended() > at - AHEAD, "the reading of what was sent")  # noqa: B023
        photo = photo_of(seen[at], salt=f"{seed} {at}")
        form = {"player": seen[at].player, "round": seen[at].round, "season": seen[at].season.value}
        scene.upload(File(f"{at}.jpg", photo, ""), form)


def _correct_and_publish(scene: Scene, sheets: int, random: Random) -> None:
    """Correct sheets that are read, and publish, as the reading goes on."""
    for at in range(CORRECTED, sheets + 1, CORRECTED):
        wait_until_read(scene, at)
        [*some] = scene.ask(lambda web: web.get(f"{scene.cup.at}/sheets?most=20")).json()["sheets"]
        if some:
            scene.correct(random.choice(some)["id"], random)
        if at % PUBLISHED == 0:
            scene.publish(f"after {at} sheets")


def wait_until_read(scene: Scene, count: int) -> None:
    """Wait, however long it takes, as long as the reading goes on."""
    last, since = scene.notes.ended(), time.monotonic()
    while (read := scene.notes.ended()) < count:
        if read > last:
            last, since = read, time.monotonic()
        assert time.monotonic() < since + PATIENCE, f"in vain: {count} pages read; {read} are"
        time.sleep(0.05)


def _strike_all(
    scene: Scene, blows: Sequence[Blow], clients: Sequence[Future[None]], sheets: int
) -> Counter[str]:
    happened: Counter[str] = Counter()
    last = -APART
    for blow in blows:
        wait_until_read(scene, min(max(blow.after, last + APART), sheets))
        if any(client.done() and client.exception() for client in clients):
            break
        if _strike(scene, blow):
            happened[f"{blow.what} {blow.whom}"] += 1
        last = scene.notes.ended()
    return happened


def _strike(scene: Scene, blow: Blow) -> bool:
    """Strike a server, or a reader of it; tell whether there was one."""
    server = scene.servers[blow.after % len(scene.servers)]
    victim: int | None = server.pid
    if blow.whom == "reader":
        victim = _reader_of(scene, server.pid)
    if victim is None:
        return False
    try:
        os.kill(victim, signal.SIGKILL if blow.what == KILL else signal.SIGSTOP)
    except ProcessLookupError:
        return False
    if blow.what == "pause":
        time.sleep(blow.seconds)
        os.kill(victim, signal.SIGCONT)
    elif blow.whom == "server":
        wait_until(lambda: _is_replaced(scene, server, victim), "another server")
    return True


def _reader_of(scene: Scene, server: int) -> int | None:
    """Return a reader that has read lately, if one is alive."""
    lately = sorted({worker for _, parent, worker, _ in scene.notes.lines()[-200:] if parent == server})
    return next((worker for worker in lately if is_alive(worker)), None)


def _is_replaced(scene: Scene, server: Server, dead: int) -> bool:
    scene.revive()
    return server.pid != dead


def main() -> int:
    """Play, and tell what is wrong afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.faults.tournament", description=__doc__)
    parser.add_argument("--sheets", type=int, default=5000)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--photos", choices=("disk", "bucket"), default="disk")
    asked = parser.parse_args()
    random, begun = Random(f"{asked.seed} tournament"), time.monotonic()
    players = players_of(asked.sheets)
    seen = photos_of(players, asked.sheets, random)
    blows = blows_of(asked.faults, asked.sheets, random)
    with ExitStack() as stack:
        postgres = stack.enter_context(run_postgres()).address if asked.database == "postgresql" else None
        store = Store(asked.database, asked.photos)
        scene = stack.enter_context(
            open_scene(store, postgres, os.environ.__setitem__, players=players, readers=2)
        )
        happened = play(scene, seen, blows, asked.seed)
        found = scene.what_is_wrong()
        promised = scene.promised
    done = f"{len(promised.corrections)} corrections, {len(promised.publications)} publications"
    print(f"{len(promised.files)} sheets, {done}")
    print(f"{sum(happened.values())} faults: {dict(happened)}; {time.monotonic() - begun:.0f} s")
    print("\n".join(found) or "nothing is wrong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
