"""The whole way from a photo to what stands on the sheets in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine import SIZE, Layout, Side
from engine.errors import check_kind
from engine.sentence import Sentence, later
from vision.decode import Photo, open_photo
from vision.errors import GridNotFoundError, Reason
from vision.find.beside import seems_to_show_more, sheets_beside
from vision.find.geometry import SheetGeometry
from vision.find.given import Corners, check_corners, place_sheet
from vision.find.grid import MIN_CELL_PIXELS, check_size, too_small
from vision.find.judge import least_found
from vision.find.judgement import COVERED
from vision.find.lattice import mean_side, scaled_points
from vision.find.pyramid import LARGER_SIDE, SEARCH_SIDE, Pyramid, in_white_light, smaller
from vision.find.search import each_once, is_sure, search_in_turn
from vision.image import Image, shrink
from vision.read.classifier import SheetClassifier, load_classifier
from vision.read.diagnosis import blank_reason, explain
from vision.read.reader import read_at
from vision.read.reading import SheetReading
from vision.read.rules import MIN_MATCH
from vision.read.sheet import match_side
from vision.threads import one_blas_thread

READ_SQUARE = 40.0  # pixels of a square from which a larger picture shows the drawings no better
SHEET_LOST = Reason(
    "sheet_unread",
    later("Another sheet seems to lie on this page, and its lines were not found."),
    later("Scan that sheet alone, or cut the page apart."),
)
PLACED_SQUARE = 24.0  # pixels of a square from which its lines can be followed


@dataclass(frozen=True)
class PhotoReading:
    """The reading of a photo, or of a page of a document."""

    width: int
    """Pixels of the full upright photo."""
    height: int
    page: int | None
    """Number of the page, from 1; None for a photo."""
    sheets: tuple[SheetReading, ...]
    """At least one."""
    reasons: tuple[Reason, ...] = ()
    """Why the photo needs a person, beside what the sheets themselves say: one for each sheet left unread."""


@one_blas_thread()
def read_sheet(
    photo: bytes | Photo,
    classifier: SheetClassifier | None = None,
    *,
    side: Side | None = None,
    corners: Corners | None = None,
    layout: Layout | None = None,
) -> SheetReading:
    """Read the clearest map sheet of a photo; see `read_photo`."""
    return _read_clearest(_opened(photo), _chosen(classifier), side, corners, layout)


@one_blas_thread()
def read_image(
    image: Image,
    classifier: SheetClassifier | None = None,
    *,
    side: Side | None = None,
    corners: Corners | None = None,
    layout: Layout | None = None,
) -> SheetReading:
    """Read the clearest map sheet of a picture that is decoded already; see `read_photo`."""
    return _read_clearest(Photo.of(image), _chosen(classifier), side, corners, layout)


@one_blas_thread()
def read_photo(
    photo: bytes | Photo,
    classifier: SheetClassifier | None = None,
    *,
    side: Side | None = None,
    corners: Corners | None = None,
    upright: bool = False,
    layout: Layout | None = None,
) -> PhotoReading:
    """Read all map sheets of a photo.

    While it is read, numpy's linear algebra keeps to one thread in the whole process, as many as before
    afterwards. The bytes of a PDF, TIFF or HEIC are opened by another process; see `vision.open_pages`.

    Args:
        photo: an opened photo, or the bytes of a file with a single picture.
        classifier: the released one by default, which is loaded once in a process.
        side: the printed side, if known; found out otherwise.
        corners: where the field's corners lie, in pixels of the upright photo, in order around the field, if
            a person has said so; nothing is searched then.
        upright: whether the first of these corners is the map's top left; otherwise its print tells.
        layout: what is printed on sheets of side custom. Those without markers of another side are taken for
            such sheets, unless `side` is given.

    Raises:
        PhotoDecodeError: the bytes are no photo.
        CornersError: the corners cannot be those of a field.
        GridNotFoundError: no map sheet in it.
        ModelError: the installation lacks its models.
        TypeError: `photo` is a path or a picture, not bytes, or something else is of another kind.
    """
    opened, known = _opened(photo), _chosen(classifier)
    read: list[SheetReading] = []
    unread: list[GridNotFoundError] = []
    found, shows_more = _find(opened, corners, upright=upright, several=True)
    for geometry in found:
        try:
            read.append(_read_found(opened, geometry, known, side, layout))
        except GridNotFoundError as error:
            unread.append(error)
    if not read:
        why = dict.fromkeys(reason for error in unread for reason in error.reasons)
        raise GridNotFoundError(*blank_reason(opened.image_at(SEARCH_SIDE)), *why)
    also = [_also_unread(error.reason) for error in unread]
    also += [SHEET_LOST] if shows_more else []
    return PhotoReading(opened.width, opened.height, opened.page, tuple(read), tuple(also))


def _opened(photo: bytes | Photo) -> Photo:
    return photo if isinstance(photo, Photo) else open_photo(photo)


def _chosen(classifier: SheetClassifier | None) -> SheetClassifier:
    """Return the classifier that is given, or the released one."""
    check_kind(classifier, SheetClassifier | None, "a classifier is what load_classifier() returns")
    return classifier or load_classifier()


def _read_clearest(
    photo: Photo,
    classifier: SheetClassifier,
    side: Side | None,
    corners: Corners | None,
    layout: Layout | None,
) -> SheetReading:
    (clearest, *_), _ = _find(photo, corners)
    return _read_found(photo, clearest, classifier, side, layout)


def _find(
    photo: Photo, corners: Corners | None, *, upright: bool = False, several: bool = False
) -> tuple[tuple[SheetGeometry, ...], bool]:
    """Return where the sheets lie in the full photo, the surest first: as a person said, or as found.

    Also tell whether a page of a document seems to show one more, which was not found.
    """
    check_size(photo.width, photo.height)
    if corners is not None:
        placed = _place(photo, corners)
        return (replace(placed, evidence=replace(placed.evidence, upright=upright)),), False
    here, image = _search(_scales(photo))
    if not here and (white := in_white_light(image)) is not None:
        lit, shown = _search([white, *smaller(white)])
        here, image = (lit, shown) if lit else (here, image)  # or the wrong picture would be explained
    is_page, shows_more = photo.page is not None, False
    if several:
        beside = sheets_beside(Pyramid(image), here, is_page=is_page)
        here = each_once([*here, *(sheet for sheet in beside if _is_sheet(sheet))])
        shows_more = is_page and seems_to_show_more(Pyramid(image), here)
    scale = photo.scale_of(image)
    found = [sheet.scaled(1 / scale) for sheet in here]
    if not found:
        raise GridNotFoundError(*explain(image, scale, MIN_CELL_PIXELS))
    large = tuple(sheet for sheet in found if sheet.where.cell_pixels >= MIN_CELL_PIXELS)
    if not large:
        small = [sheet.where.cell_pixels for sheet in found if is_sure(sheet)]
        why = [too_small(max(small), MIN_CELL_PIXELS)] if small else explain(image, scale, MIN_CELL_PIXELS)
        raise GridNotFoundError(*why)
    return large, shows_more


def _search(pictures: Iterable[Image]) -> tuple[list[SheetGeometry], Image]:
    """Return the sheets that are worth a person's look, and the picture in which they were found."""
    found, picture = search_in_turn(pictures)
    return [sheet for sheet in found if _is_sheet(sheet)], picture


def _is_sheet(sheet: SheetGeometry) -> bool:
    """Whether the judge believes the lattice, or half believes it and the print is that of a side."""
    judged = sheet.evidence.judged
    if sheet.evidence.marked or judged is None or judged.probability >= least_found():
        return True
    return match_side(judged, shown=judged.covered <= COVERED).match >= MIN_MATCH


def _scales(photo: Photo) -> Iterator[Image]:
    """Yield the photo at each scale at which it is searched until a sheet is sure."""
    image = photo.image_at(SEARCH_SIDE)
    yield image
    yield from smaller(image)
    if photo.long_side > max(image.shape):
        yield photo.image_at(LARGER_SIDE)


def _place(photo: Photo, corners: Corners) -> SheetGeometry:
    clockwise = check_corners(corners, photo.width, photo.height)
    square = mean_side(clockwise) / SIZE
    long_side = max(SEARCH_SIDE, photo.long_side * PLACED_SQUARE / square)
    image = photo.image_at(long_side)
    small = Image(shrink(image, long_side / max(image.shape)))
    scale = photo.scale_of(small)
    return place_sheet(small, scaled_points(clockwise, scale)).scaled(1 / scale)


def _read_found(
    photo: Photo,
    geometry: SheetGeometry,
    classifier: SheetClassifier,
    side: Side | None,
    layout: Layout | None,
) -> SheetReading:
    """Read a sheet at the smallest scale that shows its squares well enough."""
    image = photo.image_at(photo.long_side * READ_SQUARE / geometry.where.cell_pixels)
    scale = photo.scale_of(image)
    here, sound = geometry.scaled(scale), photo.is_sound
    return read_at(image, here, classifier, side=side, layout=layout, is_sound=sound).scaled(1 / scale)


def _also_unread(reason: Reason) -> Reason:
    return Reason(
        "sheet_unread",
        Sentence("Another sheet in the photo could not be read: %(problem)s", problem=reason.message),
        "Photograph that sheet alone.",
    )
