"""The camera in the network, from a real server on this machine."""

from __future__ import annotations

import struct
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler

import cv2
import numpy as np
import pytest

from robot.clock import RealClock
from tests.vision.server import begin, part, serving
from vision.cameras import live_camera, open_camera
from vision.cameras._live import MOST_STUCK
from vision.cameras.stream import MOST_DAMAGED
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
        for _ in range(MOST_DAMAGED + 1):
            part(handler, data, length=length)

    with serving(say) as address, pytest.raises(CameraError, match=words) as caught:
        with closing(open_camera(f"stream:{address}", now)) as camera:
            camera.capture()
    assert "browser" in caught.value.remedy


@pytest.mark.parametrize(
    "place",
    ["", "ftp://x/", "http://[broken", "rtsp://x", "http://a b/", "http://x:port/", "http://", "http://x/\udcff"],
)
def test_address_that_is_none_is_said(place: str) -> None:
    with pytest.raises(CameraError, match="is no address of a stream") as caught:
        open_camera(f"stream:{place}", now)
    assert "stream:http://ADDRESS:PORT/PATH" in caught.value.remedy


def test_address_where_nobody_listens_is_said() -> None:
    with pytest.raises(CameraError, match="127.0.0.1:9/nothing does not answer"):
        open_camera("stream:http://127.0.0.1:9/nothing", now)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"\x89\x12\xfe\x00 no HTTP at all", "what it says is no HTTP"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n", "what it says is no HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X-a: b\r\n" * 1000, "what it says is no HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x; boundary*=utf-8''%E5%9B%9B\r\n\r\n", "what stands between"),
    ],
)
def test_answer_that_is_no_stream_is_said_without_a_plug(answer: bytes, words: str) -> None:
    with serving(lambda handler: handler.wfile.write(answer) and None) as address:
        with closing(live_camera(f"stream:{address}", RealClock().now)) as camera:
            with pytest.raises(CameraError, match=words) as caught:
                camera.capture()
    assert "browser" in caught.value.remedy and "plug" not in caught.value.remedy


@pytest.mark.parametrize(
    ("length", "words"), [(b"9" * 5000, "a picture of 99999999999999999999... bytes"), (b"\xff1\x1b[31m", "the length")]
)
def test_length_that_is_none_is_said_shortly(length: bytes, words: str) -> None:
    def say(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        handler.wfile.write(b"--frame\r\nContent-Length: " + length + b"\r\n\r\n")

    with serving(say) as address, closing(open_camera(f"stream:{address}", now)) as camera:
        with pytest.raises(CameraError) as caught:
            camera.capture()
    assert words in str(caught.value) and len(str(caught.value)) < 150 and str(caught.value).isprintable()


def test_stream_in_chunks_that_breaks_off_is_said() -> None:
    def say(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n")
        handler.wfile.write(b"Content-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n")
        handler.wfile.write(b"ffff\r\n--frame\r\nContent-Length: 999\r\n\r\nabc")

    with serving(say) as address, closing(open_camera(f"stream:{address}", now)) as camera:
        with pytest.raises(CameraError, match="the stream has broken off"):
            camera.capture()


@pytest.mark.parametrize("begun", [False, True], ids=["in the headers", "in a picture"])
def test_stream_that_trickles_is_left_in_time(begun: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then never lets the time limit of a socket run out."""
    monkeypatch.setattr("vision.cameras.stream.TIMEOUT_S", 0.5)

    def say(handler: BaseHTTPRequestHandler) -> None:
        if begun:
            begin(handler)
            handler.wfile.write(b"--frame\r\nContent-Length: 100000\r\n\r\n")
        else:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        trickle(handler)

    clock = RealClock()
    with serving(say) as address:
        start_s = clock.now()
        with pytest.raises(CameraError, match="timed out|none within"):
            with closing(open_camera(f"stream:{address}", clock.now)) as camera:
                camera.capture()
        assert clock.now() - start_s < 3


def test_stream_that_trickles_again_and_again_comes_back_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.cameras.stream.TIMEOUT_S", 0.5)
    served = 0

    def say(handler: BaseHTTPRequestHandler) -> None:
        nonlocal served
        served += 1
        begin(handler)
        if served <= MOST_STUCK + 1:
            part(handler, jpeg(20), length=len(jpeg(20)))
            handler.wfile.write(b"--frame\r\nContent-Length: 100000\r\n\r\n")
            trickle(handler)
        while True:
            part(handler, jpeg(60), length=len(jpeg(60)))
            threading.Event().wait(0.05)

    with serving(say) as address, closing(live_camera(f"stream:{address}", RealClock().now)) as camera:
        assert awaited(camera, 60, tries=60)


def shredded(picture: bytes) -> bytes:
    """Blank some bytes in the middle: libjpeg makes shreds of the rest, and complains on standard error."""
    middle = len(picture) // 2
    return picture[:middle] + bytes(100) + picture[middle + 100 :]


def test_damaged_picture_of_a_stream_is_passed_over_and_many_are_said(capfd: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (240, 320, 3)).astype(np.uint8)
    good = cv2.imencode(".jpg", noise)[1].tobytes()

    def say(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        for data in (good, shredded(good), good[:-500], good, *[shredded(good)] * (MOST_DAMAGED + 1)):
            part(handler, data, length=len(data))

    with serving(say) as address, closing(open_camera(f"stream:{address}", now)) as camera:
        first, second = camera.capture().image, camera.capture().image
        with pytest.raises(CameraError, match="is a damaged JPEG picture"):
            camera.capture()
    assert np.array_equal(first, second)
    assert capfd.readouterr().err == ""


def test_picture_of_a_stream_with_too_many_pixels_is_refused_before_decoding() -> None:
    data = bytearray(jpeg(90))
    size = data.index(b"\xff\xc0") + 5
    data[size : size + 4] = struct.pack(">HH", 20_000, 20_000)

    def say(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        for _ in range(MOST_DAMAGED + 1):
            part(handler, bytes(data), length=len(data))

    with serving(say) as address, closing(open_camera(f"stream:{address}", now)) as camera:
        with pytest.raises(CameraError, match="400 megapixels"):
            camera.capture()


def test_stream_that_falls_silent_is_not_told_to_be_plugged_in() -> None:
    released = threading.Event()

    def say(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        part(handler, jpeg(20), length=len(jpeg(20)))
        released.wait(10)

    with serving(say) as address, closing(live_camera(f"stream:{address}", RealClock().now)) as camera:
        assert awaited(camera, 20)
        with pytest.raises(CameraError, match="gives no picture for 1 s") as caught:
            camera.capture()
        released.set()
    assert "browser" in caught.value.remedy and "plug" not in caught.value.remedy


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


def trickle(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then until nobody takes them, at most for a minute."""
    for _ in range(600):
        handler.wfile.write(b"x")
        threading.Event().wait(0.1)


def awaited(camera: Camera, grey: int, tries: int = 20) -> bool:
    """Wait for a picture of a grey."""
    for _ in range(tries):
        try:
            if abs(camera.capture().image.mean() - grey) < 5:
                return True
        except CameraError:
            continue
    return False
