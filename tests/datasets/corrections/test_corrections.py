import argparse
import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.corrections.__main__ import made_of, main
from datasets.corrections.corrected import FILE, CorrectedSet, build, split_of_writer
from datasets.corrections.flags import draw_flags, find_flags, without
from datasets.corrections.swap import TestSet, compare, compare_all, install, judge, most_lost, roll_back
from datasets.draw.flat.sheet import LABELS, NO_LABEL
from datasets.draw.orders import check_folder, note_down
from engine import ALL_SQUARES, LAYOUTS, Side, Square, Terrain
from vision import load_classifier
from vision.corrections import Correction, CorrectionStore, encode_png
from vision.image import Image
from vision.read.classifier import MODEL, Impression

WHEN = "2026-01-02T03:04:05+00:00"
LEARNED, TESTED = "ann", "zoe"
PICTURE = Image(np.full((368, 368, 3), 200, np.uint8))
PNG = encode_png(PICTURE)
DIGEST = hashlib.sha256(PNG).hexdigest()
FOREST, WATER = LABELS.index(Terrain.FOREST), LABELS.index(Terrain.WATER)


def correction(
    square: Square, said: Terrain, *, photo: str = "a", writer: str | None = LEARNED, by: str | None = None
) -> Correction:
    """Return what a person said of a square that was read as water."""
    return Correction(
        photo=photo * 64,
        page=None,
        sheet=0,
        side=Side.A,
        square=square,
        read=Terrain.WATER,
        probabilities={Terrain.WATER: 0.7},
        said=said,
        model="stub",
        model_sha256=None,
        crop=DIGEST,
        picture=DIGEST,
        when=WHEN,
        writer=writer,
        by=by,
    )


@dataclass(frozen=True)
class ClassifierStub:
    """Sees the terrain of each square, (121,) places among LABELS, with the same confidence everywhere."""

    seen: NDArray[np.int64]
    sure: float = 0.98
    name: str = "stub"
    labels: tuple[Terrain, ...] = LABELS
    doubt_below: float = 0.9

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Answer the same whatever the sheet shows; like terrains look alike."""
        shares = np.full((121, len(LABELS)), (1.0 - self.sure) / (len(LABELS) - 1))
        shares[np.arange(121), self.seen] = self.sure
        none = np.zeros(121)
        looks = np.eye(len(LABELS))[self.seen]
        return Impression(shares, shares, none, np.eye(1, 5).repeat(121, axis=0), looks, none)

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        """Answer the same wherever ruins are printed."""
        return seen

    def look_again(self, seen: Impression, sheet: Image, squares: Sequence[Square]) -> Impression:
        """Stay with what was seen."""
        return seen


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> CorrectionStore:
    return CorrectionStore(tmp_path / "store")


def test_writers_are_split_by_their_names_alone() -> None:
    assert [split_of_writer(name) for name in (LEARNED, TESTED, f" {TESTED.upper()}", None)] == [
        "train",
        "test",
        "test",
        "train",
    ]


def test_corrections_become_sheets_with_labels_where_something_was_said(store: CorrectionStore) -> None:
    store.add([correction(Square(2, 3), Terrain.FARM)], [PNG])
    store.add([correction(Square(0, 1), Terrain.FOREST, photo="b", writer=TESTED)], [PNG])

    built = build(store)

    train, test = built.sets["train"], built.sets["test"]
    assert built.problems == ()
    assert (len(train), len(test), train.squares) == (1, 1, 1)
    assert LABELS[train.terrain[0, 2, 3]] is Terrain.FARM
    assert LABELS[train.read[0, 2, 3]] is Terrain.WATER
    assert train.terrain[0, 0, 0] == NO_LABEL
    assert {Square(*place) for place in np.argwhere(train.ruins[0]).tolist()} == LAYOUTS[Side.A].ruins
    assert np.array_equal(train.picture[0], PICTURE)
    assert test.writer.tolist() == [TESTED]


def test_a_sheet_is_its_writers_though_one_who_corrected_it_later_did_not_name_them(
    store: CorrectionStore,
) -> None:
    """It would be learned from, and the writer tested on with other sheets."""
    store.add([correction(Square(2, 3), Terrain.FARM, writer=TESTED, by="ann")], [PNG])
    store.add([correction(Square(5, 5), Terrain.HERO, writer=None, by="bob")], [PNG])

    built = build(store)

    assert (len(built.sets["train"]), len(built.sets["test"])) == (0, 1)
    assert built.sets["test"].writer.tolist() == [TESTED]


def test_the_last_word_counts_and_a_dispute_is_left_out(store: CorrectionStore) -> None:
    own = [correction(Square(2, 3), terrain, by="ann") for terrain in (Terrain.FARM, Terrain.FOREST)]
    dispute = [
        correction(Square(5, 5), terrain, by=by)
        for terrain, by in ((Terrain.FARM, "ann"), (Terrain.HERO, "bob"))
    ]
    store.add([*own, *dispute], [PNG])

    built = build(store)

    train = built.sets["train"]
    assert LABELS[train.terrain[0, 2, 3]] is Terrain.FOREST
    assert train.squares == 1
    assert "people say different things" in built.problems[0]


def test_a_sheet_whose_picture_is_gone_is_left_out(store: CorrectionStore) -> None:
    store.add([correction(Square(2, 3), Terrain.FARM)], [])

    built = build(store)

    assert len(built.sets["train"]) == 0
    assert len(built.problems) == 1


def test_a_set_comes_back_from_its_folder(store: CorrectionStore, tmp_path: Path) -> None:
    store.add([correction(Square(2, 3), Terrain.FARM)], [PNG])
    train = build(store).sets["train"]

    train.save(tmp_path / "train")

    again = CorrectedSet.load(tmp_path / "train")
    assert np.array_equal(again.terrain, train.terrain)
    assert again.sheet.tolist() == train.sheet.tolist()


def corrected_sheet(wrong: Square) -> tuple[CorrectedSet, ClassifierStub]:
    """Return a sheet of forests and water, said so but for one square, and a network that sees it rightly."""
    seen = np.array([FOREST if square.row < 5 else WATER for square in ALL_SQUARES])
    said = seen.reshape(1, 11, 11).astype(np.int8)
    said[0][wrong] = FOREST
    names = np.array(["x"])
    ruins = np.zeros((1, 11, 11), np.bool_)
    return CorrectedSet(PICTURE[None], said, said, ruins, names, names), ClassifierStub(seen)


def test_a_wrong_label_among_right_ones_is_flagged_and_drawn(tmp_path: Path) -> None:
    data, classifier = corrected_sheet(wrong=Square(8, 8))

    flags = find_flags(data, classifier)
    draw_flags(data, flags, tmp_path / "out" / "flags.png")

    assert [(flag.square, flag.said, flag.likelier) for flag in flags] == [
        (Square(8, 8), Terrain.FOREST, Terrain.WATER)
    ]
    assert (tmp_path / "out" / "flags.png").stat().st_size > 0
    assert find_flags(without(data, flags), classifier) == []


def test_a_correction_that_the_writers_other_squares_bear_out_is_not_flagged() -> None:
    """The network holds this writer's forests for water; ten corrected squares tell otherwise."""
    data, _ = corrected_sheet(wrong=Square(8, 8))
    said = np.full((1, 11, 11), NO_LABEL, np.int8)
    said[0, 0, :10], said[0, 10, :10] = FOREST, WATER
    looks = np.array([FOREST if square.row < 5 else LABELS.index(Terrain.FARM) for square in ALL_SQUARES])

    @dataclass(frozen=True)
    class Mistaken(ClassifierStub):
        def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
            seen = super().classify(sheet, ruins)
            shares = np.full((121, len(LABELS)), 0.001)
            shares[:, WATER], shares[:, FOREST] = 0.7, 0.29
            return replace(seen, terrain=shares, signs=np.eye(len(LABELS))[looks])

    flags = find_flags(replace(data, terrain=said), Mistaken(looks))

    assert flags == []


def frozen(truth: NDArray[np.int64], sheets: int = 30) -> TestSet:
    """Return a test set of many like sheets."""
    labels = np.repeat(truth.reshape(1, 11, 11), sheets, 0).astype(np.int8)
    return TestSet("frozen", np.repeat(PICTURE[None], sheets, 0), labels, np.zeros(labels.shape, np.bool_))


def test_no_network_is_swapped_untested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = frozen(np.full(121, FOREST), sheets=0)
    np.savez(tmp_path / "sheets.npz", picture=nobody.picture, terrain=nobody.terrain, ruins=nobody.ruins)
    monkeypatch.setattr("sys.argv", ["corrections", "swap", f"models/{MODEL}", "--tests", str(tmp_path)])

    with pytest.raises(SystemExit, match="is of no test split, so training may have seen what it holds"):
        main()
    note_down(tmp_path, {"split": "test"})
    with pytest.raises(SystemExit, match="there are no sheets to test the candidate on"):
        main()


def test_what_build_keeps_for_tests_is_not_learned_from(
    store: CorrectionStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add([correction(Square(2, 3), Terrain.FARM, writer=TESTED)], [PNG])
    monkeypatch.setattr("sys.argv", ["corrections", "build", str(store.folder), "--out", str(tmp_path)])
    main()
    folders = ["--sheets", "drawn", "--calibrate", "drawn", "--out", "run"]
    monkeypatch.setattr("sys.argv", ["corrections", "retrain", str(tmp_path / "test"), *folders])

    with pytest.raises(SystemExit, match="test is kept for tests, so it is not learned from"):
        main()
    monkeypatch.setattr("sys.argv", ["corrections", "retrain", str(tmp_path / "train"), *folders])
    with pytest.raises(SystemExit, match="drawn is of no test split"):  # before anything is learned
        main()


def test_steps_in_which_the_learning_rate_cannot_rise_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = ["data", "--sheets", "drawn", "--calibrate", "drawn", "--out", "run"]
    monkeypatch.setattr("sys.argv", ["corrections", "retrain", *folders, "--steps", "5"])

    with pytest.raises(SystemExit):
        main()
    assert "5 is less than 6" in capsys.readouterr().err


def test_a_run_that_learned_older_corrections_is_not_taken_for_one_of_new_ones(tmp_path: Path) -> None:
    options = {"sheets": tmp_path, "most": 9, "with_flagged": False, "steps": 6, "seed": 1}
    asked = argparse.Namespace(data=tmp_path / "train", out=tmp_path / "run", **options)
    asked.data.mkdir()
    (asked.data / FILE).write_bytes(b"first")
    check_folder(made_of(asked, Path("models/terrain_v20")))
    (asked.out / "checkpoint.pt").touch()

    check_folder(made_of(asked, Path("models/terrain_v20")))
    (asked.data / FILE).write_bytes(b"second")
    with pytest.raises(SystemExit, match=r"made with corrections \w+; name another folder"):
        check_folder(made_of(asked, Path("models/terrain_v20")))


def test_a_network_that_reads_the_same_is_no_worse() -> None:
    truth = np.full(121, FOREST)
    network = ClassifierStub(truth)

    assert all(each.is_no_worse for each in compare_all(network, network, [frozen(truth)]))


def test_a_network_that_loses_a_square_on_every_sheet_is_refused() -> None:
    truth = np.full(121, FOREST)
    worse = truth.copy()
    worse[7] = WATER

    wrong, silent = compare_all(ClassifierStub(truth), ClassifierStub(worse), [frozen(truth)])

    assert (wrong.lost, wrong.won, wrong.is_no_worse) == (30, 0, False)
    assert not silent.is_no_worse
    assert "not shown" in str(wrong)


def test_a_network_that_only_asks_more_loses_nothing_silently() -> None:
    truth = np.full(121, FOREST)
    worse = truth.copy()
    worse[7] = WATER

    wrong, silent = compare(
        "frozen",
        *(judge(each, frozen(truth)) for each in (ClassifierStub(truth), ClassifierStub(worse, sure=0.5))),
    )

    assert (wrong.is_no_worse, silent.is_no_worse) == (False, True)


@pytest.mark.parametrize(
    ("lost", "won", "most"), [(0, 0, 0.0), (5, 0, 5.0), (0, 5, -0.49), (20, 20, 11.1)], ids=str
)
def test_the_limit_of_what_may_be_lost_is_exact(lost: int, won: int, most: float) -> None:
    """With 0 of 5 lost, a share p of losses is refused from (1 - p)^5 = 0.05: p = 0.451."""
    assert most_lost(lost, won) == pytest.approx(most, abs=0.2)


def test_a_swap_keeps_the_old_network_and_can_be_taken_back(tmp_path: Path) -> None:
    by_hand = {"photo_slope": 1.7, "doubt_below": 0.988}
    for name, network, settings in (
        ("terrain_v19", b"old", by_hand),
        ("candidate", b"new", {"doubt_below": 0.54}),
    ):
        for part in ("eye", "context"):
            folder = tmp_path / name / part
            folder.mkdir(parents=True)
            (folder / "model.onnx").write_bytes(network)
            digest = hashlib.sha256(network).hexdigest()
            (folder / "config.json").write_text(json.dumps({"name": part, "sha256": digest} | settings))
    current = tmp_path / "terrain_v19"

    kept = install(tmp_path / "candidate", current, tmp_path / "kept")

    for part in ("eye", "context"):
        config = json.loads((current / part / "config.json").read_text())
        assert (current / part / "model.onnx").read_bytes() == b"new"
        assert config == {
            "name": part,
            "sha256": hashlib.sha256(b"new").hexdigest(),
            "in_place_of": hashlib.sha256(b"old").hexdigest(),
            "photo_slope": 1.7,
            "doubt_below": 0.988,
        }
    assert kept.name.startswith("terrain_v19-")
    roll_back(kept, current)
    for part in ("eye", "context"):
        assert (current / part / "model.onnx").read_bytes() == b"old"
        assert "in_place_of" not in json.loads((current / part / "config.json").read_text())


def test_a_released_network_can_be_swapped(tmp_path: Path) -> None:
    """It lies as the released ones do, in two parts."""
    current = shutil.copytree("models/terrain_v20", tmp_path / "terrain_v20")

    kept = install(Path("models/terrain_v20"), current, tmp_path / "kept")

    assert load_classifier(str(current)).doubt_below == load_classifier("terrain_v20").doubt_below
    assert (kept / "eye" / "model.onnx").is_file()
