"""Past one machine, in turns with one process: `make bench-cluster`.

    python -m tests.bench.cluster [--sheets 40] [--rounds 3] [--workers 1 2 4] [--only batch service]

A folder read by `surveyor batch` in one process, in as many processes as the cluster has workers, and on a
local Dask cluster; then the service with PostgreSQL, a bucket that speaks S3 and such a cluster. They take
turns, so that what else the machine does hits each; each is started for its turn and warm before it is timed.
The seconds of a processor are those of the batch and its workers; of the service, those of the server and its
own processes, not of the cluster's.
"""

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch
from uuid import uuid4

from datasets.measure.figures import Better, Figure, Row
from service.batch.plan import BatchRun
from service.batch.run import run_batch
from service.work.workforce import Workforce
from tests.bench.measures import Speed, through_service, timing
from tests.bench.photos import new_photos
from tests.service.faults.bucket import ADDRESS, run_bucket
from tests.service.localcluster import local_cluster
from tests.service.postgres import make_database, run_postgres
from tests.service.servers import Notes, Server

CORES = len(os.sched_getaffinity(0))
WITHIN = 0.1  # of twice the speed, with twice the workers
MEASURES = ("batch", "service")
GROUP = "Sheets a second of `surveyor batch` with two workers beside one"
SOURCE = "python -m tests.bench.cluster --only batch --workers 1 2"
KINDS = {"process": "processes", "cluster": "workers of a Dask cluster"}
Measure = Callable[[int], Speed]


def main() -> None:
    """Measure, and print a table."""
    asked = _arguments()
    print(f"{CORES} cores, load average {os.getloadavg()[0]:.1f} at the start; {asked.rounds} rounds of")
    print(f"{asked.sheets} photos each, in turns; medians; seconds are those of a processor\n")
    for name in asked.only:
        with ExitStack() as last:
            folder = TemporaryDirectory(prefix="surveyor-bench-", ignore_cleanup_errors=True)
            measures = MEASURED[name](Path(last.enter_context(folder)), asked.workers, last)
            _print(name, _in_turns(measures, asked.sheets, asked.rounds), asked.workers)
    print(f"load average {os.getloadavg()[0]:.1f} at the end")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A cluster on this machine, beside one process.")
    parser.add_argument("--sheets", type=int, default=40, help="photos in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--only", nargs="+", choices=MEASURES, default=MEASURES)
    return parser.parse_args()


def scale_figures(sheets: int, rounds: int) -> list[Figure]:
    """Return how much faster a folder is read with two workers than with one, in processes and a cluster."""
    with ExitStack() as last:
        folder = last.enter_context(TemporaryDirectory(prefix="surveyor-bench-", ignore_cleanup_errors=True))
        speeds = _in_turns(_batches(Path(folder), [1, 2], last), sheets, rounds)
    row, figures = Row(GROUP, source=SOURCE), []
    for kind, words in KINDS.items():
        ratios = _ratios(speeds[f"{kind} x 1"], speeds[f"{kind} x 2"])
        name = f"two {words} over one"
        figures.append(row.timed(name, ratios, "rounds", better=Better.MORE, bar=2 * (1 - WITHIN)))
    beside = _ratios(speeds["process x 1"], speeds["cluster x 1"])
    return [*figures, row.timed("a cluster of one over one process", beside, "rounds", better=Better.MORE)]


def _ratios(one: list[Speed], two: list[Speed]) -> list[float]:
    return [b.speed / a.speed for a, b in zip(one, two, strict=True)]


def _in_turns(measures: dict[str, Measure], sheets: int, rounds: int) -> dict[str, list[Speed]]:
    rounds_of = [{name: measure(sheets) for name, measure in measures.items()} for _ in range(rounds)]
    return {name: [one[name] for one in rounds_of] for name in measures}


def _print(what: str, speeds: dict[str, list[Speed]], workers: list[int]) -> None:
    first = next(iter(speeds))
    print(f"{what}: sheets a second, times those of {first}, and seconds of a processor for each sheet")
    for name, paces in speeds.items():
        ratio = median(one.speed / base.speed for one, base in zip(paces, speeds[first], strict=True))
        speed, cost = median(one.speed for one in paces), median(one.cost for one in paces)
        print(f"  {name:22} {speed:7.2f}  {ratio:5.2f} x  {cost:7.3f}")
    if {1, 2} <= set(workers):
        for kind in ("process", "cluster"):
            names = [name for name in speeds if name.startswith(kind)]
            if len(names) >= 2:
                _print_scale(kind, speeds[names[0]], speeds[names[1]])
    print(flush=True)


def _print_scale(kind: str, one: list[Speed], two: list[Speed]) -> None:
    ratios = sorted(_ratios(one, two))
    ratio, bar = median(ratios), 2 * (1 - WITHIN)
    words = " ".join(f"{each:.2f}" for each in ratios)
    verdict = "met" if ratio >= bar else "missed"
    print(f"  from one to two ({kind}): {ratio:.2f} x (bar {bar:.1f}: {verdict}); by round {words}")


def _batches(folder: Path, workers: list[int], last: ExitStack) -> dict[str, Measure]:
    """Return what reads a folder in so many processes, and on so many workers of a cluster."""
    measures: dict[str, Measure] = {}
    for kind, measure in (("process", _batch_alone), ("cluster", _batch_on_cluster)):
        measures |= {f"{kind} x {count}": partial(measure, folder, count) for count in workers}
    return measures


def _batch_alone(folder: Path, workers: int, many: int) -> Speed:
    with Workforce(workers) as workforce:
        return _read_folders(folder, workforce, (2 * workers, many))


def _batch_on_cluster(folder: Path, workers: int, many: int) -> Speed:
    with local_cluster(workers) as cluster, Workforce(cluster=cluster.scheduler_address) as workforce:
        return _read_folders(folder, workforce, (4 * workers, many), travel=True)


def _read_folders(
    folder: Path, workforce: Workforce, counts: tuple[int, ...], *, travel: bool = False
) -> Speed:
    """Read folders of so many photos; return how fast the last was, when every worker had its models."""
    for many in counts:
        with TemporaryDirectory(dir=folder) as place:
            photos = Path(place) / "photos"
            photos.mkdir()
            for at, photo in enumerate(new_photos(many)):
                (photos / f"{at:05}.jpg").write_bytes(photo)
            run = BatchRun(photos, Path(place) / "out", travel=travel)
            with timing(os.getpid(), many) as taken:
                batch = run_batch(run, workforce)
        assert (batch.files, batch.rejected) == (many, 0)
    return taken[0]


def _services(folder: Path, workers: list[int], last: ExitStack) -> dict[str, Measure]:
    """Return what reads uploads on one machine, and past it with so many workers of a cluster."""
    postgres, bucket = last.enter_context(run_postgres()), last.enter_context(run_bucket())
    last.enter_context(patch.dict(os.environ, bucket.environment | {"AWS_TIMEOUT": "10s"}))
    measures: dict[str, Measure] = {"one machine x 1": partial(_service_alone, folder)}
    for count in workers:
        measures[f"cluster x {count}"] = partial(_service_on_cluster, folder, postgres.address, count)
    return measures


def _service_alone(folder: Path, many: int) -> Speed:
    with TemporaryDirectory(dir=folder) as place:
        return _serve(Path(place), f"sqlite:///{place}/surveyor.db", many, readers=1)


def _service_on_cluster(folder: Path, databases: str, workers: int, many: int) -> Speed:
    address = make_database(databases, uuid4().hex)
    with TemporaryDirectory(dir=folder) as place, local_cluster(workers) as cluster:
        return _serve(Path(place), address, many, cluster=cluster.scheduler_address, blobs=ADDRESS)


def _serve(folder: Path, address: str, many: int, **settings: object) -> Speed:
    server = Server(folder, Notes(folder / "notes"), address, ("service", "serve"), **settings).start()
    try:
        return through_service(server, many)
    finally:
        server.stop()


MEASURED: dict[str, Callable[[Path, list[int], ExitStack], dict[str, Measure]]] = {
    "batch": _batches,
    "service": _services,
}


if __name__ == "__main__":
    main()
