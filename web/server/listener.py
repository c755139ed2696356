"""Runs waitress until it is told to stop: nobody new is let in, requests in progress are finished, then it ends."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

log = logging.getLogger("paragraf.serve")

#: seconds between two looks at what is still in progress
_LOOK = 0.1


class Server:
    """Waitress with an end: its own `run` leaves requests in progress without their answers when it is stopped."""

    def __init__(self, app: WSGIApplication, host: str, port: int, threads: int) -> None:
        """Listens from now on; raises OSError where it cannot."""
        self._map: dict[int, Any] = {}
        self._server: Any = create_server(
            app, self._map, host=host, port=port, threads=threads, ident="paragraf",
            clear_untrusted_proxy_headers=False,  # which proxies are believed is settled in the app, by PARAGRAF_PROXIES
        )  # fmt: skip
        self._polls: bool = self._server.adj.asyncore_use_poll
        self._asked = 0

    def stop(self) -> None:
        """Asks for the end; can be called by the handler of a signal. Asked twice, nothing is waited for."""
        self._asked += 1
        for each in self._listening():
            each.pull_trigger()  # wakes the loop

    def run(self, patience: float) -> bool:
        """Serves until it is stopped, then finishes what was begun for so many seconds; whether all was finished."""
        try:
            while not self._asked:
                wasyncore.loop(1.0, self._polls, self._map, count=1)
            finished = self._finish(patience)
        finally:
            self._server.task_dispatcher.shutdown(timeout=0.1)
            wasyncore.close_all(self._map)
        return finished

    def _finish(self, patience: float) -> bool:
        listening, until = self._listening(), time.monotonic() + patience
        for each in listening:
            wasyncore.dispatcher.close(each)  # its trigger stays: threads wake the loop with it when an answer is ready
        log.info("stopping: %d requests in progress", sum(map(_is_busy, self._channels())))
        while busy := [channel for channel in self._channels() if _is_busy(channel)]:
            if self._asked > 1 or time.monotonic() >= until:
                log.warning("stopped with %d requests unfinished", len(busy))
                return False
            wasyncore.loop(_LOOK, self._polls, self._map, count=1)
            self._part_from_the_idle()
        self._part_from_the_idle()
        return True

    def _part_from_the_idle(self) -> None:
        """Closes connections that wait for another request: there will be none."""
        for channel in self._channels():
            if not _is_busy(channel):
                channel.handle_close()

    def _listening(self) -> list[BaseWSGIServer]:
        return [each for each in self._map.values() if isinstance(each, BaseWSGIServer)]

    def _channels(self) -> list[HTTPChannel]:
        return [each for each in self._map.values() if isinstance(each, HTTPChannel)]


def _is_busy(channel: HTTPChannel) -> bool:
    """Whether a request is being read or answered, or its answer is still being sent."""
    return bool(channel.requests or channel.request is not None or channel.total_outbufs_len)
