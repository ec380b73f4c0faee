from dataclasses import replace

import numpy as np
import pytest

from datasets.draw.maps import random_map
from datasets.draw.sheet.paper import print_sheet, random_print
from datasets.draw.sheet.texture import TEXTURES, texture
from datasets.draw.strokes import load_strokes
from engine import Side

SIZE, CELL = (120, 150), 32.0


@pytest.mark.parametrize("kind", sorted(TEXTURES))
def test_a_relief_is_even_over_the_paper_and_as_deep_as_any_other(kind: str) -> None:
    relief = texture(kind, SIZE, CELL, np.random.default_rng(5))

    assert relief.shape == SIZE
    assert relief.mean() == pytest.approx(0.0, abs=1e-4)
    assert relief.std() == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("kind", sorted(TEXTURES))
def test_a_seed_gives_the_same_relief_and_another_seed_another(kind: str) -> None:
    once, again, other = (texture(kind, SIZE, CELL, np.random.default_rng(seed)) for seed in (5, 5, 6))

    assert np.array_equal(once, again)
    assert not np.allclose(once, other)


def test_a_sheet_on_textured_paper_is_as_rough_as_it_says() -> None:
    rng, book = np.random.default_rng(7), load_strokes("train")
    edition = replace(random_print(rng), border=0.0)
    drawn = random_map(rng, Side.A)
    size = round(edition.width * CELL), round(edition.height * CELL)

    smooth, rough = (
        print_sheet(replace(edition, texture=kind, relief=relief), drawn, size, CELL, book)
        for kind, relief in (("", 0.0), ("canvas", 0.05))
    )

    assert np.std(rough / smooth) == pytest.approx(0.05, rel=0.1)
