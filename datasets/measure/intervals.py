"""Shares with the uncertainty of a small sample."""

import math


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, hits / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def share(hits: int, of: int) -> str:
    """Return a share with its 95 % interval, as tables show it."""
    low, high = wilson(hits, of)
    return f"{hits / max(of, 1):.1%} ({low:.1%} to {high:.1%})"
