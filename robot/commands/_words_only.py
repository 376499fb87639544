"""A game without plastic: no camera and no hand, but the same table, told and asked in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Generator

from robot.clock import Clock
from robot.messages import Ask, Chosen, Event, Ready, Request
from robot.one_thread import WordRunner
from robot.phases import Patience, Seat, Terms
from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.timecontrol import ChessClock
from robot.runner import Mind, Spectator, Voices
from robot.store import Store
from robot.table import Table

Deciding = Generator[float, None, Move | None]


class WordsOnly:
    """Plays games in words. `choose` and `look` ask whoever is at the keyboard, a little at a time."""

    def __init__(
        self,
        mind: Mind,
        clock: Clock,
        choose: Callable[[Contest], Deciding],
        look: Callable[[], Generator[float, None, None]],
    ) -> None:
        self._mind = mind
        self.clock = clock
        self._choose = choose
        self._look = look
        self._asking: Generator[float, None, Event | None] | None = None
        self._number = 0
        self._runner: WordRunner | None = None

    @property
    def table(self) -> Table:
        assert self._runner is not None
        return self._runner.table

    def post(self, event: Event) -> None:
        """Hand in an event of a person."""
        assert self._runner is not None
        self._runner.post(event)

    def play(
        self,
        store: Store,
        spectators: tuple[Spectator, ...],
        seats: tuple[Seat, ...],
        terms: Terms,
        clock: ChessClock | None,
        number: int,
    ) -> Contest:
        """Play one game to its end."""
        self._number, self._asking = 0, None
        table = Table(seats, Patience(), terms=terms, clock=clock)
        voices = Voices(mind=self._mind, people=self._ask, spectators=spectators)
        self._runner = WordRunner(table, voices, self.clock, store, number, self._wait)
        return self._runner.run()

    def _ask(self, ask: Ask) -> None:
        if ask.number == self._number:
            return
        self._number = ask.number
        if ask.request is Request.CHOOSE:
            self._asking = self._move(self.table.game)
        elif ask.request is Request.GO_ON:
            self._asking = self._go_on()

    def _move(self, game: Contest) -> Generator[float, None, Event | None]:
        move = yield from self._choose(game)
        return None if move is None else Chosen(move)

    def _go_on(self) -> Generator[float, None, Event | None]:
        yield from self._look()
        return Ready()

    def _wait(self) -> None:
        """Let whoever was asked think on for a little."""
        pause_s, event = 0.1, None
        if self._asking is not None:
            try:
                pause_s = next(self._asking)
            except StopIteration as done:
                pause_s, event, self._asking = 0.0, done.value, None
        self.clock.sleep(pause_s)
        if event is not None:
            self.post(event)
