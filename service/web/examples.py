"""Examples of documents for the OpenAPI."""

from typing import Any

from engine import MapSheet, Side
from service.documents import Photo, Problem, Reading, Reason, Sheet, Status

_SHEET = MapSheet.blank(Side.A)
_NODES = [[[800.0 + 100 * column, 600.0 + 100 * row] for column in range(12)] for row in range(12)]
_NO_GRID = Reason(
    code="no_grid",
    message="No map field was found in the photo.",
    advice="Take the photo from above, with the whole sheet in it.",
)

MAP: dict[str, Any] = _SHEET.to_json() | {
    "coins": 3,
    "edicts": ["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"],
    "season": "winter",
}

READING: dict[str, Any] = Reading(
    photo=Photo(name="IMG_1.jpg", sha256="0" * 64, width=3024, height=4032),
    status=Status.REVIEW,
    reason=None,
    seconds=0.35,
    model="terrain_v19",
    sheets=(
        Sheet.model_validate(
            {
                "side": Side.A,
                "side_confidence": 0.999,
                "corners": [_NODES[0][0], _NODES[0][-1], _NODES[-1][-1], _NODES[-1][0]],
                "lattice": _NODES,
                "lattice_error": 0.03,
                "terrain": _SHEET.rows,
                "confidence": [[0.98] * 11] * 3 + [[0.98] * 4 + [0.61] + [0.98] * 6] + [[0.98] * 11] * 7,
                "doubtful": [[3, 4]],
                "alternatives": {"3,4": {"empty": 0.61, "farm": 0.37}},
                "coins": 3,
                "coins_confidence": 0.98,
                "boxes": [[12, 9, 3, -2, 22], None, None, None],
                "boxes_confidence": [[0.9, 0.9, 0.9, 0.9, 0.9], None, None, None],
            }
        ),
    ),
).model_dump(mode="json")

PROBLEM: dict[str, Any] = Problem(
    type="urn:surveyor:problem:no_grid",
    title="The photo could not be read",
    status=422,
    detail=f"{_NO_GRID.message} {_NO_GRID.advice}",
    reason=_NO_GRID,
).model_dump(mode="json")
