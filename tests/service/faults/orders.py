"""Faults that are ordered at a step of a server's work: the first process that comes there meets it."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

ORDERS = "FAULTS_ORDERED"
"""Names the folder of the orders."""
SERVER = "FAULTS_SERVER"
"""Names the process of the server, also to its readers."""
KILL = "kill"
FULL, SLOW, CLOCK = "full", "slow", "clock"
"""Marks in the folder of what lasts: no room, a slow disk, hours by which the clock is wrong."""


@dataclass(frozen=True)
class Orders:
    """Orders in a folder: as `STEP.ordered`, and as `STEP.PID.met` once a process has come there."""

    folder: Path

    def give(self, step: str, fault: str) -> None:
        """Let a fault happen at a step."""
        for path in [*self.folder.glob(f"{step}.*.met"), self._going_on(step)]:
            path.unlink(missing_ok=True)
        self._ordered(step).write_text(fault)

    def withdraw(self, step: str) -> None:
        """Let no fault happen there."""
        self._ordered(step).unlink(missing_ok=True)

    def who_met(self, step: str) -> int | None:
        """Return the process that has come to the step, and waits there if it was not killed."""
        return next((int(path.name.split(".")[-2]) for path in self.folder.glob(f"{step}.*.met")), None)

    def go_on(self, step: str) -> None:
        """Let it go on."""
        self._going_on(step).touch()

    def meet(self, step: str, victim: int) -> None:
        """Meet what is ordered at this step, if anything is: die at once, or wait while it is done to us."""
        met = self.folder / f"{step}.{victim}.met"
        try:
            self._ordered(step).rename(met)
        except FileNotFoundError:
            return
        if met.read_text() == KILL:
            os.kill(victim, signal.SIGKILL)
        while not self._going_on(step).exists():
            time.sleep(0.005)

    def _ordered(self, step: str) -> Path:
        return self.folder / f"{step}.ordered"

    def _going_on(self, step: str) -> Path:
        return self.folder / f"{step}.goes on"


def meet(step: str) -> None:
    """Meet what is ordered at this step; it is the server that it happens to."""
    if step:
        Orders(Path(os.environ[ORDERS])).meet(step, int(os.environ[SERVER]))


def meet_in_reader(step: str) -> None:
    """Meet what is ordered at this step; it happens to this process alone."""
    Orders(Path(os.environ[ORDERS])).meet(step, os.getpid())


def lasting(mark: str) -> str | None:
    """Return what is said of something that lasts, if it does now."""
    try:
        return (Path(os.environ[ORDERS]) / mark).read_text()
    except FileNotFoundError:
        return None
