"""From 200 to 10 million sheets a day: workers, waiting, bytes, rows and money, for docs/scaling.md.

    python -m tests.bench.queue_plan [--seed 1] [--wait 10] [--photo-bytes 1500000]

What a sheet costs is measured here (the sample photos read, and taken through the tables); the queue of the
three busiest hours of a day is simulated with service times drawn from those measured.
"""

import argparse
import math
from dataclasses import dataclass

import numpy as np

from tests.bench.footprint import Footprint, measure
from tests.bench.queueing import HOUR, Waits, arrivals, workers_needed

VOLUMES = (200, 10_000, 100_000, 1_000_000, 10_000_000)
BY_HOUR = (1, 1, 1, 1, 1, 1, 1, 2, 3, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 14, 15, 13, 8, 4)
"""The shape of a day, an assumption: people play in the evening."""
WINDOW = slice(19, 22)  # the busiest hours
LEAST_SAMPLE = 30_000  # photos; of fewer, the window is repeated, as on further days
UTILISATION = 0.7  # that the arithmetic without a simulation allows workers at the peak


@dataclass(frozen=True, slots=True)
class Prices:
    """Examples, of no provider and no day: put your own in their place."""

    core_hour: float = 0.04
    gigabyte_month: float = 0.023
    thousand_writes: float = 0.005
    kept_days: int = 30
    """How long photos are kept (`retention_days`)."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a volume needs."""

    volume: int
    """Sheets a day."""
    peak: float
    """Sheets a second in the busiest hour."""
    by_arithmetic: int
    """Workers."""
    needed: int
    """Workers, by the simulation."""
    waits: Waits


def main() -> None:
    """Measure, simulate, and print three tables."""
    asked = _arguments()
    cost = measure()
    seconds = np.array(cost.seconds)
    print(
        f"measured: {seconds.mean():.3f} s of a core to read a sheet ({seconds.min():.3f} to "
        f"{seconds.max():.3f}), {1000 * cost.row_seconds:.1f} ms for its rows, {cost.transactions:.0f} "
        f"transactions,\n  {sum(cost.rows.values()):.0f} rows (of them {cost.events:.0f} events), "
        f"{cost.row_bytes / 1000:.1f} kB in SQLite; a sample photo has {cost.photo_bytes / 1e6:.2f} MB, "
        f"the plan takes {asked.photo_bytes / 1e6:.2f}\n"
    )
    lines = [plan(volume, seconds, asked.seed, asked.wait) for volume in VOLUMES]
    _print_workers(lines, asked.wait)
    _print_stores(cost, asked.photo_bytes)
    _print_money(lines, cost, asked.photo_bytes, Prices())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What so many sheets a day need.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wait", type=float, default=10.0, help="seconds that 1 of 100 may wait longer than")
    parser.add_argument("--photo-bytes", type=float, default=1.5e6, help="of a phone's photo")
    return parser.parse_args()


def plan(volume: int, seconds: "np.typing.NDArray[np.float64]", seed: int, wait: float) -> Line:
    """Find the workers that a volume needs in the busiest hours.

    Args:
        volume: sheets a day.
        seconds: measured seconds of readings, to be drawn from.
        seed: of all chance.
        wait: seconds, than which 1 of 100 may wait longer.
    """
    rng = np.random.default_rng((seed, volume))
    by_hour = [volume * share / sum(BY_HOUR) for share in BY_HOUR]
    window = by_hour[WINDOW]
    came = arrivals(rng, window * math.ceil(LEAST_SAMPLE / sum(window)))
    load = max(by_hour) / HOUR * float(seconds.mean())
    needed, waits = workers_needed(came, rng.choice(seconds, len(came)), math.ceil(load), wait)
    return Line(volume, max(by_hour) / HOUR, math.ceil(load / UTILISATION), needed, waits)


def _print_workers(lines: list[Line], wait: float) -> None:
    print(f"workers (one core each) with whom 99 of 100 sheets wait at most {wait:g} s in the busiest hours")
    print("  sheets a day   peak/s   peak x seconds / 0.7   simulated   busy    p50 s    p99 s")
    for line in lines:
        print(
            f"  {line.volume:12,}  {line.peak:7.2f}  {line.by_arithmetic:21,}  {line.needed:10,}  "
            f"{line.waits.busy:5.0%}  {line.waits.p50:7.3f}  {line.waits.p99:7.3f}"
        )


def _print_stores(cost: Footprint, photo: float) -> None:
    peak = max(BY_HOUR) / sum(BY_HOUR) / HOUR
    print("\nstores: photos, rows, and what comes in at the peak")
    print("  sheets a day   GB of photos   rows, millions   GB of rows   transactions/s   Mbit/s")
    for volume in VOLUMES:
        print(
            f"  {volume:12,}  {volume * photo / 1e9:12,.1f}  "
            f"{volume * sum(cost.rows.values()) / 1e6:14,.3f}  {volume * cost.row_bytes / 1e9:11,.3f}  "
            f"{volume * peak * cost.transactions:14,.1f}  {8 * volume * peak * photo / 1e6:8,.1f}"
        )


def _print_money(lines: list[Line], cost: Footprint, photo: float, prices: Prices) -> None:
    print(f"\nmoney a day, of example prices ({prices})")
    print("  sheets a day   cores at the peak all day   cores as needed    bucket   for 1,000 sheets")
    for line in lines:
        all_day = 24 * line.needed * prices.core_hour
        as_needed = line.volume * (np.mean(cost.seconds) + cost.row_seconds) / HOUR * prices.core_hour
        kept = prices.kept_days * line.volume * photo / 1e9 * prices.gigabyte_month / 30
        bucket = kept + line.volume / 1000 * prices.thousand_writes
        each = 1000 * (all_day + bucket) / line.volume
        print(f"  {line.volume:12,}  {all_day:26,.2f}  {as_needed:16,.2f}  {bucket:8,.2f}  {each:16,.3f}")


if __name__ == "__main__":
    main()
