"""People at a keyboard and a board, simulated or real: a single game, or the games of a match one after the other."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from robot.clock import RealClock, VirtualClock
from robot.commands._advice import Advice
from robot.commands._announcer import Announcer
from robot.commands._boards import Board, ready_to_play, simulated_board
from robot.commands._disc_colours import two_colours
from robot.commands._draw import wants_colour
from robot.commands._exhibition import exhibition
from robot.commands._keyboard import Keyboard
from robot.commands._lines import Lines
from robot.commands._live_board import LiveBoard, calibrated
from robot.commands._mind import LevelMind
from robot.commands._narrator import Narrator, Style
from robot.commands._opener import opener_of
from robot.commands._plan import plan_of
from robot.commands._sides import members_of, seats_of, sides_of
from robot.commands._words_only import WordsOnly
from robot.errors import GameStopped
from robot.messages import Ask, Effect, Request
from robot.phases import Terms
from robot.rules.contest import Contest
from robot.rules.game import Reason
from robot.rules.match import Match, best_of, rotation
from robot.rules.timecontrol import Charge, ChessClock, time_control_of
from robot.store import Store
from robot.table.words import who

OVERHEARD_S = 0.25
"""Between two looks for what was typed while nobody was asked."""


class Evening:
    """All that is played with one call of `quadrow play`."""

    def __init__(self, args: argparse.Namespace, seed: int, store: Store) -> None:
        luck = random.Random(seed)
        self._args = args
        self._seed = seed
        self._store = store
        shown = exhibition(args, store) if args.replay else None
        self._plan, self._first = shown or (plan_of(args, luck), str(args.first))
        self._rules = self._plan.start.state.rules
        self._robot = None if args.sim else calibrated(args.robot)
        self._discs = self._robot.taught.names if self._robot else two_colours(args.discs or "red,yellow")
        sides = sides_of(args.people, self._rules, args.colour, self._discs)
        self._members = [members_of(side, args.level, store) for side in sides]
        self._sides = tuple(side.named(members) for side, members in zip(sides, self._members, strict=True))
        self._match = self._new_match(luck)
        self._clock = self._chess_clock()
        self._resigned: int | None = None
        self._resigned_kept = False
        self._number = self._game = 0
        self._shown = False
        self._keyboard = Keyboard(
            Lines(),
            lambda: self._board.table,
            lambda event: self._board.post(event),
            lambda: self._board.clock.now(),
            self._advice(),
            give_up_match=self._give_up if self._match.games > 1 and self._match.sides == 2 else None,
        )
        self._announcer = Announcer(self._keyboard.interrupted, quiet=args.quiet)
        self._board: Board = self._new_board()
        helper = "the simulated person" if args.sim else None
        style = Style(helper, wants_colour(), quiet=args.quiet, verbose=args.verbose)
        self._narrator = Narrator(lambda: self._board.table, style, self._announcer.write)

    # -- what is agreed before the first game ------------------------------------------------------------------------

    def _new_match(self, luck: random.Random) -> Match:
        opener = opener_of(self._first, self._sides, self._members, self._store, luck)
        if self._rules.colours == 3:
            return rotation(3, opener) if self._args.match else Match(games=1, sides=3, first_opener=opener)
        games = self._args.match or 1
        return Match(games=games, first_opener=opener) if games < 3 else best_of(games, opener)

    def _chess_clock(self) -> ChessClock | None:
        if self._args.clock is None:
            return None
        charge = Charge(self._args.charge)
        return ChessClock.fresh(time_control_of(self._args.clock, charge), len(self._sides))

    def _new_board(self) -> Board:
        level, keyboard = self._args.level, self._keyboard
        if self._robot is not None:
            say = self._announcer
            return LiveBoard(self._robot, LevelMind(level, self._seed), keyboard, say.write, say.tell)
        pace = RealClock() if sys.stdout.isatty() else None
        if self._plan.plastic:
            return simulated_board(self._sides, keyboard, level, self._seed, self._discs, pace)
        return WordsOnly(LevelMind(level, self._seed), VirtualClock(pace), keyboard.choose, keyboard.wait_for_ready)

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self) -> int:
        """Play all games, and say what was kept."""
        self._announcer.introduce(self._board, self._plan, self._args.level, self._seed)
        ready = ready_to_play(self._board, self._sides, quiet=self._args.quiet)
        with ready, self._kept():
            self._overhear()
            self._number = self._store.begin_match(self._match, *self._members, rated=self._rated)
            while self._match.playing:
                ended = self._play_game()
                if ended.outcome is None or ended.outcome.reason is Reason.ANNULLED:
                    break
                self._count(ended)
                if self._keyboard.left:
                    break
            if self._match.over and self._rated:
                self._announcer.ratings(self._members, self._store)
        return 0

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Keep what is played, but not twice what is only shown again."""
        if self._plan.shown is None:
            with self._announcer.kept(self._store, lambda: self._game):
                yield
            return
        try:
            yield
        except (KeyboardInterrupt, GameStopped):
            self._announcer.broken_off()
            raise
        finally:
            if self._number:
                self._store.delete(self._number)

    def _overhear(self) -> None:
        """Hear at the simulated board what is typed while nobody is asked; the real one listens all the time."""
        clock = self._board.clock
        if isinstance(clock, VirtualClock):
            clock.call_in(OVERHEARD_S, self._overhear)
            if self._game:
                self._keyboard.overhear()

    def _play_game(self) -> Contest:
        seats = seats_of(self._match, self._sides, self._rules)
        terms = Terms(
            self._plan.start,
            plastic=self._plan.plastic,
            rated=self._rated,
            lingers=len(self._match.winners) + 1 < self._match.games,
            opener=self._match.opener,
            shown=self._plan.shown,
        )
        self._game = self._store.begin_game(self._number, self._plan.setup, self._seed)
        self._shown = False
        self._announcer.opening(self._match, seats)
        spectators = (self._keep_resignation, self._show_start, self._narrator)
        return self._board.play(self._store, spectators, seats, terms, self._clock, self._game)

    def _show_start(self, effect: Effect, _: float) -> None:
        """Draw the board before the first move that a person is asked for."""
        asked = isinstance(effect, Ask) and effect.request in (Request.DROP, Request.CHOOSE)
        if asked and not self._shown and not self._board.table.game.moves:
            self._narrator.show_start()
            self._shown = True

    def _count(self, ended: Contest) -> None:
        """Count a game for the match; the discs stay where they are, exchanged or not."""
        assert ended.outcome is not None
        swapped = ended.state.swapped
        self._match = self._match.finish(ended.outcome, swapped)
        self._clock = self._board.table.times.clock
        if swapped:
            first, second = self._sides
            colours = second.members[0].colour, first.members[0].colour
            self._sides = first.recoloured(colours[0]), second.recoloured(colours[1])
        if self._resigned is not None and not self._match.over:
            self._match = self._match.resign(self._resigned)
        for side in range(len(self._sides)):
            self._match = self._match.ready(side)
        self._announcer.score(self._match, self._sides)

    # -- hints, giving up, ratings -----------------------------------------------------------------------------------

    def _advice(self) -> Advice:
        """What the teacher says; a game in which it is asked is kept as one with help."""
        return Advice(
            lambda colour: self._board.table.disc_of(colour),
            lambda: self._store.help_used(self._game),
            self._why_no_help(),
        )

    def _why_no_help(self) -> str | None:
        """Help is for one side against the robot, without a clock, where nothing is at stake."""
        if self._rated:
            return "it counts for the ratings"
        if self._clock is not None:
            return "it is played on the clock"
        if not any(all(seat.engine for seat in side.members) for side in self._sides):
            return "people play each other, and both would hear them"
        return None

    def _give_up(self, seat: int) -> None:
        self._resigned = self._board.table.side_of(seat)
        self._announcer.tell(f"        {who(self._sides[self._resigned].name)} gives the match up")
        self._keep_resignation()

    def _keep_resignation(self, *_: object) -> None:
        """Keep that the match was given up as soon as its game is over, before anything is said or moved."""
        game = self._board.table.agreed
        if self._resigned is None or self._resigned_kept or game.outcome is None:
            return
        self._resigned_kept = True
        if not self._match.finish(game.outcome, game.state.swapped).over:
            self._store.resign_match(self._number, self._resigned)

    @property
    def _rated(self) -> bool:
        """Whether it is to count: a match of two by the classic rules, between profiles and levels with a rating."""
        single = all(len(side) == 1 for side in self._members)
        known = all(side[0].player is not None or side[0].anchor is not None for side in self._members)
        profile = any(side[0].player is not None for side in self._members)
        return self._match.games == 2 and self._plan.classic and single and known and profile
