"""The image and the compose file: without a container engine they are read, and their way is walked."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import httpx
import pytest
import yaml

from tests.service.servers import free_port, wait_until

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "service" / "deploy"
PHOTO = ROOT / "tests" / "sheets" / "green_sheet" / "photo.jpg"
VERSION = re.compile(r"[\w./-]+:[\w.-]*\d[\w.-]*")
NAMESPACE = ["unshare", "--mount"]


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\s*\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def said(name: str) -> list[str]:
    return [rest for instruction, rest in instructions() if instruction == name]


def services() -> dict[str, dict[str, Any]]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"])


def test_the_base_is_one_version() -> None:
    (base,) = (rest.partition("=")[2] for rest in said("ARG"))

    assert VERSION.fullmatch(base)
    assert [rest.split()[0] for rest in said("FROM")] == ["${BASE}", "${BASE}"]


def test_the_last_stage_ends_as_a_plain_user() -> None:
    names = [instruction for instruction, _ in instructions()]
    last = names[len(names) - names[::-1].index("FROM") :]

    assert "USER" in last
    assert "RUN" not in last[last.index("USER") :]
    assert re.search(r"useradd --system --uid [1-9]\d{4} ", " ".join(said("RUN")))


def test_nothing_is_fetched_from_an_address() -> None:
    assert said("ADD") == []
    assert "://" not in " ".join([*said("RUN"), *said("COPY")])


def test_nothing_secret_is_built_in() -> None:
    assert not re.search(r"PASSWORD|SECRET|KEY", " ".join([*said("ENV"), *said("ARG")]))


def test_it_is_started_without_a_shell() -> None:
    (command,) = said("CMD")

    assert json.loads(command) == ["surveyor", "serve"]


@pytest.mark.parametrize("name", sorted(services()))
def test_every_other_image_is_one_version(name: str) -> None:
    assert "build" in services()[name] or VERSION.fullmatch(services()[name]["image"])


@pytest.mark.parametrize("name", sorted(services()))
def test_every_service_is_read_only_and_gains_nothing(name: str) -> None:
    service = services()[name]

    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service


def test_ours_has_no_capability_at_all() -> None:
    assert services()["surveyor"]["cap_drop"] == ["ALL"]
    assert "cap_add" not in services()["surveyor"]


def test_only_ours_is_reached_from_outside() -> None:
    assert [name for name, service in services().items() if "ports" in service] == ["surveyor"]


def test_all_come_back_after_a_crash_and_those_whose_proxies_are_believed_are_reached_by_them_alone() -> None:
    assert {service.get("restart") for service in services().values()} == {"unless-stopped"}
    assert all(port.startswith("127.0.0.1:") for port in services()["surveyor"]["ports"])


def test_no_secret_stands_in_the_compose_file() -> None:
    values = {
        name: value
        for service in services().values()
        for name, value in service.get("environment", {}).items()
        if re.search(r"PASSWORD|SECRET|KEY", name)
    }

    assert values
    assert [name for name, value in values.items() if not value.startswith("${")] == []


def may_mount() -> bool:
    """Whether this process may make file systems of its own, as root of a machine or container may."""
    if os.geteuid() != 0:
        return False
    try:
        tried = subprocess.run([*NAMESPACE, "mount", "--make-rprivate", "/"], capture_output=True)
    except OSError:
        return False
    return tried.returncode == 0


@pytest.fixture
def caged(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start the service as `read_only.sh` does; yield it and its address."""
    if not may_mount():
        pytest.skip("mounting needs root")
    port, script = free_port(), Path(__file__).with_name("read_only.sh")
    words = [str(port), str(ROOT), sys.executable, sys.base_prefix, sys.prefix]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([*NAMESPACE, "sh", str(script), *words], stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    wait_until(partial(_answers, process, address), "the service starts")
    yield process, address
    process.kill()
    process.wait()


def _answers(process: subprocess.Popen[bytes], address: str) -> bool:
    assert process.poll() is None, "it ended"
    try:
        return bool(urlopen(f"{address}/readyz").status == 200)
    except URLError:
        return False


def test_a_plain_user_on_read_only_file_systems_reads_a_photo(
    caged: tuple[subprocess.Popen[bytes], str],
) -> None:
    process, address = caged
    status = Path(f"/proc/{process.pid}/status").read_text("utf-8")

    answer = httpx.post(f"{address}/v1/readings", files={"photo": PHOTO.read_bytes()}, timeout=60)
    process.send_signal(signal.SIGTERM)

    assert "\nUid:\t10001\t10001\t10001\t10001\n" in status
    assert re.findall(r"Cap(?:Prm|Eff|Bnd):\t(\w+)", status) == ["0" * 16] * 3
    assert answer.status_code == 200
    assert answer.json()["status"] in {"read", "review"}
    assert process.wait(60) == 0
