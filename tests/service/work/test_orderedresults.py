from collections.abc import Iterator
from concurrent.futures import Future

from service.work.orderedresults import in_turn


def test_results_come_in_order_and_as_soon_as_they_can() -> None:
    """The first is slow: three are begun, and no more; once it is there, the others follow at once."""
    futures: list[Future[int]] = []

    def begin() -> Iterator[tuple[str, Future[int]]]:
        for number, name in enumerate("abcdef"):
            futures.append(Future())
            if number > 0:
                futures[number].set_result(number)
            if number == 2:
                assert len(futures) == 3
                futures[0].set_result(0)
            yield name, futures[number]

    results = in_turn(begin(), at_hand=4)

    assert next(results) == ("a", 0)
    assert len(futures) == 3
    assert list(results) == [("b", 1), ("c", 2), ("d", 3), ("e", 4), ("f", 5)]


def test_no_more_is_begun_than_may_be_at_hand() -> None:
    futures: list[Future[int]] = [Future() for _ in range(5)]
    begun: list[int] = []

    def begin() -> Iterator[tuple[int, Future[int]]]:
        for number, future in enumerate(futures):
            begun.append(number)
            if number == 2:
                futures[0].set_result(0)
                for other in futures[1:]:
                    other.set_result(1)
            yield number, future

    first = next(in_turn(begin(), at_hand=3))

    assert first == (0, 0)
    assert begun == [0, 1, 2]
