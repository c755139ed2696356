"""What the rules of the made-up game hide from some, said once more by hand: the tests do not take the app's word for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: who may not see what a rule hides, said once more by hand
BY_RULE: dict[str, Callable[[dict[str, Any], str, str], bool]] = {
    "back": lambda data, captain, viewer: viewer == captain,
    "traitor": lambda data, captain, viewer: viewer != captain and not data["traitor"][viewer],
    "sealed": lambda data, captain, viewer: viewer != captain and not data["broken"],
}
