"""The names of files that are sent: shown to people, never used as paths."""

from pathlib import PurePosixPath, PureWindowsPath

LONGEST_NAME = 255


def file_name(path: str) -> str:
    r"""Return the last part of a path of any system, with a question mark for what does not print.

    >>> file_name("../../etc/passwd"), file_name("C:\\photos\\a.jpg"), file_name("a\x00b\ud800.jpg")
    ('passwd', 'a.jpg', 'a?b?.jpg')
    """
    name = PureWindowsPath(PurePosixPath(path).name).name[:LONGEST_NAME]
    return "".join(letter if letter.isprintable() else "?" for letter in name)
