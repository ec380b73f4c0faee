"""The program in docs/tournaments.md does what stands around it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.serving import serve

DOC = Path(__file__).parents[2] / "docs" / "tournaments.md"
BLOCK = re.compile(r"```(python|sh)\n(.*?)```", re.DOTALL)


def test_the_program_of_a_tournament_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    with serve(tmp_path / "data", work=None) as address:
        for language, block in BLOCK.findall(DOC.read_text("utf-8")):
            if language == "python":
                exec(block.replace("http://127.0.0.1:8000", address), names)
            elif block.startswith("surveyor print"):
                subprocess.run([sys.executable, "-m", "service", *shlex.split(block)[1:]], check=True)

    printed = capsys.readouterr().out
    assert "1 2\n2 1\n" in printed  # players at the tables
    assert printed.count("sheets.pdf") >= 3  # the sheets, each by its code
    assert "Ann Smith" in printed
    publications, of_cid = printed.splitlines()[-2:]
    assert publications == "2"
    assert of_cid in ("1", "2")  # the sheet placed by hand, and the own one unless that is it
