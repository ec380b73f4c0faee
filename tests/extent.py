"""How much is tested: what decides in minutes, or with `ALL_TESTS=1` (`make test-all`) everything."""

import os
from collections.abc import Collection
from typing import TypeVar

import pytest

ALL_TESTS = bool(os.environ.get("ALL_TESTS"))
in_test_all = pytest.mark.skipif(not ALL_TESTS, reason="only in `make test-all`")


Parameter = TypeVar("Parameter")


def or_all(few: Collection[Parameter], everything: Collection[Parameter]) -> list[Parameter]:
    """Return the parameters that a test has: few, or where everything is tested, all."""
    return list(everything if ALL_TESTS else few)
