"""Names of uploaded files: shown to people, never used as paths."""

from pathlib import PurePosixPath, PureWindowsPath

LONGEST_NAME = 255


def file_name(path: str) -> str:
    r"""Return the last part of a path of any system, with a question mark for what does not print.

    >>> file_name("../../etc/passwd"), file_name("C:\\photos\\a.jpg"), file_name("a\x00b\ud800.jpg")
    ('passwd', 'a.jpg', 'a?b?.jpg')
    """
    return path_name(path).rpartition("/")[2]


def path_name(path: str) -> str:
    r"""Return a path with the folders that lead to the file: they may tell round and season.

    >>> path_name("round 2/Ann.jpg"), path_name("C:\\cup\\Ann.jpg"), path_name("/../../etc/./passwd")
    ('round 2/Ann.jpg', 'cup/Ann.jpg', 'etc/passwd')
    """
    windows = PureWindowsPath(path)
    parts = windows.parts[1:] if windows.anchor else PurePosixPath(path.replace("\\", "/")).parts
    name = "/".join(part for part in parts if part not in ("/", "\\", "..", "."))[-LONGEST_NAME:]
    return "".join(letter if letter.isprintable() else "?" for letter in name).lstrip("/")
