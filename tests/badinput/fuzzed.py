"""The process that fuzzes one target: what it imports is watched, so that little may be imported before.

Run by `tests.badinput.fuzz`, with the target's name and the options of libFuzzer.
"""

import sys

WATCHED = ["engine", "vision", "service", "PIL", "zipfile", "tomllib", "csv"]
"""Packages in which new branches show that an input is worth keeping."""
PNG = b"\x89PNG\r\n\x1a\n"


def main() -> None:
    """Fuzz until time is up or something is found."""
    import atheris

    with atheris.instrument_imports(include=WATCHED):
        from tests.badinput.formats import png_of, png_pieces
        from tests.badinput.targets import TARGETS

    target = TARGETS[sys.argv.pop(1)]

    def once(content: bytes) -> None:
        target(content)

    def mutated(content: bytes, longest: int, seed: int) -> bytes:
        """Change an input as libFuzzer does; a PNG gets right sums again, which all else is hidden by."""
        changed: bytes = atheris.Mutate(content, longest)
        if changed.startswith(PNG):
            changed = png_of(list(png_pieces(changed)))
        return changed[:longest]

    atheris.Setup(sys.argv, once, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
