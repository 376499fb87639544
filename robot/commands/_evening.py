"""People at a keyboard and a board, simulated or real: a single game, or the games of a match one after the other."""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Protocol

from robot.clock import Clock, RealClock, VirtualClock, utc_now
from robot.commands._contest import points_text
from robot.commands._draw import wants_colour
from robot.commands._keyboard import BY_HAND_HELP, HELP, Keyboard
from robot.commands._lines import Lines
from robot.commands._live_board import Calibrated, LiveBoard, calibrated
from robot.commands._mind import LevelMind
from robot.commands._narrator import Narrator, Style
from robot.commands._plan import plan_of
from robot.commands._sides import members_of, seats_of, sides_of
from robot.commands._simulated import Setup, Simulation
from robot.commands._words_only import WordsOnly
from robot.commands.look import two_colours
from robot.errors import BadInput, GameStopped
from robot.messages import Ask, Effect, Event, Request
from robot.phases import Patience, Seat, Terms
from robot.rules.contest import Contest
from robot.rules.game import Reason
from robot.rules.match import Match, OpenerRule, Played, best_of, choose_opener, rotation
from robot.rules.timecontrol import Charge, ChessClock, time_control_of
from robot.runner import Spectator
from robot.sim.people import Manner
from robot.solver.teacher import Teacher
from robot.store import Store
from robot.table import Table
from robot.table.words import who
from vision.types import Cell

OVERHEARD_S = 0.25
"""Between two looks for what was typed while nobody was asked."""


class Board(Protocol):
    """Where games are played: the real board, the simulated one, or words alone."""

    @property
    def table(self) -> Table: ...

    def post(self, event: Event) -> None: ...

    def play(
        self,
        store: Store,
        spectators: tuple[Spectator, ...],
        seats: tuple[Seat, ...],
        terms: Terms,
        clock: ChessClock | None,
        number: int,
    ) -> Contest: ...


class Evening:
    """All that is played with one call of `quadrow play`."""

    def __init__(self, args: argparse.Namespace, seed: int, store: Store) -> None:
        luck = random.Random(seed)
        self._args = args
        self._seed = seed
        self._store = store
        self._plan = plan_of(args, luck)
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
        lines = Lines()
        self._keyboard = Keyboard(
            lines,
            lambda: self._board.table,
            lambda event: self._board.post(event),
            lambda: self._time.now(),
            hint=self._hint if self._has_hints else None,
            give_up_match=self._give_up if self._match.games > 1 and self._match.sides == 2 else None,
        )
        self._pace = RealClock() if sys.stdout.isatty() else None
        self._time: Clock
        self._board: Board
        if self._robot is not None:
            self._board = self._real(self._robot)
        else:
            self._board = self._plastic() if self._plan.plastic else self._words()
        helper = "the simulated person" if args.sim else None
        style = Style(helper, wants_colour(), quiet=args.quiet, verbose=args.verbose)
        self._narrator = Narrator(lambda: self._board.table, style, self._write)

    # -- what is agreed before the first game ------------------------------------------------------------------------

    def _new_match(self, luck: random.Random) -> Match:
        opener = self._opener(luck)
        if self._rules.colours == 3:
            return rotation(3, opener) if self._args.match else Match(games=1, sides=3, first_opener=opener)
        games = self._args.match or 1
        return Match(games=games, first_opener=opener) if games < 3 else best_of(games, opener)

    def _opener(self, luck: random.Random) -> int:
        """The side that opens the first game."""
        people = [at for at, side in enumerate(self._sides) if not all(seat.engine for seat in side.members)]
        robots = [at for at in range(len(self._sides)) if at not in people]
        if self._args.first in ("human", "robot"):
            wanted = people if self._args.first == "human" else robots
            if not wanted:
                raise BadInput(f"no {self._args.first} plays here", "choose --first toss")
            return wanted[0]
        rule = OpenerRule(self._args.first)
        return choose_opener(rule, self._last(), tuple(map(self._age, range(len(self._sides)))), luck)

    def _age(self, side: int) -> float | None:
        """The age of the youngest of a side, by their profiles."""
        today = date.fromisoformat(utc_now().date().isoformat())
        players = [self._store.players.find(member.name) for member in self._members[side] if member.player is not None]
        ages = [age for player in players if player is not None and (age := player.age(today)) is not None]
        return min(ages, default=None)

    def _last(self) -> Played | None:
        """The last game of these sides that came to an end, for `--first loser` and `alternate`."""
        names = [tuple(member.name for member in side) for side in self._members]
        for number in reversed(self._store.games()):
            game = self._store.game(number)
            if game is None or game.result is None or [tuple(m.name for m in side) for side in game.sides] != names:
                continue
            role = {"first": 0, "second": 1, "third": 2}.get(game.result)
            winner = None if role is None else (game.opener + (role ^ game.swapped)) % len(names)
            return Played(game.opener, winner, game.result == "annulled")
        return None

    def _chess_clock(self) -> ChessClock | None:
        if self._args.clock is None:
            return None
        charge = Charge(self._args.charge)
        return ChessClock.fresh(time_control_of(self._args.clock, charge), len(self._sides))

    def _real(self, robot: Calibrated) -> Board:
        mind = LevelMind(self._args.level, self._seed)
        board = LiveBoard(robot, mind, self._keyboard, self._write, self._tell)
        self._time = board.clock
        return board

    def _plastic(self) -> Board:
        hand = next((side.members[0].colour for side in self._sides if side.members[0].robot_hand), None)
        hand = hand or next((s.colour for side in self._sides for s in side.members if s.robot_hand), Cell.YELLOW)
        simulation = Simulation(
            Setup(
                seed=self._seed,
                level=self._args.level,
                person_red=hand is not Cell.RED,
                discs=self._discs,
                manner=Manner.CORRECT,
                choose=self._keyboard.choose,
                look=self._keyboard.wait_for_ready,
                patience=Patience(),
                limit_s=math.inf,
            ),
            self._pace,
        )
        self._time = simulation.clock
        return simulation

    def _words(self) -> Board:
        self._time = VirtualClock(self._pace)
        mind = LevelMind(self._args.level, self._seed)
        return WordsOnly(mind, self._time, self._keyboard.choose, self._keyboard.wait_for_ready)

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self) -> int:
        """Play all games, and say what was kept."""
        self._introduce()
        with self._board_ready(), self._kept():
            self._overhear()
            self._number = self._store.begin_match(self._match, *self._members, rated=self._rated)
            while self._match.playing:
                ended = self._play_game()
                if ended.outcome is None or ended.outcome.reason is Reason.ANNULLED:
                    break
                self._count(ended)
                if self._keyboard.left:
                    break
            self._tell_ratings()
        self._tell(f"        the game is kept in {self._store.path}")
        return 0

    def _overhear(self) -> None:
        """Hear at the simulated board what is typed while nobody is asked; the real one listens all the time."""
        if isinstance(self._time, VirtualClock):
            self._time.call_in(OVERHEARD_S, self._overhear)
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
        )
        self._game = self._store.begin_game(self._number, self._plan.setup, self._seed)
        self._shown = False
        self._tell_opening(seats)
        spectators = (self._keep_resignation, self._show_start, self._narrator)
        return self._board.play(self._store, spectators, seats, terms, self._clock, self._game)

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
        if self._match.games > 1:
            self._write(f"match:  {self._score()}")

    def _hint(self, game: Contest) -> str:
        """What to play, and why; the game is kept as one with help."""
        self._store.help_used(self._game)
        return Teacher().hint(game).text

    @property
    def _has_hints(self) -> bool:
        """Hints are for one side against the robot, without a clock, where nothing is at stake."""
        against = any(all(seat.engine for seat in side.members) for side in self._sides)
        return against and self._clock is None and not self._rated

    def _give_up(self, seat: int) -> None:
        self._resigned = self._board.table.side_of(seat)
        self._tell(f"        {who(self._sides[self._resigned].name)} gives the match up")
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

    # -- telling -----------------------------------------------------------------------------------------------------

    def _write(self, line: str) -> None:
        self._keyboard.interrupted()
        print(line, flush=True)

    def _tell(self, line: str) -> None:
        if not self._args.quiet:
            self._write(line)

    def _introduce(self) -> None:
        """Say what is played and how to."""
        level = self._args.level
        if isinstance(self._board, LiveBoard):
            self._tell(f"The real board, seed {self._seed}, level {level}")
        elif self._plan.plastic:
            self._tell(f"SIMULATED board, seed {self._seed}, level {level}")
        else:
            self._tell(f"SIMULATED in words, for no plastic grid holds this game; seed {self._seed}, level {level}")
        if not self._plan.classic:
            name, *options = self._plan.setup.variant.split()
            self._tell(self._plan.line + (f" With {' and '.join(options)}." if options else ""))
            self._tell(f"To read the rules: {' and '.join(f'quadrow variants {each}' for each in (name, *options))}")
        self._tell(f"{BY_HAND_HELP if isinstance(self._board, LiveBoard) else HELP}.")

    @contextmanager
    def _board_ready(self) -> Iterator[None]:
        """Let the eye be calibrated, or the real board be looked at and filled, and in the end let go."""
        if isinstance(self._board, LiveBoard):
            hands = (seat.disc for side in self._sides for seat in side.members if seat.robot_hand)
            with self._board.opened(next(hands, None)):
                yield
            return
        if isinstance(self._board, Simulation):
            quiet = self._args.quiet
            self._board.calibrate() if quiet else self._board.calibrate(lambda text: print(text, end="", flush=True))
        yield

    def _tell_opening(self, seats: tuple[Seat, ...]) -> None:
        named = [f"{who(seat.name)} ({seat.disc})" for seat in seats]
        if self._match.games > 1:
            self._tell(f"Game {len(self._match.winners) + 1} of {self._match.games}.")
        plays = "play" if seats[0].name == "you" else "plays"
        order = f" against {named[1]}" if len(named) == 2 else f", then {', '.join(named[1:])}"
        self._tell(f"{named[0][0].upper()}{named[0][1:]} {plays} first{order}.")

    def _tell_ratings(self) -> None:
        """Say what a match that counted has made of the ratings."""
        if self._match.over and self._rated:
            players = [side[0] for side in self._members if side[0].player is not None]
            tallies = (self._store.players.tally(self._store.players.named(one.name)) for one in players)
            self._write(f"rating: {', '.join(f'{tally.player.name} {tally.rating}' for tally in tallies)}")

    def _show_start(self, effect: Effect, _: float) -> None:
        """Draw the board before the first move that a person is asked for."""
        asked = isinstance(effect, Ask) and effect.request in (Request.DROP, Request.CHOOSE)
        if asked and not self._shown and not self._board.table.game.moves:
            self._narrator.show_start()
            self._shown = True

    def _score(self) -> str:
        """Points as they stand, and who has won."""
        shares = self._match.rating_points
        points = ", ".join(
            f"{side.name} {points_text(share, self._match.sides)}"
            for side, share in zip(self._sides, shares, strict=True)
        )
        if not self._match.over:
            return points
        winner = self._match.winner
        return f"{points}; {'drawn' if winner is None else f'{who(self._sides[winner].name)} won the match'}"

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Say what is kept of a game that is broken off."""
        try:
            yield
        except (KeyboardInterrupt, GameStopped):
            if sys.stdin.isatty():
                print()
            kept = self._store.game(self._game) if self._game else None
            ended = kept is not None and kept.result is not None
            what = "the result is kept" if ended else "the game so far is kept, without a result,"
            print(f"        {what} in {self._store.path}", flush=True)
            raise
