"""The settings of a USB camera that change its picture by themselves: exposure, white balance, focus.

Values are Video4Linux's, which OpenCV hands through (cap_v4l.cpp): -1 where there is no such setting; exposure in
0.1 ms; its automatic is a menu of which most cameras know 1 (manual) and 3 (by exposure time, what UVC calls aperture
priority), some only 1 (manual) and 0 (automatic). Linux keeps settings when a camera is closed, so the automatic is
switched on first; and many cameras take up an old exposure when they leave automatic, so the value is given again.
"""

from __future__ import annotations

from typing import Protocol

import cv2

from vision.cameras._lock import Jump
from vision.types import Locked

MANUAL = 1
AUTOMATIC = (3, 0)
"""The exposure's automatic, as most drivers call it and as the rest do."""
NONE = -1


class Settings(Protocol):
    """What is used of cv2.VideoCapture."""

    def set(self, propId: int, value: float) -> bool: ...

    def get(self, propId: int) -> float: ...


class UsbControls:
    """Exposure, gain, white balance and focus of one open camera; made, it leaves all to the camera's automatic."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free_exposure()
        self._order(cv2.CAP_PROP_AUTO_WB, 1)
        self._order(cv2.CAP_PROP_AUTOFOCUS, 1)

    def lock(self) -> None:
        """Order the settings to stay as they are now."""
        read = self._settings.get
        exposure, gain = read(cv2.CAP_PROP_EXPOSURE), read(cv2.CAP_PROP_GAIN)
        warmth, focus = read(cv2.CAP_PROP_WB_TEMPERATURE), read(cv2.CAP_PROP_FOCUS)
        if self._order(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
            self._order(cv2.CAP_PROP_EXPOSURE, exposure)
            self._order(cv2.CAP_PROP_GAIN, gain)
        if self._order(cv2.CAP_PROP_AUTO_WB, 0):
            self._order(cv2.CAP_PROP_WB_TEMPERATURE, warmth)
        if self._order(cv2.CAP_PROP_AUTOFOCUS, 0):
            self._order(cv2.CAP_PROP_FOCUS, focus)

    def told(self, jump: Jump) -> Locked:
        """Read back what holds; what has spoilt the picture is left to the camera's automatic again."""
        exposure, white_balance, focus = self._exposure(jump), self._white_balance(jump), self._focus()
        fixed = [*exposure, *white_balance, *focus]
        loose = [] if exposure else ["exposure"]
        loose += [] if white_balance else ["white balance"]
        loose += [] if focus or self._settings.get(cv2.CAP_PROP_AUTOFOCUS) == NONE else ["focus"]
        return Locked(tuple(fixed), tuple(loose))

    def _exposure(self, jump: Jump) -> list[str]:
        """Name the exposure that holds; nothing when it does not."""
        read = self._settings.get
        if read(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL or jump & Jump.BRIGHTNESS:
            self._free_exposure()
            return []
        gain = read(cv2.CAP_PROP_GAIN)
        return [f"exposure {read(cv2.CAP_PROP_EXPOSURE) / 10:.1f} ms"] + ([f"gain {gain:.0f}"] if gain != NONE else [])

    def _white_balance(self, jump: Jump) -> list[str]:
        if self._settings.get(cv2.CAP_PROP_AUTO_WB) != 0 or jump & Jump.COLOUR:
            self._order(cv2.CAP_PROP_AUTO_WB, 1)
            return []
        warmth = self._settings.get(cv2.CAP_PROP_WB_TEMPERATURE)
        return ["white balance" + (f" {warmth:.0f} K" if warmth != NONE else "")]

    def _focus(self) -> list[str]:
        held = self._settings.get(cv2.CAP_PROP_AUTOFOCUS) == 0
        return [f"focus {self._settings.get(cv2.CAP_PROP_FOCUS):.0f}"] if held else []

    def _free_exposure(self) -> None:
        for automatic in AUTOMATIC:
            if self._order(cv2.CAP_PROP_AUTO_EXPOSURE, automatic):
                return

    def _order(self, setting: int, value: float) -> bool:
        """Set what there is; tell whether it reads back so."""
        if self._settings.get(setting) == NONE:
            return False
        self._settings.set(setting, value)
        return self._settings.get(setting) == value
