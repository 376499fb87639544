"""A chess clock for a board that a machine serves. Immutable, sans I/O: every time is handed in; standard library only.

One bank for the whole match, and an increment after every move but the one that ends a game (variants, section 6).
A turn is a list of stretches during which its clock ran, so that a move counts from the picture that first shows it,
even when that picture is understood later, or a pause came between:

    begin          stop    go            settled, told now
      |--------------|      |------x--------|
      <-- stretch -->       <------ stretch        x: the time stamp of the move; what comes after is refunded

Times are seconds in, whole milliseconds inside: sums are exact, and none is ever lost or made. A move whose stamp is
the very instant of the flag counts: only a later one has lost ("no grace" is for those).
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, replace

from robot.rules.errors import BadNotation, IllegalMove


class Charge(enum.Enum):
    """Who pays while the robot's hand moves: nobody (fair), or the side whose disc it drops (strict)."""

    FAIR = "fair"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What each side has.

    `free_opening`: the opener's clock stands during the first move of a game. `delay`: a move gets back what it took,
    up to the increment (Bronstein), so that nobody gains time by moving fast.
    """

    bank_ms: int
    increment_ms: int
    charge: Charge = Charge.FAIR
    free_opening: bool = True
    delay: bool = False

    def __str__(self) -> str:
        """Minutes and seconds, as it is typed: `5+3`, with delay `5d3`."""
        return f"{self.bank_ms / 60_000:g}{'d' if self.delay else '+'}{self.increment_ms // 1000}"

    def given_ms(self, used_ms: int) -> int:
        """What a move gets back that took so long."""
        return min(self.increment_ms, used_ms) if self.delay else self.increment_ms


PRESETS = ("1+2", "3+2", "5+3", "10+5", "10+10")
"""What is offered; the last is for children."""


def time_control_of(text: str, charge: Charge = Charge.FAIR) -> TimeControl:
    """Read `minutes+seconds`: `5+3`, `0.5+1`; `5d3` is with delay. Raises BadNotation."""
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9])?)([+d])([0-9]{1,3})", text)
    bank_ms = round(float(found[1]) * 60_000) if found else 0
    if not found or not bank_ms:
        raise BadNotation(f"{text!r} is no time control", f"write minutes+seconds, such as {', '.join(PRESETS)}")
    return TimeControl(bank_ms, int(found[3]) * 1000, charge, delay=found[2] == "d")


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The clock of a match; make one with `fresh`.

    `banks_ms` is what each side had when the turn began, `stretches` when the clock of `turn` ran since (from, to; to
    is None while it runs), `fallen` the sides that have lost on time, `before` the banks before every move of the
    game. Every method that may not be called now raises IllegalMove.
    """

    control: TimeControl
    banks_ms: tuple[int, ...]
    turn: int | None = None
    stretches: tuple[tuple[int, int | None], ...] = ()
    chosen: bool = False
    fallen: frozenset[int] = frozenset()
    before: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def fresh(cls, control: TimeControl, sides: int = 2) -> ChessClock:
        """Full banks, nothing runs. Partners share one bank: they are one side."""
        return cls(control, (control.bank_ms,) * sides)

    @property
    def running(self) -> int | None:
        """The side whose clock runs, None when all stand."""
        return self.turn if self.stretches and self.stretches[-1][1] is None else None

    def remaining_ms(self, side: int, now_s: float) -> int:
        """What a side has left at `now_s`; never below 0."""
        return max(0, self.banks_ms[side] - (self._used_ms(now_s) if side == self.turn else 0))

    def begin(self, side: int, now_s: float) -> ChessClock:
        """The turn passes to `side`: the disc before is confirmed, or "start" was said."""
        if self.turn is not None:
            raise IllegalMove(f"it is already the turn of side {self.turn + 1}", "complete that turn first")
        if side in self.fallen:
            raise IllegalMove(f"the time of side {side + 1} is over", "let another side play, or end the match")
        return replace(self, turn=side).go(now_s)

    def stop(self, now_s: float) -> ChessClock:
        """A hand, a request, a fault, a pause: no clock runs. Nothing changes when none does."""
        if self.running is None:
            return self
        return replace(self, stretches=(*self.stretches[:-1], (self.stretches[-1][0], _ms(now_s))))

    def go(self, now_s: float) -> ChessClock:
        """The clock runs again, unless the turn is over, free, or only mechanics are left that nobody pays for."""
        mechanics = self.chosen and self.control.charge is Charge.FAIR
        if self.turn is None or self.running is not None or self._free or mechanics:
            return self
        return replace(self, stretches=(*self.stretches, (_ms(now_s), None)))

    def choose(self, now_s: float) -> ChessClock:
        """The column is chosen, and the robot's hand goes to drop the disc."""
        chosen = replace(self, chosen=True)
        return chosen.stop(now_s) if self.control.charge is Charge.FAIR else chosen

    def settled(self, first_s: float) -> ChessClock:
        """The disc lies, and the game goes on; `first_s` is the stamp of the first picture that shows it at rest.

        The increment is added, or the delay given back, but for an opening move that was free. A stamp after the flag:
        the side has fallen.
        """
        if self.turn is None:
            raise IllegalMove("it is nobody's turn", "begin a turn first")
        increment_ms = 0 if self._free else self.control.given_ms(self._used_ms(first_s))
        return self._charged(first_s, increment_ms, (*self.before, self.banks_ms))

    def end_game(self, now_s: float) -> ChessClock:
        """The game ended, with the stamp of its last disc or of a word; banks are kept for the next game."""
        return self._charged(now_s, 0, ())

    def flag(self, seen_s: float) -> ChessClock:
        """Let the flag fall if its time is over; `seen_s` is the stamp of the newest picture without the move.

        By pictures, not by the time now: a disc that is already down but not yet understood must not lose.
        """
        return self._charged(seen_s, 0, self.before) if self._is_late(seen_s) else self

    def undo(self) -> ChessClock:
        """All banks as they were before the last move, and nobody's turn."""
        if not self.before:
            raise IllegalMove("there is no move to take back", "play a move first")
        return self._restored(self.before[-1], self.before[:-1])

    def annul_game(self) -> ChessClock:
        """All banks as they were before the game, whose time nobody pays."""
        return self._restored(self.before[0] if self.before else self.banks_ms, ())

    @property
    def _free(self) -> bool:
        return self.control.free_opening and not self.before

    def _used_ms(self, until_s: float) -> int:
        until_ms = _ms(until_s)
        ends = (
            (begin_ms, until_ms if end_ms is None else min(end_ms, until_ms)) for begin_ms, end_ms in self.stretches
        )
        return sum(max(0, end_ms - begin_ms) for begin_ms, end_ms in ends)

    def _is_late(self, now_s: float) -> bool:
        return self.turn is not None and self._used_ms(now_s) > self.banks_ms[self.turn]

    def _charged(self, now_s: float, increment_ms: int, before: tuple[tuple[int, ...], ...]) -> ChessClock:
        """The turn over: its time is paid, and the increment given to a side that was in time."""
        late = self._is_late(now_s)
        banks_ms = tuple(
            bank_ms if side != self.turn else 0 if late else bank_ms - self._used_ms(now_s) + increment_ms
            for side, bank_ms in enumerate(self.banks_ms)
        )
        fallen = self.fallen | {self.turn} if late and self.turn is not None else self.fallen
        return ChessClock(self.control, banks_ms, fallen=fallen, before=before)

    def _restored(self, banks_ms: tuple[int, ...], before: tuple[tuple[int, ...], ...]) -> ChessClock:
        return ChessClock(self.control, banks_ms, fallen=self.fallen, before=before)


def _ms(time_s: float) -> int:
    return round(time_s * 1000)
