"""Making, listing and revoking keys."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select

from service.access.actors import Role
from service.access.keys import KeyFor, KeyScopeError, find_key, list_keys, make_key, revoke_key
from service.setup.settings import Settings
from service.store.database import Database
from service.store.events import EventKind, now
from service.store.tables import events, keys, players
from tests.service.access.conftest import World, make_cup, open_world


def test_a_key_opens_until_it_is_revoked(database: Database) -> None:
    with database.begin() as db:
        made = make_key(db, "Ann", KeyFor(Role.JUDGE, "Bob"))
        found = find_key(db, made.secret)
        revoked = [revoke_key(db, "Ann", made.key.id) for _ in range(2)]
        after = find_key(db, made.secret)
        deeds = [(row.actor, row.kind) for row in db.execute(select(events).order_by(events.c.id))]
        there = revoke_key(db, "Ann", "none")

    assert found == made.key
    assert found.actor.name == "Bob"
    assert (revoked, after, there) == ([True, True], None, False)
    assert deeds == [("Ann", EventKind.KEY_MADE), ("Ann", EventKind.KEY_REVOKED)]


def test_a_key_that_has_expired_opens_nothing(database: Database) -> None:
    with database.begin() as db:
        made = make_key(db, "Ann", KeyFor(Role.JUDGE, expires_at=now() - timedelta(seconds=1)))
        assert find_key(db, made.secret) is None


def test_of_a_key_its_beginning_and_its_hash_are_kept(database: Database) -> None:
    with database.begin() as db:
        secret = make_key(db, "Ann", KeyFor(Role.ORGANISER)).secret
        kept = [str(value) for row in db.execute(select(keys)) for value in row]
        kept += [str(value) for row in db.execute(select(events)) for value in row]

    assert not any(secret in value for value in kept)
    assert secret[:10] in kept


def test_a_player_who_is_erased_comes_in_no_more(database: Database) -> None:
    cup = make_cup(database, "Cup")
    with database.begin() as db:
        made = make_key(db, "x", KeyFor(Role.PLAYER, tournament=cup.id, player=cup.ann))
        db.execute(delete(players).where(players.c.id == cup.ann))
        assert (find_key(db, made.secret), list_keys(db)) == (None, [])


@pytest.mark.parametrize(
    ("role", "scope", "message"),
    [
        (Role.PUBLIC, {}, "the public needs no key"),
        (Role.ORGANISER, {"tournament": "cup"}, "for all tournaments"),
        (Role.JUDGE, {"tournament": "cup", "player": "ann"}, "for no single player"),
        (Role.JUDGE, {"tournament": "nowhere"}, "no such tournament"),
        (Role.PLAYER, {"tournament": "cup"}, "names the tournament and the player"),
        (Role.PLAYER, {"tournament": "cup", "player": "other ann"}, "no such player in that"),
    ],
)
def test_a_key_for_what_cannot_be_is_not_made(
    database: Database, role: Role, scope: dict[str, str], message: str
) -> None:
    cup, other = make_cup(database, "Cup"), make_cup(database, "Other")
    names = {"cup": cup.id, "ann": cup.ann, "other ann": other.ann, "nowhere": "nowhere"}
    named: dict[str, Any] = {owner: names[name] for owner, name in scope.items()}
    with database.begin() as db, pytest.raises(KeyScopeError, match=message):
        make_key(db, "x", KeyFor(role, **named))


def make(world: World, **wanted: Any) -> list[dict[str, Any]]:
    with world.web("organiser") as web:
        answer = web.post("/v1/keys", json=wanted)
    assert answer.status_code == 201
    made: list[dict[str, Any]] = answer.json()["keys"]
    return made


def test_every_player_of_a_tournament_gets_a_link_at_once(settings: Settings) -> None:
    settings = settings.model_copy(update={"public_address": "https://scores.example.org"})
    with open_world(settings) as world:
        made = make(world, role="player", tournament=world.cup.id)
        with world.web() as web:
            login = web.post("/v1/session", json={"key": made[0]["link"].partition("#")[2]}).json()

    assert [key["label"] for key in made] == ["Ann", "Bob"]
    assert [key["player"] for key in made] == [world.cup.ann, world.cup.bob]
    assert made[0]["link"] == f"https://scores.example.org/join#{made[0]['key']}"
    assert (login["role"], login["player"]) == ("player", world.cup.ann)


def test_keys_are_listed_without_what_opens(world_on_either: World) -> None:
    (made,) = make(world_on_either, role="judge", label="Cleo", tournament=world_on_either.cup.id)
    with world_on_either.web("organiser") as web:
        listed = web.get("/v1/keys", params={"tournament": world_on_either.cup.id})
        revoked = web.delete(f"/v1/keys/{made['id']}").status_code
        nowhere = web.delete("/v1/keys/none").status_code
        after = web.get("/v1/keys", params={"tournament": world_on_either.cup.id}).json()["keys"]
    kept = listed.json()["keys"]

    assert "key" not in kept[0]
    assert not any(secret in listed.text for secret in [made["key"], *world_on_either.keys.values()])
    assert [(key["label"], key["valid"]) for key in kept if key["id"] == made["id"]] == [("Cleo", True)]
    assert [key["valid"] for key in after if key["id"] == made["id"]] == [False]
    assert (revoked, nowhere) == (204, 404)


def test_a_key_that_cannot_be_is_reported(world: World) -> None:
    with world.web("organiser") as web:
        answer = web.post("/v1/keys", json={"role": "player", "tournament": "nowhere"})
        over = web.post("/v1/keys", json={"role": "judge", "expires_at": "2020-01-01T00:00:00Z"})

    assert over.status_code == 422
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "No such key can be: there is no such tournament.",
    )
