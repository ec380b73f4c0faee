"""Reading keeps BLAS to one thread, and leaves the process as it found it."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from vision import GridNotFoundError, Image, Photo, read_photo
from vision.threads import one_blas_thread

BLANK = Image(np.full((400, 500, 3), 200, np.uint8))


def blas_threads() -> set[int]:
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_a_photo_is_read_with_one_thread_and_the_host_keeps_its_own() -> None:
    seen: list[set[int]] = []

    def load(reduction: int) -> Image:
        seen.append(blas_threads())
        return BLANK

    with threadpool_limits(limits=2, user_api="blas"):
        with pytest.raises(GridNotFoundError):
            read_photo(Photo(500, 400, "pixels", load))

        assert seen[0] == {1}
        assert blas_threads() == {2}


def test_reads_that_overlap_leave_the_host_as_it_was() -> None:
    with threadpool_limits(limits=2, user_api="blas"):
        first, second = one_blas_thread(), one_blas_thread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert blas_threads() == {1}
        second.__exit__(None, None, None)

        assert blas_threads() == {2}
