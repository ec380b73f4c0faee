"""The console that tables are printed on."""

import re
from typing import Any

from rich.console import Console

LEAST_WIDTH = 60  # letters of a line; in fewer, tables would lose letters


class PlainConsole(Console):
    """A console that leaves no blanks at the ends of lines for a program or file to read."""

    def __init__(self) -> None:
        """Take the width of the terminal; a narrower one than tables need breaks their lines itself."""
        super().__init__(highlight=False, markup=False)
        self.width = max(self.width, LEAST_WIDTH)

    def print(self, *objects: object, **options: Any) -> None:
        """Print as rich does."""
        if self.is_terminal:
            return super().print(*objects, **options)
        with self.capture() as printed:
            super().print(*objects, **options)
        self.file.write(re.sub(r" +$", "", printed.get(), flags=re.MULTILINE))
        self.file.flush()
