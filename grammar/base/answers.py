"""How an answer says whose it is, where several are asked."""

from __future__ import annotations

#: the argument that says so; no parameter can be called like a word of the language
BY = "by"
