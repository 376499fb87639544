"""What each hole holds, by how its points compare with what was learned: a disc, nothing, or nobody knows.

A disc fills the opening: it is a disc only where its colour fills the hole AND the parts of the hole's own wall that
are seen when it is empty are gone. A red shirt behind an empty hole leaves that wall in sight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.compare import Shares
from vision.types import Cell

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

EMPTY, RED, YELLOW, UNKNOWN = map(int, Cell)
WALL_LEFT, WALL_SEEN, WALL_SURE = 0.35, 0.5, 0.6
"""A disc leaves at most the first share of the hole's wall in sight, an empty hole mostly the second. The third none
leaves: of 715 disturbed discs none left more than 0.5."""
BETWEEN = (0.4, 0.6)
"""A disc whose colour stands between these is neither red (0) nor yellow (1)."""
TURN_DEG, PALE = 15.0, 0.3
"""A disc under glare keeps its hue to within the first and this share of its colourfulness."""
FOREIGN_DEG = 50.0
"""A hue that is turned farther from both discs belongs to the room."""
LIKE_EMPTY = 0.55
"""Share of a hole's points from which it looks as it does when it is empty."""
SHADOWED = 9.0
"""Misfit up to which a hole is empty whose wall a shadow hides: of some 20,000 empty holes in all sorts of light nine
had no wall left, and 7.9 at most; pale discs before a room of their colour have 10.8."""
AMISS = 4.5
"""Misfit from which a hole does not look as it does when it is empty."""
NEW_BACKGROUND = 0.3
"""Margin of a hole that is empty before something new."""
HALF = 0.5
"""Share of a hole that has a disc's colour, from which an empty one that has it, too, can hardly be told by it."""
EXACT, HARDLY = 1.0, 4.0
"""Misfit above which, and `lead` up to which, a hole that was not seen empty before is not called empty when it has a
disc's colour: of 761 such holes that were, three led by less, as all discs did."""
FILLED = 0.65
"""Share of the opening that a disc's colour must fill."""


def decide(shares: Shares) -> tuple[NDArray[np.intp], Floats, Bools]:
    """Decide each hole: cell numbers, margins, and which are empty with a new look."""
    lead = np.minimum(*shares.lead)
    wall, colour = np.maximum(*shares.wall_left), np.maximum(*shares.disc)
    no_wall = wall <= WALL_LEFT / 2
    gone = no_wall & (colour >= 0.3)  # without some of a disc's colour it is a shadow that hides the wall
    is_empty = _empties(shares, lead, colour, no_wall) & ~gone
    red, yellow = _discs(shares, gone)
    either = red | yellow
    changed = ~(is_empty | either)
    if changed.any():
        changed &= _new_background(shares)
    sure, clear = (red ^ yellow) & ~is_empty, is_empty & ~either
    values = np.where(sure, np.where(red, RED, YELLOW), np.where(clear | changed, EMPTY, UNKNOWN))
    as_disc = np.maximum(0.25, np.minimum((shares.disc - 0.5) / 0.4, shares.lead / -4))
    as_empty = np.minimum((shares.empty - 0.4) / 0.4, lead / 4)
    margins = np.where(sure, np.where(red, *as_disc), np.where(clear, as_empty, NEW_BACKGROUND * changed))
    return values, np.minimum(np.maximum(margins, 0.0), 1.0).astype(np.float32), changed


def _empties(shares: Shares, lead: Floats, colour: Floats, no_wall: Bools) -> Bools:
    """Tell which holes look empty, unless their wall is gone.

    Before a background of a disc's colour the hole's wall must be in sight, or all must fit in every detail.
    """
    like = (shares.empty >= LIKE_EMPTY) & (lead >= 0.5)
    yellow = shares.disc[1] > shares.disc[0]
    wall_left = np.where(yellow, shares.wall_left[1], shares.wall_left[0])
    exact = (shares.misfit <= 4.0) & (np.where(yellow, shares.lead[1], shares.lead[0]) >= 3.0) & np.isnan(wall_left)
    in_sight = exact | (wall_left >= WALL_SEEN) | (colour < FILLED)
    return np.asarray(like & in_sight & ~(no_wall & (shares.misfit > SHADOWED)))


def tinted(shares: Shares) -> Bools:
    """Tell which holes have a disc's hue in their middle, (2, 42)."""
    return np.asarray((shares.turn_deg <= TURN_DEG) & (shares.strength >= PALE))


def might_be_disc(shares: Shares) -> Bools:
    """Tell which holes (42,) may hold a disc although they look empty: none of them is proven by its wall.

    They have a disc's colour and look like the empty hole neither exactly nor by far, or hide their wall and do not
    look quite like it.
    """
    near = tinted(shares) & (shares.disc >= HALF) & (shares.lead <= HARDLY)
    coloured = np.logical_or(*near) & ~shares.proven & (shares.misfit > EXACT)
    return np.asarray(coloured | ((np.maximum(*shares.wall_left) <= WALL_LEFT / 2) & (shares.misfit >= AMISS)))


def _new_background(shares: Shares) -> Bools:
    """Tell which holes are empty before a new background.

    They show nothing of a disc's colour, and either the hole's own look in part or a hue that no glare gives a disc.
    """
    colourless = (shares.disc.max(axis=0) <= 0.2) & (shares.lead.min(axis=0) >= 1.0)
    wall_seen = (shares.wall_left >= WALL_SEEN).all(axis=0)
    wall_gone = (shares.wall_left <= WALL_LEFT).any(axis=0)
    foreign = (shares.turn_deg.min(axis=0) >= FOREIGN_DEG) & (shares.strength.min(axis=0) >= PALE / 2)
    wall_sure = (shares.wall_left >= WALL_SURE).all(axis=0)
    return np.asarray(wall_sure | (colourless & (wall_seen | (((shares.empty >= 0.2) | foreign) & ~wall_gone))))


def _discs(shares: Shares, gone: Bools) -> Bools:
    """Tell which holes look like a red and which like a yellow disc, (2, 42); `gone` (42,): the wall is gone."""
    lead, hidden, in_sight = shares.lead, shares.wall_left <= WALL_LEFT / 2, shares.wall_left > WALL_LEFT
    surely = (lead <= -2.0) & hidden
    fills = (shares.disc >= FILLED) & (shares.only_empty <= np.where(surely, np.float32(0.2), np.float32(0.1)))
    proven = hidden & (shares.misfit >= AMISS) & (lead <= 0.5)
    fills &= (lead <= -0.5) | proven
    fills[0] &= shares.yellowness < BETWEEN[0]
    fills[1] &= shares.yellowness > BETWEEN[1]
    return np.asarray((fills | _veiled(shares, gone)) & ~in_sight)


def _veiled(shares: Shares, gone: Bools) -> Bools:
    """Tell which holes may hold a disc under glare, (2, 42): white light takes from its colour and leaves the hue.

    The hole looks empty nowhere, or its wall is gone, so something fills it.
    """
    unlike = (shares.empty <= 0.1) & (shares.misfit >= 15.0)
    filled = unlike | (gone & (shares.misfit >= AMISS))
    return np.asarray(filled & tinted(shares) & (shares.turn_deg[::-1] >= 1.5 * TURN_DEG))
