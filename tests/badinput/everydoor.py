"""Ten thousand hostile files, each through one door: library, command, `surveyor batch`, or the service.

python -m tests.badinput.everydoor --count 10000 --seed 1

A finding is what raises, dies, prints a traceback, blames itself, takes 10 s or 1 GiB, leaves a file without
one final state and a reason, or leaves anything lying.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

import httpx

from tests.badinput.doors import OURS, REJECTED
from tests.badinput.files import BadFile, Kind, Way
from tests.badinput.inventions import INVENTIONS, invented
from tests.badinput.within import Watch, Within
from tests.service.clients import client_of
from tests.service.hostile.server import watched_server

MB = 2**20
MOST_MEMORY = 2**30
MOST_SECONDS = {"library": 10.0, "command": 10.0, "batch": 60.0, "service": 60.0}
"""For one file or page: of the processor, else of the clock, as other programs keep the machine busy too."""
IN_FOLDER = 300  # files of a batch
PATIENCE = 1200.0  # seconds in which what was uploaded is read, however busy the machine


class Door(StrEnum):
    """Where a file comes in."""

    LIBRARY = "library"
    COMMAND = "command"
    BATCH = "batch"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Job:
    """A file to be made, and its door."""

    kind: Kind
    number: int
    seed: int
    door: Door

    @property
    def file(self) -> BadFile:
        """The file; made anew each time."""
        return invented(self.kind, self.number, self.seed)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a file ended."""

    kind: str
    name: str
    door: Door
    outcome: str
    seconds: float
    """Of the processor through library and command, else of the clock."""
    peak: int
    """Bytes that the largest process held, or the largest that was seen while many were read."""
    findings: tuple[str, ...] = ()


def jobs(count: int, seed: int, kinds: Sequence[Kind]) -> Iterator[Job]:
    """Yield so many files, at least one of each kind, each kind's in turn through every door it has."""
    made: Counter[Kind] = Counter()

    def rounds() -> Iterator[Job]:
        while True:
            for kind in kinds:
                for _ in range(INVENTIONS[kind]):
                    doors = _doors_of(kind)
                    yield Job(kind, made[kind], seed, doors[made[kind] % len(doors)])
                    made[kind] += 1

    return islice(rounds(), count)


def _doors_of(kind: Kind) -> Sequence[Door]:
    """Return the doors of a kind: a folder of photos takes no documents."""
    if kind.way in (Way.PHOTO, Way.ZIP):
        return list(Door)
    return (Door.LIBRARY, Door.COMMAND, Door.SERVICE)


def try_all(wanted: Sequence[Job]) -> Iterator[Ended]:
    """Send every file through its door, and yield how each ended."""
    by_door = {door: [job for job in wanted if job.door is door] for door in Door}
    with tempfile.TemporaryDirectory() as folder:
        yield from _in_one_process([*by_door[Door.LIBRARY], *by_door[Door.COMMAND]])
        laid = by_door[Door.BATCH]
        for start in range(0, len(laid), IN_FOLDER):
            yield from _in_batch(laid[start : start + IN_FOLDER], Path(folder) / f"batch-{start}")
        if by_door[Door.SERVICE]:
            yield from _in_service(by_door[Door.SERVICE], Path(folder) / "service")


def _in_one_process(wanted: Sequence[Job]) -> Iterator[Ended]:
    with Within() as within:
        for job in wanted:
            done = within.do(job.kind.name, job.number, job.seed, job.door.value)
            yield _ended(job, done.outcome, done.seconds, done.peak, done.findings)


def _ended(job: Job, outcome: str, seconds: float, peak: int, findings: tuple[str, ...]) -> Ended:
    """Return how a file ended, with what it took too much of among the findings."""
    name = f"{job.kind.name} {job.number:04}"
    if seconds > MOST_SECONDS[job.door]:
        findings += (f"took {seconds:.1f} s",)
    if peak > MOST_MEMORY:
        findings += (f"took {peak // MB} MB",)
    return Ended(job.kind.name, name, job.door, outcome, seconds, peak, findings)


def _in_batch(wanted: Sequence[Job], folder: Path) -> Iterator[Ended]:
    """Lay files into a folder, and have it read by one worker."""
    folder.mkdir(parents=True)
    by_name: dict[str, Job] = {}
    for job in wanted:
        file = job.file
        name = f"{len(by_name):04}.{_photo_suffix(file)}"
        (folder / name).write_bytes(file.content)
        by_name[name] = job
    out = folder.with_name(f"{folder.name}-out")
    command = [
        sys.executable,
        "-m",
        "service",
        "batch",
        str(folder),
        "--out",
        str(out),
        "--edicts",
        "Greenbough",
    ]
    process = subprocess.Popen(
        [*command, "--workers", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with Watch(process.pid) as watch:
        _, words = process.communicate()
    lines = [json.loads(line) for line in (out / "ledger.jsonl").read_text().splitlines()]
    ours = (
        ()
        if process.returncode == 0 and "Traceback" not in words
        else (f"status {process.returncode}: {words[-300:]}",)
    )
    found = defaultdict(list)
    for line in lines:
        found[line["file"]].append(line)
    for name, job in by_name.items():
        yield _of_ledger(job, found[name], watch.peak, ours)


def _photo_suffix(file: BadFile) -> str:
    """Return the suffix by which a folder's file is taken for a photo; what has another is not looked at."""
    suffix = file.name.rpartition(".")[2]
    return suffix if suffix in ("jpg", "png", "webp", "tiff", "heic", "pdf") else "jpg"


def _of_ledger(job: Job, lines: Sequence[dict[str, Any]], peak: int, ours: tuple[str, ...]) -> Ended:
    if len(lines) != 1:
        return _ended(job, "none", 0.0, peak, (*ours, f"{len(lines)} lines in the ledger"))
    line = lines[0]
    reason = line["reason"] or {"code": "", "advice": "none"}
    findings = ours if reason["code"] not in OURS and reason["advice"] else (*ours, str(reason))
    seconds = max((page["seconds"] or 0.0 for page in line["pages"]), default=0.0)
    outcome = {"scored": "read"}.get(line["state"], line["state"])
    return _ended(job, outcome, seconds, peak, findings)


def _in_service(wanted: Sequence[Job], folder: Path) -> Iterator[Ended]:
    """Send photos to be read at once or in batches, lists to a tournament and documents to be scored."""
    folder.mkdir(parents=True)
    with watched_server(folder / "data", readers=1) as server:
        with (
            Watch(server.process.pid) as watch,
            client_of(server.address, timeout=300) as web,
        ):
            cup = "/v1/tournaments/" + web.post("/v1/tournaments", json={"name": "Cup"}).json()["id"]
            sent: list[tuple[Job, tuple[str, ...]]] = []
            for job in wanted:
                if job.kind.way is Way.ZIP or (job.kind.way is Way.PHOTO and job.number // 4 % 2):
                    sent.append((job, _sent(web, cup, job)))
                else:
                    yield _asked(web, cup, job, watch)
            yield from _came_of(web, cup, sent, watch)
            logged = (folder / "log").read_text(errors="replace")
        wrong = [*server.failures, *(["a traceback in the server's log"] if "Traceback" in logged else [])]
        if wrong or server.slowest > MOST_SECONDS[Door.SERVICE]:
            yield Ended(
                "the server itself",
                "healthz",
                Door.SERVICE,
                "none",
                server.slowest,
                server.peak,
                tuple(wrong),
            )


def _asked(web: httpx.Client, cup: str, job: Job, watch: Watch) -> Ended:
    """Send a file that is answered at once."""
    file = job.file
    began = time.monotonic()
    path, kind = _where(file, cup)
    try:
        answer = web.post(path, content=file.content, headers={"Content-Type": kind})
    except httpx.HTTPError as error:
        return _ended(job, "none", time.monotonic() - began, watch.peak, (repr(error),))
    seconds = time.monotonic() - began
    return _ended(job, _outcome(answer), seconds, watch.peak, tuple(_wrong(answer)))


def _where(file: BadFile, cup: str) -> tuple[str, str]:
    if file.way is Way.PHOTO:
        return "/v1/readings", "application/octet-stream"
    if file.way is Way.PLAYERS:
        return f"{cup}/players/import", "text/csv"
    return "/v1/scores", "application/json"


def _outcome(answer: httpx.Response) -> str:
    if answer.status_code >= 400:
        return REJECTED
    document = answer.json()
    return str(document.get("status", "read")) if isinstance(document, dict) else "read"


def _wrong(answer: httpx.Response) -> Iterator[str]:
    """Yield what is wrong with an answer: that it is our mistake, or that it says nothing."""
    if answer.status_code in (500, 502, 504) or "Traceback" in answer.text:
        yield f"{answer.status_code}: {answer.text[:300]}"
        return
    document = answer.json()
    reason = document.get("reason") if isinstance(document, dict) else None
    if isinstance(reason, dict) and reason.get("code") in OURS:
        yield str(reason)
    if answer.status_code >= 400 and not document.get("detail") and not reason:
        yield f"{answer.status_code} without words"


def _sent(web: httpx.Client, cup: str, job: Job) -> tuple[str, ...]:
    """Upload a file under a name of its own; return what is wrong with the answer."""
    file = job.file
    name = f"{job.kind.name.replace(':', '')}-{job.number}.{file.name.rpartition('.')[2]}"
    answer = web.post(
        f"{cup}/batches", files={"photos": (name, file.content), "beside": ("beside.txt", b"no photo")}
    )
    return tuple(_wrong(answer))


def _came_of(
    web: httpx.Client, cup: str, sent: Sequence[tuple[Job, tuple[str, ...]]], watch: Watch
) -> Iterator[Ended]:
    """Wait until all uploads are read; yield how each ended, as far as it has a row of its own."""
    until = time.monotonic() + PATIENCE
    while (
        any(not batch["done"] for batch in web.get(f"{cup}/batches").json()["batches"])
        and time.monotonic() < until
    ):
        time.sleep(0.5)
    rows = list(_rows(web, cup))
    ours = [str(row["reason"]) for row in rows if row["reason"] and row["reason"]["code"] in OURS]
    if ours or any(row["state"] not in ("scored", "review", "rejected") for row in rows):
        yield Ended(
            "uploads", "all", Door.SERVICE, "none", 0.0, watch.peak, (f"not final, or ours: {ours[:3]}",)
        )
    by_name = {re.sub(r"\.[^.]*$", "", row["name"].split("/")[0]): row for row in rows}
    for job, findings in sent:
        row = by_name.get(f"{job.kind.name.replace(':', '')}-{job.number}")
        outcome = {"scored": "read"}.get(row["state"], row["state"]) if row else REJECTED
        yield _ended(job, outcome, 0.0, watch.peak, findings)


def _rows(web: httpx.Client, cup: str) -> Iterator[dict[str, Any]]:
    after: dict[str, str] = {}
    while True:
        page = web.get(f"{cup}/files", params={"most": "500"} | after).json()
        yield from page["files"]
        if page["next"] is None:
            return
        after = {"after": page["next"]}


def table(ended: Sequence[Ended], of: Callable[[Ended], str]) -> str:
    """Return in Markdown what became of the files, by their kind or door."""
    groups: dict[str, list[Ended]] = defaultdict(list)
    for each in ended:
        groups[of(each)].append(each)
    rows = [
        "| | files | read | review | rejected | findings | longest s | peak MB |",
        "| --- |" + " ---: |" * 7,
    ]
    for name, some in [*groups.items(), ("**all**", list(ended))]:
        count = [sum(each.outcome == outcome for each in some) for outcome in ("read", "review", "rejected")]
        found = sum(bool(each.findings) for each in some)
        cells = (
            name,
            len(some),
            *count,
            found,
            f"{max(each.seconds for each in some):.1f}",
            max(each.peak for each in some) // MB,
        )
        rows.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(rows)


def main() -> int:
    """Send the files, and tell what came of them."""
    asked = _parser().parse_args()
    kinds = [kind for kind in INVENTIONS if re.search(asked.kind, kind.name)]
    doors = [Door(door) for door in asked.door] or list(Door)
    wanted = [job for job in jobs(asked.count, asked.seed, kinds) if job.door in doors]
    ended: list[Ended] = []
    began = time.monotonic()
    for each in _for_some_time(wanted, began + 60 * asked.minutes):
        ended.append(each)
        if each.findings:
            print(f"finding: {each.door}: {each.name}: {'; '.join(each.findings)}", flush=True)
        if len(ended) % 500 == 0:
            print(
                f"{len(ended)} of {len(wanted)} after {time.monotonic() - began:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    print(
        f"\n{len(ended)} files of {len(kinds)} kinds, seed {asked.seed}, {time.monotonic() - began:.0f} s\n"
    )
    print(table(ended, lambda each: each.kind), "\n")
    print(table(ended, lambda each: each.door))
    return 1 if any(each.findings for each in ended) else 0


def _for_some_time(wanted: Sequence[Job], until: float) -> Iterator[Ended]:
    """Try a round of all kinds after another, until all are tried or the time is over."""
    each_time = sum(INVENTIONS.values())
    for start in range(0, len(wanted), each_time):
        if time.monotonic() < until:
            yield from try_all(wanted[start : start + each_time])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.badinput.everydoor", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="begin no other round after so many")
    parser.add_argument("--kind", default="", help="only kinds whose names have this, a regular expression")
    parser.add_argument("--door", action="append", default=[], choices=list(Door), help="only this door")
    return parser


if __name__ == "__main__":
    sys.exit(main())
