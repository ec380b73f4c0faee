"""Parameters shared by several routes: identifiers in addresses, pages of lists, CSV as a body."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from starlette.exceptions import HTTPException

from engine import SIZE, Square
from service.formats.csvrows import LARGEST_FILE
from service.tournament.documents import MOST_ROUNDS

IDENTIFIER = "^[A-Za-z0-9_-]{1,24}$"
PLAIN = r"^[^\x00-\x1f\x7f]*$"
"""Text without control characters."""
PathId = Annotated[str, Path(pattern=IDENTIFIER)]
QueryId = Annotated[str | None, Query(pattern=IDENTIFIER)]
TournamentId = Annotated[str, Path(description="A tournament's identifier.")]
PlayerId = Annotated[str, Path(description="A player's identifier.")]
RoundNumber = Annotated[int, Path(ge=1, le=MOST_ROUNDS, description="A round's number, from 1.")]
SquareIndex = Annotated[int, Path(ge=0, le=SIZE - 1)]
"""A row or column of the map, from 0."""


def _square(row: SquareIndex, column: SquareIndex) -> Square:
    return Square(row, column)


SquareInPath = Annotated[Square, Depends(_square)]

After = Annotated[str | None, Query(description="`after` of the page before.")]

CSV_TYPES = ("text/csv", "text/plain", "text/tab-separated-values")
CSV_BODY: dict[str, object] = {
    "requestBody": {
        "required": True,
        "content": {"text/csv": {"schema": {"type": "string"}, "example": "name,table\nAnn,1\nBob,1\n"}},
    }
}


async def read_csv_body(request: Request) -> bytes:
    """Return a CSV file that is the whole body, and no longer than lists of players are."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in CSV_TYPES:
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send the list as text/csv.")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_FILE:
            raise HTTPException(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The file is too large for a list of players."
            )
    return bytes(content)


CsvBody = Annotated[bytes, Depends(read_csv_body)]
