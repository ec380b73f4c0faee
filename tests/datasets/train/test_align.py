"""What the network that aligns lattices learns from, and that it learns on from the released one."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")


def test_an_example_says_how_far_each_square_lies_aside() -> None:
    from datasets.train.align import example
    from datasets.train.scenes import grid_scene, places_on
    from vision import SheetGeometry
    from vision.find.align import BEYOND, middles

    scene = grid_scene(np.random.default_rng(4), 11)
    made = example(scene, np.random.default_rng(7))

    assert made is not None
    view, aside = made
    assert view.shape == (240, 240, 3)
    assert aside.shape == (15, 15, 2)
    assert scene.lattice is not None
    on_map = middles(11) + aside
    known = ~np.isnan(aside).any(axis=-1)
    assert known.sum() >= 100
    assert (on_map[known] > -BEYOND).all()
    assert (on_map[known] < 11 + BEYOND).all()
    truth, inside = SheetGeometry(scene.lattice), middles(11)[2:-2, 2:-2]
    assert np.abs(places_on(truth, truth.to_photo(inside)) - inside).max() < 0.01


def test_training_goes_on_from_the_released_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datasets.draw.pictures import Pictures
    from datasets.draw.recipe import Recipe
    from datasets.draw.world.photo import draw_world_photo
    from datasets.train import align

    photos = tmp_path / "photos"
    photos.mkdir()
    for index in range(2):
        photo = draw_world_photo(Recipe.load("world"), Pictures(), 5, index)
        (photos / f"{index}.jpg").write_bytes(photo.jpeg)
        (photos / f"{index}.json").write_text(json.dumps(photo.to_json()))
    monkeypatch.setattr(align, "BATCH", 4)
    monkeypatch.setattr(align, "DataLoader", lambda batches, **_: batches)  # in this process

    net = align.train(photos, tmp_path / "run", seed=1, steps=2, start=Path("models/align_v1"))

    with torch.no_grad():
        assert net(torch.rand(1, 3, 240, 240) * 255).shape == (1, 3, 15, 15)
