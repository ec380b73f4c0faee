"""A photo that has been opened: its size is known, its pixels come when asked for."""

from collections.abc import Callable

from vision.image import Image, checked

REDUCTIONS = (8, 4, 2)  # scales at which a JPEG is decoded much faster than whole


class Photo:
    """One upright picture, decoded at the smallest scale that suffices; the last decode is kept."""

    def __init__(
        self, width: int, height: int, kind: str, load: Callable[[int], Image], page: int | None = None
    ) -> None:
        """Take what the header says, and how to decode.

        Args:
            width: pixels of the full upright picture.
            height: likewise.
            kind: the format's name, such as "JPEG".
            load: gives the picture, its sides divided by 1, 2, 4 or 8, or by less.
            page: number in a document of several pages, from 1.
        """
        self.width = width
        self.height = height
        self.kind = kind
        self.page = page
        self.is_sound = True
        """False once a decode found bytes that make no sense, and drew what it could."""
        self._load = load
        self._decoded: Image | None = None

    @classmethod
    def of(cls, image: Image) -> "Photo":
        """Return a photo of a picture that is decoded already.

        Raises:
            TypeError: it is no picture of RGB pixels of 8 bits.
        """
        height, width = checked(image).shape[:2]
        return cls(width, height, "pixels", lambda reduction: image)

    @property
    def long_side(self) -> int:
        """Pixels of the longer side of the full picture."""
        return max(self.width, self.height)

    def image_at(self, long_side: float) -> Image:
        """Return the picture, RGB, with at least so many pixels along its longer side, or all it has.

        Raises:
            PhotoDecodeError: the pixels are damaged.
        """
        enough = min(long_side, self.long_side)
        if self._decoded is None or max(self._decoded.shape) < enough:
            fitting = (reduction for reduction in REDUCTIONS if self.long_side >= reduction * enough)
            self._decoded = self._load(next(fitting, 1))
        return self._decoded

    def image(self) -> Image:
        """Return the full picture, RGB.

        Raises:
            PhotoDecodeError: the pixels are damaged.
        """
        return self.image_at(self.long_side)

    def scale_of(self, image: Image) -> float:
        """Return the scale of a decoded picture, 1 for the full one."""
        return float(max(image.shape[:2])) / self.long_side
