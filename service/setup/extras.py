"""What goes beyond one machine, and is not installed by default: PostgreSQL, buckets, a Dask cluster."""


def words_without(extra: str) -> str:
    """Return what to do where something needs an extra that is not installed.

    >>> words_without("PostgreSQL")
    'PostgreSQL needs an extra: `make extras` in the folder of Surveyor installs it'
    """
    return f"{extra} needs an extra: `make extras` in the folder of Surveyor installs it"
