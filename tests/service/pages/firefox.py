"""Debian's Firefox, driven by its own protocol: Playwright's is for a Firefox of its own.

The protocol is Marionette: over TCP, each message is its length, a colon and a JSON array. What Firefox
is asked for are the commands of WebDriver (https://www.w3.org/TR/webdriver2/).
"""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 60  # seconds that a page gets on a busy machine
PAUSE = 0.05  # seconds between two looks
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver says which element it means."""
PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB",
}


NARROW = ":root, body { min-width: 0 !important; }"
"""Lets windows of desktops be as narrow as a phone's."""


@dataclass
class Firefox:
    """A window of Firefox."""

    connection: socket.socket
    _numbers: Iterator[int] = field(default_factory=count)

    def ask(self, command: str, **parameters: Any) -> Any:
        """Send a command of WebDriver and return its answer.

        Raises:
            RuntimeError: Firefox could not do it.
        """
        number = next(self._numbers)
        message = json.dumps([0, number, f"WebDriver:{command}", parameters]).encode()
        self.connection.sendall(b"%d:%b" % (len(message), message))
        _, answered, error, answer = self.hear()
        assert answered == number
        if error is not None:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return answer

    def hear(self) -> Any:
        """Return the next message."""
        length = b""
        while (byte := self.connection.recv(1)) != b":":
            length += byte
        text = b""
        while len(text) < int(length):
            text += self.connection.recv(int(length) - len(text))
        return json.loads(text)

    def go(self, address: str) -> None:
        """Open a page."""
        self.ask("Navigate", url=address)

    def all(self, selector: str) -> list[str]:
        """Return the elements that a CSS selector finds."""
        found = self.ask("FindElements", using="css selector", value=selector)
        return [each[ELEMENT] for each in found]

    def find(self, selector: str) -> str:
        """Return the first element that a CSS selector finds, once there is one."""
        return str(self.wait_for(lambda: self.all(selector), selector)[0])

    def button(self, name: str) -> str:
        """Return the first button that says this, once there is one."""
        path = f"//button[contains(., '{name}')]"

        def look() -> Any:
            return self.ask("FindElements", using="xpath", value=path)

        return str(self.wait_for(look, f"button {name}")[0][ELEMENT])

    def click(self, element: str) -> None:
        """Scroll to an element if need be, and click it."""
        self.ask("ElementClick", id=element)

    def write(self, element: str, text: str) -> None:
        """Type into a field, or choose the file of that path."""
        self.ask("ElementSendKeys", id=element, text=text)

    def text(self, selector: str) -> str:
        """Return what the first such element shows; nothing if there is none."""
        shown = "const found = document.querySelector(arguments[0]); return found ? found.innerText : '';"
        return str(self.run(shown, selector))

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a function's body in JavaScript returns."""
        return self.ask("ExecuteScript", script=script, args=list(arguments))["value"]

    def drag(self, element: str, across: float, down: float) -> None:
        """Drag an element by as many pixels of the window, with a finger."""
        move = {"type": "pointerMove", "duration": 20}
        far = [(round(across * step / 8), round(down * step / 8)) for step in range(9)]
        steps = [
            move | {"origin": "pointer", "x": right - left, "y": low - high}
            for (left, high), (right, low) in pairwise(far)
        ]
        self.ask(
            "PerformActions",
            actions=[
                {
                    "type": "pointer",
                    "id": "finger",
                    "parameters": {"pointerType": "touch"},
                    "actions": [
                        move | {"origin": {ELEMENT: element}, "x": 0, "y": 0},
                        {"type": "pointerDown", "button": 0},
                        *steps,
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ],
        )

    def wait_for(self, look: Callable[[], Any], what: str) -> Any:
        """Return what a look finds, once it finds something."""
        end = time.monotonic() + PATIENCE
        while not (found := look()):
            assert time.monotonic() < end, f"{what} did not come"
            time.sleep(PAUSE)
        return found

    def wait_to_read(self, selector: str, part: str) -> None:
        """Wait until the first such element shows these words."""
        self.wait_for(lambda: part in self.text(selector), f"{part!r} in {selector}")


@contextmanager
def open_firefox(folder: Path, width: int, height: int) -> Iterator[Firefox]:
    """Start Firefox without a screen, with a profile in a folder and a window of as many pixels."""
    assert FIREFOX is not None
    folder.mkdir(parents=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    (folder / "chrome").mkdir()
    (folder / "chrome" / "userChrome.css").write_text(NARROW, encoding="utf-8")
    home = {"HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1", "PATH": "/usr/bin:/bin"}
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env=home, stdout=log, stderr=log) as process,
    ):
        try:
            with socket.create_connection(("127.0.0.1", _port(folder)), timeout=PATIENCE) as connection:
                firefox = Firefox(connection)
                firefox.hear()  # it says who it is
                firefox.ask("NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
                firefox.ask("SetWindowRect", width=width, height=height)
                yield firefox
        finally:
            process.kill()


def _port(folder: Path) -> int:
    """Return the port at which Firefox listens, once it does."""
    end = time.monotonic() + PATIENCE
    while not (said := _read(folder / "MarionetteActivePort")):
        assert time.monotonic() < end, (folder / "log").read_text("utf-8", "replace")
        time.sleep(PAUSE)
    return int(said)


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""
