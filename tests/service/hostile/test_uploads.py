"""Hundreds of files that harm, to a real server with the real reader: each ends in one state, with a reason.

`make hostile` sends more of them, and such as take long.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.extent import ALL_TESTS
from tests.service.hostile.corpus import NAMES, all_files, whole_files
from tests.service.hostile.documents import long_documents
from tests.service.hostile.server import MB, Watched
from tests.service.hostile.zips import bad_zips

HARMS = int(os.environ.get("SURVEYOR_HARMS", "6" if ALL_TESTS else "1"))  # by chance, to each good file
LONG = HARMS > 6
PATIENCE = 600.0  # seconds in which all of them end; a busy machine takes two minutes
AT_ONCE = 60  # files in a request
MOST_MEMORY = 600 * MB
SLOWEST = 10.0  # seconds until the server says that it is alive, on a machine with much else to do
File = tuple[str, bytes]
FINAL = {"scored", "review", "rejected"}
EXPECTED = {
    "empty.jpg": "empty_file",
    "svg.jpg": "not_a_photo",
    "html.jpg": "not_a_photo",
    "png of 65535 x 65535.png": "too_many_pixels",
    "jpeg of 65535 x 65535.jpg": "too_many_pixels",
    "tiff of 2147483647 x 2147483647.tiff": "damaged_photo",
    "tiff of many pages.tiff": "too_many_pages",
    "many pages.pdf": "too_many_pages",
    "locked.pdf": "locked_pdf",
    "drawing.pdf": "too_complex",
    "picture of 30000.pdf": "too_many_pixels",
}
"""Reasons that must be these; of the others, any will do."""
OURS = {"internal_error", "reader_died", "reader_hung"}
"""Reasons that are no fault of the file."""


def test_every_hostile_file_ends_in_one_state_with_a_reason(
    server: Watched, web: httpx.Client, cup: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = list(all_files(HARMS, sparse=not ALL_TESTS and HARMS == 1))
    if not ALL_TESTS and not LONG:
        files = _sixth_of(files)
    files += [(name, f"no photo, but {name!r}".encode()) for name in NAMES]
    zips = list(bad_zips(whole_files()["a.jpg"]))
    long = list(long_documents()) if LONG else []

    for some in _some(files + long):
        _check_taken(_send(web, cup, some), len(some))
    alone = [_check_alone(_send(web, cup, [zipped])) for zipped in zips]
    rows = _wait_for_all(web, cup)

    assert len(files) + len(zips) >= (500 if ALL_TESTS else 100)
    assert len(rows) >= len(files) + sum(alone)
    assert [row for row in rows if row["state"] not in FINAL] == []
    assert [row for row in rows if row["state"] == "rejected" and not _is_told(row["reason"])] == []
    assert [row["name"] for row in rows if not _is_plain(row["name"])] == []
    ends = {row["name"]: row["reason"] and row["reason"]["code"] for row in rows}
    assert {name: ends[name] for name in EXPECTED} == EXPECTED
    ours = {
        row["name"]: row["reason"]["code"] for row in rows if row["reason"] and row["reason"]["code"] in OURS
    }
    assert ours.keys() <= {name for name, _ in long}, ours
    _tell(capsys, server, rows)
    assert server.failures == []
    assert server.slowest < SLOWEST
    assert server.peak < MOST_MEMORY


def _sixth_of(files: list[File]) -> list[File]:
    """Return every sixth file, and all that must end in a certain way."""
    return [file for number, file in enumerate(files) if number % 6 == 1 or file[0] in EXPECTED]


def _some(files: list[File]) -> Iterator[list[File]]:
    for start in range(0, len(files), AT_ONCE):
        yield files[start : start + AT_ONCE]


def _send(web: httpx.Client, cup: str, files: list[File]) -> httpx.Response:
    boundary = "b0undary"
    parts = [
        b'--%s\r\nContent-Disposition: form-data; name="photos"; filename="%s"\r\n\r\n%s\r\n'
        % (boundary.encode(), _quoted(name), content)
        for name, content in files
    ]
    kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return web.post(f"{cup}/batches", content=b"".join(parts) + b"--b0undary--\r\n", headers=kind)


def _quoted(name: str) -> bytes:
    """Return a name as it can stand in a header; what cannot is left to the name's other tests."""
    return name.replace("\\", "\\\\").replace('"', "%22").encode(errors="replace")[:3000]


def _check_taken(answer: httpx.Response, count: int) -> None:
    assert answer.status_code == 202, answer.text
    assert len(answer.json()["files"]) >= count  # of a zip, those in it


def _check_alone(answer: httpx.Response) -> int:
    """Check the answer to a zip: taken, or refused with the reason; return how many files came of it."""
    if answer.status_code == 202:
        return len(answer.json()["files"])
    assert answer.status_code in (413, 415, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert _is_told(answer.json()["reason"])
    return 0


def _wait_for_all(web: httpx.Client, cup: str) -> list[dict[str, Any]]:
    until = time.monotonic() + PATIENCE
    while any(not batch["done"] for batch in web.get(f"{cup}/batches").json()["batches"]):
        assert time.monotonic() < until, _open(web, cup)
        time.sleep(0.2)
    return list(_rows(web, cup))


def _rows(web: httpx.Client, cup: str, **asked: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    after: dict[str, str] = {}
    while True:
        page = web.get(f"{cup}/files", params={"most": 500} | after | asked).json()
        rows += page["files"]
        if page["next"] is None:
            return rows
        after = {"after": page["next"]}


def _open(web: httpx.Client, cup: str) -> list[str]:
    return [row["name"] for row in _rows(web, cup) if row["state"] not in FINAL]


def _is_told(reason: dict[str, str] | None) -> bool:
    """Tell whether a reason has a sentence and an advice, and nothing that only programmers understand."""
    if reason is None:
        return False
    words = f"{reason['message']} {reason['advice']}"
    sentences = all(
        part and part.strip().endswith((".", "?")) for part in (reason["message"], reason["advice"])
    )
    return sentences and "Traceback" not in words and "/" not in words.replace("w/", "")


def _is_plain(name: str) -> bool:
    return (
        0 < len(name) <= 255
        and name.isprintable()
        and not name.startswith("/")
        and ".." not in name.split("/")
        and "\\" not in name
    )


def _tell(capsys: pytest.CaptureFixture[str], server: Watched, rows: list[dict[str, Any]]) -> None:
    """Print what came of it, for `make hostile`."""
    codes = Counter(row["reason"]["code"] if row["reason"] else row["state"] for row in rows)
    outcomes = {
        "files": len(rows),
        "ends": dict(codes.most_common()),
        "server MB": round(server.peak / MB),
        "largest worker MB": round(server.workers_peak / MB),
        "asked whether alive": server.answers,
        "slowest answer s": round(server.slowest, 2),
    }
    if LONG:
        with capsys.disabled():
            print(json.dumps(outcomes, indent=1))
    else:
        print(json.dumps(outcomes))


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.pdf", "a.zip"])
def test_a_hostile_photo_sent_to_be_read_at_once_is_refused_with_a_reason(
    web: httpx.Client, name: str
) -> None:
    for length in (0, 1, 12, 100, 400):
        photo = whole_files()[name][:length]
        answer = web.post("/v1/readings", files={"photo": (name, photo)})
        assert answer.status_code in (415, 422), answer.text
        assert _is_told(answer.json()["reason"])
