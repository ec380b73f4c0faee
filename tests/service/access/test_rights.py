"""Every route x every kind of person, over real HTTP."""

import re
from collections.abc import Iterator

import httpx
import pytest
from fastapi import APIRouter
from fastapi.routing import iter_route_contexts

import service.server.app
from service.access.actors import Role
from service.access.rights import EVERYBODY, MATRIX, MatrixError, check_matrix, is_page
from service.server.app import create_app
from service.store.tables import new_id
from tests.service.access.conftest import World

PEOPLE = {
    "organiser": Role.ORGANISER,
    "judge of all": Role.JUDGE,
    "judge": Role.JUDGE,
    "other judge": Role.JUDGE,
    "ann": Role.PLAYER,
    "bob": Role.PLAYER,
    "other ann": Role.PLAYER,
    None: Role.PUBLIC,
}
STRANGERS = ("expired", "revoked", "wrong")
FOREIGN = {"other judge", "other ann"}
"""Who knows nothing of the cup that is asked for."""


def _stand_in(name: str) -> APIRouter:
    """Return a route of this name."""
    router = APIRouter()

    @router.post(f"/v1/stand-ins/{name}", name=name)
    def answer() -> None:
        return None

    return router


def _routes() -> Iterator[tuple[str, str, str]]:
    """Yield the name, method and path of every route."""
    for route in iter_route_contexts(create_app().routes):
        for method in route.methods or ():
            yield str(route.name), method, str(route.path)


def _expected(person: str | None, name: str, path: str) -> set[int]:
    """Return the statuses of which one must come: none of them for what is allowed."""
    role = PEOPLE[person]
    if role not in MATRIX[name]:
        return {401} if role is Role.PUBLIC else {404} if is_page(name) else {403}
    if MATRIX[name] is EVERYBODY:
        return set()
    if person in FOREIGN and "{tournament" in path:
        return {404}
    if person in {"bob", "other ann"} and "{player" in path:
        return {404}
    return set()


def _ask(web: httpx.Client, method: str, path: str, known: dict[str, str]) -> int:
    """Ask for a route; what is not known of its path is a guess."""
    filled = re.sub(r"{(\w+)[^}]*}", lambda found: known.get(found[1].removesuffix("_id"), new_id()), path)
    ours = {"origin": str(web.base_url).rstrip("/")}  # as a browser tells of our own pages' forms
    return web.request(method, filled, headers=ours).status_code


def test_every_route_is_for_those_whom_the_matrix_says_and_for_nobody_else(world: World) -> None:
    of_cup = {"tournament": world.cup.id, "player": world.cup.ann}
    wrong = []
    for person in PEOPLE:
        known = {} if person == "organiser" else of_cup  # who would delete it
        with world.web(person) as web:
            for name, method, path in _routes():
                status, expected = _ask(web, method, path, known), _expected(person, name, path)
                if status not in expected if expected else status in {401, 403, 429, 500}:
                    wrong.append((person, name, method, status, expected))

    assert wrong == []


@pytest.mark.parametrize("person", STRANGERS)
def test_a_key_that_opens_nothing_opens_no_route_at_all(world: World, person: str) -> None:
    with world.web(person) as web:
        opened = [name for name, method, path in _routes() if _ask(web, method, path, {}) != 401]

    assert opened == []


def test_the_walk_covers_the_whole_matrix() -> None:
    assert {name for name, _, _ in _routes()} == MATRIX.keys()


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([*MATRIX, "secrets.show"], "does not say who may use secrets.show"),
        ([*MATRIX, None], "does not say who may use None"),
        ([*MATRIX, "health"], "several routes have the name health"),
        (MATRIX.keys() - {"health"}, "names routes that are not there: health"),
    ],
    ids=["unknown", "nameless", "twice", "absent"],
)
def test_a_matrix_that_does_not_fit_the_routes_is_refused(names: list[str | None], message: str) -> None:
    with pytest.raises(MatrixError, match=message):
        check_matrix(names)


def test_a_service_with_a_route_that_the_matrix_lacks_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    hole = type("Resource", (), {"router": _stand_in("back.door")})
    monkeypatch.setattr(service.server.app, "RESOURCES", (*service.server.app.RESOURCES, hole))

    with pytest.raises(MatrixError, match=r"back\.door"):
        create_app()


def test_nobody_may_more_than_the_organiser_but_see_what_is_kept_of_oneself() -> None:
    assert [name for name, roles in MATRIX.items() if Role.ORGANISER not in roles] == []
    assert [name for name, roles in MATRIX.items() if Role.PUBLIC in roles and len(roles) < 4] == []
