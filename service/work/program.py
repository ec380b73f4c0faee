"""The program as it is installed: all machines of a cluster need the same."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

PACKAGES = ("engine", "vision", "models", "service")
KINDS = frozenset({".py", ".toml", ".json", ".onnx"})


@cache
def program_digest() -> str:
    """Return the SHA-256 of all code and models, by which two versions under one number are told apart."""
    digest = sha256()
    for package in PACKAGES:
        folder = Path(str(files(package)))
        for path in sorted(folder.rglob("*")):
            if path.suffix in KINDS:
                digest.update(path.relative_to(folder.parent).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
