"""Lets `python -m service` be the surveyor command, and starts it where it is installed."""


def main() -> None:
    """Run the command; its worker processes import this module again, and need nothing of the command."""
    from service.cli.main import main

    main()


if __name__ == "__main__":
    main()
