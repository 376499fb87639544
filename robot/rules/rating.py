"""Elo for matches of two games, recomputed from their history (variants, section 7). Standard library only.

    E  = 1 / (1 + 10 ** ((other - own) / 400))      what was to be expected; the difference counts up to 400
    R' = R + K * (S - E)                            S = 0, 1/4, 1/2, 3/4 or 1: the share of the match

Only whole matches of two games by the classic rules and without help are rated: two games with the first move each
even out what the first move is worth. The robot's levels are anchors: opponents whose rating never moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from robot.rules.errors import RulesError
from robot.rules.match import Match

START = 1200.0
FLOOR = 100.0
LARGEST_DIFFERENCE = 400.0
K_NEW, K_SETTLED = 40, 20
"""FIDE's since 2014: a new player's rating moves twice as fast."""
MATCHES_NEW = 15
"""30 games, which is where FIDE calls a player no longer new."""
MATCHES_PROVISIONAL = 10
DECIMALS = 6
"""Ratings are rounded here, far below what is shown, so that another machine's `pow` recomputes the same numbers."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating after so many rated matches; `Rating()` is a newcomer's. Printed `1215?` while provisional."""

    value: float = START
    matches: int = 0

    @property
    def k(self) -> int:
        return K_NEW if self.matches < MATCHES_NEW else K_SETTLED

    @property
    def provisional(self) -> bool:
        return self.matches < MATCHES_PROVISIONAL

    def __str__(self) -> str:
        return f"{self.value:.0f}{'?' if self.provisional else ''}"

    def after(self, other: float, score: float) -> Rating:
        """The rating after one more match against `other`, of which `score` (0 to 1) was won."""
        value = self.value + self.k * (score - expected(self.value, other))
        return Rating(max(FLOOR, round(value, DECIMALS)), self.matches + 1)


def expected(own: float, other: float) -> float:
    """The share of a match to be expected, 1/11 to 10/11."""
    difference = max(-LARGEST_DIFFERENCE, min(LARGEST_DIFFERENCE, other - own))
    return float(1 / (1 + 10 ** (difference / 400)))


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """One match of the history: two players or anchors by name, and the half points (0 to 4) of the first.

    Raises RulesError for a match that cannot have been played.
    """

    first: str
    second: str
    halves: int

    def __post_init__(self) -> None:
        if self.first == self.second or not 0 <= self.halves <= 4:
            what = f"{self.first} against {self.second} with {self.halves} half points cannot be rated"
            raise RulesError(what, "check the history of matches: two players, 0 to 4 half points")


def why_unrated(match: Match, variant: str, helped: bool, agreed: bool) -> str:
    """Why a match does not count for ratings, in words for the players; empty when it does.

    `helped`: somebody took a hint or a move back. `agreed`: both players chose to be rated.
    """
    reasons = {
        "only a match of two games is rated": match.games != 2,
        "the match is not over": not match.over,
        f"{variant} is not rated, only classic is": variant != "classic",
        "there were hints, or moves taken back": helped,
        "the players did not choose to be rated": not agreed,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def curve(matches: Iterable[RatedMatch], anchors: Mapping[str, float]) -> list[tuple[Rating | None, Rating | None]]:
    """Both players' ratings after every match, in order; None for an anchor, which does not move.

    Both are reckoned from the ratings before the match.
    """
    ratings: dict[str, Rating] = {}
    points = []
    for match in matches:
        names = (match.first, match.second)
        values = [anchors[name] if name in anchors else ratings.get(name, Rating()).value for name in names]
        scores = (match.halves / 4, 1 - match.halves / 4)
        after = tuple(
            None if name in anchors else ratings.get(name, Rating()).after(other, score)
            for name, other, score in zip(names, reversed(values), scores, strict=True)
        )
        ratings.update({name: rating for name, rating in zip(names, after, strict=True) if rating is not None})
        points.append((after[0], after[1]))
    return points
