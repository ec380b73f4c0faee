"""Settings of all tests."""

import os

from hypothesis import settings

# A busy machine is slow, not wrong. The same examples each time, so that no run fails by luck;
# `make test-all` draws new ones.
settings.register_profile("surveyor", deadline=None, derandomize="ALL_TESTS" not in os.environ)
settings.load_profile("surveyor")
