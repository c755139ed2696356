"""Random trees of the rule language, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from grammar import nodes as n

NAMES = st.sampled_from(["alpha", "beta", "gamma", "delta", "x_1", "Quay"])
REFS = st.sampled_from(["p.1", "p.2", "q.3.b1"])
numbers = st.integers(-9, 99).map(n.Number)
names = NAMES.map(n.Name)


def calls(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Call]:
    return st.builds(n.Call, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple))


def _extend(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Expr]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    maybe = st.none() | inner
    members = inner | st.builds(n.Range, inner, inner)
    return st.one_of(
        calls(inner),
        st.builds(n.Not, inner),
        several.map(n.And),
        several.map(n.Or),
        st.builds(n.Compare, st.sampled_from(["is", "is not", ">=", "<=", ">", "<", "beside"]), inner, inner),
        st.builds(n.Member, inner, members, st.booleans()),
        st.builds(n.Quantified, st.sampled_from(["some", "every"]), NAMES, members, inner),
        st.builds(n.Quantified, st.just("at least"), NAMES, members, inner, inner),
        st.builds(n.Arithmetic, st.sampled_from(["+", "-", "*", "up", "down"]), inner, inner),
        inner.filter(lambda e: not isinstance(e, n.Number)).map(n.Minus),
        st.builds(n.Count, NAMES, members, maybe),
        st.builds(n.Total, st.sampled_from(["sum", "min", "max"]), inner, NAMES, members, maybe),
        st.builds(n.Fold, st.sampled_from(["sum", "min", "max"]), several),
        st.builds(n.Those, NAMES, members, maybe),
        st.builds(n.Pick, st.sampled_from(["first", "last"]), NAMES, members, maybe, maybe),
        st.builds(n.Best, NAMES, members, maybe, several),
        st.builds(n.Reach, inner, NAMES, NAMES, inner),
        st.builds(n.Before, inner),
        st.builds(n.Choice, inner, inner, inner),
        st.lists(inner, max_size=3).map(lambda items: n.ListOf(tuple(items))),
        st.lists(st.tuples(NAMES, inner), max_size=2).map(lambda pairs: n.Amounts(tuple(pairs))),
    )


leaves = st.one_of(numbers, names, st.booleans().map(n.Truth), st.just(n.Nothing()))
expressions: st.SearchStrategy[n.Expr] = st.recursive(leaves, _extend, max_leaves=8)
refs = names | calls(expressions)
types = st.one_of(
    st.builds(n.TypeName, NAMES, st.booleans()),
    st.builds(n.TypeRange, st.integers(-5, 5), numbers | names),
    st.just(n.TypeFlag()),
    st.just(n.TypeNumber()),
    st.lists(NAMES, min_size=1, max_size=3).map(lambda m: n.TypeEnum(tuple(m))),
    st.builds(n.TypeMany, st.sampled_from(["list", "set", "amounts"]), NAMES, numbers, numbers),
    st.builds(n.TypeMany, st.just("pile"), NAMES),
)
places = refs | st.just(n.Nowhere())
cascades = st.lists(places, min_size=1, max_size=2).map(tuple)
guards = st.none() | expressions
overrides = st.lists(REFS, max_size=2).map(tuple)
invocations = st.builds(
    n.Call,
    NAMES,
    st.lists(expressions, max_size=2).map(tuple),
    st.lists(st.tuples(NAMES, expressions), max_size=1).map(tuple),
)
_simple = st.one_of(
    st.builds(n.Assign, st.sampled_from(["set", "raise", "lower"]), refs, expressions),
    st.builds(n.Move, expressions, cascades, cascades, st.booleans()),
    st.builds(n.Pay, expressions, cascades, cascades, st.none() | invocations),
    st.builds(n.Put, expressions, st.sampled_from(["on", "under", "into"]), refs, st.none() | refs),
    st.builds(n.Put, expressions, st.just("into"), refs, st.none() | refs, expressions),
    st.builds(n.Draw, expressions, refs, refs, st.none() | invocations),
    st.builds(n.Shuffle, refs),
    st.builds(n.Disclose, st.none() | expressions, refs, expressions),
    st.builds(n.Do, invocations),
    st.builds(n.Choose, refs, types, expressions, guards, guards),
    st.builds(n.Choose, refs, types, st.none(), guards, st.none(), st.just(True), guards),
    st.builds(n.ChooseEach, refs, types, NAMES, expressions),
    st.builds(n.Offer, st.lists(invocations, min_size=1, max_size=2).map(tuple), expressions, st.booleans()),
    st.builds(n.Emit, invocations),
    st.builds(n.Let, NAMES, expressions),
    st.just(n.Pass()),
    st.just(n.Cancel()),
    st.just(n.GameOver()),
)


def _nest(inner: st.SearchStrategy[n.Step]) -> st.SearchStrategy[n.Step]:
    body = st.lists(inner, min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(n.If, expressions, body, body | st.just(())),
        st.builds(n.For, NAMES, expressions, guards, st.none(), st.just(False), body),
        st.builds(n.For, NAMES, expressions, guards, expressions, st.booleans(), body),
        st.builds(n.Repeat, expressions, guards, body),
    )


steps: st.SearchStrategy[n.Step] = st.recursive(_simple, _nest, max_leaves=4)
bodies = st.lists(steps, min_size=1, max_size=2).map(tuple)
params = st.lists(st.builds(n.Param, NAMES, st.none() | types, guards), max_size=2).map(tuple)
_clause = st.one_of(
    st.builds(n.Applies, expressions),
    st.builds(n.Requires, expressions, guards, overrides, st.booleans()),
    st.builds(n.Forbidden, guards, overrides),
    st.builds(n.Allowed, guards, overrides),
    st.builds(n.Cost, expressions, cascades, cascades, guards),
    st.builds(n.Effect, steps, st.sampled_from(["", "alpha"])),
    st.builds(n.Effect, steps, st.just(""), st.just(True)),
    st.builds(n.Let, NAMES, expressions),
    st.builds(
        n.Answered,
        st.sampled_from(["first", "each", "any"]),
        NAMES,
        expressions,
        guards,
        guards,
        st.lists(invocations, min_size=1, max_size=2).map(tuple),
        st.none() | steps,
        st.booleans(),
    ),
    st.builds(n.Limit, expressions, NAMES, st.lists(NAMES, max_size=2).map(tuple)),
    st.builds(n.Slots, st.lists(NAMES, min_size=1, max_size=2).map(tuple)),
    st.just(n.Anytime()),
)
clauses: st.SearchStrategy[n.Clause] = st.recursive(
    _clause,
    lambda inner: st.one_of(
        st.builds(n.Each, NAMES, expressions, guards, st.lists(inner, min_size=1, max_size=2).map(tuple)),
        st.builds(n.Option, NAMES, st.lists(inner, min_size=1, max_size=2).map(tuple)),
    ),
    max_leaves=3,
)
statements: st.SearchStrategy[n.Statement] = st.one_of(
    st.builds(
        n.Kind, NAMES, st.sampled_from(["kind", "scale", "roles"]), st.lists(NAMES, min_size=1, max_size=3).map(tuple)
    ),
    st.builds(n.Define, st.sampled_from(["define", "adds"]), NAMES, params, expressions, guards, overrides),
    st.builds(n.Define, st.just("holds"), NAMES, params, st.just(n.Truth(True)), guards, overrides),
    st.builds(n.Rule, NAMES, st.lists(clauses, min_size=1, max_size=3).map(tuple)),
    st.builds(n.Procedure, NAMES, params, guards, bodies),
    st.builds(
        n.Trigger,
        st.sampled_from(["on", "later", "instead"]),
        NAMES,
        st.lists(NAMES, max_size=2).map(tuple),
        guards,
        bodies,
    ),
    st.builds(n.ChangeTrigger, st.sampled_from(["change", "raise", "lower"]), refs, guards, bodies, st.booleans()),
    st.builds(n.Always, expressions, guards),
    st.builds(n.Start, refs, expressions, guards),
    st.builds(n.Ends, expressions),
    st.builds(n.Lifts, st.lists(REFS, min_size=1, max_size=2).map(tuple), guards),
    st.builds(
        n.Fact,
        NAMES,
        st.just((("", "beta"),)),
        types,
        st.booleans(),
        st.none() | st.builds(n.Hiding, st.sampled_from(["others", "all", "gamma"]), guards),
        st.booleans(),
        st.booleans(),
        guards,
    ),
)
