"""Lets `python -m service` be the surveyor command."""

from service.cli.main import main

if __name__ == "__main__":  # worker processes import this module again
    main()
