"""How much one must hold in the head at once: modules that import each other, late and type-only imports included."""

from __future__ import annotations

import ast
from pathlib import Path

import networkx as nx

from tests.support.places import ROOT

PACKAGES = ("grammar", "kb", "referee", "web")
MOST = 6


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> set[str]:
    """Every module that is named in an import of a file; imports here are never relative."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def test_no_more_than_six_modules_know_each_other() -> None:
    modules = {name_of(path): path for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    plain = {name for name, path in modules.items() if path.name != "__init__.py"}
    graph = nx.DiGraph()
    for name in plain:
        graph.add_edges_from((name, other) for other in imports_of(modules[name]) & plain - {name})
    knots = sorted(nx.strongly_connected_components(graph), key=len)
    assert len(knots[-1]) <= MOST, sorted(knots[-1])


def test_modules_are_small() -> None:
    sizes = sorted(
        len(path.read_text("utf-8").splitlines())
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py"
    )
    assert sizes[-1] <= 400 and sizes[len(sizes) // 2] <= 130
