"""Ask an address over HTTP for what never ends: every piece of the answer has its time, counted to its last byte.

The time limit of a socket begins anew with every byte that comes, so a camera that sends one now and then would hold
its reader for ever. Standard library only.
"""

from __future__ import annotations

import io
import socket
import urllib.request as urls
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any

Now = Callable[[], float]


class Answer(HTTPResponse):
    """An answer whose headers must be there within `allowed_s`, and later bytes within what `allow` gives."""

    def __init__(self, sock: socket.socket, *args: Any, now: Now, allowed_s: float, **more: Any) -> None:
        super().__init__(sock, *args, **more)
        self._bytes = _TimedBytes(sock, self.fp.detach(), now)
        self.fp = io.BufferedReader(self._bytes)
        self.allow(allowed_s)

    def allow(self, allowed_s: float) -> None:
        """Give what is read from now on this time, s; then reading raises TimeoutError."""
        self._bytes.allow(allowed_s)


class _TimedBytes(io.RawIOBase):
    """The bytes of a socket, until the time is over."""

    def __init__(self, sock: socket.socket, received: io.RawIOBase, now: Now) -> None:
        self._socket, self._received, self._now = sock, received, now
        self._until_s = 0.0

    def allow(self, allowed_s: float) -> None:
        self._until_s = self._now() + allowed_s

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left_s = self._until_s - self._now()
        if left_s <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left_s)
        return self._received.readinto(buffer)

    def close(self) -> None:
        self._received.close()
        super().close()


class _Handler(urls.AbstractHTTPHandler):
    """Makes connections whose answers are an `Answer`."""

    http_request = https_request = urls.AbstractHTTPHandler.do_request_

    def __init__(self, now: Now, allowed_s: float) -> None:
        super().__init__()
        self._answer = partial(Answer, now=now, allowed_s=allowed_s)

    def http_open(self, request: urls.Request) -> HTTPResponse:
        return self.do_open(partial(self._connect, HTTPConnection), request)

    def https_open(self, request: urls.Request) -> HTTPResponse:
        return self.do_open(partial(self._connect, HTTPSConnection), request)

    def _connect(self, kind: type[HTTPConnection], *where: Any, **how: Any) -> HTTPConnection:
        connection = kind(*where, **how)
        connection.response_class = self._answer  # type: ignore[assignment]
        return connection


def ask(address: str, now: Now, allowed_s: float) -> Answer:
    """Open an address, following where it leads; connecting and the headers may take `allowed_s` each.

    Raises OSError (URLError, HTTPError), ValueError, and HTTPException for what is no HTTP.
    """
    opener = urls.OpenerDirector()
    for handler in (
        urls.ProxyHandler(),
        urls.UnknownHandler(),
        urls.HTTPDefaultErrorHandler(),
        urls.HTTPRedirectHandler(),
        urls.HTTPErrorProcessor(),
        _Handler(now, allowed_s),
    ):
        opener.add_handler(handler)
    answer: Answer = opener.open(address, timeout=allowed_s)
    return answer
