"""The console that tables are printed on."""

import re
from typing import Any

from rich.console import Console


class PlainConsole(Console):
    """A console that leaves no blanks at the ends of lines for a program or file to read."""

    def print(self, *objects: object, **options: Any) -> None:
        """Print as rich does."""
        if self.is_terminal:
            return super().print(*objects, **options)
        with self.capture() as printed:
            super().print(*objects, **options)
        self.file.write(re.sub(r" +$", "", printed.get(), flags=re.MULTILINE))
        self.file.flush()
