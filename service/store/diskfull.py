"""Recognises errors of a full disk or an exceeded quota."""

import errno

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
SQLITE = ("SQLITE_FULL", "SQLITE_IOERR")  # how the names of such errors begin
POSTGRESQL = "53100"  # disk_full


def is_out_of_room(error: BaseException) -> bool:
    """Tell whether a file or a database could not be written for lack of space.

    SQLite tells a full quota and a disk that fails apart by nothing: both are errors of input and output.

    >>> is_out_of_room(OSError(errno.ENOSPC, "No space left on device")), is_out_of_room(OSError())
    (True, False)
    """
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    said = getattr(error, "orig", None)  # of SQLAlchemy, which is not imported here: that takes long
    name = getattr(said, "sqlite_errorname", None) or ""
    return name.startswith(SQLITE) or getattr(said, "sqlstate", None) == POSTGRESQL
