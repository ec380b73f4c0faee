"""Requests that are not what HTTP has them be: each is answered or dropped, and leaves nothing behind."""

import json
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

import anyio
import httpx
import numpy as np
import pytest
from starlette.datastructures import Headers, UploadFile

from service.routes.formfiles import FileParser, FilePart
from tests.service.clients import client_of
from tests.service.hostile.corpus import OTHERS, whole_files
from tests.service.hostile.server import MB, Watched, watched_server

MOST, MOST_IN_BATCH = 8 * MB, 24 * MB
MOST_MEMORY = 600 * MB
PATIENCE = 20.0  # seconds in which a server lets go of what nobody waits for
FORM = "multipart/form-data; boundary=b"
HEAD = b'--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n'

FIELD = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("requests") / "data"
    with watched_server(folder, readers=1, max_upload_bytes=MOST, max_batch_bytes=MOST_IN_BATCH) as watched:
        yield watched


def raw(server: Watched, *parts: bytes, shut: bool = False) -> int:
    """Send bytes as they are; return the status that is answered, 0 for none."""
    with socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), 20) as line:
        try:
            for part in parts:
                line.sendall(part)
            if shut:
                line.shutdown(socket.SHUT_WR)
            answer = line.recv(64)
        except OSError:
            return 0
    return int(answer.split()[1]) if answer.startswith(b"HTTP/") else 0


def head(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def held(web: httpx.Client, server: Watched, cup: str) -> tuple[int, int, list[Path]]:
    """Return how many batches and files there are, and what is left of photos that were being written."""
    batches, files = web.get(f"{cup}/batches").json()["batches"], web.get(f"{cup}/files").json()["files"]
    return len(batches), len(files), list(server.data.rglob(".new-*"))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", HEAD + b"x\r\n--b--\r\n"),
        ("multipart/form-data; boundary=", HEAD),
        ("multipart/form-data; boundary=other", HEAD + b"x\r\n--b--\r\n"),
        (f"multipart/form-data; boundary={'b' * 3000}", HEAD),
        (FORM, b""),
        (FORM, HEAD),
        (FORM, HEAD + b"x"),
        (FORM, b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"),
        (FORM, b"--b\r\n" + b"A: " + b"x" * 100_000 + b"\r\n\r\nx\r\n--b--\r\n"),
        (FORM, b"--b\r\n" + b"A: b\r\n" * 1000 + b"\r\nx\r\n--b--\r\n"),
        (FORM, (FIELD % b"round" + b"1\r\n") * 1000 + b"--b--\r\n"),
        (FORM, HEAD.replace(b"photos", b"photo") + b"x\r\n" + (HEAD + b"x\r\n") * 2500 + b"--b--\r\n"),
        (FORM, HEAD[:-4] + b"\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--b--\r\n"),
        (f"{FORM}; charset=undefined", HEAD + b"x\r\n--b--\r\n"),
        (f"{FORM}; charset=idna", HEAD.replace(b"a.jpg", b"a" * 3000) + b"x\r\n--b--\r\n"),
        (f"{FORM}; charset=zip", HEAD + b"x\r\n--b--\r\n"),
        (f"{FORM}; charset=unicode_escape", HEAD.replace(b"a.jpg", b"\\ud800") + b"x\r\n--b--\r\n"),
        (
            f"{FORM}; charset=unicode_escape",
            b'--b\r\nContent-Disposition: form-data; name="season"\r\n\r\n\\ud800\r\n'
            + HEAD
            + b"x\r\n--b--\r\n",
        ),
        ("application/json", b'{"photos": ' + b"[" * 100_000),
        ("application/x-www-form-urlencoded", b"photo=a&" * 5000),
        ("text/html", OTHERS["html"]),
        ("", b"x"),
        ("a" * 5000, b"x"),
    ],
)
@pytest.mark.parametrize("where", ["batches", "readings"])
def test_a_body_that_is_no_upload_is_refused(
    web: httpx.Client, server: Watched, cup: str, where: str, kind: str, body: bytes
) -> None:
    path = f"{cup}/batches" if where == "batches" else "/v1/readings"

    answer = web.post(path, content=body, headers={"Content-Type": kind})

    assert answer.status_code in (400, 413, 415, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]
    assert held(web, server, cup)[1:] == (0, [])


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 200_000,
        b'{"name": ' * 50_000,
        b'{"name": ' + b"9" * 100_000 + b"}",
        b'{"name": "\\ud800"}',
        b'{"name": "a", "\\ud800": 1}',
        b'{"name": "\\u0000"}',
        b'{"name": NaN, "rounds": Infinity, "edicts": -Infinity}',
        b'{"name": "\xff\xfe"}',
        b"\xff\xfe{\0}\0",
        b'{"name": "a", "rounds": 1e400}',
        b'{"name": "a", "rounds": 99999999999999999999999999}',
        json.dumps({"name": "a", "edicts": [{}] * 50_000}).encode(),
        b"[" + b"[]," * 5_000_000 + b"[]]",
    ],
    ids=range(13),
)
@pytest.mark.parametrize("path", ["/v1/tournaments", "/v1/scores", "/v1/keys", "/v1/session"])
def test_json_that_harms_is_refused(web: httpx.Client, path: str, body: bytes) -> None:
    answer = web.post(path, content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert len(answer.content) < 20_000


@pytest.mark.parametrize(
    "address",
    [
        "/v1/tournaments/%00",
        "/v1/tournaments/%00/files/%00",
        "/v1/tournaments/{cup}/files/%00",
        "/v1/tournaments/{cup}/files?batch=%00",
        "/v1/tournaments/{cup}/files?after=0001-01-01T00:00:00%2B23:00~a",
        "/v1/tournaments/{cup}/files?after=9999-12-31T23:00:00-23:00~%00",
        "/v1/tournaments/{cup}/files?most=99999999999999999999",
        "/v1/tournaments/{cup}/sheets?round=%ED%A0%80",
        "/v1/tournaments/{cup}/review?most=%D9%A1",
        "/v1/tournaments/{cup}/publications/99999999999999999999",
        "/v1/tournaments/%2e%2e%2f%2e%2e",
        "/v1/keys?tournament=%00",
        "/v1/tournaments?after=%00",
        "/v1/tournaments/" + "a" * 20_000,
        "/../../etc/passwd",
        "//etc/passwd",
        "/v1/%ff",
    ],
)
def test_an_address_that_is_none_is_answered_so(web: httpx.Client, cup: str, address: str) -> None:
    answer = web.get(address.replace("{cup}", cup.rpartition("/")[2]))

    assert answer.status_code in (200, 400, 404, 422), answer.text


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00"])
def test_a_key_cannot_last_until_a_day_that_is_none(web: httpx.Client, date: str) -> None:
    assert web.post("/v1/keys", json={"role": "judge", "expires_at": date}).status_code == 422


@pytest.mark.parametrize(
    "lines",
    [
        ["Content-Length: -1"],
        ["Content-Length: 5", "Content-Length: 7"],
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        ["Content-Length: 99999999999999999999999"],
        ["Content-Length: \u0663".encode().decode("latin-1")],
        ["Content-Length: 0x10"],
        ["Transfer-Encoding: gzip, chunked"],
        ["Transfer-Encoding: identity"],
        ["If-Match: " + "x" * 100_000],
        ["X-A: b"] * 20_000,
        ["X-A : b"],
        ["X-A: b\x00c"],
        ["Expect: 999"],
    ],
    ids=range(13),
)
def test_headers_that_lie_are_refused_or_passed_over(server: Watched, cup: str, lines: list[str]) -> None:
    status = raw(server, head(f"{cup}/batches", *lines), b"hello", shut=True)

    assert status == 0 or 400 <= status < 500 or status == 501


@pytest.mark.parametrize("least", [2**18, 2**20])  # a file by itself is kept in memory, or takes a descriptor
def test_many_files_of_a_form_lie_in_one_on_the_disk(least: int) -> None:
    sizes = [least + number for number in range(40)]

    async def body() -> AsyncIterator[bytes]:
        for number, size in enumerate(sizes):
            yield HEAD + bytes([number]) * size + b"\r\n"
        yield b"--b--\r\n"

    async def take_in() -> list[BinaryIO]:
        form = await FileParser(Headers({"content-type": FORM}), body(), max_files=len(sizes)).parse()
        return [cast(UploadFile, file).file for file in form.getlist("photos")]

    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = descriptors()
    files = anyio.run(take_in)
    taken = descriptors() - before
    contents = [(file.read(3), file.seek(0, os.SEEK_END), file.read()) for file in files]
    for file in files:
        file.close()

    assert (taken, descriptors()) == (1, before)
    assert contents == [(bytes([number]) * 3, size, b"") for number, size in enumerate(sizes)]


def test_nothing_is_read_from_before_a_file_of_a_form() -> None:
    whole, parts = BytesIO(), set[FilePart]()
    first, second = FilePart(whole, parts), FilePart(whole, parts)
    first.write(b"first")
    second.write(b"second")

    second.seek(-9, os.SEEK_END)  # as zipfile looks for a list of files

    assert second.read() == b"second"


def test_a_body_longer_than_it_says_is_cut_there(web: httpx.Client, server: Watched, cup: str) -> None:
    assert raw(server, head(f"{cup}/batches", "Content-Length: 5"), b"hello GET / HTTP/1.1\r\n\r\n") == 415
    assert held(web, server, cup) == (0, 0, [])


@pytest.mark.parametrize("kind", ["application/octet-stream", FORM], ids=["as the body itself", "in a form"])
def test_of_an_upload_that_breaks_off_nothing_is_kept(
    web: httpx.Client, server: Watched, cup: str, kind: str
) -> None:
    length = 3 * MB
    for _ in range(20):
        lines = f"Content-Type: {kind}", f"Content-Length: {length}"
        raw_half = HEAD if kind == FORM else b""
        with socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2]))) as line:
            line.sendall(head(f"{cup}/batches", *lines) + raw_half + whole_files()["a.jpg"] + bytes(2 * MB))
    until = time.monotonic() + PATIENCE
    while server.temporary_files() and time.monotonic() < until:
        time.sleep(0.1)

    assert server.temporary_files() == 0
    assert held(web, server, cup) == (0, 0, [])


@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [
        ("/v1/readings", FORM, MOST),
        ("{cup}/batches", "application/octet-stream", MOST_IN_BATCH),
        ("{cup}/batches", FORM, MOST_IN_BATCH),
        ("{cup}/batches", "application/json", 2 * MB),
        ("/v1/scores", "application/json", 2 * MB),
        ("/v1/tournaments", "", 2 * MB),
    ],
)
def test_a_body_in_pieces_is_refused_as_soon_as_it_is_too_long(
    web: httpx.Client, server: Watched, cup: str, path: str, kind: str, most: int
) -> None:
    def stream() -> Iterator[bytes]:
        yield HEAD
        for _ in range(most // 100_000 + 20):
            yield bytes(100_000)

    try:
        answer = web.post(path.replace("{cup}", cup), content=stream(), headers={"Content-Type": kind})
    except httpx.WriteError:  # it was refused, and the line closed, while we were still sending
        pass
    else:
        assert answer.status_code == 413
    assert held(web, server, cup) == (0, 0, [])


def test_many_uploads_at_once_are_all_answered(web: httpx.Client, server: Watched, cup: str) -> None:
    noise = np.random.default_rng(6).integers(0, 256, 6 * MB, np.uint8).tobytes()
    damaged = b"\x89PNG\r\n\x1a\n" + noise

    def send(number: int) -> int:
        photo = damaged + number.to_bytes(2, "big")
        with client_of(server.address, timeout=120) as own:
            if number % 2:
                return own.post("/v1/readings", files={"photo": ("a.png", photo)}).status_code
            return own.post(f"{cup}/batches", files={"photos": ("a.png", photo)}).status_code

    with ThreadPoolExecutor(64) as many:
        answers = list(many.map(send, range(64)))

    assert answers == [202, 422] * 32
    until = time.monotonic() + 60
    while any(not batch["done"] for batch in web.get(f"{cup}/batches").json()["batches"]):
        assert time.monotonic() < until
        time.sleep(0.2)
    states = {row["reason"]["code"] for row in web.get(f"{cup}/files").json()["files"]}
    assert states == {"damaged_photo"}
    assert held(web, server, cup) == (32, 32, [])


def test_the_server_has_answered_all_the_while_and_stayed_small(web: httpx.Client, server: Watched) -> None:
    assert web.get("/healthz").status_code == 200
    assert server.failures == []
    assert server.peak < MOST_MEMORY, server.peak // MB
