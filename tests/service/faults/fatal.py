"""A server that dies at a named step of an upload: the real service, with a stub for vision."""

import os
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, BinaryIO

from service.files import readingloop
from service.files.claims import Claim, claim_pages
from service.intake import receive
from service.routes import batches
from service.routes.uploading import read_upload
from service.server.running import run_server
from service.setup.settings import read_settings
from service.store import blobs
from service.web import answers
from service.work.tasks import count_pages
from service.work.workforce import Work
from tests.service.faults.deaths import die_over, read_or_die

_here = threading.local()
"""Which file this thread takes in."""


def _die_here(step: str) -> None:
    die_over(step, getattr(_here, "name", ""))


def _around(owner: Any, name: str, *, before: str = "", after: str = "") -> None:
    """Let a function die before or after its work, over the file of its thread."""
    work = getattr(owner, name)

    def done(*given: Any, **told: Any) -> Any:
        _die_here(before)
        result = work(*given, **told)
        _die_here(after)
        return result

    setattr(owner, name, done)


def _take_in(work: Callable[..., Any]) -> Callable[..., Any]:
    def done(database: Any, place: Any, batch: Any, sent: Any, position: int) -> Any:
        _here.name = sent.name
        _die_here("batch made")
        received = work(database, place, batch, sent, position)
        _die_here("file kept")
        return received

    return done


def _read_body(work: Callable[..., Any]) -> Callable[..., Any]:
    async def done(request: Any) -> Any:
        upload = await work(request)
        die_over("bytes received", upload.parts[0][0])
        return upload

    return done


def _copy(photo: BinaryIO, file: BinaryIO) -> None:
    content = photo.read()
    file.write(content[: len(content) // 2])
    file.flush()
    _die_here("photo half written")
    file.write(content[len(content) // 2 :])


def _claim(work: Callable[..., list[Claim]]) -> Callable[..., list[Claim]]:
    def done(*given: Any, **told: Any) -> list[Claim]:
        claims = work(*given, **told)
        for claim in claims:
            die_over("claim not committed", claim.name)
        return claims

    return done


def _over_claims(owner: Any, name: str, at: int, *, before: str = "", after: str = "") -> None:
    """Let a function of the loop die before or after its work, over the claim that it is given."""
    work = getattr(owner, name)

    def done(*given: Any, **how: Any) -> Any:
        die_over(before, given[at].name)
        result = work(*given, **how)
        die_over(after, given[at].name)
        return result

    setattr(owner, name, done)


def arm() -> None:
    """Put a death at each step."""
    patched: Any = blobs
    patched.copyfileobj = _copy
    _around(os, "replace", before="photo not renamed")
    _around(blobs.FolderBlobs, "put", after="photo written")
    _around(receive, "_add_file", before="no row yet", after="row added")
    _around(receive, "put_in_line", before="event added", after="page in line")
    _around(answers.Once, "finish", before="answer not stored", after="answer not committed")
    _around(answers.Answer, "to_response", before="answer not sent")
    patched = receive
    patched._receive = _take_in(receive._receive)
    patched = batches
    patched.read_upload = _read_body(read_upload)
    patched = readingloop
    patched.claim_pages = _claim(claim_pages)
    _over_claims(readingloop, "split_document", 1, after="split not committed")
    _over_claims(readingloop, "settle_page", 1, before="result not added", after="result not committed")
    _over_claims(readingloop.ReadingLoop, "_hand_out", 1, before="claimed")
    _over_claims(readingloop.ReadingLoop, "_keep", 1, before="result not kept", after="result kept")


def main() -> None:
    """Serve, and die."""
    arm()
    answers.GIVEN_UP = timedelta(seconds=1)  # so that nobody waits long for what a dead server had begun
    run_server(read_settings(), Work(count_pages, read_or_die))
