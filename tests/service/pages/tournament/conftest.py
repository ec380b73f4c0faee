"""Tournaments to look at, on a service whose photos say themselves what they show."""

from collections.abc import Iterator

import httpx
import pytest

from tests.service.clients import client_of
from tests.service.pages.tournament.cupserver import ANN, BOB, DOUBTFUL, Cup, make_cup, photos_of, serve_cups
from tests.service.seeded import named


@pytest.fixture(scope="package")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve photos that say what they show, in place of the usual stub."""
    with serve_cups(tmp_path_factory.mktemp("cups")) as address:
        yield address


@pytest.fixture(scope="package")
def web(pages_address: str) -> Iterator[httpx.Client]:
    with client_of(pages_address) as client:
        yield client


@pytest.fixture(scope="package")
def cup(web: httpx.Client) -> Cup:
    """Make a published tournament of two rounds, with a doubtful sheet and players without any."""
    cup = make_cup(web, "Grand Cup", [ANN, BOB, DOUBTFUL.player, "Zoë"], rounds=2)
    doubtful = named(DOUBTFUL)
    cup.send([*photos_of([ANN, BOB]), {"name": doubtful.name, "mimeType": "", "buffer": doubtful.content}])
    cup.publish()
    return cup
