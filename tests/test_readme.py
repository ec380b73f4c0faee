import re
import shlex
from pathlib import Path

import pytest

from service.cli.main import app

README = Path(__file__).parent.parent / "README.md"
SHARES_DIFFER = 3  # percentage points between processors


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(README.parent)
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)

    exec(compile(example, "README.md", "exec"), {})

    assert re.match(r"-?\d+ \(", capsys.readouterr().out)


def test_the_map_and_score_of_the_readme_are_what_the_demo_prints(capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = re.findall(
        r"prints this for each sample:\n\n```text\n(.*?)```", README.read_text("utf-8"), re.DOTALL
    )
    (edicts,) = re.findall(r"^EDICTS := (.*)$", (README.parent / "Makefile").read_text("utf-8"), re.MULTILINE)
    photo = "tests/sheets/green_sheet/photo.jpg"

    with pytest.raises(SystemExit):
        app(["scan", str(README.parent / photo), "--edicts", *shlex.split(edicts), "--season", "winter"])

    printed = _without_doubts(capsys.readouterr().out).splitlines()
    lines = [line for line in _without_doubts(shown).splitlines()[1:] if line not in ("", "...")]
    assert [line for line in lines if line not in printed] == []


def test_the_doubtful_squares_of_the_readme_are_those_that_the_demo_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = _doubts(README.read_text("utf-8"))
    photo = README.parent / "tests/sheets/green_sheet/photo.jpg"

    with pytest.raises(SystemExit):
        app(["read", str(photo)])

    printed = _doubts(capsys.readouterr().out)
    assert printed
    assert {place: share for place, share in shown.items() if place not in printed} == {}
    assert all(abs(share - printed[place]) <= SHARES_DIFFER for place, share in shown.items())


def _doubts(text: str) -> dict[tuple[str, str], int]:
    """Return how likely the likeliest terrain of each doubtful square is, in percent."""
    found = re.findall(r"([A-K]\d+)\s(\w+)\s(\d+)%", text)
    return {(square, terrain): int(share) for square, terrain, share in found}


def _without_doubts(text: str) -> str:
    """Return the map and the score; how sure they are, other processors may round otherwise."""
    return re.sub(r"[ ?│]", "", text.partition("unclear,")[0])


def test_every_command_of_the_readme_exists() -> None:
    named = set(re.findall(r"^(?:\.venv/bin/)?surveyor (\w+)", README.read_text("utf-8"), re.MULTILINE))

    assert named
    commands = app.registered_commands
    assert named <= {command.name or command.callback.__name__ for command in commands if command.callback}


def test_every_picture_and_file_that_the_readme_links_to_exists() -> None:
    links = re.findall(r"\]\(([\w./-]+)\)", README.read_text("utf-8"))

    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []
