"""Dates and times in the reader's language: no seconds, the day only if it is not today.

Moments are given by the clock of the machine that serves, which stands in the hall, or in its time zone.
"""

from datetime import datetime

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time, get_datetime_format
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from service.store.events import now


def choose_locale(language: str, accepted: str) -> Locale:
    """Return how somebody who reads a language writes dates and times: as their country does, if it is named.

    `accepted` is the header Accept-Language.

    >>> str(choose_locale("en", "en-GB,en;q=0.9")), str(choose_locale("de", "en-GB"))
    ('en_GB', 'de')
    """
    for part in accepted.split(","):
        name = part.partition(";")[0].strip()
        if name.partition("-")[0].lower() == language:
            try:
                return Locale.parse(name, sep="-")
            except (UnknownLocaleError, ValueError):
                continue
    return Locale.parse(language)


def tell_moment(at: datetime, today: datetime, locale: Locale) -> str:
    """Return a moment for people to read; both are in the same time zone.

    >>> noon, later = datetime(2026, 11, 22, 12, 5), datetime(2026, 11, 23, 9, 0)
    >>> tell_moment(noon, noon, Locale("en", "GB")), tell_moment(noon, later, Locale("en", "GB"))
    ('12:05', '22 Nov 2026, 12:05')
    >>> tell_moment(noon, later, Locale("de"))
    '22.11.2026, 12:05'
    """
    time = format_time(at, "short", locale=locale)
    if at.date() == today.date():
        return time
    both = str(get_datetime_format("medium", locale=locale)).replace("'", "")
    return both.replace("{1}", format_date(at, "medium", locale=locale)).replace("{0}", time)


@pass_context
def moment(context: Context, at: datetime) -> str:
    """Return a moment in the words of whoever looks; a filter of the templates."""
    return tell_moment(at.astimezone(), now().astimezone(), context["visit"].locale)


@pass_context
def timed(context: Context, at: datetime) -> Markup:
    """Return the same with what programs read of it."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), moment(context, at))
