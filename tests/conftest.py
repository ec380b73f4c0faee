"""Settings of all tests."""

import gc

from hypothesis import settings

from service.work.processlimits import compute_in_one_thread
from tests.extent import ALL_TESTS

# As our programs do, before numpy is imported: several threads only wait for one another where as many tests
# run as there are cores.
compute_in_one_thread()

# A busy machine is slow, not wrong. The same examples each time, so that no run fails by luck;
# `make test-all` draws new ones, and three times as many.
EXAMPLES = 100 if ALL_TESTS else 30
settings.register_profile("surveyor", deadline=None, derandomize=not ALL_TESTS, max_examples=EXAMPLES)
settings.load_profile("surveyor")


def pytest_collectstart() -> None:
    """Look for no garbage among thousands of tests while they are collected."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for it from here on, but not among what was collected, which stays."""
    gc.freeze()
    gc.enable()
