from pathlib import Path

import pytest

from datasets.measure.truths import photos_with_truth


@pytest.mark.parametrize("ending", ["jpg", "JPEG", "png", "webp"])
def test_a_photo_of_any_kind_has_its_truth_beside_it(ending: str, tmp_path: Path) -> None:
    photo = tmp_path / f"000.{ending}"
    photo.touch()
    (tmp_path / "000.json").write_text('{"side": "A"}')
    (tmp_path / "001.jpg").touch()

    assert list(photos_with_truth(tmp_path)) == [(photo, {"side": "A"})]
