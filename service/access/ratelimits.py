"""Rate limits: of passwords tried, wrong keys shown, and photos sent.

Each server counts for itself in memory. Many servers that shall count together are given one Redis by the
setting `rate_storage` (and the package redis).
"""

import math
import time
from http import HTTPStatus

from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter
from starlette.exceptions import HTTPException

from engine.sentence import Sentence
from service.setup.settings import Settings


class TooOftenError(HTTPException):
    """A rate limit was exceeded: the response 429, which says when to try again."""

    def __init__(self, seconds: int) -> None:
        """Take the seconds after which it may be tried again."""
        detail = Sentence("That was too often. Try again in %(seconds)s seconds.", seconds=seconds)
        super().__init__(HTTPStatus.TOO_MANY_REQUESTS, detail, {"Retry-After": str(seconds)})


class Rates:
    """Counts events against their rate limits; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        """Take the rates of the settings."""
        self._settings = settings
        self._counts = FixedWindowRateLimiter(storage_from_string(settings.rate_storage.get_secret_value()))

    def count(self, rate: str, who: str) -> None:
        """Count an event of `who` against the rate of this name in the settings.

        Raises:
            TooOftenError: It was one too many.
        """
        allowed = self._settings.rate(rate)
        if self._counts.hit(allowed, rate, who):
            return
        left = self._counts.get_window_stats(allowed, rate, who).reset_time - time.time()
        if left > allowed.get_expiry() + 1:  # the clock was set back, and the count would last for hours
            self._counts.clear(allowed, rate, who)
            self._counts.hit(allowed, rate, who)
            return
        raise TooOftenError(max(1, math.ceil(left)))
