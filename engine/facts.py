"""Facts about the printed cards and sheets, with how sure they are: read once from facts.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from engine.errors import MapFormatError
from engine.fields import Choice, read_choice, read_list, read_text, shown

FILE = "facts.toml"


class Confidence(StrEnum):
    """How sure a fact is.

    >>> Confidence.HIGH.is_confirmed, Confidence.MEDIUM.is_confirmed
    (True, False)
    """

    CERTAIN = "certain"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def is_confirmed(self) -> bool:
        """Whether the fact was seen on printed components, or independent sources agree on it."""
        return self in (Confidence.CERTAIN, Confidence.HIGH)


@dataclass(frozen=True, slots=True)
class Fact:
    """One entry of the file; a field is read with its check, so that a damaged entry is named.

    >>> facts("hero")[0].text("attack")
    '.*./*H*/.*.'
    """

    where: str
    """The table and the name of the entry, for messages."""
    fields: Mapping[str, object]

    @property
    def name(self) -> str:
        """The name of the thing that the entry is about."""
        return self.text("name")

    @property
    def confidence(self) -> Confidence:
        """How sure the whole entry is."""
        return self.choice("confidence", Confidence)

    def has(self, key: str) -> bool:
        """Whether the entry says this."""
        return key in self.fields

    def text(self, key: str) -> str:
        """Return the text of a field, or raise MapFormatError."""
        return read_text(self.fields.get(key), where=self._place(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a field, or raise MapFormatError."""
        values = read_list(self.fields.get(key), where=self._place(key))
        return tuple(read_text(value, where=self._place(key)) for value in values)

    def number(self, key: str) -> int:
        """Return the whole number of a field, or raise MapFormatError."""
        value = self.fields.get(key)
        if type(value) is not int:
            raise MapFormatError(f"expected a whole number, not {shown(value)}", where=self._place(key))
        return value

    def choice(self, key: str, choices: type[Choice]) -> Choice:
        """Return the one of the choices that a field names, or raise MapFormatError."""
        return read_choice(self.fields.get(key), choices, where=self._place(key))

    def part(self, key: str) -> "Fact":
        """Return the entry inside a field, or raise MapFormatError."""
        return _read_fact(self.fields.get(key), where=self._place(key))

    def _place(self, key: str) -> str:
        return f"{self.where}, {key}"


def facts(table: str) -> tuple[Fact, ...]:
    """Return the entries of one table of the file, in its order.

    Raises:
        MapFormatError: The file is damaged; the message says where.
    """
    return _load()[table]


@cache
def _load() -> Mapping[str, tuple[Fact, ...]]:
    tables = tomllib.loads((files("engine") / FILE).read_text("utf-8"))
    return MappingProxyType(
        {table: _read_table(table, rows) for table, rows in tables.items() if isinstance(rows, list)}
    )


def _read_table(table: str, rows: list[object]) -> tuple[Fact, ...]:
    entries = (_read_fact(row, where=f"{FILE}, {table}[{number}]") for number, row in enumerate(rows))
    return tuple(Fact(f"{FILE}, {table} {entry.name}", entry.fields) for entry in entries)


def _read_fact(value: object, *, where: str) -> Fact:
    if not isinstance(value, dict):
        raise MapFormatError(f"expected a table, not {shown(value)}", where=where)
    return Fact(where, MappingProxyType(value))
