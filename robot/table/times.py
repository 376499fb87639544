"""The chess clock of a table, where there is one: who is charged for what, and when it stands.

A person is charged from the moment that the turn is theirs to the stamp of the first picture that shows the disc at
rest; the robot while it thinks, and in a strict match until its disc is confirmed. Trouble and rebuilding stop it.
"""

from __future__ import annotations

from robot.rules.timecontrol import ChessClock


class Times:
    """A chess clock that can be told everything; without one (`clock` None) nothing happens."""

    def __init__(self, clock: ChessClock | None) -> None:
        self.clock = clock

    def begin(self, side: int, now_s: float) -> None:
        """The turn is this side's: a new one, or the one that was stopped."""
        if self.clock is not None:
            self.clock = self.clock.begin(side, now_s) if self.clock.turn is None else self.clock.go(now_s)

    def stop(self, now_s: float) -> None:
        if self.clock is not None:
            self.clock = self.clock.stop(now_s)

    def go(self, now_s: float) -> None:
        if self.clock is not None:
            self.clock = self.clock.go(now_s)

    def choose(self, now_s: float) -> None:
        """The move is chosen; what follows is the hand's."""
        if self.clock is not None and self.clock.turn is not None:
            self.clock = self.clock.choose(now_s)

    def moved(self, stamp_s: float, *, over: bool) -> int | None:
        """The move is made, by the stamp of its first picture; gives the side that was too late, if it was."""
        if self.clock is None or self.clock.turn is None:
            return None
        before = self.clock.fallen
        self.clock = self.clock.end_game(stamp_s) if over else self.clock.settled(stamp_s)
        return next(iter(self.clock.fallen - before), None)

    def flag(self, stamp_s: float) -> int | None:
        """Look at the flag, by the stamp of the newest picture without the move; gives the side whose flag fell."""
        if self.clock is None:
            return None
        before = self.clock.fallen
        self.clock = self.clock.flag(stamp_s)
        return next(iter(self.clock.fallen - before), None)

    def end(self, now_s: float) -> None:
        """The game ended by a word."""
        if self.clock is not None:
            self.clock = self.clock.end_game(now_s) if self.clock.turn is not None else self.clock

    def annul(self) -> None:
        if self.clock is not None:
            self.clock = self.clock.annul_game()

    def undo(self, moves: int) -> None:
        """The banks as they were so many moves ago; nobody's turn."""
        for _ in range(moves):
            if self.clock is not None:
                self.clock = self.clock.undo()
