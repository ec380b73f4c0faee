"""Who sends a photo that another has sent is not told which file that is, nor whose; nor sends as another."""

from tests.service.access.conftest import World
from tests.service.sentphotos import send
from tests.service.stubs import CLEAR_PHOTO


def test_a_player_is_not_told_whose_photo_the_same_one_is(world: World) -> None:
    cup = f"/v1/tournaments/{world.cup.id}"
    with world.web("bob") as web:
        bobs = send(web, cup, ("Bob.jpg", CLEAR_PHOTO))["files"][0]["id"]

    with world.web("ann") as web:
        sent = send(web, cup, ("mine.jpg", CLEAR_PHOTO))["files"][0]
        file = f"{cup}/files/{sent['id']}"
        status, reading = web.get(file).json(), web.get(f"{file}/reading").json()
        answers = [
            web.get(f"{file}/history"),
            web.get(f"{cup}/players/{world.cup.ann}/data"),
            web.get(file[3:]),
        ]

    assert (sent["duplicate_of"], status["duplicate_of"]) == (None, None)
    assert reading["photo"]["name"] == "mine.jpg"
    assert [bobs in answer.text or "Bob" in answer.text for answer in answers] == [False] * 3
    with world.web("judge") as web:
        assert web.get(file).json()["duplicate_of"] == bobs


def test_a_player_is_told_which_own_photo_is_the_same(world: World) -> None:
    cup = f"/v1/tournaments/{world.cup.id}"
    with world.web("ann") as web:
        first = send(web, cup, ("one.jpg", CLEAR_PHOTO))["files"][0]["id"]
        again = send(web, cup, ("two.jpg", CLEAR_PHOTO))["files"][0]
        data = web.get(f"{cup}/players/{world.cup.ann}/data").json()

        assert again["duplicate_of"] == first
        assert web.get(f"{cup}/files/{again['id']}").json()["duplicate_of"] == first
    assert {file["duplicate_of"] for file in data["files"]} == {None, first}


def test_a_player_cannot_send_photos_as_another(world: World) -> None:
    batches = f"/v1/tournaments/{world.cup.id}/batches"
    photo = {"photos": ("a.jpg", CLEAR_PHOTO)}
    with world.web("ann") as web:
        answers = [
            web.post(batches, files=photo, data={"player": player}).status_code
            for player in (world.cup.bob, "nobody", world.cup.ann)
        ]
        assert answers == [403, 403, 202]
        assert len(web.get(batches).json()["batches"]) == 1
