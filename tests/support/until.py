"""Wait in a browser's page until something is so.

`page.wait_for_function` asks again by `eval` within the page, which our pages forbid: it works
only where the first look finds it so. Here each look is a question of its own.
"""

from typing import Any

LOOKS = 600
PAUSE = 100  # milliseconds


def until(page: Any, expression: str, arg: object = None) -> None:
    """Look until the expression is true; after a minute that is a TimeoutError."""
    for _ in range(LOOKS):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(PAUSE)
    raise TimeoutError(f"never so: {expression}")
