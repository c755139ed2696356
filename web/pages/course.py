"""What now, without a table: phases and steps in their order; one of them chosen, what each role may do in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Blueprint, render_template, request

from referee import service
from web.base.faults import MissingError
from web.game.quotes import Mention, Quotes
from web.game.reader import here
from web.game.steps import Steps

bp = Blueprint("course", __name__)


@dataclass(slots=True)
class CoursePart:
    """A phase or step."""

    id: str
    title: str
    link: Mention | None
    is_step: bool
    parts: list[CoursePart] = field(default_factory=list)


@bp.get("/g/<game>/course")
def page(game: str) -> str:
    """The whole course, and the chosen step; with a role, only what that role may do."""
    reader = here()
    volume = reader.corpus.volume(game)
    role, step = request.args.get("as", ""), request.args.get("step", "")
    steps = Steps(volume, Quotes(volume, reader))
    roles = volume.referee.roles
    role = role if role in roles else ""
    if step and step not in volume.game.program.steps:
        raise MissingError("step", step, volume.game.program.steps)
    return render_template(
        "course/page.html",
        volume=volume,
        parts=[_part(steps, part) for part in volume.referee.course],
        roles=[(r, steps.words.value(r)) for r in roles],
        role=role,
        stand=steps.stand(step, (role,) if role else roles) if step else None,
        anytime=steps.anytime(role),
    )


def _part(steps: Steps, part: service.Part) -> CoursePart:
    return CoursePart(
        part.name,
        steps.words.name(part.name),
        steps.quotes.link(part.paragraph),
        part.is_step,
        [_part(steps, inner) for inner in part.parts],
    )
