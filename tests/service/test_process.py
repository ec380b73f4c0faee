"""The command as a process of its own, as a shell runs it, with the real vision."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from service.web import examples
from tests.service.stubs import CLEAR_PHOTO
from tests.vision.pictures import huge_png, photo_bytes

SURVEYOR = [sys.executable, "-m", "service"]


def surveyor(*arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*SURVEYOR, *arguments], input=stdin, capture_output=True, text=True, check=False)


@pytest.fixture(name="bad_inputs")
def _bad_inputs(photo_folder: Path) -> dict[str, Path]:
    contents = {
        "empty_file": b"",
        "not_a_photo": b"This is no photo.",
        "damaged_photo": CLEAR_PHOTO[: len(CLEAR_PHOTO) // 2],
        "too_many_pixels": huge_png(),
    }
    paths = {code: photo_folder / f"{code}.jpg" for code in contents}
    for code, content in contents.items():
        paths[code].write_bytes(content)
    return paths


def test_bad_input_is_rejected_line_by_line_with_its_reason(bad_inputs: dict[str, Path]) -> None:
    result = surveyor("read", "--json", *map(str, bad_inputs.values()), "--strict")

    readings = [json.loads(line) for line in result.stdout.splitlines()]
    assert [reading["reason"]["code"] for reading in readings] == [*bad_inputs]
    assert {reading["status"] for reading in readings} == {"rejected"}
    assert (result.returncode, result.stderr) == (1, "")


def test_a_photo_without_a_sheet_is_rejected(photo_folder: Path) -> None:
    import numpy as np

    noise = np.random.default_rng(3).integers(0, 255, (600, 800, 3), np.uint8)
    (photo_folder / "noise.png").write_bytes(photo_bytes(noise, "PNG"))

    result = surveyor("read", "--json", str(photo_folder))

    reading = json.loads(result.stdout)
    assert reading["status"] == "rejected"
    assert reading["sheets"] == []


def test_scores_go_through_a_pipe() -> None:
    result = surveyor("score", "--json", stdin=json.dumps(examples.MAP) + "\n")

    assert json.loads(result.stdout)["schema"] == "surveyor/score@1"
    assert (result.returncode, result.stderr) == (0, "")


def test_a_reader_that_leaves_early_is_no_reason_for_a_trace() -> None:
    maps = (json.dumps(examples.MAP) + "\n") * 2000
    with subprocess.Popen(
        [*SURVEYOR, "score", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(examples.MAP) + "\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        try:
            process.stdin.write(maps)
            process.stdin.close()
        except BrokenPipeError:  # it has left before it had them all
            pass
        assert process.stderr.read() == ""
        assert process.wait() == 1


def _limited(arguments: list[str], before: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command from a shell that does something to its output first."""
    script = f"{before} && exec {shlex.join([*SURVEYOR, *arguments])}"
    values = {**os.environ, **environment}
    return subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, env=values)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_reported_in_one_line() -> None:
    result = _limited(["play", "--players", "2", "--seed", "1"], "exec >/dev/full")

    assert result.returncode == 1
    assert result.stderr == "surveyor: the output cannot be written: No space left on device\n"


def test_a_closed_output_is_reported_in_one_line() -> None:
    result = _limited(["play", "--players", "2", "--seed", "1"], "exec >&-")

    assert result.returncode == 1
    assert result.stderr == "surveyor: there is nowhere to print to: standard output is closed\n"


@pytest.mark.parametrize("library", ["zxingcpp", "cv2"])
@pytest.mark.parametrize("command", ["read", "scan", "batch"])
def test_a_library_that_cannot_be_loaded_is_the_installations_fault(
    tmp_path: Path, photo_folder: Path, command: str, library: str
) -> None:
    (tmp_path / f"{library}.py").write_text('raise ImportError("libGL.so.1: cannot open")')
    out = ["--out", str(tmp_path / "out")] if command == "batch" else []

    result = _limited(
        [command, str(photo_folder), *out], "true", PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path])
    )

    assert (result.returncode, result.stdout) == (3, "")
    [line] = result.stderr.splitlines()
    assert "cannot be loaded (ImportError: libGL.so.1: cannot open)" in line
    assert "install" in line


def test_complaints_that_nobody_can_see_do_not_get_among_the_results() -> None:
    script = f"{shlex.join([*SURVEYOR, 'score', '--json'])} 2>&-"
    lines = f"nonsense\n{json.dumps(examples.MAP)}\n"

    result = subprocess.run(["sh", "-c", script], input=lines, capture_output=True, text=True, check=False)

    assert [json.loads(line)["schema"] for line in result.stdout.splitlines()] == ["surveyor/score@1"]
    assert (result.returncode, result.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_complaints_that_cannot_be_written_leave_the_exit_status() -> None:
    assert _limited(["read", "nosuch.jpg"], "exec 2>/dev/full").returncode == 2


def test_a_terminal_that_knows_few_letters_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text(json.dumps(examples.MAP))

    result = _limited(["score", str(tmp_path / "map.json")], "true", PYTHONIOENCODING="ascii")

    assert (result.returncode, result.stderr) == (0, "")
    assert "total" in result.stdout
    assert "?" not in result.stdout


def test_the_installed_command_is_there() -> None:
    result = subprocess.run(
        [str(Path(sys.executable).with_name("surveyor")), "--help"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert "scan" in result.stdout
