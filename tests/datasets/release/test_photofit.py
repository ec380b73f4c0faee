"""The settings of photos are found again on squares that were drawn by them."""

import numpy as np
import pytest

from datasets.release.photofit import LABELS, Shown, fit_bare, fit_weights, regress, weighed
from engine import Terrain
from vision.read.ruins import BareOdds

EMPTY = LABELS.index(Terrain.EMPTY)


def drawn_squares(count: int, weights: np.ndarray, rng: np.random.Generator) -> list[Shown]:
    """Return squares that hold each label as often as its weighed share says."""
    shares = rng.dirichlet(np.full(len(LABELS), 0.5), count)
    holds = [rng.choice(len(LABELS), p=row) for row in weighed(shares, weights)]
    return [Shown(row, int(held), None, 0.0) for row, held in zip(shares, holds, strict=True)]


def test_weights_are_found_again() -> None:
    weights = np.array(
        [{Terrain.EMPTY: 1.5, Terrain.HERO: 3.0, Terrain.MONSTER: 0.5}.get(label, 1.0) for label in LABELS]
    )

    found = fit_weights(drawn_squares(20_000, weights, np.random.default_rng(3)))

    assert found == pytest.approx(weights, rel=0.15)


def test_where_labels_stand_as_often_as_expected_nothing_is_weighed() -> None:
    found = fit_weights(drawn_squares(20_000, np.ones(len(LABELS)), np.random.default_rng(4)))

    assert found == pytest.approx(np.ones(len(LABELS)), rel=0.1)


def test_the_odds_of_bare_ruins_are_found_again() -> None:
    rng, odds = np.random.default_rng(5), BareOdds(always=-1.0, seen=0.4, marked=2.0, faint=3.0, surely=0.0)
    squares = []
    for seen, ink, marked in zip(
        1.0 / (1.0 + np.exp(-rng.uniform(-6, 6, 20_000))),
        rng.lognormal(3.2, 0.8, 20_000),
        rng.random(20_000),
        strict=True,
    ):
        shares = np.full(len(LABELS), (1.0 - seen) / (len(LABELS) - 1))
        shares[EMPTY] = seen
        bare = rng.random() < odds.weigh(float(seen), float(ink), float(marked))
        squares.append(Shown(shares, EMPTY if bare else EMPTY + 1, float(ink), float(marked)))

    found = fit_bare(squares, np.ones(len(LABELS)))

    assert found == pytest.approx([odds.always, odds.seen, odds.marked, odds.faint, odds.surely], abs=0.3)


def test_what_is_always_so_gives_finite_weights() -> None:
    signs = np.column_stack([np.ones(50), np.linspace(-1, 1, 50)])

    weights = regress(signs, np.ones(50, np.bool_))

    assert np.isfinite(weights).all()
    assert weights[0] > 3
