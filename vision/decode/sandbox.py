"""PDF, TIFF and HEIC are opened in a process of their own, which may die of what is in them.

What such a file costs is not known before it is opened: a PDF of a kilobyte can ask for any time and memory.
So each is opened by another process (`vision.decode.sandboxed`), which the kernel ends where it takes more of
the processor or more memory than a page may; this one only takes plain pixels from it, no more than agreed.
"""

import json
import os
import socket
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock, Timer
from typing import Any, BinaryIO

from engine.sentence import later
from vision.decode.limits import (
    AT_300_DOTS,
    MAX_PHOTO_BYTES,
    MAX_PHOTO_PIXELS,
    MOST_DEATHS,
    TOO_DEMANDING,
    Kind,
    damaged,
    no_pages,
    too_many_pixels,
    unknown_pixels,
)
from vision.errors import ModelError, PhotoDecodeError, Reason

SECONDS = {Kind.PDF: 5, Kind.TIFF: 5, Kind.HEIF: 7}
"""Of the processor, for all that is done with one page; the kernel counts up to one more."""
PATIENCE = 60.0  # seconds of the clock, however busy the machine is
MEMORY = 768 * 2**20  # bytes, the file's own among them
MOST_THINGS = 50_000  # drawn on a page of a PDF: a scan has one, a map of lines a few thousand
LONGEST_HEAD = 2**16  # bytes
LONGEST_PROFILE = 2**22
COMMAND = (str(Path(__file__).with_name("sandboxed.py")),)
KEPT_SETTINGS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME", "LANG", "LC_ALL", "TZ")
"""Environment variables passed to the other process: those that it needs to start, and no secrets."""
_AT_ONCE = BoundedSemaphore(2)  # pages that are drawn at once for all threads: each may take all its memory

DAMAGED_PDF = Reason(
    "damaged_pdf", "The PDF is damaged or cut off.", "Send it again, or scan the sheets anew."
)
NOT_STARTED = Reason(
    "no_sandbox",
    "The program that opens PDF, TIFF and HEIC files cannot be started.",
    "Is there memory left? Else install Surveyor anew.",
)
REFUSALS = {
    "locked": Reason(
        "locked_pdf", "The PDF is locked with a password.", "Save it without a password, and send that."
    ),
    "no_pages": no_pages().reason,
    "too_complex": Reason(
        "too_complex", "The page holds far too many drawings.", "Print it, and take a photo."
    ),
    "too_many_pixels": too_many_pixels(
        later("The pictures on the page have far too many pixels."), advice=AT_300_DOTS
    ).reason,
    "too_demanding": TOO_DEMANDING,
}
"""Refusals of the other process, by its codes."""


@dataclass(frozen=True, slots=True, repr=False)
class Raw:
    """The pixels of a page."""

    mode: str
    """Kind of its pixels, as Pillow calls it."""
    size: tuple[int, int]
    """Width and height."""
    pixels: bytearray
    """Row by row, without any padding."""
    profile: bytes
    """ICC profile of its colours; empty if there is none."""
    bits: int
    """Of a sample, where the mode does not tell."""
    white_is_zero: bool


class Sandbox:
    """One PDF, TIFF or HEIC file, open in a process of its own until nobody refers to this any more."""

    def __init__(self, content: bytes, kind: Kind) -> None:
        """Open the file, and count its pages.

        Raises:
            PhotoDecodeError: with reason `damaged_pdf`, `damaged_photo`, `locked_pdf`, `no_pages` or
                `too_demanding`.
            ModelError: no process can be started.
        """
        self._content, self._kind = content, kind
        self._alone = Lock()
        self._deaths = 0
        self._process: _Process | None = None
        with self._asking() as process:
            self.pages = int(process.pages)

    def look(self, page: int) -> tuple[dict[str, Any], bytes]:
        """Return what is said of a page, counted from 0, and the JPEG that is all there is on it, if any.

        Raises:
            PhotoDecodeError: the page is refused.
        """
        with self._asking() as process:
            head, (length,) = process.ask({"do": "look", "page": page})
            return head, bytes(process.take(length, MAX_PHOTO_BYTES))

    def draw(self, page: int, scale: float = 1.0) -> Raw:
        """Return the pixels of a page; of a PDF, so many to a point.

        Raises:
            PhotoDecodeError: the page is refused.
        """
        with self._asking() as process:
            head, (profile, pixels) = process.ask({"do": "draw", "page": page, "scale": scale})
            width, height = (int(side) for side in head["size"])
            if width * height > MAX_PHOTO_PIXELS:
                raise _LostError
            return Raw(
                mode=str(head["mode"]),
                size=(width, height),
                profile=bytes(process.take(profile, LONGEST_PROFILE)),
                pixels=process.take(pixels, 4 * MAX_PHOTO_PIXELS),
                bits=int(head.get("bits", 16)),
                white_is_zero=bool(head.get("white_is_zero", False)),
            )

    @contextmanager
    def _asking(self) -> Iterator["_Process"]:
        """Have the process for a while, a new one if the last has died; its end is that of the page alone."""
        with self._alone, _AT_ONCE:
            if self._deaths >= MOST_DEATHS:
                raise PhotoDecodeError(TOO_DEMANDING)
            try:
                if self._process is None:
                    self._process = _Process()
                    weakref.finalize(self, self._process.end)
                    with self._process.limited():
                        self._process.open(self._content, self._kind)
                with self._process.limited():
                    yield self._process
            except _RefusedError as error:
                raise PhotoDecodeError(_why(error.code, self._kind)) from None
            except (_LostError, OSError, ValueError, LookupError) as error:
                self._lose()
                raise PhotoDecodeError(TOO_DEMANDING) from error

    def _lose(self) -> None:
        self._deaths += 1
        if self._process is not None:
            self._process.end()
        self._process = None


class _LostError(Exception):
    """The process has died, or says what was not agreed."""


class _RefusedError(Exception):
    """The process says no."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Process:
    """The other process, and the line to it."""

    def __init__(self) -> None:
        """Start it.

        Raises:
            ModelError: It cannot be started.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", *COMMAND],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                )
            except OSError as error:
                ours.close()
                raise ModelError(NOT_STARTED) from error
        self._line = ours
        self._file: BinaryIO = ours.makefile("rb")
        self.pages = 0

    def open(self, content: bytes, kind: Kind) -> None:
        """Send it the file."""
        order = {
            "kind": kind.value,
            "memory": MEMORY,
            "seconds": SECONDS[kind],
            "things": MOST_THINGS,
            "pixels": MAX_PHOTO_PIXELS,
            "parts": [len(content)],
        }
        self._send(order)
        self._line.sendall(content)
        head, _ = self._answer()
        self.pages = head["pages"]

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
        """Return its answer, and the lengths of the parts to be taken after it."""
        self._send(request)
        return self._answer()

    def take(self, length: int, most: int) -> bytearray:
        """Return the next part of what it answers."""
        if not 0 <= length <= most:
            raise _LostError
        part = bytearray(length)
        left = memoryview(part)
        while left:
            count = self._file.readinto(left)  # type: ignore[attr-defined]  # of a buffered reader
            if not count:
                raise _LostError
            left = left[count:]
        return part

    @contextmanager
    def limited(self) -> Iterator[None]:
        """End the process if it takes too long by the clock; the processor's time it limits by itself."""
        timer = Timer(PATIENCE, self._process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def end(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._file.close()
        self._line.close()

    def _send(self, message: dict[str, Any]) -> None:
        self._line.sendall(json.dumps(message).encode() + b"\n")

    def _answer(self) -> tuple[dict[str, Any], list[int]]:
        line = self._file.readline(LONGEST_HEAD)
        if not line.endswith(b"\n"):
            raise _LostError
        head: dict[str, Any] = json.loads(line)
        if "refused" in head:
            raise _RefusedError(str(head["refused"]))
        return head, [int(length) for length in head["parts"]]


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_SETTINGS if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path)}


def _why(code: str, kind: Kind) -> Reason:
    """Return the reason of a refusal.

    Raises:
        ModelError: The installation is at fault, not the file.
    """
    if code == "not_installed":
        raise ModelError(NOT_STARTED)
    if code.startswith("unknown_pixels"):
        return unknown_pixels(code.partition(" ")[2]).reason
    return REFUSALS.get(code) or (DAMAGED_PDF if kind is Kind.PDF else damaged().reason)
