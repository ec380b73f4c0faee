"""Names of files as text."""

import os
from pathlib import PurePath


def shown_name(path: PurePath) -> str:
    r"""Return the path as text that can be printed and put into JSON; bytes that are no text are written out.

    >>> print(shown_name(PurePath(os.fsdecode(b"caf\xe9.jpg"))))
    caf\xe9.jpg
    """
    return os.fsencode(path).decode(errors="backslashreplace")
