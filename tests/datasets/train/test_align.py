"""What the network that aligns lattices learns from, and that it learns on from the released one."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")


def test_an_example_says_how_far_each_square_lies_aside() -> None:
    from datasets.train.align import example
    from datasets.train.scenes import grid_scene, places_on
    from vision import Lattice
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
    truth, inside = Lattice(scene.lattice), middles(11)[2:-2, 2:-2]
    assert np.abs(places_on(truth, truth.to_photo(inside)) - inside).max() < 0.01


def test_a_photo_is_cut_at_or_near_the_field_and_a_lattice_lies_within_what_is_left() -> None:
    from datasets.train.align import cut, squeezed
    from datasets.train.scenes import grid_scene

    scene, ran_out = grid_scene(np.random.default_rng(4), 11), 0
    for seed in range(20):
        part = cut(scene, np.random.default_rng(seed))
        assert scene.lattice is not None
        assert part.lattice is not None
        shift = (scene.lattice - part.lattice)[0, 0].round().astype(int)
        height, width = part.photo.image.shape[:2]
        kept = scene.photo.image[shift[1] : shift[1] + height, shift[0] : shift[0] + width]
        assert np.array_equal(kept, part.photo.image)
        within = squeezed(part.lattice, part.photo.image)
        assert (within > -0.01).all()
        assert (within < (width, height)).all()
        ran_out += bool((part.lattice < 0).any() or (part.lattice > (width, height)).any())
    assert ran_out > 5


def test_training_goes_on_from_the_released_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datasets.draw.pictures import Pictures
    from datasets.draw.recipe import Recipe
    from datasets.draw.world.photo import draw_world_photo
    from datasets.train import align, loop

    photos = tmp_path / "photos"
    photos.mkdir()
    for index in range(2):
        photo = draw_world_photo(Recipe.load("world"), Pictures(), 5, index)
        (photos / f"{index}.jpg").write_bytes(photo.jpeg)
        (photos / f"{index}.json").write_text(json.dumps(photo.to_json()))
    monkeypatch.setattr(align, "BATCH", 4)
    monkeypatch.setattr(loop, "DataLoader", lambda batches, **_: batches)  # in this process

    net = align.train(photos, tmp_path / "run", seed=1, steps=2, start=Path("models/align_v2"))

    with torch.no_grad():
        assert net(torch.rand(1, 3, 240, 240) * 255).shape == (1, 3, 15, 15)
