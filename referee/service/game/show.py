"""Single things of a game, found by their names; and all that a question may be made of."""

from __future__ import annotations

import re

from msgspec.structs import asdict, replace

from grammar import nodes as n
from grammar.rules.unparse import expression, hiding
from kb.languages.texts import spoken
from kb.library import Game
from referee import answers as a
from referee.explanation.explain import Explainer
from referee.rules.code import Code
from referee.service.game.fields import keys_of, roles_of, type_text
from referee.service.game.words import Words

_WORD = re.compile(r"\w+")
Shown = a.ShownParagraph | a.ShownTerm | a.ShownAction


def show(explainer: Explainer, name: str, lang: str) -> Shown | None:
    """A paragraph, term or action by its name; None when the game has none of it."""
    game, code = explainer.game, explainer.code
    if name in game.prose.paragraphs:
        rule = "\n".join(block.text for block in game.prose.paragraphs[name].blocks)
        return a.ShownParagraph(**asdict(explainer.cited.one(name)), rule=rule)
    if name in game.prose.terms:
        term = game.prose.terms[name]
        aliases = {lang: list(names) for lang, names in term.aliases.items()}
        text = spoken(term.text, lang)
        return a.ShownTerm(name, game.id, dict(term.names), text, aliases, list(term.defined), list(term.related))
    if name in game.program.actions:
        action = code.action(name)
        return a.ShownAction(
            name, game.id, explainer.words.name(name),
            {p.name: type_text(code, p.type) for p in action.node.params},
            explainer.cited.one(action.paragraph),
            sorted({check.paragraph for check in action.checks()}),
        )  # fmt: skip
    return None


def schema_of(game: Game, code: Code, words: Words) -> a.GameSchema:
    """What a question or state may be made of."""
    program = code.program
    facts = [
        a.FactShape(
            name, [kind for _, kind in cited.node.keys], type_text(code, cited.node.type), hiding(cited.node.hidden),
            words.name(name, *(kind for _, kind in cited.node.keys)), cited.paragraph,
        )
        for name, cited in program.facts.items()
    ]  # fmt: skip
    actions = [
        a.ActionShape(
            name, [_typed(code, p) for p in info.node.params], list(code.action(name).options), list(roles_of(code, name)),
            list(info.node.classes), bool(info.node.card), words.name(name), info.paragraph,
        )
        for name, info in program.actions.items()
    ]  # fmt: skip
    values = [
        a.ValueShape(
            n.spelled(name),
            [a.Typed(key, type_text(code, type_)) for key, type_ in keys_of(code, name)],
            words.name(name, *(key for key, _ in keys_of(code, name))),
        )
        for name in dict.fromkeys([*program.values, *program.columns])
        if n.is_listed(name)
    ]
    procedures = [
        a.ProcedureShape(name, [_typed(code, p) for p in cited.node.params], cited.paragraph)
        for name, cited in program.procedures.items()
    ]
    roles = list(program.members.get(program.roles, ()))
    kinds = {kind: list(members) for kind, members in program.members.items()}
    return a.GameSchema(roles, kinds, facts, actions, procedures, values, game.version)


def _typed(code: Code, param: n.Param) -> a.Typed:
    """A parameter with its type, and with what counts where it is left out."""
    return a.Typed(param.name, type_text(code, param.type), "" if param.default is None else expression(param.default))


def narrowed(schema: a.GameSchema, like: str) -> a.GameSchema:
    """The part of a schema that has a text in its names or words, with all members of the kinds these take; roles stay."""
    part = like.casefold()

    def fits(*texts: str) -> bool:
        return any(part in text.casefold() for text in texts)

    facts = [each for each in schema.facts if fits(each.name, each.text)]
    actions = [each for each in schema.actions if fits(each.name, each.text)]
    procedures = [each for each in schema.procedures if fits(each.name)]
    values = [each for each in schema.values if fits(each.name, each.text)]
    taken = " ".join(
        [
            *(" ".join((*each.keys, each.type)) for each in facts),
            *(typed.type for each in actions for typed in each.parameters),
            *(typed.type for procedure in procedures for typed in procedure.parameters),
            *(typed.type for value in values for typed in value.keys),
        ]
    )
    words = set(_WORD.findall(taken))
    kinds = {
        kind: members if kind in words or fits(kind) else [member for member in members if fits(member)]
        for kind, members in schema.kinds.items()
    }
    kinds = {kind: members for kind, members in kinds.items() if members}
    return replace(schema, kinds=kinds, facts=facts, actions=actions, procedures=procedures, values=values)
