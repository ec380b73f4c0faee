"""Servers that start in a moment: forked off a process that has imported all they need."""

import os
from collections.abc import Mapping
from multiprocessing import forkserver, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.service.faults.orders import ORDERS
from tests.service.servers import Notes, Running, Server

FORKING = get_context("forkserver")


def start_forking() -> None:
    """Start the process off which this one forks servers and readers, unless there is one already."""
    FORKING.set_forkserver_preload(["tests.service.faults.faulty"])
    forkserver.ensure_running()


class ForkedServer(Server):
    """A server to which faults happen that are ordered in its folder."""

    def __init__(self, folder: Path, notes: Notes, database: str, **settings: object) -> None:
        super().__init__(folder, notes, database, (), **settings)
        self._environment[ORDERS] = str(folder)

    def _launch(self) -> Running:
        start_forking()
        process = FORKING.Process(target=_serve, args=(os.environ | self._environment, self._log))
        process.start()
        return Forked(process)


def _serve(environment: Mapping[str, str], log: Path) -> None:
    os.setsid()
    os.environ.update(environment)
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    from tests.service.faults.faulty import main

    main()


class Forked:
    """A forked process, to be used as one of `subprocess`."""

    def __init__(self, process: BaseProcess) -> None:
        assert process.pid is not None
        self._process = process
        self.pid = process.pid
        self.kill, self.terminate = process.kill, process.terminate

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None
        return self._process.exitcode
