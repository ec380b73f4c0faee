"""Equality of records that hold arrays, which dataclasses compare in a way that numpy refuses."""

from dataclasses import fields

import numpy as np


class ComparesArrays:
    """A dataclass with `eq=False`: two are equal that hold the same, arrays element by element."""

    __hash__ = None  # type: ignore[assignment]  # as of all that is equal by contents that could be changed

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is of the same kind and holds the same."""
        if type(other) is not type(self):
            return NotImplemented
        names = [field.name for field in fields(self)]  # type: ignore[arg-type]  # of the dataclass
        return all(_is_same(getattr(self, name), getattr(other, name)) for name in names)


def _is_same(value: object, other: object) -> bool:
    if isinstance(value, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(value, other)
    return not isinstance(value, np.ndarray) and not isinstance(other, np.ndarray) and value == other
