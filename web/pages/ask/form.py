"""A question as its address holds it: what is asked, by whom, what is told and ruled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from flask import current_app
from werkzeug.datastructures import MultiDict

from referee.service import Field
from referee.state import Course, State
from web.base.faults import BadRequestError
from web.pages.ask.fields import told_lines

#: between two deeds, and before what is chosen in one
THEN, ANSWERS = " then ", " answers ["


@dataclass(slots=True)
class Form:
    """A question as its address holds it."""

    name: str
    args: MultiDict[str, str]
    told: list[str]
    rulings: dict[str, str]
    role: str
    actor: str = ""  #: what the action calls the one who does it
    step: str = ""  #: the step of the course it is asked in
    after: str = ""  #: the deeds after which it is asked, as they are written
    home: str = ""  #: the beginning of the addresses it is asked at, where a table asks
    rulings_at: str = ""  #: where that table settles disputes

    @classmethod
    def read(cls, name: str, actor: str, args: MultiDict[str, str]) -> Self:
        """From the arguments of a request."""
        given = "\n".join(args.getlist("given"))
        if len(given) > current_app.config["QUERY_LIMIT"]:
            raise BadRequestError(f"The told facts are longer than {current_app.config['QUERY_LIMIT']} characters.")
        rulings = {key[2:]: value for key, value in args.items() if key.startswith("r.") and value}
        kept = MultiDict([(k, v) for k, v in args.items(multi=True) if k.startswith("a.") and v.strip()])
        role, step, after = (args.get(key, "").strip() for key in ("as", "step", "after"))
        return cls(name, kept, told_lines(given), rulings, role, actor, step, after)

    def pairs(self) -> list[tuple[str, str]]:
        """The address' arguments."""
        pairs = [
            (key, value) for key, value in (("as", self.role), ("step", self.step), ("after", self.after)) if value
        ]
        pairs += list(self.args.items(multi=True))
        if self.told:
            pairs.append(("given", "\n".join(self.told)))
        pairs += [(f"r.{key}", value) for key, value in self.rulings.items()]
        return [*pairs, ("go", "1")]

    def address(self, game: str) -> str:
        """Where this question is answered."""
        return f"{self.page(game)}?{urlencode(self.pairs())}"

    def page(self, game: str) -> str:
        """The address without what was told."""
        return f"{self.home or f'/g/{game}/ask'}/{self.name}"

    def state(self) -> State:
        """What the address says about the course of play."""
        return State(course=Course(self.step, self.role or None)) if self.step else State()

    def written(self, question: str) -> str:
        """The whole question: what is asked, and after what."""
        return f"{question} after {self.after}" if self.after else question

    def story(self, deed: str) -> str:
        """The deeds so far and one more, by whoever asks."""
        told = f"{deed} by {self.role}" if self.role else deed
        return f"{self.after}{THEN}{told}" if self.after else told

    def choose(self, deed: int, value: str) -> None:
        """One more answer to what is chosen in one of the deeds, counted from 1."""
        deeds = self.after.split(THEN)
        if 0 < deed <= len(deeds):
            told, _, answers = deeds[deed - 1].partition(ANSWERS)
            deeds[deed - 1] = f"{told}{ANSWERS}{f'{answers[:-1]}, ' if answers else ''}{value}]"
            self.after = THEN.join(deeds)

    def tell(self, fact: str, value: str) -> None:
        """One more fact, parameter or ruling."""
        action, dot, parameter = fact.partition(".")
        if dot and action == self.name:
            if parameter == self.actor:
                self.role = value
            else:
                self.args.setlist(f"a.{parameter}", [value])
        elif fact.startswith("r."):
            self.rulings[fact[2:]] = value
        else:
            self.told = told_lines("\n".join([*self.told, f"{fact} = {value}"]))


def checked_values(fields: list[Field], form: Form) -> dict[str, list[str]]:
    """What is ticked or filled in for each field."""
    found = {}
    for field in fields:
        values = form.args.getlist(f"a.{field.name}")
        if field.shape == "set" and values and values[0].startswith("["):
            values = [part.strip() for part in values[0].strip("[]").split(",")]
        found[field.name] = values
    return found
