"""Sheets that judges have open at present, so that the queue leads nobody else to the same one.

Light on purpose: each server remembers it in memory for two minutes, and versions keep judges of several
servers from overwriting one another. Whoever opens another sheet has left the one before. Judges are told
apart by their browsers, as several may come by one password.
"""

from threading import Lock
from time import monotonic

LASTS = 120.0  # seconds


class Openings:
    """The sheets that people have open; safe to share between threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = Lock()
        self._open: dict[str, tuple[str, str, float]] = {}

    def note(self, browser: str, name: str, sheet: str) -> None:
        """Remember that somebody of this name has a sheet before them."""
        now = monotonic()
        with self._lock:
            fresh = {who: each for who, each in self._open.items() if now - each[2] < LASTS}
            self._open = fresh | {browser: (sheet, name, now)}

    def leave(self, browser: str) -> None:
        """Forget what somebody had before them: they are at none."""
        with self._lock:
            self._open.pop(browser, None)

    def others(self, browser: str) -> dict[str, str]:
        """Return the sheets that others have before them, with their names."""
        now = monotonic()
        with self._lock:
            return {
                sheet: name
                for who, (sheet, name, at) in self._open.items()
                if who != browser and now - at < LASTS
            }
