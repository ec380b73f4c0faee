"""What is measured of a server under load."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import httpx

from service.documents import Status
from service.work.processlimits import prepare
from service.work.sources import BytesSource
from service.work.tasks import PageTask, read_page
from tests.bench.photos import PHOTOS, new_photos
from tests.processes import family
from tests.service.seeded import PLAYERS, Seen, photo_of
from tests.service.servers import Server

LATENCY_CLIENTS = (1, 8, 64)
UPLOADERS = 8
LOOK = 0.25  # seconds between two looks at what is not read yet: each look costs the server some work


@dataclass(frozen=True)
class Speed:
    """How fast photos were read."""

    speed: float
    """Photos a second."""
    cost: float
    """Seconds of a processor for each: those do not change with what others do on the machine."""


@contextmanager
def bare_pool(workers: int) -> Iterator[Callable[[int], Speed]]:
    """Give what reads so many photos in a pool of processes, and returns how fast."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=prepare) as pool:

        def read(many: int) -> Speed:
            tasks = [PageTask(BytesSource(photo), "a.jpg") for photo in new_photos(many)]
            with timing(os.getpid(), many) as taken:
                results = list(pool.map(read_page, tasks))
            assert not [result for result in results if result.reading.status is Status.REJECTED]
            return taken[0]

        read(2 * workers)  # the first one loads the models
        yield read


def client_of(server: Server) -> httpx.Client:
    """Return a client of the server."""
    return httpx.Client(base_url=server.address, timeout=600, trust_env=False)


@contextmanager
def timing(parent: int, many: int) -> Iterator[list[Speed]]:
    """Give a list that holds in the end how fast a process and all that it started read so many photos."""
    taken: list[Speed] = []
    began, used = time.perf_counter(), _processor(parent)
    yield taken
    taken.append(Speed(many / (time.perf_counter() - began), (_processor(parent) - used) / many))


def _processor(parent: int) -> float:
    """Return the seconds of a processor that a process and all that it started and still lives have used."""
    ticks = 0
    for pid in family(parent):
        with suppress(OSError):  # it ends just now
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(stat[11]) + int(stat[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def through_service(server: Server, many: int) -> Speed:
    """Upload photos from eight clients; return how fast they were read, from first byte to last reading."""
    with client_of(server) as web, ThreadPoolExecutor(UPLOADERS) as uploaders:
        cup = new_tournament(web)

        def send(photos: list[bytes]) -> None:
            list(uploaders.map(partial(_upload, web, cup), photos))
            _wait_for(web, cup)

        send(new_photos(UPLOADERS))  # so that every worker has begun
        with timing(server.pid, many) as taken:
            send(new_photos(many))
        assert not web.get(f"{cup}/files?state=rejected").json()["files"]
        return taken[0]


def new_tournament(web: httpx.Client) -> str:
    """Return the address of a tournament without players."""
    made = web.post("/v1/tournaments", json={"name": "Load"})
    return f"/v1/tournaments/{made.json()['id']}"


def _upload(web: httpx.Client, cup: str, photo: bytes) -> None:
    while (sent := web.post(f"{cup}/batches", content=photo)).status_code == 503:
        time.sleep(LOOK)  # too much is waiting; a real client waits as long as it is told
    assert sent.status_code == 202, sent.text


def _wait_for(web: httpx.Client, cup: str) -> None:
    while web.get(f"{cup}/files?state=waiting&state=reading&most=1").json()["files"]:
        time.sleep(LOOK)


def latencies(server: Server, clients: int, least: int) -> list[float]:
    """Return the seconds of each of many requests for one reading, in order."""
    each = max(2, -(-least // clients))
    photos = new_photos(each * clients)

    def ask(at: int) -> list[float]:
        taken = []
        with client_of(server) as web:
            for photo in photos[at::clients]:
                began = time.perf_counter()
                answer = web.post("/v1/readings", files={"photo": ("a.jpg", photo)})
                taken.append(time.perf_counter() - began)
                assert answer.status_code == 200, answer.text
        return taken

    with client_of(server) as web:
        for photo in PHOTOS:
            web.post("/v1/readings", files={"photo": ("a.jpg", photo)})
    with ThreadPoolExecutor(clients) as asking:
        return sorted(seconds for taken in asking.map(ask, range(clients)) for seconds in taken)


def memory(server: Server, marks: Sequence[int]) -> Mapping[int, float]:
    """Upload one photo after another from eight clients; return the server's MB after so many of them."""
    used, sent = {}, 0
    with client_of(server) as web, ThreadPoolExecutor(UPLOADERS) as uploaders:
        cup = new_tournament(web)
        for mark in marks:
            list(uploaders.map(partial(_upload, web, cup), map(_seeded, range(sent, mark))))
            sent = mark
            _wait_for(web, cup)
            used[mark] = _rss(server.pid)
    return used


def _seeded(at: int) -> bytes:
    return photo_of(Seen(PLAYERS[at % len(PLAYERS)], 1), salt=f"{at}")


def _rss(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
