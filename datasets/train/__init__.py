"""Training the networks, which needs PyTorch."""

from importlib.util import find_spec

if find_spec("torch") is None:
    raise SystemExit("training needs PyTorch, which `make .venv/train` installs")
