"""What the routes are given."""

from typing import Annotated

from fastapi import Depends, Request

from service.access.actors import SINGLE_USER, Actor
from service.parts import Parts


def get_parts(request: Request) -> Parts:
    """Return what was opened at the start."""
    parts: Parts = request.app.state.parts
    return parts


def get_actor() -> Actor:
    """Return who asks."""
    return SINGLE_USER


PartsDep = Annotated[Parts, Depends(get_parts)]
ActorDep = Annotated[Actor, Depends(get_actor)]
