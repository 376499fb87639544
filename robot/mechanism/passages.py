"""The discs that pass the disc sensor, and what they leave in the magazine."""

from __future__ import annotations

from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Sensor, ServoDriver


class Passages:
    """Counts discs: `fallen` since the beginning, `magazine` those believed to be left in it."""

    def __init__(self, driver: ServoDriver, magazine: int) -> None:
        self._driver = driver
        self._counted: int | None = None
        self.fallen = 0
        self.magazine = magazine

    def begin(self) -> None:
        """Take the sensor's count as it is; discs that fell since the last look are accounted for."""
        counted = self._driver.sense(Sensor.DISC)
        if self._counted is None or counted < self._counted:
            self._counted = counted
        self.count()

    def count(self) -> int:
        """Take new passages into account, and say how many there were. Raises MechanismError for a count gone back."""
        counted = self._driver.sense(Sensor.DISC)
        new = counted - (self._counted or 0)
        if new < 0:
            raise MechanismError("the disc sensor began to count anew", "see whether its power was lost")
        self._counted = counted
        self.fallen += new
        self.magazine = max(0, self.magazine - new)
        return new
