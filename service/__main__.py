"""The entry point of the surveyor command, also as `python -m service`."""

import sys

INTERRUPTED = 130  # as shells have it: 128 and the number of the signal


def main() -> None:
    """Run the command; its worker processes import this module again, and need nothing of the command."""
    try:
        from service.cli.main import main

        main()
    except KeyboardInterrupt:  # before the command itself could see it
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
