"""A real server on this machine that sends pictures as a network camera does, well or badly."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Say = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def serving(say: Say) -> Iterator[str]:
    """Serve until the end; give the address. `say` answers each request."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                say(self)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        server.shutdown()
        server.server_close()


def begin(handler: BaseHTTPRequestHandler, kind: str = "multipart/x-mixed-replace; boundary=frame") -> None:
    """Send the headers of a stream."""
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    handler.end_headers()


def part(handler: BaseHTTPRequestHandler, data: bytes, *, length: int | None = None) -> None:
    """Send one picture; with a `length` in its headers, or without."""
    size = b"" if length is None else b"Content-Length: %d\r\n" % length
    handler.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n" + size + b"\r\n" + data + b"\r\n")
