"""What is contested, in the first line of an answer: about what, and what comes of it one way and the other."""

from __future__ import annotations

from kb.library import Game
from referee.explanation.phrases import phrase
from referee.explanation.readings import outcome
from referee.explanation.said import joined
from referee.explanation.wording import Wording
from referee.rules.code import Code
from referee.verdict.ask import Finding

#: disputes that are named in the first line
NAMED = 2


class Contested:
    """Says what the sources of one game differ about or leave open."""

    def __init__(self, game: Game, code: Code, words: Wording) -> None:
        self.game, self.code, self.words, self.lang = game, code, words, words.lang

    def said(self, key: str, finding: Finding, shown: str) -> str:
        """The first line: what it is about, what comes of it by the usual reading and by any other."""
        disputes = finding.disputes
        named = [self.words.name(dispute) for dispute in list(disputes)[:NAMED]]
        about = joined(named, phrase("and", self.lang))
        if all(self._is_printed(dispute) for dispute in disputes):
            return phrase("say.depends.print", self.lang, shown, about)
        others = [
            outcome(self.words, reading, outcomes)
            for dispute, outcomes in disputes.items()
            for reading in outcomes
            if reading != finding.settled.get(dispute, self.code.default_reading(dispute))
        ]
        otherwise = [each for each in dict.fromkeys(others) if each != shown]
        return phrase(key, self.lang, shown, about, f" {phrase('or', self.lang)} ".join(otherwise))

    def _is_printed(self, dispute: str) -> bool:
        """Whether no more is open than whether a figure that is listed is the one that is printed."""
        code, declared = self.code, self.code.program.disputes.get(dispute)
        places = {each for reading in code.readings(dispute) for each in code.places(dispute, reading)}
        places |= {declared.paragraph} if declared is not None else set()
        paragraphs = [self.game.paragraph(each) for each in places]
        return bool(paragraphs) and all(each is not None and each.unconfirmed for each in paragraphs)
