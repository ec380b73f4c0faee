"""The four corners of a map as forms tell them: fields named `corner`, each "x,y" in pixels of the photo.

A field `upright` beside them says that the first is the map's top left.
"""

from starlette.datastructures import FormData

from engine import Side
from engine.sentence import later
from service.documents import Photo, Reading
from service.documents.errors import BadRequestError
from service.pages.refusals import Refusal
from service.readings.hints import Hints
from vision.find.given import Corners

NO_CORNERS = later(
    "Each of the four corners takes two numbers, such as 120,80: pixels from the left and the top."
)
NO_SIDE = Refusal(BadRequestError(later("Choose the printed side; then enter the map by hand.")))
INSET = 0.12
"""Distance of untouched corner marks from the photo's edges, as a share of its sides."""


def read_hints(form: FormData) -> Hints:
    """Return the side, the corners and the way up that a form says, as far as it does.

    Raises:
        BadRequestError: Its corners are not four pairs of numbers.
    """
    side = next((each for each in Side if each.value == form.get("side")), None)
    corners = read_corners(form)
    if corners is None and "corner" in form:
        raise BadRequestError(NO_CORNERS)
    return Hints(side, corners, upright="upright" in form)


def corners_shown(reading: Reading, stated: Corners, asked: Corners | None = None) -> Corners:
    """Return the corners as stated so far, the others as read, else as asked for before, else as guessed."""
    read = reading.sheets[0].corners if reading.sheets else None
    known = read or asked or guessed_corners(reading.photo)
    return (*stated, *known[len(stated) :])[:4]


def read_corners(form: FormData) -> Corners | None:
    """Return the corners in a form; None if they are not four pairs of numbers."""
    pairs = [read_pair(str(written)) for written in form.getlist("corner")]
    found = tuple(pair for pair in pairs if pair is not None)
    return found if len(pairs) == len(found) == 4 else None


def read_pair(written: str) -> tuple[float, float] | None:
    """Return the numbers of "x,y"; None if it is something else."""
    left, _, top = written.partition(",")
    x, y = _number(left), _number(top)
    return None if x is None or y is None else (x, y)


def guessed_corners(photo: Photo) -> Corners:
    """Return corners a little inside a photo, clockwise from the top left."""
    width, height = photo.width or 1, photo.height or 1
    near, far = INSET, 1 - INSET
    return tuple((width * x, height * y) for x, y in ((near, near), (far, near), (far, far), (near, far)))


def _number(written: str) -> float | None:
    try:
        number = float(written)
    except ValueError:
        return None
    return number if abs(number) < 1e6 else None  # not NaN either
