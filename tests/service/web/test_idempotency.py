"""Requests that are sent twice and done once, on both databases and over real HTTP."""

import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from time import monotonic
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, Response, UploadFile
from sqlalchemy import Connection, func, insert, select, update
from starlette.exceptions import HTTPException

import service.web.idempotency
from service.access.actors import ANYBODY, SINGLE_USER
from service.pages.errorpages import show_problem
from service.store.database import Database
from service.store.events import now
from service.store.tables import answers, new_id, tournaments
from service.web.dependencies import get_actor, get_database
from service.web.housekeeping import ANSWERS_KEPT, forget_claims
from service.web.idempotency import GIVEN_UP, Answer, Once, OnceDep
from service.web.problems import install_problems
from tests.service.clients import client_of
from tests.service.serving import serve_app


def once(database: Database, body: bytes = b"{}", *, actor: str = "ann", key: str | None = "k") -> Once:
    return Once(database, actor, key, "POST /v1/things", body)


def make_thing(db: Connection) -> Answer:
    """Add something that can be counted."""
    made = new_id()
    db.execute(insert(tournaments).values(id=made, name="x", edicts=[], created_at=now()))
    return Answer(201, {"id": made}, {"Location": f"/v1/things/{made}"})


def count_things(database: Database) -> int:
    with database.read() as db:
        return int(db.execute(select(func.count()).select_from(tournaments)).scalar_one())


def make_older(database: Database, by: timedelta) -> None:
    with database.begin() as db:
        db.execute(update(answers).values(at=now() - by - timedelta(seconds=1)))


def test_the_second_time_the_first_answer_comes_back(database: Database) -> None:
    first, second = (once(database).do(make_thing) for _ in range(2))

    assert count_things(database) == 1
    assert (second.status_code, second.body) == (201, first.body)
    assert second.headers["location"] == first.headers["location"]
    assert [answer.headers.get("idempotency-replayed") for answer in (first, second)] == [None, "true"]


def test_without_a_key_it_is_done_each_time(database: Database) -> None:
    for _ in range(2):
        once(database, key=None).do(make_thing)

    assert count_things(database) == 2


def test_another_persons_key_is_another(database: Database) -> None:
    once(database).do(make_thing)
    once(database, actor="bob").do(make_thing)

    assert count_things(database) == 2


def test_another_request_with_the_key_is_refused(database: Database) -> None:
    once(database).do(make_thing)
    with pytest.raises(HTTPException) as refused:
        once(database, b"{1}").do(make_thing)

    assert (refused.value.status_code, count_things(database)) == (422, 1)


def test_what_failed_may_be_tried_again(database: Database) -> None:
    def fail(db: Connection) -> Answer:
        make_thing(db)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once(database).do(fail)
    answer = once(database).do(make_thing)

    assert (answer.status_code, count_things(database)) == (201, 1)


def test_while_it_is_under_way_the_second_is_reported_so(database: Database) -> None:
    assert once(database).begin() is None
    with pytest.raises(HTTPException) as refused:
        once(database).do(make_thing)

    assert (refused.value.status_code, refused.value.headers) == (409, {"Retry-After": "1"})


def test_what_a_server_died_over_is_done_by_the_next(database: Database) -> None:
    dead = once(database)
    dead.begin()
    make_older(database, GIVEN_UP)

    assert once(database).do(make_thing).status_code == 201


def test_long_work_keeps_its_claim(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, slow = now(), once(database)
    moments = [begun + number * GIVEN_UP / 2 for number in range(5)]
    monkeypatch.setattr(service.web.idempotency, "now", lambda: moments[0])
    monkeypatch.setattr(service.web.idempotency, "monotonic", lambda: moments[0].timestamp())
    slow.begin()
    for _ in slow.renewing(range(4)):
        moments.pop(0)
        with pytest.raises(HTTPException) as refused:
            once(database).begin()
        assert refused.value.status_code == 409
    with database.begin() as db:
        slow.finish(db, make_thing(db))

    assert (once(database).do(make_thing).status_code, count_things(database)) == (201, 1)


def test_a_claim_that_was_lost_ends_the_work(database: Database) -> None:
    slow = once(database)
    slow.begin()
    make_older(database, GIVEN_UP)
    slow._claimed, slow._renewed = now() - GIVEN_UP, monotonic() - GIVEN_UP.total_seconds()
    once(database).begin()
    with pytest.raises(HTTPException):
        list(slow.renewing([1]))


def test_a_server_that_only_seemed_dead_does_nothing(database: Database) -> None:
    slow = once(database)
    slow.begin()
    make_older(database, GIVEN_UP)
    answer = once(database).do(make_thing)
    with pytest.raises(HTTPException) as refused, database.begin() as db:
        slow.finish(db, make_thing(db))
    slow.give_up()

    assert (refused.value.status_code, count_things(database)) == (409, 1)
    assert once(database).do(make_thing).body == answer.body


def test_what_is_sent_again_has_the_same_name_and_nothing_else_has(database: Database) -> None:
    name = named(once(database), database)

    assert name == named(once(database), database)
    assert re.fullmatch("[A-Za-z0-9_-]{16}", name or "")
    assert name != named(once(database, key="another"), database)
    assert named(once(database, key=None), database) is None


def named(asked: Once, database: Database) -> str | None:
    asked.begin()
    asked.give_up()
    return asked.name


def test_many_at_once_do_it_once(database: Database) -> None:
    together, statuses = threading.Barrier(8), []

    def ask() -> None:
        together.wait()
        try:
            statuses.append(once(database).do(make_thing).status_code)
        except HTTPException as error:
            statuses.append(error.status_code)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert count_things(database) == 1
    assert len(statuses) == 8
    assert set(statuses) <= {201, 409}
    assert 201 in statuses


def test_after_a_day_it_is_forgotten(database: Database) -> None:
    once(database).do(make_thing)
    make_older(database, ANSWERS_KEPT)
    once(database).do(make_thing)
    assert count_things(database) == 2


def test_what_the_only_server_died_over_is_done_once_it_starts_again(database: Database) -> None:
    once(database).begin()
    with database.begin() as db:
        forget_claims(db)

    assert once(database).do(make_thing).status_code == 201


@pytest.fixture(name="things")
def _things(database: Database) -> Iterator[httpx.Client]:
    """Serve routes that make things, as other routes are written."""
    app = FastAPI()
    app.dependency_overrides[get_database] = lambda: database
    app.dependency_overrides[get_actor] = _actor_of
    install_problems(app, show_problem)

    @app.post("/v1/things", status_code=201)
    def make(document: dict[str, Any], once: OnceDep) -> Response:
        return once.do(make_thing)

    @app.post("/v1/photos", status_code=201)
    def keep(photo: UploadFile, once: OnceDep) -> Response:
        if before := once.begin(sha256(photo.file.read()).hexdigest()):
            return before
        with database.begin() as db:
            answer = make_thing(db)
            once.finish(db, answer)
        return answer.to_response()

    @app.post("/v1/forgetful", status_code=201)
    def forget(photo: UploadFile, once: OnceDep) -> Response:
        return once.do(make_thing)

    with serve_app(app) as address, client_of(address) as web:
        yield web


def _actor_of(request: Request) -> object:
    return ANYBODY if "x-public" in request.headers else SINGLE_USER


def test_over_http_json_is_known_again_by_its_bytes(things: httpx.Client, database: Database) -> None:
    key = {"idempotency-key": "k"}
    answers = [things.post("/v1/things", json={"name": "a"}, headers=key) for _ in range(2)]
    other = things.post("/v1/things", json={"name": "b"}, headers=key)
    elsewhere = things.post("/v1/things?a=1", json={"name": "a"}, headers=key)

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["idempotency-replayed"] == "true"
    assert (other.status_code, elsewhere.status_code, count_things(database)) == (422, 422, 1)


def test_over_http_json_of_a_kind_of_its_own_is_json(things: httpx.Client, database: Database) -> None:
    headers = {"idempotency-key": "k", "content-type": "application/vnd.things+json"}
    answers = [things.post("/v1/things", content=b"{}", headers=headers) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert count_things(database) == 1


def test_over_http_a_form_is_known_again_by_what_it_holds(things: httpx.Client, database: Database) -> None:
    key = {"idempotency-key": "k"}
    answers = [things.post("/v1/photos", files={"photo": b"pixels"}, headers=key) for _ in range(2)]
    other = things.post("/v1/photos", files={"photo": b"others"}, headers=key)

    assert [answer.headers.get("idempotency-replayed") for answer in answers] == [None, "true"]
    assert (other.status_code, count_things(database)) == (422, 1)


def test_a_route_that_does_not_tell_what_a_form_holds_is_a_mistake(
    things: httpx.Client, database: Database
) -> None:
    answer = things.post("/v1/forgetful", files={"photo": b"pixels"}, headers={"idempotency-key": "k"})

    assert (answer.status_code, count_things(database)) == (500, 0)


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_that_is_none_is_refused(things: httpx.Client, key: str) -> None:
    assert things.post("/v1/things", json={}, headers={"idempotency-key": key}).status_code == 422


def test_strangers_cannot_take_one_anothers_keys(things: httpx.Client, database: Database) -> None:
    headers = {"idempotency-key": "k", "x-public": "yes"}
    for body in ({"a": 1}, {"b": 2}):
        assert things.post("/v1/things", json=body, headers=headers).status_code == 201

    assert count_things(database) == 2
