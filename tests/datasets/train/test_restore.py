from dataclasses import fields
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from datasets.draw.flat.sheet import draw_flat_sheet
from datasets.draw.flat.sheetset import SheetSet
from datasets.draw.ledger.stripset import SPARE
from datasets.draw.recipe import Recipe
from vision import load_classifier
from vision.find.propose import lattice_model
from vision.image import Image
from vision.read.ledger import load_ledger
from vision.read.ledgercrops import NUMBER_SIZE, best_prints
from vision.read.numbers import as_input

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")


@pytest.fixture(name="sheets", scope="module")
def _sheets() -> SheetSet:
    drawn = [draw_flat_sheet(Recipe.load("train"), 31, index) for index in range(8)]
    return SheetSet(*(np.stack([getattr(sheet, each.name) for sheet in drawn]) for each in fields(SheetSet)))


def test_a_restored_network_says_what_the_released_one_says(sheets: SheetSet) -> None:
    from datasets.train.restore import restore_terrain
    from datasets.train.terrain import WIDTH

    released = load_classifier()
    net = restore_terrain(Path("models") / released.name, sheets, WIDTH).eval()

    agreed = []
    for picture, ruins in zip(sheets.picture, sheets.ruins, strict=True):
        shown = torch.from_numpy(picture.transpose(2, 0, 1)[None].astype(np.float32))
        with torch.no_grad():
            ours = net(shown, torch.from_numpy(ruins[None]).float())[1][0].reshape(len(released.labels), -1)
        theirs = released.classify(Image(picture), ruins).terrain
        agreed.append((ours.argmax(0).numpy() == theirs.argmax(1)).mean())

    assert np.mean(agreed) > 0.95  # one look, not two


def test_another_architecture_is_refused(sheets: SheetSet) -> None:
    from datasets.train.restore import restore_terrain

    with pytest.raises(SystemExit, match="of another architecture"):
        restore_terrain(Path("models") / load_classifier().name, sheets, 16)


@pytest.fixture(name="shown", scope="module")
def _shown() -> NDArray[np.float32]:
    """Small pictures such as training shows, (8, 3, 192, 192)."""
    from datasets.draw.world.decoys import draw_decoy
    from datasets.train.lattice import SIDE

    rng = np.random.default_rng(6)
    pictures = [draw_decoy(rng, SIDE) for _ in range(8)]
    return np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32)


def test_a_restored_lattice_network_says_what_the_released_one_says(shown: NDArray[np.float32]) -> None:
    from datasets.train.networks import LatticeNet
    from datasets.train.restore import restore

    released, net = lattice_model(), LatticeNet(width=16)
    restore(net, Path("models") / released.name, torch.from_numpy(shown))

    with torch.no_grad():
        ours = net.eval()(torch.from_numpy(shown)).numpy()
        in_training = net.train()(torch.from_numpy(shown)).numpy()
    theirs = np.concatenate([released.run(photo=picture[None])["out"] for picture in shown])
    assert np.abs(ours - theirs).max() < 1e-2
    assert np.abs(in_training - theirs).max() < 1e-2


def test_a_lattice_network_of_another_width_is_refused(shown: NDArray[np.float32]) -> None:
    from datasets.train.networks import LatticeNet
    from datasets.train.restore import restore

    with pytest.raises(SystemExit, match="of another architecture"):
        restore(LatticeNet(width=24), Path("models") / lattice_model().name, torch.from_numpy(shown))


def test_of_two_networks_in_one_file_the_second_learns_on(tmp_path: Path) -> None:
    import onnx

    from datasets.draw.ledger.coinrows import draw_row
    from datasets.train.ledger_networks import CoinsNet
    from datasets.train.restore import restore

    rows = np.stack([draw_row(index, seed=41)[0] for index in range(8)])
    shown = rows.transpose(0, 3, 1, 2).astype(np.float32)
    net = CoinsNet()

    restore(net, Path("models/ledger_v9/coins"), torch.from_numpy(shown))

    released = "models/ledger_v9/coins/model.onnx"
    (answer,) = (node.input[0] for node in onnx.load(released).graph.node if node.output[0] == "b_shares")
    onnx.utils.extract_model(released, str(tmp_path / "second.onnx"), ["row"], [answer], check_model=False)
    second = onnxruntime.InferenceSession(tmp_path / "second.onnx")
    theirs = np.concatenate([second.run(None, {"row": row[None]})[0] for row in shown])
    with torch.no_grad():
        assert np.abs(net.eval()(torch.from_numpy(shown)).numpy() - theirs).max() < 1e-2


def test_a_restored_numbers_network_says_what_the_released_one_says() -> None:
    from datasets.draw.ledger.stripset import cut_strip
    from datasets.train.ledger_networks import NumbersNet
    from datasets.train.restore import restore

    cells = np.concatenate([cut_strip(index, seed=41, split="train")[5] for index in range(8)])
    width, height = NUMBER_SIZE
    bare = cells[:, SPARE : SPARE + height, SPARE : SPARE + width].reshape(8, -1, height, width, 3)
    shown = np.concatenate([as_input(sheet, sheet[best_prints(sheet)]) for sheet in bare])
    net = NumbersNet()

    restore(net, Path("models/ledger_v9/numbers"), torch.from_numpy(shown))

    with torch.no_grad():
        ours = net.eval()(torch.from_numpy(shown)).numpy()[:, :33].reshape(-1, 11)
    theirs = load_ledger().numbers.run(numbers=shown)["out"][:, :33].reshape(-1, 11)
    assert (ours.argmax(axis=1) == theirs.argmax(axis=1)).mean() > 0.95


def test_a_released_network_learns_on_without_dropout_and_one_of_a_run_with_it(tmp_path: Path) -> None:
    from datasets.train.checkpoints import NAME
    from datasets.train.ledger_networks import WholeNet
    from datasets.train.restore import restore

    shown = torch.rand(4, 3, 40, 448) * 255
    on, anew = WholeNet(), WholeNet()
    torch.save({"net": anew.state_dict()}, tmp_path / NAME)

    restore(on, Path("models/ledger_v9/whole"), shown)
    restore(anew, tmp_path, shown)

    assert not on.training
    assert anew.training


def test_terrain_learns_on_from_a_run_as_the_others_do(sheets: SheetSet, tmp_path: Path) -> None:
    from datasets.train.checkpoints import NAME
    from datasets.train.restore import restore_terrain
    from datasets.train.terrain import WIDTH

    released = restore_terrain(Path("models/terrain_v20"), sheets, WIDTH)
    torch.save({"net": released.state_dict()}, tmp_path / NAME)

    again = restore_terrain(tmp_path, sheets, WIDTH)

    assert all(torch.equal(*pair) for pair in zip(released.parameters(), again.parameters(), strict=True))
