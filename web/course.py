"""What now, without a table: phases and steps in their order; one of them chosen, what each role may do in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Blueprint, render_template, request

from referee import service
from web.context import here
from web.corpus import MissingError
from web.paragraphs import Link, Pages
from web.stages import Stages

bp = Blueprint("course", __name__)


@dataclass(slots=True)
class Part:
    """A phase or step."""

    id: str
    title: str
    link: Link | None
    is_step: bool
    parts: list[Part] = field(default_factory=list)


@bp.get("/g/<game>/course")
def page(game: str) -> str:
    """The whole course, and the chosen step; with a role, only what that role may do."""
    now = here()
    volume = now.corpus.volume(game)
    role, step = request.args.get("as", ""), request.args.get("step", "")
    stages = Stages(volume, Pages(volume, now))
    roles = volume.referee.roles
    role = role if role in roles else ""
    if step and step not in volume.game.program.steps:
        raise MissingError("step", step, volume.game.program.steps)
    return render_template(
        "read/course.html",
        volume=volume,
        parts=[_part(stages, part) for part in volume.referee.course],
        roles=[(r, stages.words.value(r)) for r in roles],
        role=role,
        stand=stages.stand(step, (role,) if role else roles) if step else None,
        anytime=stages.anytime(role),
    )


def _part(stages: Stages, part: service.Part) -> Part:
    return Part(
        part.name,
        stages.words.name(part.name),
        stages.pages.link(part.paragraph),
        part.is_step,
        [_part(stages, inner) for inner in part.parts],
    )
