"""The course of play: phases and steps in their order, and what each role may do in each."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Blueprint, render_template, request

from referee.code import Code
from web.context import here
from web.corpus import Volume
from web.i18n import sort_key
from web.paragraphs import Link, Pages
from web.parameters import roles_of

bp = Blueprint("course", __name__)


@dataclass(slots=True)
class Quota:
    """How many of which actions a turn takes."""

    must: bool
    number: str
    actions: list[tuple[str, str]]  #: id, title


@dataclass(slots=True)
class Part:
    """A phase or step."""

    id: str
    title: str
    link: Link | None
    quotas: list[Quota] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    acts: bool = False  #: somebody decides here


@bp.get("/g/<game>/course")
def page(game: str) -> str:
    """The whole course; with a role, only what that role may do."""
    now = here()
    volume = now.corpus.volume(game)
    role = request.args.get("as", "")
    words = volume.words(now.lang)
    with volume.code() as code:
        roles = code.program.members.get(code.program.roles, ())
        role = role if role in roles else ""
        parts = _parts(volume, code, Pages(volume, now), "", role)
        anytime = [
            (name, words.name(name))
            for name in code.program.actions
            if code.action(name).anytime and (not role or role in roles_of(code, name))
        ]
    return render_template(
        "read/course.html",
        volume=volume,
        parts=parts,
        roles=[(r, words.value(r)) for r in roles],
        role=role,
        anytime=anytime,
    )


def _parts(volume: Volume, code: Code, pages: Pages, parent: str, role: str) -> list[Part]:
    words, program = volume.words(here().lang), code.program
    found = []
    for name in code.course.children.get(parent, ()):
        cited = program.phases.get(name) or program.steps[name]
        part = Part(name, words.name(name), pages.link(cited.paragraph))
        if name in program.steps:
            part.acts = bool(cited.node.quotas)
            part.quotas = [
                quota for quota in (_quota(volume, code, node, role) for node in cited.node.quotas) if quota.actions
            ]
        else:
            part.parts = _parts(volume, code, pages, name, role)
        found.append(part)
    return found


def _quota(volume: Volume, code: Code, node: object, role: str) -> Quota:
    words = volume.words(here().lang)
    wanted = set(getattr(node, "names", ()))
    least, most = getattr(node, "least", 0), getattr(node, "most", 0)
    actions = [
        (name, words.name(name))
        for name in code.program.actions
        if wanted & {name, *code.classes_of(name)} and (not role or role in roles_of(code, name))
    ]
    must = bool(getattr(node, "must", False))
    number = str(most) if least == most or not must else f"{least}–{most}"
    return Quota(must, number, sorted(actions, key=lambda item: sort_key(item[1], words.lang)))
