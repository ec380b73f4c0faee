from collections.abc import Iterator

import httpx
import pytest

from tests.service.clients import client_of
from tests.service.hostile.server import Watched, watched_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with watched_server(tmp_path_factory.mktemp("hostile") / "data") as watched:
        yield watched


@pytest.fixture
def web(server: Watched) -> Iterator[httpx.Client]:
    with client_of(server.address, timeout=120) as client:
        yield client


@pytest.fixture
def cup(web: httpx.Client) -> str:
    """Return the address of a new tournament."""
    answer = web.post("/v1/tournaments", json={"name": "Spring Cup"})
    return f"/v1/tournaments/{answer.json()['id']}"
