"""A tournament under review, before a service whose stub for vision leaves much open."""

from collections.abc import Iterator

import httpx
import pytest

from tests.service.clients import client_of
from tests.service.pages.doubtful import WORK
from tests.service.pages.review.pressing import MARKUP
from tests.service.pages.reviewing import ReviewCup, make_review_cup
from tests.service.serving import serve


@pytest.fixture(scope="module")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve somebody who works alone, with a stub for vision that leaves much open."""
    with serve(tmp_path_factory.mktemp("review"), work=WORK) as address:
        yield address


@pytest.fixture(scope="module")
def web(pages_address: str) -> Iterator[httpx.Client]:
    with client_of(pages_address) as web:
        yield web


@pytest.fixture
def cup(web: httpx.Client) -> ReviewCup:
    return make_review_cup(web, ("Ann Smith", "Bob", MARKUP[:32]))
