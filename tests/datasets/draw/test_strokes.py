import gzip
import json
from collections import defaultdict

from datasets.draw import strokes
from datasets.draw.curate import ALLOWED_SOURCES, curate
from datasets.draw.hand.person import FOUND_SIGNS
from datasets.draw.strokes import CURATED_FILE, load_strokes, split_of

MAX_BYTES = 2_500_000


def record(label: str, source: str, strokes: list[list[list[int]]]) -> str:
    return json.dumps({"id": label, "label": label, "source": source, "strokes": strokes})


def test_shipped_drawings_come_from_licensed_sources_only() -> None:
    with gzip.open(CURATED_FILE, "rt", encoding="utf-8") as lines:
        sources = {json.loads(line)["source"] for line in lines}

    assert all(source.startswith(ALLOWED_SOURCES) for source in sources)
    assert CURATED_FILE.stat().st_size < MAX_BYTES


def test_a_fifth_of_the_drawings_is_for_tests() -> None:
    with gzip.open(CURATED_FILE, "rt", encoding="utf-8") as lines:
        ids = [json.loads(line)["id"] for line in lines]

    shares = [split_of(drawing) == "test" for drawing in ids]
    assert len(ids) == len(set(ids))
    assert 0.15 < sum(shares) / len(shares) < 0.25


def test_how_many_people_and_drawings_stand_on_both_sides_is_told() -> None:
    splits: dict[str, set[str]] = defaultdict(set)
    with gzip.open(CURATED_FILE, "rt", encoding="utf-8") as lines:
        for drawing in (json.loads(line)["id"] for line in lines):
            source = drawing.rpartition(":")[2] if drawing.startswith("omni:") else drawing.partition("#")[0]
            splits[source].add(split_of(drawing))

    on_both = [source for source, found in splits.items() if len(found) == 2]
    assert sum(source.startswith("qd:") for source in on_both) == 63
    assert sum(source.isdigit() for source in on_both) == 14
    assert "fourteen people on both sides" in str(strokes.__doc__)
    assert "63 drawings of which" in str(strokes.__doc__)


def test_every_label_that_hands_use_exists_in_both_splits() -> None:
    labels = {label for found in FOUND_SIGNS.values() for label in found} | {f"digit:{d}" for d in range(10)}

    assert labels <= set(load_strokes("train").drawings)
    assert labels <= set(load_strokes("test").drawings)


def test_a_flat_line_is_no_water() -> None:
    flat = record("ocean", "quickdraw-simplified/x", [[[0, 0], [255, 3]]])

    assert curate([flat]) == []


def test_unlicensed_sources_are_left_out() -> None:
    drawn = [[[0, 0], [128, 255], [255, 0]]]

    assert curate([record("star", "dollar1/prapti21", drawn)]) == []
    assert len(curate([record("star", "quickdraw-simplified/x", drawn)])) == 1
