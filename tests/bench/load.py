"""The service under load, beside the bare pipeline in the same minutes: `make bench-service`.

    python -m tests.bench.load [--postgresql] [--cluster] [--sheets 24] [--uploads 5000] [--only NAME ...]

Sheets a second through the service with all cores against a bare process pool, in turns; how long one photo
takes at 1, 8 and 64 clients; and the server's memory while thousands of photos are uploaded (with a stub for
vision).
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.measures import LATENCY_CLIENTS, bare_pool, latencies, memory, through_service
from tests.bench.photos import PHOTOS
from tests.service.postgres import make_database, run_postgres
from tests.service.servers import Notes, Server

CORES = len(os.sched_getaffinity(0))
BAR = 0.85  # of the bare pipeline's sheets a second
ROUNDS = 5  # turns of each; the median counts, for others may use the machine too
SERVE = ("service", "serve")
MEASURES = ("throughput", "latency", "memory")


def main() -> None:
    """Measure, and print a table."""
    asked = _arguments()
    kinds = ["sqlite", *(["postgresql"] if asked.postgresql else []), *(["cluster"] if asked.cluster else [])]
    print(f"{CORES} cores, load average {os.getloadavg()[0]:.1f} at the start; {len(PHOTOS)} sample photos,")
    print(f"each sent as another file every time; {ROUNDS} rounds of {asked.sheets} photos, in turns\n")
    for kind in kinds:
        for name in asked.only or MEASURES:
            with _servers(kind) as serve:
                MEASURED[name](kind, serve, asked)
    print(f"load average {os.getloadavg()[0]:.1f} at the end")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The service under load.")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL too")
    parser.add_argument("--cluster", action="store_true", help="with a two-worker Dask cluster too")
    parser.add_argument("--sheets", type=int, default=24, help="photos in a round")
    parser.add_argument("--uploads", type=int, default=5000, help="photos of the memory's measurement")
    parser.add_argument("--only", nargs="+", choices=MEASURES, help="not all three")
    return parser.parse_args()


Serve = Callable[..., Server]


@contextmanager
def _servers(kind: str) -> Iterator[Serve]:
    """Give what starts a server with a database of its own; all is ended and deleted at the end."""
    with ExitStack() as last:
        folder = Path(
            last.enter_context(TemporaryDirectory(prefix="surveyor-bench-", ignore_cleanup_errors=True))
        )
        address = f"sqlite:///{folder / 'surveyor.db'}"
        settings: dict[str, object] = {"readers": CORES, "log_format": "json"}
        if kind == "postgresql":
            address = make_database(last.enter_context(run_postgres()).address, "bench")
        if kind == "cluster":
            settings["cluster"] = last.enter_context(_cluster())

        def serve(*program: str) -> Server:
            server = Server(folder, Notes(folder / "notes"), address, program, **settings).start()
            last.callback(server.stop)
            return server

        yield serve


@contextmanager
def _cluster() -> Iterator[str]:
    """Run a scheduler and two workers with one thread each, on loopback."""
    from distributed import LocalCluster

    quiet = {"host": "127.0.0.1", "dashboard_address": None, "silence_logs": 50}
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **quiet) as cluster:
        yield cluster.scheduler_address


def _throughput(kind: str, serve: Serve, asked: argparse.Namespace) -> None:
    server = serve(*SERVE)
    with bare_pool(CORES) as read_bare:
        rounds = [(read_bare(asked.sheets), through_service(server, asked.sheets)) for _ in range(ROUNDS)]
    ratios = [served.speed / bare.speed for bare, served in rounds]
    ratio = median(ratios)
    beside = " (the cluster's own not counted)" if kind == "cluster" else ""
    print(f"{kind}: sheets a second with {CORES} cores, and seconds of a processor for each{beside}")
    for name, speeds in zip(
        ("bare process pool", "through the service"), zip(*rounds, strict=True), strict=True
    ):
        speed, cost = median(one.speed for one in speeds), median(one.cost for one in speeds)
        print(f"  {name:20} {speed:6.2f}   {cost:.3f}")
    told = " ".join(f"{one:.2f}" for one in sorted(ratios))
    print(
        f"  ratio {ratio:.2f} (bar {BAR}: {'met' if ratio >= BAR else 'missed'}); by round {told}\n",
        flush=True,
    )


def _latency(kind: str, serve: Serve, asked: argparse.Namespace) -> None:
    server = serve(*SERVE)
    with bare_pool(1) as read_bare:
        bare = 1 / read_bare(asked.sheets).speed
    with bare_pool(CORES) as read_bare:
        speed = read_bare(asked.sheets).speed
    print(f"{kind}: seconds of one POST /v1/readings, and how many times a bare read ({bare:.2f}) that is;")
    print(f"  turn: p50 to the time that the bare pool ({speed:.2f} a second) takes for a photo of each")
    for clients in LATENCY_CLIENTS:
        taken = latencies(server, clients, asked.sheets)
        p50, p99 = (taken[min(len(taken) - 1, int(share * len(taken)))] for share in (0.5, 0.99))
        told = " ".join(
            f"p{at} {seconds:6.2f} ({seconds / bare:4.1f} x)" for at, seconds in ((50, p50), (99, p99))
        )
        turn = p50 / max(bare, clients / speed)
        print(f"  {clients:2} clients  {told}  turn {turn:.2f}  ({len(taken)} photos)")
    print(flush=True)


def _memory(kind: str, serve: Serve, asked: argparse.Namespace) -> None:
    if kind == "cluster":
        return
    server = serve("tests.service.survivor")
    early, late = (asked.uploads // 10, asked.uploads)
    told = memory(server, (early, late))
    print(f"{kind}: MB of the server's memory (RSS), uploads with a stub for vision")
    print(
        f"  after {early:5} uploads {told[early]:.1f}\n  after {late:5} uploads {told[late]:.1f}\n",
        flush=True,
    )


MEASURED = {"throughput": _throughput, "latency": _latency, "memory": _memory}


if __name__ == "__main__":
    main()
