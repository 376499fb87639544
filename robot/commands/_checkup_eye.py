"""What `doctor` looks at in the eye: what is calibrated, the camera, and whether both still fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from calibration.checks import verify
from calibration.errors import CalibrationError
from calibration.profile import Profile, Shelf
from calibration.prompts import Answer, Prompt, Wish, guide
from robot.clock import Clock, utc_now
from robot.commands._checkup import BAD, OK, UNCALIBRATED, WARN, Finding, calibrated, trouble
from vision.cameras import settle
from vision.errors import VisionError
from vision.types import Camera


def check_eye(profile: Profile | None, name: str, open_camera: Callable[[], Camera], clock: Clock) -> Iterator[Finding]:
    """Look at the camera called `name`, and through it at the board with what `profile` knows."""
    try:
        with closing(open_camera()) as camera:
            yield _camera(name, camera)
            if profile is not None:
                yield from _board(camera, name, profile, clock)
    except VisionError as error:
        yield trouble("camera", error, 3)


def load_eye(shelf: Shelf) -> tuple[Profile | None, Finding]:
    """Read what is calibrated of the eye; nothing before the colours are learned."""
    try:
        profile = shelf.load()
        taught = profile.need_taught()
    except CalibrationError as error:
        return None, trouble("eye", error, UNCALIBRATED)
    words = f"residual {profile.board.residual_px:.2f} px, {taught.names[0]} and {taught.names[1]} discs"
    return profile, calibrated("eye", profile.saved_at, words, utc_now())


def _camera(name: str, camera: Camera) -> Finding:
    locked = settle(camera)
    image = camera.capture().image
    words = f"{name}, {image.shape[1]}x{image.shape[0]}"
    if locked is None or not locked.loose:
        return Finding("camera", OK, f"{words}, {locked.words}" if locked else words)
    return Finding("camera", WARN, f"{words}, {locked.words}", "keep the light on the board steady")


def _board(camera: Camera, name: str, profile: Profile, clock: Clock) -> Iterator[Finding]:
    """Tell each check of the calibration; a light that is not fine makes the robot careful, not blind."""

    def fulfil(prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            clock.sleep(0.1)
        return None

    try:
        verdict = guide(verify(camera, name, profile), fulfil)
    except CalibrationError as error:
        yield trouble("board", error, UNCALIBRATED)
        return
    for check in verdict.checks[1:] if verdict.checks[0].fine else verdict.checks:
        bad = WARN if check.name == "light" else BAD
        yield Finding(check.name, OK if check.fine else bad, check.words, check.remedy, UNCALIBRATED)
