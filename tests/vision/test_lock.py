"""Exposure, white balance and focus: locked once the picture is steady, read back, and told when they do not hold."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vision import devices
from tests.vision.devices import AUTO_EXPOSURE, AUTO_WB, AUTOFOCUS, EXPOSURE, FakeCapture, FakePicamera2
from vision.cameras import open_camera
from vision.cameras._lock import Jump, Lock, jump_between
from vision.cameras.usb import UsbCamera
from vision.types import Locked

LONG = 150
"""Frames at 30 a second: more than patience and the looking afterwards take."""


@pytest.fixture
def usb(tmp_path: Path) -> Callable[[FakeCapture], UsbCamera]:
    device = tmp_path / "video0"
    device.touch()
    return lambda fake: UsbCamera(str(device), fake.clock.now, open_capture=lambda *_: fake)


def locked(camera: UsbCamera, frames: int = LONG) -> Locked:
    """Take frames until the settings are locked."""
    for _ in range(frames):
        camera.capture()
        if camera.locked is not None:
            return camera.locked
    raise AssertionError("never locked")


Usb = Callable[[FakeCapture], UsbCamera]


def test_usb_camera_locks_what_its_automatic_has_found(usb: Usb) -> None:
    fake = FakeCapture()
    said = locked(usb(fake))
    assert said == Locked(("exposure 30.0 ms", "gain 32", "white balance 4600 K", "focus 30"), ())
    fake.light /= 2
    before = fake.in_use
    for _ in range(60):
        fake.read()
    assert fake.in_use == before


def test_usb_camera_is_not_locked_before_its_picture_is_steady(usb: Usb) -> None:
    fake = FakeCapture(light=0.05)
    camera = usb(fake)
    for _ in range(25):
        camera.capture()
    assert camera.locked is None and fake.is_automatic
    assert locked(camera).fixed[0] == "exposure 240.0 ms"


def test_usb_camera_whose_picture_never_rests_is_locked_all_the_same(usb: Usb) -> None:
    fake = FakeCapture()
    camera = usb(fake)
    for number in range(LONG):
        fake.light = 0.4 if number // 8 % 2 else 0.6
        camera.capture()
    assert camera.locked is not None


def test_usb_camera_in_the_dark_waits_for_light(usb: Usb) -> None:
    fake = FakeCapture(light=0.001)
    camera = usb(fake)
    for _ in range(LONG):
        camera.capture()
    assert camera.locked is None
    fake.light = 0.4
    assert "exposure 30.0 ms" in locked(camera).fixed


def test_usb_camera_that_was_left_manual_finds_its_light_first(usb: Usb) -> None:
    """Linux keeps the settings of the program before."""
    fake = FakeCapture()
    fake.settings |= {AUTO_EXPOSURE: devices.MANUAL, EXPOSURE: 2500.0, AUTO_WB: 0.0}
    assert locked(usb(fake)).fixed[0] == "exposure 30.0 ms"


def test_usb_camera_whose_menu_is_manual_and_automatic_only(usb: Usb) -> None:
    fake = FakeCapture(menu=(devices.MANUAL, 0))
    fake.settings[AUTO_EXPOSURE] = devices.MANUAL
    assert locked(usb(fake)).fixed[0] == "exposure 30.0 ms"


@pytest.mark.parametrize(
    ("setting", "name"), [(AUTO_EXPOSURE, "exposure"), (AUTO_WB, "white balance"), (AUTOFOCUS, "focus")]
)
def test_usb_camera_that_only_says_yes_is_not_believed(usb: Usb, setting: int, name: str) -> None:
    said = locked(usb(FakeCapture(deaf=frozenset({setting}))))
    assert said.loose == (name,) and not any(word.startswith(name) for word in said.fixed)
    assert f"not lockable: {name};" in said.words


def test_usb_camera_without_settings_says_so_and_goes_on(usb: Usb) -> None:
    camera = usb(FakeCapture(settings={}))
    assert locked(camera) == Locked((), ("exposure", "white balance"))
    assert camera.capture().image.shape == (720, 1280, 3)


def test_usb_camera_that_takes_up_an_old_exposure_is_left_automatic(usb: Usb) -> None:
    """What it reads as its exposure while it is automatic is a value of long ago."""
    fake = FakeCapture(stale=30.0)
    said = locked(usb(fake))
    assert said.loose == ("exposure",) and "white balance 4600 K" in said.fixed
    assert fake.is_automatic


@pytest.mark.parametrize(
    ("after", "jump"),
    [
        ((80.0, 100.0, 90.0), Jump.NOTHING),
        ((90.0, 112.0, 100.0), Jump.NOTHING),
        ((40.0, 50.0, 45.0), Jump.BRIGHTNESS),
        ((120.0, 100.0, 90.0), Jump.COLOUR),
        ((80.0, 100.0, 50.0), Jump.COLOUR),
        ((0.0, 0.0, 0.0), Jump.BRIGHTNESS | Jump.COLOUR),
    ],
)
def test_jump_tells_brightness_from_colour(after: tuple[float, float, float], jump: Jump) -> None:
    assert jump_between((80.0, 100.0, 90.0), after) == jump


class Ordered:
    """Settings that only count what is ordered."""

    def __init__(self) -> None:
        self.orders = 0

    def lock(self) -> None:
        self.orders += 1

    def told(self, jump: Jump) -> Locked:
        return Locked((jump.name or "nothing",))


def test_lock_is_ordered_once_and_looked_at_later() -> None:
    ordered = Ordered()
    lock = Lock(ordered)
    for number in range(200):
        lock.saw((100.0, 100.0, 100.0), number / 20)
        assert ordered.orders == (number >= 20)
        assert (lock.locked is not None) == (number >= 28)


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[FakePicamera2]], None]:
    def plug_in(kind: type[FakePicamera2]) -> None:
        monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=kind))  # type: ignore[arg-type]

    return plug_in


Pi = Callable[[type[FakePicamera2]], None]


def test_pi_camera_locks_what_the_frames_say_they_were_taken_with(pi: Pi) -> None:
    pi(FakePicamera2)
    said = locked(open_camera("pi", FakePicamera2.clock.now))  # type: ignore[arg-type]
    assert said.loose == () and said.fixed[1:] == ("gain 1.0", "white balance (red 1.90, blue 1.50)")
    assert 11.9 < float(said.fixed[0].removeprefix("exposure ").removesuffix(" ms")) <= 12.0


def test_pi_camera_with_a_motor_locks_its_focus(pi: Pi) -> None:
    class Module3(FakePicamera2):
        autofocus = True

    pi(Module3)
    assert locked(open_camera("pi", Module3.clock.now)).fixed[-1] == "focus"  # type: ignore[arg-type]


def test_pi_camera_that_does_not_obey_is_not_believed(pi: Pi) -> None:
    """The automatic goes on: another light, another exposure."""

    class Deaf(FakePicamera2):
        obeys = False

        def _obey(self) -> None:
            super()._obey()
            if self.taken > 40:
                self.now["ExposureTime"] = 300 * self.taken
                self.now["ColourGains"] = (self.taken / 10, 1.5)

    pi(Deaf)
    assert locked(open_camera("pi", Deaf.clock.now)).loose == ("exposure", "white balance")  # type: ignore[arg-type]


def test_pi_camera_gives_every_request_back(pi: Pi) -> None:
    """The library has two; kept, they would be gone with the third frame."""
    pi(FakePicamera2)
    camera = open_camera("pi", FakePicamera2.clock.now)
    assert [camera.capture().sequence for _ in range(5)] == [0, 1, 2, 3, 4]
