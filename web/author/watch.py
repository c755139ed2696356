"""Games looked at again and again: which of their files were saved meanwhile. No system is asked to tell; names, sizes and times do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kb.cache.digest import Stamps, game_stamps

#: seconds between two looks
PAUSE = 0.5


def pause() -> None:
    """Waits for the next look."""
    time.sleep(PAUSE)


class Watch:
    """The folders of some games, as they were when they were last looked at."""

    def __init__(self, folders: Callable[[], Iterable[Path]]) -> None:
        """`folders`: asked anew at every look, since games come and go."""
        self._folders = folders
        self._seen = self._look()

    def changed(self) -> list[Path]:
        """The folders whose files are others than at the last look, new and vanished ones too."""
        before, self._seen = self._seen, self._look()
        return [folder for folder in {**before, **self._seen} if before.get(folder) != self._seen.get(folder)]

    def rounds(self) -> Iterator[list[Path]]:
        """Waits, and gives what was saved meanwhile, for ever."""
        while True:
            pause()
            if found := self.changed():
                yield found

    def _look(self) -> dict[Path, Stamps]:
        return {folder: game_stamps(folder) for folder in self._folders()}
