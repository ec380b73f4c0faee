"""What the routes are given."""

from typing import Annotated

from anyio import CapacityLimiter
from fastapi import Depends, Request

from service.reader import PhotoReader


def get_reader(request: Request) -> PhotoReader:
    """Return the reader that was loaded at the start."""
    reader: PhotoReader = request.app.state.reader
    return reader


def get_limiter(request: Request) -> CapacityLimiter:
    """Return what keeps more photos than there are cores from being read at once."""
    limiter: CapacityLimiter = request.app.state.limiter
    return limiter


ReaderDep = Annotated[PhotoReader, Depends(get_reader)]
LimiterDep = Annotated[CapacityLimiter, Depends(get_limiter)]
