"""Lets the lamp at the robot tell the game: whose turn it is, and that somebody is needed."""

from __future__ import annotations

from collections.abc import Callable

from robot.mechanism.panel import Light
from robot.messages import Announce, Ask, Drop, Effect, Ended, Home, Judged, Request, Slide, Think
from robot.referee import Moved, Unchanged, Verified


class Lamp:
    """A spectator of a table; `show` is told the light whenever it changes."""

    def __init__(self, show: Callable[[Light], None]) -> None:
        self._show = show
        self._light = self._turn = Light.OFF
        self._asked = self._troubled = False

    def __call__(self, effect: Effect, now_s: float) -> None:
        match effect:
            case Ask(request=Request.DROP | Request.CHOOSE):
                self._turn, self._asked, self._troubled = Light.ON, False, False
            case Home() | Drop() | Slide() | Think() | Ended():
                self._turn, self._asked, self._troubled = Light.OFF, False, False
            case Ask():
                self._asked = True
            case Announce(trouble=True):
                self._troubled = True
            case Judged(verdict=Unchanged() | Moved() | Verified()):
                self._troubled = False
            case _:
                return
        light = Light.BLINKING if self._asked or self._troubled else self._turn
        if light is not self._light:
            self._light = light
            self._show(light)
