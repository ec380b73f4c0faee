"""The sizes of paper that sheets are printed on."""

from enum import StrEnum


class Paper(StrEnum):
    """The size of the paper."""

    A4 = "a4"
    A5 = "a5"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height upright, in mm."""
        return (210.0, 297.0) if self is Paper.A4 else (148.0, 210.0)
