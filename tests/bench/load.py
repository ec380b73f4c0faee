"""The service under load, beside the bare pipeline in the same minutes: `make bench-service`.

    python -m tests.bench.load [--postgresql] [--cluster] [--sheets 24] [--uploads 5000] [--only NAME ...]

Sheets a second through the service with all cores over a bare process pool, in turns; how long one photo
takes at 1, 8 and 64 clients over a bare read; and the server's memory while thousands of photos are uploaded
(with a stub for vision).
"""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from datasets.measure.figures import TIMES, Better, Figure, Row
from datasets.measure.tables import tables
from tests.bench.measures import LATENCY_CLIENTS, bare_pool, latencies, memory, through_service
from tests.bench.photos import PHOTOS
from tests.service.postgres import make_database, run_postgres
from tests.service.servers import Notes, Server

CORES = len(os.sched_getaffinity(0))
BAR = 0.9  # of the bare pipeline's sheets a second
ROUNDS = 5  # turns of each; the median counts, for others may use the machine too
SERVE = ("service", "serve")
MEASURES = ("throughput", "latency", "memory")
GROUP = "The service under load"
SOURCE = "python -m tests.bench.load"

Serve = Callable[..., Server]


def main() -> None:
    """Measure, and print the tables."""
    asked = _arguments()
    kinds = ["sqlite", *(["postgresql"] if asked.postgresql else []), *(["cluster"] if asked.cluster else [])]
    print(f"{CORES} cores, load average {os.getloadavg()[0]:.1f} at the start; {len(PHOTOS)} sample photos,")
    print(f"each sent as another file every time; {ROUNDS} rounds of {asked.sheets} photos, in turns")
    for kind in kinds:
        for name in asked.only or MEASURES:
            with servers(kind) as serve:
                print("\n" + tables(_measured(name, kind, serve, asked)), flush=True)
    print(f"\nload average {os.getloadavg()[0]:.1f} at the end")


def _measured(name: str, kind: str, serve: Serve, asked: argparse.Namespace) -> list[Figure]:
    match name:
        case "throughput":
            return throughput_figures(kind, serve, asked.sheets)
        case "latency":
            return latency_figures(kind, serve, asked.sheets)
        case _:
            return memory_figures(kind, serve, asked.uploads)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The service under load.")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL too")
    parser.add_argument("--cluster", action="store_true", help="with a two-worker Dask cluster too")
    parser.add_argument("--sheets", type=int, default=24, help="photos in a round")
    parser.add_argument("--uploads", type=int, default=5000, help="photos of the memory's measurement")
    parser.add_argument("--only", nargs="+", choices=MEASURES, help="not all three")
    return parser.parse_args()


@contextmanager
def servers(kind: str) -> Iterator[Serve]:
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


def throughput_figures(kind: str, serve: Serve, sheets: int, rounds: int = ROUNDS) -> list[Figure]:
    """Return how fast sheets are read through the service, over a bare process pool in turns with it."""
    server, row = serve(*SERVE), Row(GROUP, kind, source=SOURCE)
    with bare_pool(CORES) as read_bare:
        turns = [(read_bare(sheets), through_service(server, sheets)) for _ in range(rounds)]
    speeds = [served.speed / bare.speed for bare, served in turns]
    costs = [served.cost / bare.cost for bare, served in turns]
    pace = "sheets a second over a bare process pool"
    figures = [row.timed(pace, speeds, "rounds", better=Better.MORE, bar=BAR)]
    if kind != "cluster":  # whose workers are not the server's children
        figures.append(row.timed("processor time of a sheet over the pool", costs, "rounds"))
    return figures


def latency_figures(
    kind: str, serve: Serve, sheets: int, clients: Sequence[int] = LATENCY_CLIENTS
) -> list[Figure]:
    """Return how long one POST /v1/readings takes over a bare read, at so many clients at once."""
    server, figures = serve(*SERVE), []
    with bare_pool(1) as read_bare:
        bare = 1 / read_bare(sheets).speed
    for many in clients:
        taken = [seconds / bare for seconds in latencies(server, many, sheets)]
        row = Row(GROUP, f"{kind}, {many} clients", source=SOURCE)
        late = taken[min(len(taken) - 1, int(0.99 * len(taken)))]
        figures += [
            row.timed("one reading over a bare read, median", taken, "photos"),
            row.figure(
                "the slowest hundredth", late, unit=TIMES, n=len(taken), of="photos", better=Better.LESS
            ),
        ]
    return figures


def memory_figures(kind: str, serve: Serve, uploads: int) -> list[Figure]:
    """Return the server's memory after so many uploads, over that after a tenth of them."""
    if kind == "cluster":
        return []
    early, late = (uploads // 10, uploads)
    measured = memory(serve("tests.service.survivor"), (early, late))
    row, grown = Row(GROUP, kind, source=SOURCE), measured[late] / measured[early]
    name = f"memory after {late} uploads over that after {early}"
    return [row.timed(name, [grown], "run")]


if __name__ == "__main__":
    main()
