"""Several games that count together: points, who opens, who is ready, how it ended. Immutable; standard library only.

A *side* is one player or pair for the whole match; a *role* is FIRST or SECOND in one game. Sides stay, roles change:

    game          1        2        3
    side 0     first   second    first        colours belong to sides on the plastic board (the magazine holds one),
    side 1    second    first   second        to roles where the first player must be red

A game gives as many shares as there are sides: all to the winner, one each after a draw. Between two sides a share is
half a point (1, 1/2, 0), between three a third (variants, sections 3.10 and 5).
"""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass, replace

from robot.rules.errors import IllegalMove
from robot.rules.game import Outcome, Reason


class Forfeit(enum.Enum):
    """Why a whole match was lost before its last game was played."""

    RESIGNED = "resigned"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Match:
    """A match; `Match()` is the match of two games, opened by side 0.

    `winners` are the sides that won the games so far (None: drawn), `unready` those whose "ready" is still awaited
    before the next game. `early` ends the match once nobody can reach the leader; one game of two never does that.
    """

    games: int = 2
    sides: int = 2
    first_opener: int = 0
    early: bool = False
    winners: tuple[int | None, ...] = ()
    unready: frozenset[int] = frozenset()
    loser: int | None = None
    forfeit: Forfeit | None = None

    @property
    def opener(self) -> int:
        """The side that opens the game that is played or comes next."""
        return (self.first_opener + len(self.winners)) % self.sides

    def role_of(self, side: int) -> int:
        """FIRST for the opener, then in order of turns."""
        return (side - self.opener) % self.sides

    def side_of(self, role: int) -> int:
        """The inverse of `role_of`."""
        return (self.opener + role) % self.sides

    @property
    def points(self) -> tuple[int, ...]:
        """Shares of every side.

        After a resignation the games that were not played are lost, of a match that ends early so many as decide it;
        after a fallen flag the whole match is.
        """
        lost = {None: 0, Forfeit.RESIGNED: self._given_up, Forfeit.TIME: self.games}[self.forfeit]
        counted = () if self.forfeit is Forfeit.TIME else self.winners
        return tuple(
            sum(self._shares(winner, side) for winner in counted) + (lost * self.sides if side != self.loser else 0)
            for side in range(self.sides)
        )

    @property
    def rating_points(self) -> tuple[int, ...]:
        """The shares a rating counts: a match of two that was given up is lost outright, whatever was won before.

        Best of more is not rated; what was won of it stands.
        """
        return replace(self, forfeit=Forfeit.TIME).points if self.forfeit and not self.early else self.points

    @property
    def over(self) -> bool:
        return self.forfeit is not None or not self._unplayed or (self.early and self._decided())

    @property
    def winner(self) -> int | None:
        """The side that won the match; None while it goes on and when the leaders are level: there is no tie-break."""
        if self.loser is not None:
            return 1 - self.loser
        points = self.rating_points
        leaders = [side for side in range(self.sides) if points[side] == max(points)]
        return leaders[0] if self.over and len(leaders) == 1 else None

    @property
    def playing(self) -> bool:
        """Whether a game may be played now: the match goes on, and nobody's "ready" is awaited."""
        return not self.over and not self.unready

    def finish(self, outcome: Outcome, swapped: bool = False) -> Match:
        """The match after a game ended so; an annulled game is played again by the same opener.

        A game lost on time loses the whole match between two. `swapped`: the two sides exchanged their colours in the
        opening, so that FIRST won for the second. Raises IllegalMove when no game is being played.
        """
        if not self.playing:
            raise IllegalMove("no game of the match is being played", self._remedy)
        if outcome.reason is Reason.ANNULLED:
            return replace(self, unready=self._all)
        winner = None if outcome.winner is None else self.side_of(outcome.winner ^ swapped)
        if outcome.reason is Reason.TIME and winner is not None and self.sides == 2:
            return self._forfeited(1 - winner, Forfeit.TIME)
        after = replace(self, winners=(*self.winners, winner))
        return after if after.over else replace(after, unready=self._all)

    def ready(self, side: int) -> Match:
        """The match after a side pressed "ready"; the next game may begin when all have. Twice is once."""
        return replace(self, unready=self.unready - {side})

    def resign(self, side: int) -> Match:
        """The whole match given up or left; to give up one game only, resign that game. Raises IllegalMove."""
        if self.over:
            raise IllegalMove("the match is over", self._remedy)
        if self.sides != 2:
            raise IllegalMove("a match of three is not given up as a whole", "resign the game; the others play on")
        return self._forfeited(side, Forfeit.RESIGNED)

    def _forfeited(self, side: int, why: Forfeit) -> Match:
        return replace(self, loser=side, forfeit=why, unready=frozenset())

    @property
    def _unplayed(self) -> int:
        return self.games - len(self.winners)

    @property
    def _given_up(self) -> int:
        """How many of the games that were not played count as lost after a resignation."""
        if not self.early or self.loser is None:
            return self._unplayed
        won = replace(self, forfeit=None, loser=None)
        games = 0
        while not won.over:
            won = replace(won, winners=(*won.winners, 1 - self.loser))
            games += 1
        return games

    @property
    def _all(self) -> frozenset[int]:
        return frozenset(range(self.sides))

    @property
    def _remedy(self) -> str:
        return "start a new match" if self.over else "wait until everybody is ready"

    def _shares(self, winner: int | None, side: int) -> int:
        if winner is None:
            return 1
        return self.sides if winner == side else 0

    def _decided(self) -> bool:
        best, *others = sorted(self.points, reverse=True)
        return best > others[0] + self._unplayed * self.sides


def best_of(games: int, first_opener: int = 0) -> Match:
    """A match that ends as soon as one side cannot be reached any more; draws count half, and level stands."""
    return Match(games=games, first_opener=first_opener, early=True)


def rotation(sides: int = 3, first_opener: int = 0) -> Match:
    """One game for every side, so that each opens once: the match of three players."""
    return Match(games=sides, sides=sides, first_opener=first_opener)


class OpenerRule(enum.Enum):
    """Who opens a single game or a rematch; the values are what is typed."""

    LOTS = "toss"
    YOUNGEST = "youngest"
    LOSER = "loser"
    ALTERNATE = "alternate"


@dataclass(frozen=True, slots=True)
class Played:
    """What a rematch asks about the game before: sides, `winner` None after a draw."""

    opener: int
    winner: int | None
    annulled: bool = False


def choose_opener(rule: OpenerRule, last: Played | None, ages: tuple[float | None, ...], lots: random.Random) -> int:
    """The side that opens; `ages` in years, one a side, None where unknown (a robot has none).

    An annulled game has the same opener again, whatever the rule. Lots decide where a rule has no answer: equal or
    unknown ages, the first game of `loser` and `alternate`. The loser of a drawn game is nobody: the opener alternates.
    """
    if last is not None and last.annulled:
        return last.opener
    if rule is OpenerRule.YOUNGEST:
        known = [age for age in ages if age is not None]
        return lots.choice([side for side, age in enumerate(ages) if not known or age == min(known)])
    if rule is OpenerRule.LOTS or last is None:
        return lots.randrange(len(ages))
    before = last.winner if rule is OpenerRule.LOSER and last.winner is not None else last.opener
    return (before + 1) % len(ages)


def partners_order(game: int, first_pair: int = 0) -> tuple[tuple[int, int], ...]:
    """Whose hand drops in the game-th game (0: the first) of two pairs: (pair, member), repeated after four discs.

    Lead, other lead, partner, other partner; for every rematch the other pair opens and both pairs change leads.
    """
    pair, lead = (first_pair + game) % 2, game % 2
    return (pair, lead), (1 - pair, lead), (pair, 1 - lead), (1 - pair, 1 - lead)
