"""What makes a disc of a cold reading doubtful: it may be the room that is seen through an empty hole."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.explain import Bools, Floats, Opinion, Signs, in_the_air
from vision.types import COLUMNS, ROWS

FEW, SURE_DISCS, MORE, STRAYS = 4, (5, 40), 0.03, 4.0
"""From so many discs on they are compared with each other. Those between the two percentiles of plastic in sight are
discs; one that shows more than the upper of them by this share, and by so many times their range, is rather none."""
HUE_RANGE_DEG, HUE_GAP_DEG, CHROMA_GAP = 25.0, 3.0, 0.2
"""Four fifths of the hues of one colour of discs range less than the first in all photographs and renders; the others
are the gaps in hue and in the logarithm of colourfulness that tell two sorts apart."""
DOUBTFUL, LIKE_DISC = 0.45, 19.0
"""With less of a score a board without discs shows none only where the evidence stays below the second."""
AS_DISCS = 0.75
"""With discs on it, an empty hole is doubtful on such a board from this share of their evidence on."""
FAINT, LESS_WALL = 14.0, 0.8
"""Evidence from which a disc may be meant, the least of discs in a dim picture, where walls of rooms stay below 12; and
the share of the usual wall below which a disc may hide it."""
MORE_OF_ONE = 6
"""So many discs more of one colour than of the other may be: play alternates, and of the photographs, some filled by
hand, the worst has four more."""
PART, REST, OF_IT, NOT_OF_IT, LIGHT = 0.1, 0.25, 0.25, 0.5, 20.0
"""A thing that ends in a hole fills at least the first share of it and leaves the second, more than glare and shadow
take of a disc. Of it is what lies so near in tint (a share of its own) and light (Lab), not of it what lies farther off
than the fourth: a gradual change is no end."""
PALE = 3.0
"""So many times the colourfulness of one colour of discs has the other: 1.8 at most with red and yellow ones in any
light, 2.9 with dark blue ones."""
SAME, STEPS = 8.0, 3
"""Lab distance up to which neighbours may be one thing, as the shades of a cloth are; and how many holes it goes on
from where it ends: discs of one colour are alike, too, and touch."""


def _beside() -> Bools:
    """Tell which of 42 holes touch each other, also over a corner, (42, 42); each touches itself."""
    place = np.stack(np.divmod(np.arange(ROWS * COLUMNS), COLUMNS), axis=1)
    return np.asarray(np.abs(place[:, None] - place).max(axis=2) <= 1)


BESIDE, ITSELF = _beside(), np.eye(ROWS * COLUMNS, dtype=bool)
BESIDE.flags.writeable = ITSELF.flags.writeable = False


def doubtful(discs: Bools, is_red: Bools, holes: Floats, shown: Floats, visible: Bools) -> Bools:
    """Tell which `discs` (42,) may be the room; all of them when it is most of them: the picture is misunderstood then.

    `is_red` (42,) tells those of RED's colour, `holes` (42, N, 3) are the Lab colours seen in the holes, `shown` (42,)
    the shares of the board's own plastic in them.
    """
    middle = np.median(holes, axis=1)
    reds, yellows = discs & is_red, discs & ~is_red
    room = rather_the_room(discs, shown, visible) | seen_in_part(holes, discs)
    room |= too_many(reds, yellows) | washed_out(middle, reds, yellows)
    room |= another_sort(middle, reds) | another_sort(middle, yellows)
    return room | (discs & (2 * np.count_nonzero(room & discs) > np.count_nonzero(discs)))


def rather_the_room(discs: Bools, shown: Floats, visible: Bools) -> Bools:
    """Tell which discs (42,) hang in the air or leave more of the board's plastic in sight than the others do."""
    if np.count_nonzero(discs) < FEW:
        return in_the_air(discs, visible)
    least, usual = np.percentile(shown[discs], SURE_DISCS)
    most = usual + max(MORE, STRAYS * (usual - least))
    return np.asarray(in_the_air(discs, visible) | (discs & (shown > most)))


def too_many(reds: Bools, yellows: Bools) -> Bools:
    """Tell which discs (42,) are of a colour that has far more of them than the other: it may be that of the room."""
    more = np.count_nonzero(reds) - np.count_nonzero(yellows)
    if abs(more) <= MORE_OF_ONE:
        return np.zeros(reds.shape, dtype=bool)
    return reds if more > 0 else yellows


def washed_out(middle: Floats, reds: Bools, yellows: Bools) -> Bools:
    """Tell which discs (42,) are doubtful, all or none, because those of one colour are grey beside the others.

    `middle` (42, 3) are the holes' middle Lab colours. Then walls are taken for discs, and the picture misunderstood.
    """
    if not (reds.any() and yellows.any()):
        return np.zeros(reds.shape, dtype=bool)
    chroma = np.hypot(middle[:, 1], middle[:, 2])
    pale, full = np.sort([np.median(chroma[reds]), np.median(chroma[yellows])])
    return (reds | yellows) & bool(PALE * pale < full)


def seen_in_part(holes: Floats, discs: Bools) -> Bools:
    """Tell which discs (42,) have a colour that fills only a part of a hole beside them, or of their own.

    A disc fills its hole. What ends within a hole lies behind the board, and so does what looks the same beside it.
    `holes` (42, N, 3) are the Lab colours seen in the holes.
    """
    middle = np.median(holes, axis=1)
    tint = _tint(middle)
    hole, disc = np.nonzero(BESIDE & discs & (~discs[:, None] | ITSELF))
    strays = np.linalg.norm(_tint(holes[hole]) - tint[disc, None], axis=2) / np.linalg.norm(tint[disc], axis=1)[:, None]
    alike = (strays < OF_IT) & (np.abs(holes[hole, :, 0] - middle[disc, None, 0]) < LIGHT)
    ends = (alike.mean(axis=1) > PART) & ((strays > NOT_OF_IT).mean(axis=1) > REST)
    suspect = np.zeros(discs.shape, dtype=bool)
    suspect[disc[ends]] = True
    same = BESIDE & discs & (np.linalg.norm(middle[:, None] - middle, axis=2) < SAME)
    for _ in range(STEPS):
        suspect |= same[suspect].any(axis=0)
    return suspect


def _tint(colours: Floats) -> Floats:
    """Give what shading leaves alone of Lab colours (..., 3): a and b by the cube root of the light, (..., 2)."""
    return np.asarray(colours[..., 1:] / (colours[..., :1] + 16.0))


def unexplained(signs: Signs, best: Opinion) -> Bools:
    """Tell which empty holes (42,) show a disc's colour although little speaks for the best explanation.

    On a board without discs a hole is doubtful, too, when it shows some of a disc's colour and less of the wall than
    most: in a dim picture, discs are no more than that.
    """
    nothing = not best.discs.any()
    doubt = nothing & (signs.evidence >= FAINT) & (signs.plastic < LESS_WALL * np.median(signs.plastic[signs.visible]))
    if best.score < DOUBTFUL:
        doubt |= signs.evidence >= (LIKE_DISC if nothing else AS_DISCS * np.median(signs.evidence[best.discs]))
    return np.asarray(doubt & ~best.discs)


def another_sort(middle: Floats, discs: Bools) -> Bools:
    """Tell which discs of one colour, given the holes' middle Lab colours (42, 3), are rather the room behind.

    Plastic of one colour is of one hue. Where two sorts show a gap in hue or colourfulness, and one of them lies above
    the other in every column, it is what the room shows above the discs.
    """
    members = np.flatnonzero(discs)
    suspect = np.zeros(len(discs), dtype=bool)
    if len(members) < 2 * FEW:
        return suspect
    hue_deg = _hues_deg(middle[members])
    if np.ptp(np.percentile(hue_deg, [10, 90])) > HUE_RANGE_DEG:
        suspect[members] = True
        return suspect
    chroma = np.hypot(middle[members, 1], middle[members, 2])
    for part in (*_parts(hue_deg, HUE_GAP_DEG), *_parts(np.log(chroma), CHROMA_GAP)):
        for upper, lower in ((members[part], members[~part]), (members[~part], members[part])):
            if min(len(upper), len(lower)) >= FEW - 1 and _lies_above(upper, lower):
                suspect[upper] = True
    return suspect


def _hues_deg(colours: Floats) -> Floats:
    """Give the hues of Lab colours (N, 3), degrees from their mean."""
    hue = np.arctan2(colours[:, 2], colours[:, 1])
    mean = np.arctan2(np.sin(hue).mean(), np.cos(hue).mean())
    return np.asarray(np.degrees((hue - mean + np.pi) % (2 * np.pi) - np.pi))


def _parts(values: Floats, gap: float) -> list[Bools]:
    """Divide values (N,) at every gap of that size: which of them lie below."""
    ranked = np.sort(values)
    return [np.asarray(values <= ranked[low]) for low in np.flatnonzero(np.diff(ranked) >= gap)]


def _lies_above(upper: NDArray[np.intp], lower: NDArray[np.intp]) -> bool:
    """Tell whether holes (numbers) lie above others wherever they share a column, and do so in two columns or more."""
    shared = set(upper % COLUMNS) & set(lower % COLUMNS)
    return len(shared) >= 2 and all(
        upper[upper % COLUMNS == column].max() < lower[lower % COLUMNS == column].min() for column in shared
    )
