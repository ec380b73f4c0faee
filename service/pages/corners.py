"""The four corners of a map as forms tell them: fields named `corner`, each "x,y" in pixels of the photo."""

from starlette.datastructures import FormData

from service.documents import Photo

INSET = 0.12
"""Where corners begin that nobody has put in their places: so far from the photo's edges, as shares of it."""


def read_corners(form: FormData) -> list[tuple[float, float]] | None:
    """Return the corners in a form; None if they are not four pairs of numbers."""
    pairs = [read_pair(str(written)) for written in form.getlist("corner")]
    found = [pair for pair in pairs if pair is not None]
    return found if len(pairs) == len(found) == 4 else None


def read_pair(written: str) -> tuple[float, float] | None:
    """Return the numbers of "x,y"; None if it is something else."""
    left, _, top = written.partition(",")
    x, y = _number(left), _number(top)
    return None if x is None or y is None else (x, y)


def guessed_corners(photo: Photo) -> list[tuple[float, float]]:
    """Return corners a little inside a photo, clockwise from the top left."""
    width, height = photo.width or 1, photo.height or 1
    near, far = INSET, 1 - INSET
    return [(width * x, height * y) for x, y in ((near, near), (far, near), (far, far), (near, far))]


def _number(written: str) -> float | None:
    try:
        number = float(written)
    except ValueError:
        return None
    return number if abs(number) < 1e6 else None  # not NaN either
