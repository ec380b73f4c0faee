"""`surveyor serve`: the web service."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Option


def serve(
    host: Annotated[str | None, Option("--host", help="Address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, Option("--port", min=0, max=65535, help="[default: 8000]")] = None,
    data: Annotated[
        Path | None, Option("--data", metavar="DIR", help="Folder of what the service keeps.")
    ] = None,
) -> None:
    """Start the web service. SURVEYOR_HOST, SURVEYOR_PORT and the like set it up too."""
    from service.server import run_server
    from service.settings import SettingsError, read_settings

    try:
        settings = read_settings(host=host, port=port, data=data)
    except SettingsError as error:
        raise typer.BadParameter(str(error)) from error
    run_server(settings)
