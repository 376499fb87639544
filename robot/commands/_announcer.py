"""What people at the terminal are told around the games: what is played, who begins, how the match stands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from robot.commands._answers import BY_HAND_HELP, HELP
from robot.commands._boards import Board
from robot.commands._contest import points_text
from robot.commands._live_board import LiveBoard
from robot.commands._opener import Members
from robot.commands._plan import Plan
from robot.commands._sides import UNNAMED, Side
from robot.errors import GameStopped
from robot.phases import Seat
from robot.rules.match import Match
from robot.store import Store
from robot.table.words import who


class Announcer:
    """Writes lines; `interrupted` is called before each, `quiet` leaves out what is not asked for."""

    def __init__(self, interrupted: Callable[[], None], *, quiet: bool) -> None:
        self._interrupted = interrupted
        self._quiet = quiet

    def write(self, line: str) -> None:
        """Say what must be said."""
        self._interrupted()
        print(line, flush=True)

    def tell(self, line: str) -> None:
        """Say what helps, but for those who want it quiet."""
        if not self._quiet:
            self.write(line)

    def introduce(self, board: Board, plan: Plan, level: str, seed: int) -> None:
        """Say what is played and how to."""
        by_hand = isinstance(board, LiveBoard)
        how = f"seed {seed}" if plan.shown is not None else f"seed {seed}, level {level}"
        if by_hand:
            self.tell(f"The real board, {how}")
        elif plan.plastic:
            self.tell(f"SIMULATED board, {how}")
        else:
            self.tell(f"SIMULATED in words, for no plastic grid holds this game; {how}")
        if not plan.classic:
            name, *options = plan.setup.variant.split()
            self.tell(plan.line + (f" With {' and '.join(options)}." if options else ""))
            self.tell(f"To read the rules: {' and '.join(f'quadrow variants {each}' for each in (name, *options))}")
        if plan.shown is not None:
            self.tell("A game is shown again: each disc goes where it went. Type quit to leave.")
            return
        self.tell(f"{BY_HAND_HELP if by_hand else HELP}.")

    def opening(self, match: Match, seats: Sequence[Seat]) -> None:
        """Say who begins the game that comes."""
        named = [f"{who(seat.name)} ({seat.disc})" for seat in seats]
        if match.games > 1:
            self.tell(f"Game {len(match.winners) + 1} of {match.games}.")
        plays = "play" if seats[0].name == "you" else "plays"
        order = f" against {named[1]}" if len(named) == 2 else f", then {', '.join(named[1:])}"
        begins = named[0] if _is_own_name(seats[0]) else f"{named[0][0].upper()}{named[0][1:]}"
        self.tell(f"{begins} {plays} first{order}.")

    def score(self, match: Match, sides: Sequence[Side]) -> None:
        """Say the points as they stand, and who has won, where there is more than one game."""
        if match.games == 1:
            return
        shares = zip(sides, match.rating_points, strict=True)
        points = ", ".join(f"{side.name} {points_text(share, match.sides)}" for side, share in shares)
        if match.over:
            winner = match.winner
            points += f"; {'drawn' if winner is None else f'{who(sides[winner].name)} won the match'}"
        self.write(f"match:  {points}")

    def ratings(self, members: Members, store: Store) -> None:
        """Say what a match that counted has made of the ratings."""
        players = [side[0] for side in members if side[0].player is not None]
        tallies = (store.players.tally(store.players.named(one.name)) for one in players)
        self.write(f"rating: {', '.join(f'{tally.player.name} {tally.rating}' for tally in tallies)}")

    def broken_off(self) -> None:
        """End the line in which somebody typed Ctrl-C."""
        if sys.stdin.isatty():
            print(flush=True)

    @contextmanager
    def kept(self, store: Store, game: Callable[[], int]) -> Iterator[None]:
        """Say what is kept, also of a game that is broken off; `game` gives its number, 0 before the first."""
        try:
            yield
        except (KeyboardInterrupt, GameStopped):
            self.broken_off()
            kept = store.game(game()) if game() else None
            ended = kept is not None and kept.result is not None
            what = "the result is kept" if ended else "the game so far is kept, without a result,"
            print(f"        {what} in {store.path}", flush=True)
            raise
        self.tell(f"        the game is kept in {store.path}")


def _is_own_name(seat: Seat) -> bool:
    """Whether a seat is called by a person's name, which is spelled the same at the start of a sentence, too."""
    return not seat.engine and seat.name not in UNNAMED
