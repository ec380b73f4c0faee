"""The log: a line an event, for people or as JSON, each with the identifier of its request."""

import logging
import sys
from contextvars import ContextVar
from typing import Literal, TextIO

import structlog

Format = Literal["auto", "text", "json"]

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is being answered, for whatever is logged on the way."""


def start_logging(log_format: Format, stream: TextIO | None = None) -> logging.Handler:
    """Log to a stream, by default stderr; return the handler."""
    stream = stream or sys.stderr
    as_text = log_format == "text" or (log_format == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(as_text))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # each start would have four lines of it
    return handler


def _formatter(as_text: bool) -> logging.Formatter:
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper("iso", utc=True),
        _finish,
    ]
    last: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
        if as_text
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove, *last])


def _finish(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    current = request_id.get()
    if current:
        event.setdefault("request_id", current)
    for again in ("color_message", "message"):  # what uvicorn and other handlers leave in a record
        event.pop(again, None)
    return event
