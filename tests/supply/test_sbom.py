import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.supply.locks import read_lock
from tests.supply.sbom import make_sbom

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def text() -> str:
    return make_sbom()  # which holds it against CycloneDX's own schema


@pytest.fixture(scope="module")
def bill(text: str) -> dict[str, Any]:
    return dict(json.loads(text))


def test_equal_trees_make_equal_bytes(text: str) -> None:
    assert make_sbom() == text


def test_every_package_of_the_image_is_in_it(bill: dict[str, Any]) -> None:
    listed = {(each["name"], each.get("version")) for each in bill["components"]}

    assert {(pin.name, pin.version) for lock in ("runtime", "grown") for pin in read_lock(lock)} <= listed


def test_every_component_has_a_licence(bill: dict[str, Any]) -> None:
    assert [each["name"] for each in bill["components"] if not each.get("licenses")] == []


def test_every_model_is_in_it_with_its_hash(bill: dict[str, Any]) -> None:
    listed = {hash_["content"] for each in bill["components"] for hash_ in each.get("hashes", ())}
    models = list((ROOT / "models").glob("**/*.onnx"))

    assert models
    assert listed == {hashlib.sha256(path.read_bytes()).hexdigest() for path in models}


def test_it_names_no_place_and_no_time(text: str) -> None:
    assert str(ROOT) not in text
    assert "timestamp" not in text
