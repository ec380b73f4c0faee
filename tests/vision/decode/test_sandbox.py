"""Files that ask for any time or memory are refused, and only a process of their own pays for them."""

import gc
import os
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as PillowImage

from tests.badinput.bombs import BOMBS, forms_in_forms
from tests.extent import or_all
from tests.vision.decode.test_documents import HEIC
from tests.vision.files import corner_marked, encoded, pdf_of
from vision import ModelError, PhotoDecodeError, decode_photo, open_pages, read_photo
from vision.decode import sandbox
from vision.decode.limits import Kind

JPEG = encoded(corner_marked(), "JPEG")
DRAWN = pdf_of(JPEG, a=80.0)
"""A page that must be rendered."""
MB = 2**20
SHORT = 1  # second of the processor for a page, while these tests run: enough to tell a bomb from a page
SHORT_LIMITS = dict.fromkeys(sandbox.SECONDS, SHORT)
START = 5.0  # seconds of it that a process may take to start where others work, too; bombs would take minutes
WORST = ("deflated twice.pdf",)
ENDS = {"decoded", "too_demanding", "too_complex", "too_many_pixels", "damaged_pdf"}


@dataclass(frozen=True)
class Cost:
    """How it ended; seconds of the processor that the sandbox and we took, and bytes that we took."""

    end: str
    theirs: float
    ours: float
    memory: int


@pytest.mark.parametrize("name", or_all(WORST, BOMBS))
def test_a_bomb_costs_no_more_than_a_page_may(name: str) -> None:
    cost = _cost(_end, BOMBS[name]())

    assert cost.end in ENDS
    assert cost.theirs < SHORT + START
    assert cost.ours < 1.0
    assert cost.memory < 100 * MB


def test_a_page_that_is_drawn_again_and_again_costs_no_more_than_once() -> None:
    cost = _cost(_end_of_drawing_often)

    assert cost.end == "too_demanding"
    assert cost.theirs < SHORT + START


def test_a_page_for_which_no_time_is_left_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = dict.fromkeys(sandbox.SECONDS, 0.001)  # less than opening the file takes
    monkeypatch.setattr(sandbox, "SECONDS", at_once)

    assert _end(DRAWN) == "too_demanding"


def _cost(ends: Callable[..., str], *arguments: object) -> Cost:
    """Return what a call costs, taken in a process that has no other children whose time would be added."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_cost_here, ends, *arguments).result()


def _cost_here(ends: Callable[..., str], *arguments: object) -> Cost:
    sandbox.SECONDS.update(SHORT_LIMITS)
    before = resource.getrusage(resource.RUSAGE_SELF)
    end = ends(*arguments)
    gc.collect()  # the process ends with the pages
    after, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    memory = 1024 * (after.ru_maxrss - before.ru_maxrss)
    return Cost(end, _seconds(theirs), _seconds(after) - _seconds(before), memory)


def _end_of_drawing_often() -> str:
    opened = sandbox.Sandbox(DRAWN, Kind.PDF)
    scale = 4000 / max(opened.look(0)[0]["points"])
    try:
        for _ in range(200):
            opened.draw(0, scale)
    except PhotoDecodeError as error:
        return error.reason.code
    return "decoded"


def _end(file: bytes) -> str:
    try:
        open_pages(file)[0].image_at(1600)
    except PhotoDecodeError as error:
        return error.reason.code
    return "decoded"


def _seconds(usage: resource.struct_rusage) -> float:
    return usage.ru_utime + usage.ru_stime


WHOLE = pdf_of(JPEG)
"""A page that is one JPEG, which is given out as it is."""


@pytest.mark.parametrize(
    ("plain", "changed"),
    [
        (b"/Resources", b"/Annots [<< /Type /Annot /Subtype /Ink /Rect [9 9 99 99] >>] /Resources"),
        (b"/BitsPerComponent 8", b"/BitsPerComponent 8 /Decode [1 0 1 0 1 0]"),
        (b"/BitsPerComponent 8", b"/BitsPerComponent 8 /Mask [0 9 0 9 0 9]"),
        (b"q 160", b"0 0 80 130 re W n q 160"),
    ],
    ids=["annotation", "decode", "mask", "clip"],
)
def test_a_jpeg_that_a_page_shows_otherwise_is_rendered(plain: bytes, changed: bytes) -> None:
    assert sandbox.Sandbox(WHOLE, Kind.PDF).look(0)[1] == JPEG

    assert sandbox.Sandbox(WHOLE.replace(plain, changed), Kind.PDF).look(0)[1] == b""


def test_the_library_reads_a_bomb_as_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", SHORT_LIMITS)

    with pytest.raises(PhotoDecodeError) as caught:
        read_photo(forms_in_forms())

    assert caught.value.reason.code == "too_demanding"


def test_memory_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MEMORY", 60 * MB)

    large = encoded(PillowImage.new("RGB", (5000, 5000)), "TIFF", compression="tiff_adobe_deflate")

    assert _end(large) == "too_demanding"


def test_a_process_that_hangs_without_working_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "PATIENCE", 0.5)
    asleep = "import time; time.sleep(60)"
    monkeypatch.setattr(sandbox, "COMMAND", ("-c", asleep))

    assert _end(DRAWN) == "too_demanding"


def test_after_two_such_pages_the_others_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = open_pages(pdf_of(*[JPEG] * 4, a=80.0))
    photos = list(pages)
    monkeypatch.setattr(sandbox.Sandbox, "draw", _die)

    ends = [_drawn(photo) for photo in photos]

    assert ends == ["too_demanding"] * 4
    with pytest.raises(PhotoDecodeError):  # nor is anything else of the document
        pages[0]


def _die(self: sandbox.Sandbox, page: int, scale: float = 1.0) -> sandbox.Raw:
    with self._asking() as process:
        process._process.kill()
        process.ask({"do": "look", "page": page})
    raise AssertionError


def _drawn(photo: object) -> str:
    try:
        photo.image()  # type: ignore[attr-defined]
    except PhotoDecodeError as error:
        return error.reason.code
    return "decoded"


def test_one_dead_page_does_not_close_the_others() -> None:
    first, second = open_pages(pdf_of(JPEG, JPEG, a=80.0))
    opened = sandbox.Sandbox(DRAWN, Kind.PDF)
    with pytest.raises(PhotoDecodeError):
        _die(opened, 0)

    assert opened.draw(0, 1.0).size == (160, 130)
    assert first.image().shape == second.image().shape


def test_where_no_process_can_be_started_the_file_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    with pytest.raises(ModelError):
        open_pages(DRAWN)


def test_the_other_process_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SURVEYOR_DATABASE", "postgresql://somebody:secret@localhost/surveyor")
    opened = sandbox.Sandbox(DRAWN, Kind.PDF)

    assert opened._process is not None
    environment = Path(f"/proc/{opened._process._process.pid}/environ").read_bytes()
    assert b"secret" not in environment


def test_the_other_process_ends_with_the_pages() -> None:
    opened = sandbox.Sandbox(DRAWN, Kind.PDF)
    assert opened._process is not None
    process = opened._process._process.pid

    del opened
    gc.collect()

    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_plain_photo_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    for kind in ("JPEG", "PNG", "WEBP"):
        assert decode_photo(encoded(corner_marked(), kind)).shape[2] == 3


def test_what_is_drawn_apart_is_what_was_drawn_here() -> None:
    heic = decode_photo((HEIC / "upright.heic").read_bytes())
    tiff = decode_photo(encoded(corner_marked(), "TIFF", compression="tiff_lzw"))

    assert np.array_equal(tiff, corner_marked())
    assert np.abs(heic.astype(int) - corner_marked()).mean() < 3
