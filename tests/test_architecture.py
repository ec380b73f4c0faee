import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OUR_PACKAGES = ("engine", "vision", "models", "service", "datasets")
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


MADE_HERE = {".git", ".venv", ".tools", "out", "data", ".hypothesis", "__pycache__"}
"""What lies in the tree without being part of it."""


def shipped_files() -> list[Path]:
    """Return the tracked files; in an unpacked archive, or without git, all but what is made here."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        return [ROOT / name for name in listed.stdout.split("\0") if name]
    return [
        path
        for path in ROOT.rglob("*")
        if not any(part in MADE_HERE or part.endswith("_cache") for part in path.relative_to(ROOT).parts)
    ]


def modules_loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in run.stdout.split()}


def test_the_engine_loads_the_standard_library_alone() -> None:
    assert modules_loaded_by("import engine") - modules_loaded_by("pass") - sys.stdlib_module_names == {
        "engine"
    }


def test_scoring_by_command_loads_neither_vision_nor_a_database() -> None:
    heavy = {"cv2", "onnxruntime", "numpy", "sqlalchemy", "fastapi"}
    assert not heavy & modules_loaded_by("import service.cli.main")


@pytest.mark.parametrize("lock", ["runtime", "dev"])
def test_a_lock_pins_everything_that_the_project_asks_for(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    asked += project["dependency-groups"]["dev"] if lock == "dev" else []
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / f"{lock}.txt").read_text(), re.MULTILINE)

    assert {re.split(r"[<>=\[ ]", name)[0] for name in asked} - set(pinned) == set()


def test_no_other_distribution_claims_our_names() -> None:
    owners = packages_distributions()

    assert [name for name in OUR_PACKAGES if set(owners.get(name, ())) - {"surveyor"}] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_holds_versions_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text()
    pins = re.findall(r"^[\w.-]+(?:\[[\w,-]+\])?==[\w.+!-]+", text, re.MULTILINE)

    assert pins
    assert len(pins) <= text.count("--hash=sha256:")
    assert not re.search(r"://|--(extra-)?index|--find-links|^torch\b", text, re.MULTILINE)


def test_no_file_names_a_path_of_this_machine() -> None:
    ours = [str(path).encode() for path in (ROOT, Path.home()) if len(path.parts) > 1]
    texts = [
        path for path in shipped_files() if path.suffix not in {".gz", ".jpg", ".png"} and path.is_file()
    ]

    assert [path.name for path in texts if any(place + b"/" in path.read_bytes() for place in ours)] == []


def test_no_file_is_large_without_being_a_model() -> None:
    large = [path.name for path in shipped_files() if path.is_file() and path.stat().st_size > 3_000_000]

    assert large == []
