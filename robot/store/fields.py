"""What an archive says, read with suspicion: every field has the kind and the size that it must have, or is Wrong."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

from robot.rules.errors import BadNotation
from robot.rules.record import Noted
from robot.rules.timecontrol import ChessClock
from robot.store.clocks import clock_of
from robot.store.papers import LONGEST_TEXT, is_time

LARGEST = 2**62


class Wrong(Exception):
    """A field that is missing, or is not what it must be."""


class Fields:
    """One object of an archive. Every method raises Wrong, naming the field."""

    def __init__(self, said: dict[str, Any]) -> None:
        self._said = said

    def whole(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        value = self._said.get(name)
        if type(value) is not int or not least <= value <= most:
            raise Wrong(f"{name} is no whole number from {least} to {most}")
        return value

    def whole_or_none(self, name: str, most: int = LARGEST) -> int | None:
        return None if self._said.get(name) is None else self.whole(name, 0, most)

    def truth(self, name: str) -> bool:
        value = self._said.get(name)
        if type(value) is not bool:
            raise Wrong(f"{name} is neither true nor false")
        return value

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str:
        value = self._said.get(name)
        if not isinstance(value, str) or len(value) > longest:
            raise Wrong(f"{name} is no text of at most {longest} letters")
        return value

    def text_or_none(self, name: str) -> str | None:
        return None if self._said.get(name) is None else self.text(name, 200)

    def time(self, name: str) -> str:
        value = self.text(name, 40)
        if not is_time(value):
            raise Wrong(f"{name} is no date and time such as 2026-11-30T14:00:00+00:00")
        return value

    def time_or_none(self, name: str) -> str | None:
        return None if self._said.get(name) is None else self.time(name)

    def day(self, name: str) -> date | None:
        try:
            return None if self._said.get(name) is None else date.fromisoformat(self.text(name, 10))
        except ValueError:
            raise Wrong(f"{name} is no date such as 2015-04-01") from None

    def rating_or_none(self, name: str) -> float | None:
        value = self._said.get(name)
        if value is None:
            return None
        if type(value) not in (int, float) or not (math.isfinite(value) and 0 <= value <= 10_000):
            raise Wrong(f"{name} is no rating")
        return float(value)

    def objects(self, name: str) -> list[Fields]:
        return _objects(name, self._said.get(name))

    def groups(self, name: str, least: int, most: int) -> list[list[Fields]]:
        value = self._said.get(name)
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Wrong(f"{name} is no list of {least} to {most}")
        return [_objects(name, one) for one in value]

    def tags(self, name: str) -> tuple[tuple[str, str], ...]:
        value = self._said.get(name)
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise Wrong(f"{name} are no tags with texts")
        return tuple(value.items())

    def moves(self, name: str) -> tuple[Noted, ...]:
        value = self._said.get(name)
        if not isinstance(value, list):
            raise Wrong(f"{name} is no list")
        return tuple(_noted(name, ply, move) for ply, move in enumerate(value, start=1))

    def clock(self, name: str, sides: int) -> ChessClock | None:
        text = self.text_or_none(name) if self._said.get(name) is None else self.text(name, 100_000)
        try:
            clock = None if text is None else clock_of(text)
        except ValueError as error:
            raise Wrong(f"{name} is {error}") from None
        if clock is not None and len(clock.banks_ms) != sides:
            raise Wrong(f"{name} is that of another number of sides")
        return clock


def _objects(name: str, value: object) -> list[Fields]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise Wrong(f"{name} is no list of objects")
    return [Fields(one) for one in value]


def _noted(name: str, ply: int, move: object) -> Noted:
    match move:
        case [str() as text, clock_ms, str() as comment] if clock_ms is None or type(clock_ms) is int:
            try:
                return Noted(text, clock_ms, comment)
            except BadNotation as error:
                raise Wrong(f"{name}: {error}") from None
    raise Wrong(f"{name}: entry {ply} is no move with its time and comment")
