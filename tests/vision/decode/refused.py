"""Files that are refused when they are opened."""

import pytest

from vision import PhotoDecodeError, decode_photo


def reason_of(photo: bytes) -> str:
    """Return why a file is refused, of which the words say what is wrong and what to do."""
    with pytest.raises(PhotoDecodeError) as caught:
        decode_photo(photo)
    assert caught.value.reason.message
    assert caught.value.reason.advice
    return caught.value.reason.code
