"""The few words printed on a sheet, so that another language needs another value only."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """All words of a sheet."""

    name: str
    title: str
    map_sheet: str
    """Stands above the name where no tournament is named."""
    seasons: tuple[str, str, str, str]
    side: str
    sheet: str
    round: str
    result: str
    """Over the shield for the sum of the four seasons."""


ENGLISH = Words(
    name="Name",
    title="Title",
    map_sheet="A survey of the realm",
    seasons=("Spring", "Summer", "Fall", "Winter"),
    side="side",
    sheet="sheet",
    round="Round",
    result="Result",
)
