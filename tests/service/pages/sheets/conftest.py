"""A sheet on which ten squares are doubtful, on a service whose stub for vision leaves much open."""

from collections.abc import Iterator

import pytest

from tests.service.clients import client_of
from tests.service.pages.doubtful import TEN_SQUARES, WORK
from tests.service.pages.reviewing import ReviewCup, make_review_cup
from tests.service.serving import serve

ANN = "Ann Smith winter.jpg"


@pytest.fixture(scope="package")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve somebody who works alone, with a stub for vision that leaves much open."""
    with serve(tmp_path_factory.mktemp("sheets"), work=WORK) as address:
        yield address


@pytest.fixture
def cup(pages_address: str) -> Iterator[ReviewCup]:
    """Return a tournament with a sheet on which ten squares are doubtful."""
    with client_of(pages_address) as web:
        cup = make_review_cup(web)
        cup.send({ANN: TEN_SQUARES})
        yield cup
