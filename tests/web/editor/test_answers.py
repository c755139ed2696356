"""What an editor is told, without a client: a path, a line and a column in, an answer out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.library import load_game
from referee.service import Referee
from tests.support.desks import place, written_game
from tests.support.own_cards import CARDS, FAVOURS, FRAMES, VOCABULARY
from web.editor.answers import Answers, Located
from web.editor.desk import Desk
from web.editor.rename import RenameRefused


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Only read."""
    home = written_game(tmp_path_factory.mktemp("written"))
    (home / "rules" / "94-favours.md").write_text(FAVOURS, "utf-8")
    (home / "cards").mkdir()
    for name, text in (("vocabulary.toml", VOCABULARY), ("frames.toml", FRAMES), ("favours.md", CARDS)):
        (home / "cards" / name).write_text(text, "utf-8")
    return home


@pytest.fixture(scope="module")
def answers(game: Path) -> Answers:
    return Answers(Desk(game))


@pytest.fixture
def chapter(game: Path) -> Path:
    return game / "rules" / "01-harbour.md"


def texts(found: list[Located]) -> list[tuple[str, int, str]]:
    """File, line and what stands there."""
    shown = []
    for each in found:
        line = each.path.read_text("utf-8").split("\n")[each.line - 1]
        shown.append((each.path.name, each.line, line[each.column - 1 : each.column - 1 + each.length]))
    return shown


def labels(answers: Answers, path: Path, text: str, part: str) -> list[str]:
    """What is suggested at the mark | in a text laid over a file."""
    before = text[: text.index(part) + part.index("|")]
    laid = text.replace(part, part.replace("|", ""), 1)
    answers.desk.buffers[path] = laid
    try:
        found, _ = answers.complete(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
        return [each.label for each in found]
    finally:
        del answers.desk.buffers[path]


def typed(answers: Answers, path: Path, line: str) -> list[str]:
    """What is suggested at the mark | in a line that is typed into the first rule block."""
    text = path.read_text("utf-8")
    return labels(answers, path, text.replace("```rule\n", f"```rule\n{line}\n", 1), line)


# ---- problems --------------------------------------------------------------------------------------------------------


def test_the_problems_are_those_of_check_without_running_cases(game: Path, answers: Answers) -> None:
    _, checked = Referee(load_game(game)).check()
    assert sorted(map(str, answers.desk.read().problems)) == sorted(map(str, checked))


def test_what_is_typed_counts_before_it_is_saved(game: Path, chapter: Path) -> None:
    desk = Desk(game)
    desk.buffers[chapter] = chapter.read_text("utf-8").replace("price(g: cargo)", "price(g: cargos)")
    assert "KIND-UNKNOWN" in {each.code for each in desk.read().problems}
    del desk.buffers[chapter]
    assert "KIND-UNKNOWN" not in {each.code for each in desk.read().problems}


def test_a_block_that_is_being_typed_keeps_its_names_declared(game: Path, chapter: Path) -> None:
    desk = Desk(game)
    before = {each.code for each in desk.read().problems}
    desk.buffers[chapter] = chapter.read_text("utf-8").replace("kind cargo: grain", "kind cargo cargo: grain")
    assert {each.code for each in desk.read().problems} - before == {"RULE-SYNTAX"}
    late = Desk(game)
    late.buffers = desk.buffers
    assert {each.code for each in late.read().problems} - before == {"RULE-SYNTAX"}, "what was saved counts until then"


# ---- completion ------------------------------------------------------------------------------------------------------


def test_members_of_the_right_kind_come_first(answers: Answers, chapter: Path) -> None:
    assert typed(answers, chapter, "define a(x) = owner of |")[:3] == ["middle", "north", "south"]
    assert typed(answers, chapter, "define a(c) = crates(c, |")[:3] == ["grain", "salt", "wine"]
    assert typed(answers, chapter, "holds a(d) when owner of d is |")[:3] == ["blue", "green", "red"]


def test_a_type_is_a_kind(answers: Answers, chapter: Path) -> None:
    found = typed(answers, chapter, "fact price_now: |")
    assert {"dock", "cargo", "captain"} <= set(found[:10])
    assert {"flag", "number", "pile"} <= set(found)


def test_keywords_are_those_the_grammar_takes(answers: Answers, chapter: Path) -> None:
    found = typed(answers, chapter, "action sail by a: captain r|")
    assert "requires" in found and "rule" in found
    assert "repeat" not in found


def test_names_of_the_action_are_known_in_its_rules(answers: Answers, chapter: Path) -> None:
    assert {"d", "actor"} <= set(typed(answers, chapter, "rule lease forbidden when |"))
    assert "d" not in typed(answers, chapter, "rule rest forbidden when |")


def test_paragraphs_terms_and_attributes(answers: Answers, game: Path, chapter: Path) -> None:
    assert "har.act.2" in typed(answers, chapter, "define rent(d) = 1 overrides #har.a|")
    text = chapter.read_text("utf-8")
    added = text + "\n\nA [[|]] stands here. {#har.gold.2 norule=definition}\n"
    assert labels(answers, chapter, added, "[[|]]") == ["dock", "storm"]
    assert "norule=" in labels(answers, chapter, text + "\n\nText {#har.x n|}", "{#har.x n|}")
    assert "flavour" in labels(answers, chapter, text + "\n\nText {#har.x norule=f|}", "norule=f|")
    assert "har.wea.1" in labels(answers, chapter, text + "\n\nText {#har.x see=har.w|}", "see=har.w|")
    terms = game / "terms.toml"
    text = terms.read_text("utf-8").replace('"har.parts.2"', '"har.a|"')
    assert "har.act.1" in labels(answers, terms, text, "har.a|")


def test_cases_take_roles_and_verdicts(answers: Answers, game: Path) -> None:
    path = game / "cases" / "01-harbour.md"
    text = path.read_text("utf-8").replace("```case\n", '```case\ncase "new" ask lease(north) by X\n', 1)
    assert labels(answers, path, text.replace("by X", "by r|", 1), "r|")[:1] == ["red"]


def test_cards_are_completed_by_their_words(answers: Answers, game: Path) -> None:
    path = game / "cards" / "favours.md"
    assert "gain" in labels(answers, path, path.read_text("utf-8").replace("Gain 1", "ga| 1"), "ga|")


def test_tables_are_completed(answers: Answers, game: Path) -> None:
    path = game / "words" / "all.toml"
    assert "coins" in labels(answers, path, path.read_text("utf-8") + "\n[co|]", "[co|]")
    assert "ask.pl" in labels(answers, path, path.read_text("utf-8") + "\nask|", "\nask|")


# ---- hover -----------------------------------------------------------------------------------------------------------


def hover(answers: Answers, path: Path, line_part: str, word: str) -> str:
    found = answers.hover(path, *place(path, line_part, word))
    assert found is not None
    return found.text


def test_a_fact_tells_its_type_its_paragraph_its_prose_and_its_readers(answers: Answers, chapter: Path) -> None:
    text = hover(answers, chapter, "requires owner of d is none", "owner")
    assert "`fact owner of dock: captain or none`" in text
    assert "#har.parts.2" in text and "lie in a row" in text
    assert "Read by" in text and "`lease`" in text and "`dues`" in text


def test_a_value_an_action_a_member_and_a_local_name(answers: Answers, chapter: Path) -> None:
    rent = hover(answers, chapter, "cost rent(d)", "rent")
    assert "`rent(d: a member of “dock”)` — a value: a number" in rent
    assert "#har.act.2 · also #har.act.4" in rent and "pl: “czynsz: {0}”" in rent
    assert "an action, “voyage”" in hover(answers, chapter, "action lease", "lease")
    assert "a member of cargo" in hover(answers, chapter, "table price", "wine")
    assert "a local name of `lease`: a member of “dock”" in hover(answers, chapter, "rule lease", "d and")
    assert "a function of the language" in hover(answers, chapter, "let w = top of deck", "top")


def test_paragraphs_terms_and_words_of_cards(answers: Answers, game: Path, chapter: Path) -> None:
    assert "costs four coins" in hover(answers, chapter, "overrides #har.act.2", "har")
    assert "A place for ships." in hover(answers, chapter, "[[dock", "dock|")
    assert "verb of the card language" in hover(answers, game / "cards" / "favours.md", "Gain 1", "Gain")


# ---- definitions and references --------------------------------------------------------------------------------------


def test_definitions(answers: Answers, game: Path, chapter: Path) -> None:
    case = game / "cases" / "01-harbour.md"
    (found,) = texts(answers.definition(case, *place(case, "ask lease(north) by red expect yes", "lease")))
    assert found[0] == "01-harbour.md" and found[2] == "lease"
    assert len(answers.definition(chapter, *place(chapter, "cost rent(d)", "rent"))) == 2
    (found,) = texts(answers.definition(chapter, *place(chapter, "rule lease forbidden", "d and storm")))
    assert found == ("01-harbour.md", place(chapter, "action lease(d", "d")[0], "d")
    (found,) = texts(answers.definition(game / "terms.toml", *place(game / "terms.toml", "har.wea.3", "har")))
    assert found[0] == "01-harbour.md" and found[2] == "har.wea.3"
    (found,) = texts(answers.definition(chapter, *place(chapter, "[[dock", "dock|")))
    assert found == ("terms.toml", 2, "dock")
    favours = game / "cards" / "favours.md"
    (found,) = texts(answers.definition(favours, *place(favours, "Gain 1", "Gain")))
    assert found[0] == "vocabulary.toml" and found[2] == "verb.gain"


def test_references_stand_in_every_kind_of_file(answers: Answers, game: Path, chapter: Path) -> None:
    docks = texts(answers.references(chapter, *place(chapter, "scale dock", "dock")))
    assert {"01-harbour.md", "vocabulary.toml"} == {file for file, _, _ in docks}
    terms = texts(answers.references(chapter, *place(chapter, "[[dock", "dock|")))
    assert [file for file, _, _ in terms].count("01-harbour.md") == 3
    assert [word for _, _, word in terms] == ["dock"] * 5
    coins = texts(answers.references(chapter, *place(chapter, "fact coins", "coins"), declarations=False))
    assert {"01-harbour.md", "frames.toml"} == {file for file, _, _ in coins}
    ids = texts(answers.references(chapter, *place(chapter, "pays one coin less", "har.act.4")))
    assert {word for _, _, word in ids} == {"har.act.4"}
    assert len(ids) == 3, "the chapter and two translations"


# ---- rename ----------------------------------------------------------------------------------------------------------


def applied(found: list[Located], new: str) -> None:
    """Writes a rename into the files."""
    for path in {each.path for each in found}:
        lines = path.read_text("utf-8").split("\n")
        for each in sorted((e for e in found if e.path == path), key=lambda e: (e.line, e.column), reverse=True):
            line = lines[each.line - 1]
            lines[each.line - 1] = line[: each.column - 1] + new + line[each.column - 1 + each.length :]
        path.write_text("\n".join(lines), "utf-8")


def state(game: Path) -> tuple[int, list[tuple[str, int]]]:
    """How many cases pass, and what is wrong, by line and code: messages name names, and a term lends its label by its name."""
    passed, problems = Referee(load_game(game)).check()
    return passed, sorted((each.code, each.place.line) for each in problems if each.code != "WORD-LABEL")


def test_a_game_with_another_name_for_anything_is_the_same_game(game: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games" / "harbour"
    shutil.copytree(game, copy)
    before = state(copy)
    assert before[0] > 10
    answers = Answers(Desk(copy))
    chapter = copy / "rules" / "01-harbour.md"
    for line_part, word, new in (
        ("action lease", "lease", "hire"),
        ("fact owner", "owner", "holder"),
        ("define rent(d) = 4", "rent", "hire_price"),
        ("scale dock", "dock", "quay"),
        ("kind cargo", "wine", "port_wine"),
        ("roles captain: red", "red", "crimson"),
        ("procedure dues", "dues", "harbour_dues"),
        ("class voyage", "voyage", "journey"),
        ("dispute full_house", "six", "the_six"),
        ("pays one coin less", "har.act.4", "har.act.neighbour"),
        ("costs four coins", "har.act.2", "har.act.lease"),
        ("[[dock", "dock|", "dock_term"),
        ("action load(g", "g", "ware"),
        ("step turns", "turns", "captains_turns"),
    ):
        at = place(chapter, line_part, word)
        located = answers.renamable(chapter, *at)
        assert located.column == at[1]
        applied(answers.rename(chapter, *at, new), new)
        answers.desk.read()
        assert state(copy) == before, new
        assert answers.references(chapter, *at), new


def test_what_cannot_be_renamed_says_why(answers: Answers, game: Path, chapter: Path) -> None:
    def refused(path: Path, line_part: str, word: str, new: str) -> str:
        with pytest.raises(RenameRefused) as told:
            answers.rename(path, *place(path, line_part, word), new)
        return str(told.value)

    assert "already" in refused(chapter, "action lease", "lease", "rent")
    assert "a word of the language" in refused(chapter, "action lease", "lease", "fact")
    assert "a function of the language" in refused(chapter, "action lease", "lease", "top")
    assert "letters, digits" in refused(chapter, "action lease", "lease", "2x")
    assert "begin with “har.”" in refused(chapter, "pays one coin less", "har.act.4", "foo.1")
    assert "declares “top”" in refused(chapter, "let w = top of deck", "top", "upper")
    assert "same statement" in refused(chapter, "action lease(d", "d", "actor")
    favours = game / "rules" / "94-favours.md"
    applied_to = refused(game / "cards" / "favours.md", "har.card.fair_wind", "har.card.fair_wind", "har.card.wind")
    assert "Write name=card_fair_wind" in applied_to
    assert answers.rename(favours, *place(favours, "kind favour", "card_fair_wind"), "card_wind")


# ---- symbols ---------------------------------------------------------------------------------------------------------


def test_the_outline_of_a_chapter_a_case_file_and_a_table(answers: Answers, game: Path, chapter: Path) -> None:
    (top,) = answers.symbols(chapter)
    assert (top.name, top.detail) == ("Harbour", "#har.all")
    actions = next(each for each in top.inside if each.name == "Actions")
    assert {"lease", "load", "swap", "rest"} <= {each.name for each in actions.inside if each.sort == "action"}
    (cases,) = answers.symbols(game / "cases" / "01-harbour.md")
    assert [each.name for each in cases.inside[0].inside[:2]] == [
        "a free dock may be leased",
        "a leased dock is closed",
    ]
    assert [each.name for each in answers.symbols(game / "terms.toml")] == ["dock", "storm"]
