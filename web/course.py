"""What now, without a table: phases and steps in their order; one of them chosen, what each role may do in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Blueprint, render_template, request

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
    with volume.code() as code:
        stages = Stages(volume, code, Pages(volume, now))
        roles = tuple(code.program.members.get(code.program.roles, ()))
        role = role if role in roles else ""
        if step and step not in code.program.steps:
            raise MissingError("step", step, code.program.steps)
        return render_template(
            "read/course.html",
            volume=volume,
            parts=_parts(stages, ""),
            roles=[(r, stages.words.value(r)) for r in roles],
            role=role,
            stand=stages.stand(step, (role,) if role else roles) if step else None,
            anytime=stages.anytime(role),
        )


def _parts(stages: Stages, parent: str) -> list[Part]:
    program = stages.code.program
    found = []
    for name in stages.code.course.children.get(parent, ()):
        is_step = name in program.steps
        cited = program.steps[name] if is_step else program.phases[name]
        part = Part(name, stages.words.name(name), stages.pages.link(cited.paragraph), is_step)
        part.parts = [] if is_step else _parts(stages, name)
        found.append(part)
    return found
