"""The column types that both databases take."""

from datetime import UTC, datetime

from sqlalchemy import JSON, Dialect, String, TypeDecorator

Json = JSON(none_as_null=True)
"""Kept as text in both databases: the order of its keys stays."""


class Moment(TypeDecorator[datetime]):
    """A moment, stored as ISO 8601 in UTC, which sorts as text in every database.

    >>> Moment().process_bind_param(datetime(2026, 5, 1, 12, tzinfo=UTC), None)
    '2026-05-01T12:00:00.000000+00:00'
    """

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect | None) -> str | None:
        """Return the text that is kept."""
        return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect | None) -> datetime | None:
        """Return the moment that was kept."""
        return None if value is None else datetime.fromisoformat(value)
