"""Settings of all tests."""

import gc
import os

from hypothesis import settings

from service.work.processlimits import compute_in_one_thread

# As our programs do, before numpy is imported: several threads only wait for one another where as many tests
# run as there are cores.
compute_in_one_thread()

# A busy machine is slow, not wrong. The same examples each time, so that no run fails by luck;
# `make test-all` draws new ones.
settings.register_profile("surveyor", deadline=None, derandomize="ALL_TESTS" not in os.environ)
settings.load_profile("surveyor")


def pytest_collectstart() -> None:
    """Look for no garbage among thousands of tests while they are collected."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for it from here on, but not among what was collected, which stays."""
    gc.freeze()
    gc.enable()
