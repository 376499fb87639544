"""The camera in the network, from a real server on this machine."""

from __future__ import annotations

import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler

import cv2
import numpy as np
import pytest

from robot.clock import RealClock
from tests.vision.server import begin, part, serving
from vision.cameras import live_camera, open_camera
from vision.errors import CameraError
from vision.types import Camera


def now() -> float:
    return 7.0


def jpeg(grey: int, size: tuple[int, int] = (48, 64)) -> bytes:
    done, data = cv2.imencode(".jpg", np.full((*size, 3), grey, dtype=np.uint8))
    assert done
    return data.tobytes()


@pytest.mark.parametrize("with_length", [True, False])
def test_every_picture_of_a_stream_is_given(with_length: bool) -> None:
    def say(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        for grey in (10, 60, 110, 160):
            data = jpeg(grey)
            part(handler, data, length=len(data) if with_length else None)
        handler.wfile.write(b"--frame--\r\n")

    with serving(say) as address:
        camera = open_camera(f"stream:{address}", now)
        frames = [camera.capture() for _ in range(4)]
        camera.close()
    assert [frame.sequence for frame in frames] == [0, 1, 2, 3]
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [10, 60, 110, 160]
    assert frames[0].image.shape == (48, 64, 3) and frames[0].time_s == 7.0


@pytest.mark.parametrize(
    ("kind", "data", "length", "words"),
    [
        ("text/html", b"", None, "no stream of pictures but text/html"),
        ("multipart/x-mixed-replace", b"", None, "no stream of pictures"),
        ("multipart/x-mixed-replace; boundary=frame", b"no picture at all", 17, "damaged picture"),
        ("multipart/x-mixed-replace; boundary=frame", b"x", 10**9, "1000000000 bytes"),
        ("multipart/x-mixed-replace; boundary=frame", b"x", -5, "-5 bytes"),
        ("multipart/x-mixed-replace; boundary=other", jpeg(90), None, "stream has ended"),
    ],
)
def test_what_is_no_picture_is_said(kind: str, data: bytes, length: int | None, words: str) -> None:
    def say(handler: BaseHTTPRequestHandler) -> None:
        begin(handler, kind)
        part(handler, data, length=length)

    with serving(say) as address, pytest.raises(CameraError, match=words) as caught:
        with closing(open_camera(f"stream:{address}", now)) as camera:
            camera.capture()
    assert "browser" in caught.value.remedy


@pytest.mark.parametrize("place", ["", "ftp://x/", "http://127.0.0.1:9/nothing", "http://[broken", "rtsp://x"])
def test_address_that_is_none_is_said(place: str) -> None:
    with pytest.raises(CameraError):
        open_camera(f"stream:{place}", now)


def test_stream_that_breaks_off_is_opened_again() -> None:
    served = 0
    seen_first, seen_second = threading.Event(), threading.Event()

    def say(handler: BaseHTTPRequestHandler) -> None:
        nonlocal served
        served += 1
        begin(handler)
        data = jpeg(20 if served == 1 else 60)
        for _ in range(2):
            part(handler, data, length=len(data))
        (seen_first if served == 1 else seen_second).wait(10)

    with serving(say) as address:
        camera = live_camera(f"stream:{address}", RealClock().now)
        assert awaited(camera, 20)
        seen_first.set()
        assert awaited(camera, 60)
        seen_second.set()
        camera.close()


def awaited(camera: Camera, grey: int) -> bool:
    """Wait for a picture of a grey."""
    for _ in range(20):
        try:
            if abs(camera.capture().image.mean() - grey) < 5:
                return True
        except CameraError:
            continue
    return False
