"""What the simulated person does when the table asks for something, and when a calibration does."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar

from calibration import prompts
from calibration.prompts import Answer, Prompt, Wish
from robot.clock import VirtualClock
from robot.commands._setup import Setup
from robot.errors import GameStopped
from robot.messages import Ask, Chosen, Event, Ready, Request, Said, Word
from robot.plastic import in_grid
from robot.rules.contest import Contest
from robot.runner import Mind
from robot.sim.people import ChooseColumn, Choosing, Decide, DropDisc, FreeParts, MoveSlider, Person, SortDiscs
from robot.sim.world import World
from robot.table import Table
from vision.types import Cell

AnyChoice = TypeVar("AnyChoice")


class Obliging:
    """Puts what is asked before the `person`, whose moves are those of `setup.choose` or else those of `chooser`.

    `told` is the number of the last question of the table.
    """

    def __init__(
        self,
        setup: Setup,
        person: Person,
        chooser: Mind,
        world: World,
        clock: VirtualClock,
        table: Callable[[], Table],
        post: Callable[[Event], None],
    ) -> None:
        self._setup = setup
        self._person = person
        self._choose = setup.choose or (lambda game: _at_once(chooser.think(game).move))
        self._world = world
        self._clock = clock
        self._table = table
        self._post = post
        self.told = 0

    def ask(self, ask: Ask) -> None:
        """Tell the person; what was asked before is only a reminder."""
        if ask.request is Request.CONFIRM:
            self.told = ask.number
            self._confirm()
            return
        if ask.number == self.told:
            self._person.reminded()
            return
        self.told = ask.number
        table = self._table()
        red = table.colours[table.game.state.colour] is Cell.RED
        match ask.request:
            case Request.DROP if ask.column is None:
                self._person.asked(ChooseColumn(partial(self._column, table.game), red))
            case Request.DROP:
                assert ask.column is not None
                self._person.asked(DropDisc(ask.column, red))
            case Request.CHOOSE:
                self._person.asked(Decide(partial(self._word, table.game)))
            case Request.GO_ON:
                self._person.asked(Decide(self._looking), self._ready)
            case Request.SORT | Request.REFILL | Request.EXCHANGE:
                self._person.asked(SortDiscs(table.robots_disc == self._setup.discs[0]), self._ready)
            case Request.FREE:
                self._person.asked(FreeParts(), self._ready)

    def _column(self, game: Contest) -> Choosing:
        """The column in which the person drops the next disc."""
        move = yield from self._choose(game)
        return None if move is None else in_grid(game.state.rules.board, move.column)

    def _confirm(self) -> None:
        """Say whether a disc lies in the hole that the table is in doubt about."""
        if square := self._table().doubted:
            column, row = square
            is_there = self._world.cells[row][column] is not Cell.EMPTY
            self._post(Said(0, Word.YES if is_there else Word.NO))

    def _looking(self) -> Choosing:
        """The person looks at the final position."""
        if self._setup.look is not None:
            yield from self._setup.look()
        return None

    def _word(self, game: Contest) -> Choosing:
        """The person says the next move."""
        move = yield from self._choose(game)
        if move is not None:
            self._post(Chosen(move))
        return None

    def _ready(self) -> None:
        self._post(Ready())

    def fulfil(self, prompt: Prompt) -> Answer:
        """Have the simulated person do what a calibration asks; they find the grid right wherever it lies."""
        match prompt.wish:
            case Wish.WAIT:
                self._clock.sleep(0.1)
            case Wish.EMPTY:
                self._empty_the_grid()
            case Wish.TAKE_OUT:
                if not self._holds_discs(prompt):
                    return prompts.Said.EMPTY
                self._empty_the_grid()
            case Wish.DROP_RED | Wish.DROP_YELLOW:
                assert prompt.column is not None
                self._person.asked(DropDisc(prompt.column, red=prompt.wish is Wish.DROP_RED))
                self._wait_for_person()
            case Wish.CONFIRM | Wish.POINT:
                pass
        return None

    def _holds_discs(self, prompt: Prompt) -> bool:
        """Look whether the holes of a prompt hold discs; whether any does where it names none."""
        cells = self._world.cells
        return any(cells[row][column] for row, column in prompt.holes) or (not prompt.holes and any(map(any, cells)))

    def _empty_the_grid(self) -> None:
        if not any(cell for row in self._world.cells for cell in row):
            return
        for request in (MoveSlider(True), SortDiscs(), MoveSlider(False)):
            self._person.asked(request)
            self._wait_for_person()

    def _wait_for_person(self, deadline_s: float = 60.0) -> None:
        until_s = self._clock.now() + deadline_s
        while self._clock.now() < until_s:
            self._clock.sleep(1.0)
            self._person.reminded()
            if not self._person.is_busy:
                return
        raise GameStopped("the simulated person does not answer", "try another seed")


def _at_once(chosen: AnyChoice) -> Generator[float, None, AnyChoice]:
    """Choose without taking time."""
    yield from ()
    return chosen
