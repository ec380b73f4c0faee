from datasets.bench_speed import measured


def test_works_are_done_in_turn_and_the_first_round_only_warms_up() -> None:
    done: list[str] = []
    taken = measured({"decode": lambda: done.append("decode"), "find": lambda: done.append("find")}, rounds=3)

    assert done == ["decode", "find"] * 4
    assert set(taken) == {"decode", "find"}
    assert all(seconds >= 0 for seconds in taken.values())
