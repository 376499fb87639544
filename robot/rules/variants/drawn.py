"""Drawn opening: the first discs are drawn by lot, from openings that are even with best play.

    |. . . . . . .|     a, c, d, f were drawn: both games of a
    |X . O X . O .|     match begin so, and X is next.
     a b c d e f g

Set-up  As in classic. An opening is drawn at the start of a match of two games, and played in both, with sides
        exchanged.
Move    The program calls the discs of the opening one by one; who has the colour drops it. Then as in classic.
Win     As in classic.
Draw    As in classic.

"Drawn" can mean drawn by lot, and drawn with best play. Here it is both, where such openings are known; `any_opening`
is the lot alone: any discs that leave the game undecided. Of an opening and its mirror image only one is in the hat.
It is an option of every variant for two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from robot.rules.errors import BadRules, IllegalMove
from robot.rules.model import Opening, Played, Rules
from robot.rules.moves import Kind, Move
from robot.rules.state import State
from robot.rules.variants import classic

PLIES = range(1, 9)
FIRST_EVEN = (2,)
"""The one disc that is even on the classic board (variants, section 1: c scores 0). Every board has that column."""
EVEN = ((0, 2, 3, 5), (0, 3, 4, 6), (0, 4, 6, 5), (0, 5, 0, 4), (2, 3, 1, 5), (2, 3, 6, 4))
"""Openings of four discs that score 0 on the classic board: what the exact solver found even among 29 drawn by lot."""


def option(rules: Rules, opening: tuple[int, ...] = FIRST_EVEN) -> Rules:
    """The same rules from this opening on. Raises BadRules for an opening that cannot be played or ends the game."""
    if len(opening) not in PLIES:
        raise BadRules(f"an opening of {len(opening)} discs is none", f"draw {PLIES[0]} to {PLIES[-1]} discs")
    try:
        state = State.start(rules)
        for column in opening:
            state = state.play(Move(Kind.DROP, column))
    except IllegalMove:
        raise BadRules("this opening cannot be played here", "draw another one") from None
    if state.outcome is not None:
        raise BadRules("this opening ends the game", "draw another one")
    return replace(rules, opening=Opening.DRAWN, drawn=opening)


def by_lot(openings: Sequence[tuple[int, ...]], width: int, luck: random.Random) -> tuple[int, ...]:
    """Draw one of these openings; an opening and its mirror image count as one."""
    hat = sorted({min(opening, mirrored(opening, width)) for opening in openings})
    return luck.choice(hat)


def any_opening(rules: Rules, plies: int, luck: random.Random) -> tuple[int, ...]:
    """Draw `plies` discs, each into any column with room, that leave the game undecided."""
    while True:
        state = State.start(rules)
        opening: tuple[int, ...] = ()
        while len(opening) < plies and state.outcome is None:
            move = luck.choice([move for move in state.legal_moves() if move.kind is Kind.DROP])
            state, opening = state.play(move), (*opening, move.column)
        if state.outcome is None:
            return opening


def mirrored(opening: tuple[int, ...], width: int) -> tuple[int, ...]:
    """The same opening seen from behind the board."""
    return tuple(width - 1 - column for column in opening)


RULES = option(classic.RULES, EVEN[0])
PLAYED = Played.BOARD
