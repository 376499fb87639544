"""Discs whose hole shows too little wall to prove them by, against cloth of their colour behind the board.

Each thing that tells them apart gives a score, the logarithm of a likelihood ratio, and the scores are added up:
  * a disc shows the relief of the other discs, cloth is smooth or has folds of its own (`vision.relief`);
  * cloth lies farther behind, so it leans (`vision.depth`);
  * discs come one by one, cloth comes before many holes at once (`vision.told`);
  * a disc never looks as its hole does when it is empty;
  * the other holes show the room, and whether it has that colour now; and in what light discs and cloth hang.
From SURE on it is a disc, up to CLOTH an empty hole; in between nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.depth import Lean, lean_score
from vision.doubts import BESIDE
from vision.relief import relief_score
from vision.types import COLUMNS, ROWS, Cell

Floats = NDArray[np.float32]
Scores = NDArray[np.float64]
Bools = NDArray[np.bool_]
Values = NDArray[np.intp]
Faces = Callable[[], Floats]
"""Gives the logarithm of the light of every point of every hole, (42, 69)."""
StillEmpty = Callable[[], Bools]
"""Tells which holes (42,) were empty and have not changed by themselves (see `vision.told`)."""
Shining = Callable[[], Bools]
"""Tells round which holes (42,) the plastic mirrors something, which makes discs pale (see `vision.glare`)."""

EMPTY, RED, YELLOW, UNKNOWN = map(int, Cell)
DISC_CELLS = (RED, YELLOW)
DISCS = ROWS * COLUMNS // 2
"""So many discs of one colour belong to a set."""
SHOWS, FULL = 0.15, 0.6
"""Share of a hole from which the room shows a disc's colour, and from which the hole's middle has the cloth's."""
ROOM = 3
"""So many holes that the room is seen through tell that it does not have a colour."""
TINT = (0.06, 0.08)
"""Deviation of the colours (place between red and yellow, colourfulness) of the discs of one frame."""
FEW = 3
"""So many new discs may come in a game before somebody looks."""
USUAL = 3.0
"""Half the squared distance, deviations, within which nearly all discs of a frame have another of their colour."""
CLEAR = 4.5
"""Score that speaks for discs where the room is seen and shows nothing new of their colour."""
BESIDE_CLEAR = (3.0, 5.0, 6.0)
"""The same for a hole that was empty, or where many discs hang in the air: where none, one or more of the holes beside
it show the room as it was."""
LIKE_DISC = 1.0
"""Score of its own look from which one of several new discs is no reason to doubt the others."""
LITTLE, MANY = 1.0, 4.0
"""Score against a disc that tells nothing, for all are measured alike; and what unproven discs of one colour may have
together against them beyond it."""
ODD = 2.0
"""Score that speaks against a disc in the air, or one too many."""
MOST_TINT, MOST_ALIEN, MOST_RELIEF = 2.0, 6.0, 3.5
"""Score that the tint of cloth and discs cannot exceed; what it cannot against a disc that nothing makes pale; and what
a lack of relief cannot: some discs show little."""
LOOKS_EMPTY, EMPTIER, MOST_EMPTY = 2.0, -1.0, 8.0
"""Score that speaks against a disc per unit of `lead` above the second, and its most: of 39,816 disturbed discs 25 led
by more than that, of 223 empty holes that were unclear half by more than 1."""
SURE = 3.0
"""Score from which it is a disc, or cloth: odds of 20 to 1."""
EMBOSSED = 2.0
"""Score of relief and lean from which a hole that seems to be empty may hold a disc before a room of its colour."""
HELD, OVERRULES = 4.0, 6.0
"""Score that speaks against a disc in a hole that was empty and has not changed by itself; and that of relief and lean
from which it is one nevertheless."""
AT_ONCE = 3.0
"""Score by which a disc must be surer that comes when the room takes its colour: the odds are twenty times worse."""
CLOTH, NO_DISC = -4.5, -7.5
"""Scores up to which a hole is empty that was empty before, and one of which nothing is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Tints:
    """What a decision rests on, arrays over 42 holes.

    Cell numbers: the `values` of this frame, and those `told` of the frames before. `new`: holes that are no discs for
    certain and do not look as learned. `tinted`: those whose middle has a disc's hue; `hue`: the disc, a cell number,
    whose hue is nearest. `proven`: those whose wall would show that they are empty. `alike`: those whose empty look has
    the disc's colour, too, and that were not seen empty in this light. `followed`: those that were
    watched ever since they were told. `disc` (2, 42): the share of each hole that has
    each disc's colour. Where its middle colour lies: `along` from red (0) to yellow (1), `strength` (2, 42) against
    each disc's. `lead` (2, 42): by how much its learned empty look explains a hole better than each disc, mean
    logarithm of the likelihood per point.
    """

    values: Values
    told: Values
    new: Bools
    tinted: Bools
    hue: Values
    proven: Bools
    alike: Bools
    followed: Bools
    disc: Floats
    along: Floats
    strength: Floats
    lead: Floats


def weigh(tints: Tints, lean: Lean, faces: Faces, still_empty: StillEmpty, shining: Shining) -> Values:
    """Give the cell numbers (42,) that hold once what is unproven is held against the room behind the board.

    That are discs whose hole shows too little wall, holes that were empty and show something unclear, and empty holes
    that nobody has seen empty before.
    """
    discs = np.flatnonzero(_is_disc(tints.values) & ~tints.proven)
    if not (tints.values == UNKNOWN).any() and (not discs.size or _usual(tints, discs)):
        values = tints.values.copy()
    else:
        values = _weigh_discs(tints, lean, faces, still_empty(), shining())
    unseen = np.flatnonzero((values == EMPTY) & (tints.told == UNKNOWN) & tints.tinted)
    discs = np.flatnonzero(_is_disc(values))
    if unseen.size and len(discs) >= 2 * FEW:
        as_disc = [relief_score(faces(), unseen, discs, np.where(_is_disc(values), values, one)) for one in DISC_CELLS]
        values[unseen[np.max(as_disc, axis=0) + lean_score(unseen, discs, lean) >= EMBOSSED]] = UNKNOWN
    return values


def _usual(tints: Tints, holes: NDArray[np.intp]) -> bool:
    """Tell whether discs come as in a game: few at once, coloured as the others, beside a room that is as it was."""
    if len(holes) > FEW or tints.new.any() or (tints.told[holes] != EMPTY).any() or tints.alike[holes].any():
        return False
    odd = _crowd(tints.values) | hanging(tints.values)
    if odd[holes].any() or _surrounded(tints, holes).min() == BESIDE_CLEAR[0]:
        return False
    for row, disc in enumerate(DISC_CELLS):
        mine = holes[tints.values[holes] == disc]
        known = (tints.values == disc) & tints.proven
        tint = _tint(tints, row)
        if mine.size and known.any() and _nearest(tint, mine, known).max() > USUAL:
            return False
    return True


def _tint(tints: Tints, row: int) -> Scores:
    """Give where the middle colours lie against one disc's, in deviations: (2, 42)."""
    return np.asarray(np.stack([tints.along, tints.strength[row]]) / np.array(TINT)[:, None])


def _weigh_discs(tints: Tints, lean: Lean, faces: Faces, still_empty: Bools, shines: Bools) -> Values:
    came = _with_the_room(tints)
    tints = replace(tints, proven=tints.proven & ~came)
    coloured = tints.tinted | (tints.disc.max(axis=0) >= FULL)
    unclear = (tints.values == UNKNOWN) & (still_empty | (tints.disc.max(axis=0) >= FULL))
    likely = np.where(unclear, tints.hue, tints.values)
    holes = np.flatnonzero(unclear | (_is_disc(likely) & ~tints.proven))
    values = likely.copy()
    if not holes.size:
        return values
    discs = np.flatnonzero(tints.proven & _is_disc(tints.values))
    seen = lean_score(holes, discs, lean) + np.maximum(relief_score(faces(), holes, discs, likely), -MOST_RELIEF)
    seen -= np.clip(LOOKS_EMPTY * (tints.lead[likely[holes] - RED, holes] - EMPTIER), 0, MOST_EMPTY)
    held = np.zeros_like(still_empty)
    if tints.new.any() or np.count_nonzero(still_empty[holes]) >= ROOM:
        held[holes] = still_empty[holes] & (seen < OVERRULES)
    seen -= HELD * held[holes]
    proven, new = tints.proven & ~unclear, tints.new.copy()
    proven[holes[seen >= SURE]] = True
    new[holes[seen <= -SURE]] = True
    limit = np.where(tints.told[holes] == EMPTY, CLOTH, NO_DISC)
    values[holes[seen <= limit]] = EMPTY
    odd = _crowd(values) | hanging(values)
    told = replace(tints, values=values.copy(), new=new, proven=proven)
    for row, disc in enumerate(DISC_CELLS):
        mine = likely[holes] == disc
        score = seen[mine] + _room_score(told, row, holes[mine], seen[mine], odd, shines)
        sure = (score >= SURE + AT_ONCE * came[holes[mine]]) & coloured[holes[mine]]
        values[holes[mine]] = np.where(sure, disc, np.where(score <= limit[mine], EMPTY, UNKNOWN))
    return values


def _with_the_room(tints: Tints) -> Bools:
    """Tell which holes (42,) were empty and show a disc's colour now, as many others do: no wall proves discs there."""
    came = (tints.told == EMPTY) & tints.followed & (tints.values != EMPTY)
    room = came & (tints.new | ~tints.proven)
    taken = np.array([np.count_nonzero(room & (tints.hue == disc)) >= ROOM for disc in DISC_CELLS])
    return np.asarray(came & taken[tints.hue - RED])


def _room_score(tints: Tints, row: int, holes: NDArray[np.intp], seen: Scores, odd: Bools, shines: Bools) -> Scores:
    """Weigh discs of one colour in some holes against cloth by what the rest of the frame shows."""
    disc = DISC_CELLS[row]
    cloth = tints.new & (tints.disc[row] >= SHOWS)
    tint = _tint(tints, row)
    is_disc = (tints.values == disc) & tints.proven
    is_cloth = cloth & (tints.values == EMPTY) & (tints.disc[row] >= FULL)
    score = np.zeros(len(holes))
    if is_disc.any():
        unlike = _nearest(tint, holes, is_disc)
        alike = _nearest(tint, holes, is_cloth) if is_cloth.any() else np.float64(USUAL)
        least = np.where(shines[holes], -MOST_TINT if is_cloth.any() else -1.0, -MOST_ALIEN)
        score += np.clip(alike - unlike, least, MOST_TINT if is_cloth.any() else 0)
    at_once = np.count_nonzero((tints.told[holes] == EMPTY) & (seen < LIKE_DISC))
    in_air = np.count_nonzero(odd[holes]) >= ROOM and not (odd & is_disc).any()
    flat = float(np.minimum(seen + LITTLE, 0).sum()) > -MANY
    if not cloth.any() and at_once < ROOM and flat:
        room_seen = np.count_nonzero(tints.values == EMPTY) >= ROOM
        clear = np.where((tints.told[holes] == EMPTY) | in_air, _surrounded(tints, holes), CLEAR)
        clear *= (room_seen | ~odd[holes]) & ~tints.alike[holes]
        return np.asarray(np.minimum(score, 0) + clear - ODD * (in_air & odd[holes]))
    return np.asarray(score - ODD * odd[holes])


def _surrounded(tints: Tints, holes: NDArray[np.intp]) -> Scores:
    """Tell what speaks for discs in some holes because the room is as before right beside them."""
    as_before = (tints.values == EMPTY) & ~tints.new
    beside = (BESIDE[holes] & as_before).sum(axis=1)
    return np.asarray(np.take(BESIDE_CLEAR, np.minimum(beside, 2)))


def _nearest(tint: Scores, holes: NDArray[np.intp], known: Bools) -> Scores:
    """Half the squared distance of the tints (2, 42) of some holes from the nearest of other, `known` ones.

    That is USUAL for a hole without any other.
    """
    apart = ((tint[:, holes, None] - tint[:, None]) ** 2).sum(axis=0) / 2
    apart[:, ~known] = np.inf
    apart[np.arange(len(holes)), holes] = np.inf
    nearest = apart.min(axis=1)
    return np.asarray(np.where(np.isfinite(nearest), nearest, USUAL))


def _is_disc(values: Values) -> Bools:
    return np.asarray((values == RED) | (values == YELLOW))


def _crowd(values: Values) -> Bools:
    """Tell which discs are of a colour of which there are too many, (42,)."""
    return np.asarray((np.bincount(values, minlength=len(Cell)) > DISCS)[values])


def hanging(values: Values) -> Bools:
    """Tell which of 42 holes, top row first, hold a disc with an empty hole somewhere below it."""
    rows = values.reshape(ROWS, COLUMNS)
    below = np.zeros(rows.shape, dtype=bool)
    below[:-1] = np.logical_or.accumulate(rows[:0:-1] == EMPTY, axis=0)[::-1]
    return np.asarray((below & _is_disc(rows)).ravel())
