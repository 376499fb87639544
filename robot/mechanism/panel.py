"""What a person sees and presses at the robot: a lamp and a button "ready" at pins of the Pi, by gpiozero.

lamp      on: it is a person's turn      off: the robot's, or nobody's      blinking: a person is needed
button    to ground, with the Pi's pull-up: what was asked for is done, as Enter at the keyboard
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import gpiozero

from robot.mechanism.drivers._inputs import pin_errors, pin_factory

BOUNCE_S = 0.05
"""A button closes for longer, and its contacts bounce for less."""
BLINK_S = 0.4


class Light(enum.Enum):
    """What the lamp shows."""

    OFF = "off"
    ON = "on"
    BLINKING = "blinking"


class Panel:
    """Lamp and button at GPIO numbers; None where there is none. `pressed` is called by a thread of gpiozero.

    Raises DriverError for pins that cannot be used. A lamp that a program left on goes off when this is made.
    """

    def __init__(
        self, lamp: int | None, ready: int | None, pressed: Callable[[], None], factory: Any | None = None
    ) -> None:
        factory = factory or pin_factory()
        self._lamp = self._button = None
        try:
            if lamp is not None:
                with pin_errors("lamp", lamp):
                    self._lamp = gpiozero.LED(lamp, pin_factory=factory)
            if ready is not None:
                with pin_errors("button", ready):
                    self._button = gpiozero.Button(ready, bounce_time=BOUNCE_S, pin_factory=factory)
                    self._button.when_pressed = pressed
        except BaseException:
            self.close()
            raise

    def show(self, light: Light) -> None:
        """Let the lamp show something; without one nothing happens."""
        if self._lamp is None:
            return
        match light:
            case Light.BLINKING:
                self._lamp.blink(BLINK_S, BLINK_S)
            case Light.ON:
                self._lamp.on()
            case Light.OFF:
                self._lamp.off()

    @property
    def is_pressed(self) -> bool:
        """Whether the button is held down now; False without one."""
        return self._button is not None and bool(self._button.is_pressed)

    def close(self) -> None:
        """Put the lamp out and give the pins back."""
        for device in (self._lamp, self._button):
            if device is not None:
                device.close()
