"""Drawn opening: the first discs are drawn by lot, from openings that are even with best play.

    |. . . . . . .|     a, c, d, f were drawn: both games of a
    |X . O X . O .|     match begin so, and X is next.
     a b c d e f g

Set-up  As in classic. An opening is drawn at the start of a match of two games, and played in both, with sides
        exchanged.
Move    The program calls the discs of the opening one by one; who has the colour drops it. Then as in classic.
Win     As in classic.
Draw    As in classic.

"Drawn" can mean drawn by lot, and drawn with best play. Here it is both on the classic board with one to four discs:
all even openings are in the hat. With more discs, and in other variants, it is the lot alone: any discs that leave the
game undecided. Of openings that lead to the same position, or to its mirror image, only one is in the hat. It is an
option of every variant for two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from robot.rules.errors import BadRules, IllegalMove
from robot.rules.model import Opening, Played, Rules
from robot.rules.moves import Kind, Move
from robot.rules.notation import LETTERS
from robot.rules.state import State
from robot.rules.variants import classic

PLIES = range(1, 9)
_EVEN = """
c
bb bd cc cd ce cf
aab aac baa bac bbe bdb bdd bfc bff bgc bge caa cac cae cbb cbe ccb ccd cdc cdd cec cee cfc cfd cff daa dbd dcc dcd
aabb aabc aabd aacb aacc aacd aagc aagd aagf abac abaf abag abcg abeb abed abee abeg abfb abfc abff abfg abgc acaa acaf
acbe accd acdf aced adbg adce adcf adde adeg adfe aeaf aecc aece affd agcc agff agga aggc baaa baab baac baae baca bacb
bacc bace bafb baff bafg bbba bbbd bbec bbed bbee bbeg bbfb bbfd bcdc bdbb bdcc bdce bdcf bdcg bddd bdee becc bece bffd
bgee bggc caac caad caae caaf cacc caed cbbb cbdc cbdf cbeb cbed cbee cbef cccc ccde cdcc cddd cecc cede ceee cfcc cffc
cgge daae dbdd dccc dcdd
"""
OPENINGS = tuple(tuple(LETTERS.index(name) for name in word) for word in _EVEN.split())
EVEN = {plies: tuple(opening for opening in OPENINGS if len(opening) == plies) for plies in range(1, 5)}
"""The openings of classic that score 0, by their number of discs: all of them, but for mirror images and the order of
moves. Found from the values of all positions of eight discs."""


def option(rules: Rules, opening: tuple[int, ...] = EVEN[1][0]) -> Rules:
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


def draw(rules: Rules, plies: int, luck: random.Random) -> tuple[int, ...]:
    """Draw an opening of so many discs for these rules: an even one where all of them are known."""
    classical = replace(rules, seats=classic.RULES.seats, dead_draw=False, opening=Opening.NONE, drawn=())
    if classical == classic.RULES and plies in EVEN:
        return by_lot(EVEN[plies], rules.board.width, luck)
    return any_opening(rules, plies, luck)


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


RULES = option(classic.RULES, (0, 2, 3, 5))
PLAYED = Played.BOARD
