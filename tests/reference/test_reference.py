"""The reference is as the code is; `make reference` brings it up to date."""

import pytest

from tests.reference import FOLDER, PAGES, make_page


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == make_page(name), "run `make reference`"


def test_no_other_page_lies_among_them() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)
