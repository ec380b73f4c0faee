"""What is handed out to run the service: it names settings and files that are there."""

import re
from pathlib import Path

import pytest

from service.setup.settings import OTHERS, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "service" / "deploy"


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "surveyor.service"])
def test_every_setting_is_one(name: str) -> None:
    named = set(re.findall(r"SURVEYOR_([A-Z_]+)", (DEPLOY / name).read_text()))
    assert {setting.lower() for setting in named} <= set(Settings.model_fields) | OTHERS
    assert named


def test_the_image_is_made_of_files_that_are_there() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert [source for line in copied for source in line.split() if not (ROOT / source).exists()] == []


def test_the_image_runs_as_a_plain_user() -> None:
    users = re.findall(r"^USER (\S+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert users == ["surveyor"]


def test_the_unit_waits_for_what_comes_up_later_and_outlives_its_readers() -> None:
    unit = (DEPLOY / "surveyor.service").read_text().splitlines()
    assert {"RestartSec=5", "OOMPolicy=continue"} <= set(unit)


def test_the_file_systems_are_read_only() -> None:
    assert "read_only: true" in (DEPLOY / "compose.yaml").read_text()
    assert "ProtectSystem=strict" in (DEPLOY / "surveyor.service").read_text()
