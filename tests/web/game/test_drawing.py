"""The picture of a neighbourhood: boxes do not overlap and stay inside."""

from __future__ import annotations

from web.game.drawing import BOX_HEIGHT, MOST, draw


def node(number: int) -> dict[str, str]:
    return {"title": f"node number {number} with a rather long title", "kind": "term", "graph": f"/{number}"}


def test_boxes_stay_apart_and_inside() -> None:
    for above in range(MOST + 3):
        for below in range(MOST + 3):
            picture = draw(node(0), [("x", node(i)) for i in range(above)], [("y", node(i)) for i in range(below)])
            assert len(picture.lines) == len(picture.boxes) - 1 == min(above, MOST) + min(below, MOST)
            places = [(b.x, b.y, b.x + b.width, b.y + BOX_HEIGHT) for b in picture.boxes]
            for at, (left, top, right, bottom) in enumerate(places):
                assert left >= 0 and right <= picture.width and top >= 0 and bottom <= picture.height
                for other in places[at + 1 :]:
                    assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_titles_take_two_lines_at_most() -> None:
    for title in ("short", "two words", "a very long title that goes on and on and on and on", "x" * 90, ""):
        box = draw({**node(0), "title": title}, [], []).boxes[0]
        assert 1 <= len(box.lines) <= 2 and all(len(line) <= 28 for line in box.lines)
