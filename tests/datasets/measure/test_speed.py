from datasets.measure.speed import measured, tried
from vision import GridNotFoundError, Reason


def test_works_are_done_in_turn_and_the_first_round_only_warms_up() -> None:
    done: list[str] = []
    taken = measured({"decode": lambda: done.append("decode"), "find": lambda: done.append("find")}, rounds=3)

    assert done == ["decode", "find"] * 4
    assert set(taken) == {"decode", "find"}
    assert all(len(seconds) == 3 and min(seconds) >= 0 for seconds in taken.values())


def test_a_refusal_takes_its_time_and_is_reported() -> None:
    def refuse() -> None:
        raise GridNotFoundError(Reason("too_dark", "It is dark.", "Switch on a lamp."))

    assert tried(refuse) == "too_dark"
    assert tried(lambda: None) == ""
