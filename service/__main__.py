"""The entry point of the surveyor command, also as `python -m service`."""


def main() -> None:
    """Run the command; its worker processes import this module again, and need nothing of the command."""
    from service.cli.main import main

    main()


if __name__ == "__main__":
    main()
