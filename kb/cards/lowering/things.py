"""What the nouns of a card stand for in the rule language: members, parameters, counts, tests; what `it` refers to."""

from __future__ import annotations

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.cards.english import English
from kb.cards.language.meanings import CountMeaning
from kb.cards.language.templates import Filling, Template
from kb.cards.lowering.counts import countable, relation
from kb.cards.lowering.pieces import ACTOR, all_of, any_of
from kb.cards.lowering.roles import able, called, may_have, whose
from kb.cards.lowering.scene import CardFault, Scene, Value, fill

_AS_LARGE = {"rel_is": "is", "rel_min": ">=", "rel_max": "<="}


class Things:
    """Resolves noun phrases against one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.vocabulary = scene.words.vocabulary
        self.english = English(self.vocabulary)

    def choose(self, name: str, type_: n.Type, default: n.Expr | None = None) -> n.Name:
        """A parameter for what the player chooses."""
        return self.scene.choose(name, type_, default)

    # ---- amounts ---------------------------------------------------------------------------------------------------

    def amount(self, amount: t.Amount, at: t.At) -> n.Expr:
        """An amount as an expression."""
        if isinstance(amount, t.Num):
            return n.Number(amount.value)
        if isinstance(amount, t.Half):
            return n.Arithmetic("up" if amount.up else "down", self.amount(amount.amount, at), n.Number(2))
        if isinstance(amount, t.Times):
            return n.Arithmetic("*", n.Number(amount.number), self.amount(amount.amount, at))
        if isinstance(amount, t.Plus):
            return n.Arithmetic("+", n.Number(amount.number), self.amount(amount.amount, at))
        template = self.said("MEASURE", amount.word, "is", amount.at)
        owned = frozenset(self.vocabulary.said("MEASURE", amount.word, "owned_by", ("role",)))
        if amount.of is not None:
            of: Filling = self.owner(amount.of)
        elif "of" in template.holes and not able(self.vocabulary, owned):
            of = self.scene.refer(owned, self.vocabulary.entry("MEASURE", amount.word).forms[0], amount.at).expr
        else:
            of = self.scene.actor
        if "of" in template.holes:
            may_have(self.scene, of, owned, self.vocabulary.entry("MEASURE", amount.word).forms[0], amount.at)
        return fill(template, {"of": of, "me": self.scene.actor}, amount.at)

    def meaning(self, cls: str, name: str, what: str) -> Template[n.Expr] | None:
        """What the vocabulary says of a word, if it does."""
        return self.scene.words.meanings.expressions.get((cls, name, what))

    def said(self, cls: str, name: str, what: str, at: t.At) -> Template[n.Expr]:
        """What the vocabulary says of a word, which it must."""
        found = self.meaning(cls, name, what)
        if found is None:
            form = self.vocabulary.entry(cls, name).forms[0]
            raise CardFault(at, f"“{form}” has no meaning in the rules here", f"Give {cls.lower()}.{name} an “{what}”.")
        return found

    # ---- who -------------------------------------------------------------------------------------------------------

    def owner(self, bare: t.Bare) -> Filling:
        """Whose, or of what: a role, a class named before, or a thing with a class of its own."""
        if isinstance(bare, t.Pronoun):
            return self.scene.you if bare.word == "you" else self.scene.refer(None, bare.word, bare.at).expr
        if isinstance(bare, t.Role) and len(bare.roles) == 1:
            return self.role(bare.roles[0])
        if isinstance(bare, t.Noun):
            for group in bare.adjectives:
                for adjective in group:
                    if who := self.meaning("ADJ", adjective, "who"):
                        return who.tree
            if bare.quant is not None and bare.quant.kind in ("that", "its"):
                return self.scene.refer(self.kinds(bare), self.english.bare(bare), bare.at).expr
            if (
                bare.quant is not None
                and bare.quant.kind == "your"
                and not self.vocabulary.said("NOUN", bare.word, "type")
            ):
                return self.scene.you
            value = self.value(t.Thing(bare))
            return value.expr or self.each_of(bare, (), value) or self.scene.actor
        return self.value(t.Thing(bare)).expr

    def role(self, role: str) -> n.Expr:
        """A role as a member of the rule language."""
        expr = self.scene.words.role(role)
        self.scene.mention(expr, {"role", role, *self.vocabulary.said("ROLE", role, "kinds", ())})
        return expr

    def kinds(self, noun: t.Noun) -> frozenset[str]:
        """What a noun may be taken as: itself, its kinds, and itself with its adjectives."""
        joined = {f"{adjective}_{noun.word}" for group in noun.adjectives for adjective in group}
        return frozenset({noun.word, *self.vocabulary.said("NOUN", noun.word, "kinds", ()), *joined})

    # ---- noun phrases ----------------------------------------------------------------------------------------------

    def value(self, thing: t.NounPhrase, accepts: frozenset[str] | None = None) -> Value:
        """A noun phrase: what it is, and how many of it."""
        if isinstance(thing, t.Sum):
            return Value(frozenset({"money"}), number=self.amount(thing.amount, thing.at))
        if isinstance(thing, t.Pronoun):
            if thing.word == "you":
                return Value(frozenset({"role", "player"}), self.scene.you)
            found = self.scene.refer(accepts, thing.word, thing.at)
            return Value(found.kinds, found.expr)
        head = thing.head
        if isinstance(head, t.Role):
            return self._roles(head)
        if isinstance(head, t.PartOf):
            wholes = None if accepts is None else accepts | {kind.removeprefix("part_") for kind in accepts}
            inner = self.value(t.Thing(head.whole) if not isinstance(head.whole, t.Pronoun) else head.whole, wholes)
            inner.number, inner.most, inner.free = (
                (n.Number(head.number), None, False) if not head.up_to else (None, n.Number(head.number), True)
            )
            inner.kinds |= {f"part_{kind}" for kind in inner.kinds}
            return inner
        if isinstance(head, t.CountOf):
            return Value(
                frozenset({"money"}),
                number=self.count(t.Thing(head.what) if not isinstance(head.what, t.Pronoun) else head.what),
            )
        return self._noun(head, thing.posts)

    def _roles(self, head: t.Role) -> Value:
        if len(head.roles) == 1:
            expr = self.role(head.roles[0])
            return Value(
                frozenset({"role", head.roles[0], *self.vocabulary.said("ROLE", head.roles[0], "kinds", ())}), expr
            )
        members = tuple(self.scene.words.role(role) for role in head.roles)
        kinds = frozenset({"role", *self.vocabulary.said("ROLE", head.roles[0], "kinds", ())})
        if head.joint == "and":
            raise CardFault(head.at, "several players stand where one is expected", "Repeat the verb for each of them.")
        shared = sorted(kinds & self.scene.words.meanings.types.keys())
        name = self.choose("k", self.scene.words.meanings.types[shared[0]] if shared else n.TypeName("role"))
        self.scene.checks.append(n.Requires(n.Member(name, n.ListOf(members))))
        self.scene.mention(name, kinds)
        return Value(kinds, name)

    def _noun(self, noun: t.Noun, posts: tuple[t.Post, ...]) -> Value:
        vocabulary = self.vocabulary
        value = Value(self.kinds(noun))
        self._how_many(noun, value)
        quant = noun.quant.kind if noun.quant is not None else ""
        known = vocabulary.said("NOUN", noun.word, "type") or (
            quant != "its" and any(r.kinds & value.kinds for r in self.scene.named)
        )
        if quant in ("that", "those_n", "its") and known:
            found = self.scene.refer(value.kinds, self.english.bare(noun), noun.at)
            value.expr, value.kinds = found.expr, value.kinds | found.kinds
            if found.expr not in {n.Name(item.name) for item in self.scene.spread}:
                self.scene.mention(found.expr, found.kinds)
            return value
        if quant == "its":
            value.kinds |= {f"its_{noun.word}"}
        value.owner = self.owner_of(noun, posts)
        value.owned_by = tuple(vocabulary.said("NOUN", noun.word, "owned_by", ()))
        if not vocabulary.said("NOUN", noun.word, "type"):
            self._only_for_frames(noun, posts, value)
        plain, type_ = self.meaning("NOUN", noun.word, "is"), self.scene.words.meanings.types.get(noun.word)
        numbered = self.scene.words.meanings.numbered.get(noun.word)
        expr: n.Expr | None = None
        if noun.number is not None and numbered:
            if not 1 <= noun.number <= len(numbered):
                raise CardFault(noun.at, f"there is no {noun.word} {noun.number}", f"Write 1 to {len(numbered)}.")
            expr = numbered[noun.number - 1]
        elif plain is not None:
            expr = fill(plain, {"of": value.owner, "me": self.scene.actor}, noun.at)
        elif type_ is not None and quant == "any_n":
            value.expr = self.several(noun, posts, value)
            return value
        elif type_ is not None and quant in ("a", "your", "any", "", "amount"):
            if (quant == "amount" and value.number != n.Number(1)) or (quant in ("", "your") and noun.plural):
                return value
            expr = self.choose(str(vocabulary.said("NOUN", noun.word, "param", noun.word[0])), type_)
            self.scene.checks += [n.Requires(test) for test in self.tests(noun, posts, expr)]
        if expr is not None:
            value.expr = expr
            self.scene.mention(expr, value.kinds)
        return value

    def _only_for_frames(self, noun: t.Noun, posts: tuple[t.Post, ...], value: Value) -> None:
        """What is said of a thing that is not chosen one by one must mean something to the frame; nothing is passed over."""
        said = self.vocabulary.said
        value.noun = noun.word
        value.adjectives = tuple(
            word for group in noun.adjectives for word in group
            if word != "other" and not said("ADJ", word, "who") and said("ADJ", word, "test") != ""
        )  # fmt: skip
        for post in posts:
            if post.kind in ("rel", "rel_is", "rel_min", "rel_max") or (
                post.kind == "qual" and said("QUAL", post.word, "test") != ""
            ):
                form = self.vocabulary.entry("NOUN", noun.word).forms[0]
                cure = "Choose the thing you mean in a sentence before: “Choose …”."
                raise CardFault(noun.at, f"what stands behind “{form}” cannot be told of it", cure)

    def each_of(self, noun: t.Noun, posts: tuple[t.Post, ...], value: Value) -> n.Name | None:
        """The name of each one where “each X” or “all X” stands; nothing where it does not."""
        type_ = self.vocabulary.said("NOUN", noun.word, "type")
        if not type_ or noun.quant is None or noun.quant.kind not in ("each", "all"):
            return None
        return self.scene.distribute(
            n.Name(str(type_)), value.kinds, all_of(self.counted_tests(noun, posts, n.Name("{x}")))
        )

    def counted_tests(self, noun: t.Noun, posts: tuple[t.Post, ...], x: n.Expr, *, had: bool = False) -> list[n.Expr]:
        """What each of several things must be: what counts at all, and what the text says of it."""
        each = self.meaning("NOUN", noun.word, "counted")
        return [*([fill(each, {"x": x}, noun.at)] if each is not None else []), *self.tests(noun, posts, x, had=had)]

    def several(self, noun: t.Noun, posts: tuple[t.Post, ...], value: Value) -> n.Name:
        """Each of so many different things of the player's choice."""
        type_ = n.TypeMany("set", str(self.vocabulary.said("NOUN", noun.word, "type")), value.number, value.number)
        among = self.choose(str(self.vocabulary.said("NOUN", noun.word, "param", noun.word[0])), type_)
        if test := all_of(self.tests(noun, posts, n.Name("it_"))):
            self.scene.checks.append(n.Each("it_", among, None, (n.Requires(test),)))
        return self.scene.distribute(among, value.kinds)

    def _how_many(self, noun: t.Noun, value: Value) -> None:
        quant = noun.quant
        if quant is None:
            return
        if quant.kind in ("amount", "any_n", "those_n") and quant.amount is not None:
            value.number = self.amount(quant.amount, noun.at)
        elif quant.kind in ("a", "your", "this"):
            value.number = n.Number(1)
        elif quant.kind == "up_to" and quant.amount is not None:
            value.free, value.most = True, self.amount(quant.amount, noun.at)
        elif quant.kind == "any_number":
            value.free = True

    def owner_of(self, noun: t.Noun, posts: tuple[t.Post, ...]) -> Filling:
        """Whose a thing is: of X, its, your, an adjective that names a class; otherwise the one who acts."""
        for post in posts:
            if post.kind == "of" and post.what is not None and not self.vocabulary.said("NOUN", noun.word, "of"):
                return self._may_own(noun, self.owner(post.what))
        if noun.quant is not None and noun.quant.kind == "its":
            owned = frozenset(self.vocabulary.said("NOUN", noun.word, "owned_by", ("role",)))
            return self.scene.refer(owned, "its", noun.at).expr
        for group in noun.adjectives:
            for adjective in group:
                if who := self.meaning("ADJ", adjective, "who"):
                    return who.tree
        if noun.quant is not None and noun.quant.kind == "your":
            return (
                self._may_own(noun, self.scene.you)
                if not self.vocabulary.said("NOUN", noun.word, "type")
                else self.scene.you
            )
        return self.scene.actor

    def _may_own(self, noun: t.Noun, owner: Filling) -> Filling:
        """The owner, if it can have such a thing."""
        kinds = self.vocabulary.said("NOUN", noun.word, "owned_by", ())
        form = self.vocabulary.entry("NOUN", noun.word).forms[0]
        may_have(self.scene, owner, kinds, form, noun.at)
        if (
            kinds
            and not able(self.vocabulary, kinds)
            and (owner == ACTOR or ("ROLE", called(owner)) in self.vocabulary.entries)
        ):
            what = " or a ".join(kind.replace("_", " ") for kind in kinds)
            raise CardFault(
                noun.at,
                f"“{form}” belongs to one {what}, and none is named",
                f"Name it: “of a {what}”, “of each {what}”.",
            )
        return owner

    # ---- tests and counts ------------------------------------------------------------------------------------------

    def tests(self, noun: t.Noun, posts: tuple[t.Post, ...], x: n.Expr, *, had: bool = False) -> list[n.Expr]:
        """What a chosen or counted thing must be; what somebody has is theirs."""
        holes: dict[str, Filling] = {"x": x, "me": self.scene.actor}
        found: list[n.Expr] = []
        if base := self.meaning("NOUN", noun.word, "test"):
            found.append(fill(base, holes, noun.at))
        if had or (noun.quant is not None and noun.quant.kind in ("your", "its")):
            mine = self.said("NOUN", noun.word, "your", noun.at)
            found.append(fill(mine, {**holes, "me": self.owner_of(noun, posts)}, noun.at))
        for group in noun.adjectives:
            # an empty test leaves it to the frame what the adjective asks for
            told = [word for word in group if word == "other" or self.vocabulary.said("ADJ", word, "test") != ""]
            parts = [
                self._other(noun, x) if word == "other" else fill(self.said("ADJ", word, "test", noun.at), holes, noun.at)
                for word in told
            ]  # fmt: skip
            if len(told) == len(group):
                found.append(any_of(parts))
        for post in posts:
            found += self._post_tests(post, noun, holes)
        return found

    def _other(self, noun: t.Noun, x: n.Expr) -> n.Expr:
        """Another one: as the vocabulary says, otherwise none of those named before."""
        if said := self.meaning("NOUN", noun.word, "other"):
            return fill(said, {"x": x, "me": self.scene.actor}, noun.at)
        before = tuple(r.expr for r in self.scene.named if noun.word in r.kinds and r.expr != x)
        if not before:
            raise CardFault(noun.at, f"“another {noun.word}” has none before it to differ from", "Name the first one.")
        return n.Member(x, n.ListOf(before), negated=True)

    def _post_tests(self, post: t.Post, noun: t.Noun, holes: dict[str, Filling]) -> list[n.Expr]:
        if post.kind == "qual":
            test = self.vocabulary.said("QUAL", post.word, "test")
            return [] if test == "" else [fill(self.said("QUAL", post.word, "test", noun.at), holes, noun.at)]
        if post.kind == "rel" and post.what is not None:
            return [fill(self.said("REL", post.word, "test", noun.at), {**holes, "y": self.owner(post.what)}, noun.at)]
        if post.kind in _AS_LARGE and post.number is not None:
            value = fill(self.said("RELNUM", post.word, "is", noun.at), holes, noun.at)
            return [n.Compare(_AS_LARGE[post.kind], value, n.Number(post.number))]
        if post.kind == "of" and post.what is not None and (of := self.meaning("NOUN", noun.word, "of")):
            return [fill(of, {**holes, "y": self.owner(post.what)}, noun.at)]
        return []

    def count(self, thing: t.NounPhrase, *, had: bool = False) -> n.Expr:
        """How many of something there are, or are had by the one who acts."""
        if isinstance(thing, t.Sum):
            if thing.done:
                return self.tally(thing.done, (), thing.at)
            return self.amount(thing.amount, thing.at)
        if isinstance(thing, t.Pronoun) or not isinstance(thing.head, t.Noun):
            raise CardFault(
                getattr(thing, "at", (1, 1)),
                f"“{self.english.thing(thing)}” cannot be counted",
                "Name what is counted.",
            )
        noun, posts = thing.head, thing.posts
        for post in posts:
            if post.kind == "done":
                return self.tally(post.word, tuple(a for group in noun.adjectives for a in group), noun.at)
        marks = {a for group in noun.adjectives for a in group} | {p.word or p.kind for p in posts}
        if noun.quant is not None and noun.quant.kind in ("your", "its"):
            marks.add("your")
        exact = marks - {p.word for p in posts if p.kind == "rel"} | {relation(p) for p in posts if p.kind == "rel"}
        for count in self.scene.words.meanings.counts:
            said = set(count.marks)
            if count.noun == noun.word and (said == exact or (had and said | {"your"} == exact | {"your"})):
                related = next(
                    (self.owner(p.what) for p in posts if p.kind == "rel" and p.what is not None), self.scene.actor
                )
                if not count.whose or set(whose(self.scene, related)) <= count.whose:
                    return self._counted(count, noun, posts, related)
        type_ = self.vocabulary.said("NOUN", noun.word, "type")
        if not type_:
            shown = self.english.thing(thing)
            raise CardFault(noun.at, f"nothing says how to count “{shown}”", countable(self.scene.words, noun.word))
        return n.Count("it_", n.Name(str(type_)), all_of(self.counted_tests(noun, posts, n.Name("it_"), had=had)))

    def _counted(self, count: CountMeaning, noun: t.Noun, posts: tuple[t.Post, ...], related: Filling) -> n.Expr:
        """What the vocabulary says of the number of such things."""
        holes: dict[str, Filling] = {"y": related, "me": self.scene.actor, "of": self.owner_of(noun, posts)}
        if "of" in count.amount.holes:
            kinds = self.vocabulary.said("NOUN", noun.word, "owned_by", ())
            may_have(self.scene, holes["of"], kinds, self.english.bare(noun), noun.at)
        if "which" in count.amount.holes:
            which = next((self.owner(p.what) for p in posts if p.kind == "of" and p.what is not None), None)
            holes |= {"which": which} if which is not None else {}
        return fill(count.amount, holes, noun.at)

    def tally(self, word: str, adjectives: tuple[str, ...], at: t.At) -> n.Expr:
        """What this card has done so far."""
        for key in (*(f"{word} {adjective}" for adjective in adjectives), word):
            if key in self.scene.done:
                return self.scene.done[key]
        form = self.vocabulary.entry("DONE", word).forms[0]
        raise CardFault(at, f"nothing was {form} before", f"Known so far: {', '.join(self.scene.done) or 'nothing'}.")
