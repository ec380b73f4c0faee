"""Measured figures as records, from which tables, charts and the history of runs are made."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

SURVEYOR = "Surveyor"
ALL = "all"
RESAMPLES = 1000
SEED = 95
SHARE, TIMES = "share", "x"
JITTER = 0.1  # of a measured time by which another run on the same machine may differ for no reason

Rows = NDArray[np.float64]


class Better(StrEnum):
    """The better direction of a figure."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: one place of a table."""

    group: str
    """The table it stands in."""
    name: str
    """The quantity."""
    value: float
    low: float | None = None
    """The lower end of the 95 % interval; None where there is none to tell."""
    high: float | None = None
    unit: str = SHARE
    """`share` of 1, `x` times something else, or a word."""
    n: int = 0
    """How many were counted; 0 where nothing was."""
    of: str = ""
    """The things counted, in the plural."""
    stratum: str = ALL
    """The part of the photos."""
    who: str = SURVEYOR
    """Whose figure it is: ours, or a baseline's."""
    better: Better = Better.MORE
    bar: float | None = None
    """The bar."""
    source: str = ""
    """The command that measures it, or where it was published."""

    @property
    def key(self) -> str:
        """Return what tells it from all others, and finds it again in an earlier run."""
        return " / ".join((self.group, self.name, self.stratum, self.who))

    @property
    def met(self) -> bool | None:
        """Whether it reaches its bar; None without one."""
        if self.bar is None:
            return None
        return self.value <= self.bar if self.better == Better.LESS else self.value >= self.bar


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: figures of the same things, read by the same reader. Each method makes one."""

    group: str
    stratum: str = ALL
    who: str = SURVEYOR
    source: str = ""

    def figure(
        self,
        name: str,
        value: float,
        interval: tuple[float, float] | None = None,
        *,
        unit: str = SHARE,
        n: int = 0,
        of: str = "",
        better: Better = Better.MORE,
        bar: float | None = None,
    ) -> Figure:
        """Return a figure of this row as it is."""
        low, high = interval or (None, None)
        return Figure(
            self.group, name, value, low, high, unit, n, of, self.stratum, self.who, better, bar, self.source
        )

    def counted(
        self,
        name: str,
        hits: int,
        total: int,
        of: str,
        *,
        better: Better = Better.MORE,
        bar: float | None = None,
    ) -> Figure:
        """Return a share of independent things, with Wilson's interval."""
        value, interval = hits / max(total, 1), wilson(hits, total)
        return self.figure(name, value, interval, n=total, of=of, better=better, bar=bar)

    def clustered(
        self,
        name: str,
        marked: Sequence[NDArray[np.bool_]],
        of: str,
        *,
        better: Better = Better.MORE,
    ) -> Figure:
        """Return a share of things that come in sheets: the wider of Wilson's interval and one over sheets.

        One hand draws a whole sheet, so its squares are right or wrong together; drawing whole sheets again
        and again (the bootstrap, Efron 1979) shows that, and Wilson's what a sample without a miss hides.

        Args:
            name: what was measured.
            marked: for each sheet, which of its things count.
            of: what they are, in the plural.
            better: which way it should go.
        """
        counts = np.array([(marks.sum(), len(marks)) for marks in marked if len(marks)], np.float64).reshape(
            -1, 2
        )
        hits, total = (int(number) for number in counts.sum(axis=0))
        ends = zip(wilson(hits, total), _resampled(counts, _ratio), strict=True)
        (low, below), (high, above) = ends
        interval = min(low, below), max(high, above)
        return self.figure(name, _ratio(counts), interval, n=total, of=of, better=better)

    def averaged(self, name: str, values: Sequence[float], of: str, *, unit: str = "") -> Figure:
        """Return the mean of one number a thing, with the interval of a bootstrap."""
        each = np.asarray(values, np.float64)[:, None]
        interval = _resampled(each, lambda some: float(some.mean()))
        return self.figure(
            name, float(each.mean()), interval, unit=unit, n=len(each), of=of, better=Better.LESS
        )

    def timed(
        self,
        name: str,
        values: Sequence[float],
        of: str,
        *,
        unit: str = TIMES,
        better: Better = Better.LESS,
        bar: float | None = None,
    ) -> Figure:
        """Return the median of something that a clock measured, with the interval of the median.

        The interval tells how the photos or rounds differ; it reaches a tenth to each side at least, for that
        much two runs on one machine differ for no reason.
        """
        ordered = np.sort(np.asarray(values, np.float64))
        middle, count = float(np.median(ordered)), len(ordered)
        reach = 0.98 * np.sqrt(count)  # 1.96 standard deviations of the rank of a median
        first, last = max(0, int(count / 2 - reach)), min(count - 1, int(np.ceil(count / 2 + reach)))
        low = min(float(ordered[first]), middle * (1 - JITTER))
        high = max(float(ordered[last]), middle * (1 + JITTER))
        return self.figure(name, middle, (low, high), unit=unit, n=count, of=of, better=better, bar=bar)

    def statistic(
        self,
        name: str,
        parts: Sequence[Rows],
        summary: Callable[[Rows], float],
        of: str,
        *,
        unit: str = "",
    ) -> Figure:
        """Return a statistic of the rows of all parts, (k, columns) each, with a bootstrap over the parts."""
        rows, rng = np.concatenate(parts), np.random.default_rng(SEED)
        draws = (rng.integers(0, len(parts), len(parts)) for _ in range(RESAMPLES // 4))
        summaries = [summary(np.concatenate([parts[at] for at in chosen])) for chosen in draws]
        low, high = (float(end) for end in np.quantile(summaries, (0.025, 0.975)))
        return self.figure(
            name, summary(rows), (low, high), unit=unit, n=len(rows), of=of, better=Better.LESS
        )


def marked(hits: int, total: int) -> NDArray[np.bool_]:
    """Return so many things of which so many count, for those who have only counted them."""
    return np.arange(total) < hits


def _resampled(things: Rows, summary: Callable[[Rows], float]) -> tuple[float, float]:
    rng = np.random.default_rng(SEED)
    summaries = [summary(things[rng.integers(0, len(things), len(things))]) for _ in range(RESAMPLES)]
    low, high = np.quantile(summaries, (0.025, 0.975))
    return float(low), float(high)


def _ratio(counts: Rows) -> float:
    hits, totals = counts.sum(axis=0)
    return float(hits / max(totals, 1))


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, hits / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
