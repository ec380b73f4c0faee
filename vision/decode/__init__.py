"""The one decode door: from the bytes of a file to upright pictures, each limit checked before any decode."""

from vision.decode.limits import (
    HEAD_BYTES,
    MAX_DOCUMENT_BYTES,
    MAX_PAGES,
    MAX_PHOTO_BYTES,
    MAX_PHOTO_PIXELS,
    most_bytes,
)
from vision.decode.opening import Pages, decode_photo, open_pages, open_photo
from vision.decode.photo import Photo

__all__ = [
    "HEAD_BYTES",
    "MAX_DOCUMENT_BYTES",
    "MAX_PAGES",
    "MAX_PHOTO_BYTES",
    "MAX_PHOTO_PIXELS",
    "Pages",
    "Photo",
    "decode_photo",
    "most_bytes",
    "open_pages",
    "open_photo",
]
