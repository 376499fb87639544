"""What makes a disc of a cold reading doubtful: it may be the room that is seen through an empty hole."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.explain import Bools, Floats, Opinion, Signs, in_the_air
from vision.types import COLUMNS

FEW, SURE_DISCS, MORE, STRAYS = 4, (5, 40), 0.03, 4.0
"""From so many discs on they are compared with each other. Those between the two percentiles of plastic in sight are
discs; one that shows more than the upper of them by this share, and by so many times their range, is rather none."""
HUE_RANGE_DEG, HUE_GAP_DEG, CHROMA_GAP = 25.0, 3.0, 0.2
"""Four fifths of the hues of one colour of discs range less than the first in all photographs and renders; the others
are the gaps in hue and in the logarithm of colourfulness that tell two sorts apart."""
DOUBTFUL, LIKE_DISC = 0.45, 19.0
"""A board that is called empty with less of a score shows no disc only where the evidence stays below the second."""


def rather_the_room(discs: Bools, shown: Floats, visible: Bools) -> Bools:
    """Tell which discs (42,) hang in the air or leave more of the board's plastic in sight than the others do."""
    if np.count_nonzero(discs) < FEW:
        return in_the_air(discs, visible)
    least, usual = np.percentile(shown[discs], SURE_DISCS)
    most = usual + max(MORE, STRAYS * (usual - least))
    return np.asarray(in_the_air(discs, visible) | (discs & (shown > most)))


def unexplained(signs: Signs, best: Opinion) -> Bools:
    """Tell which holes (42,) show a disc's colour on a board that is called empty for no good reason."""
    if best.discs.any() or best.score >= DOUBTFUL:
        return np.zeros(best.discs.shape, dtype=bool)
    return np.asarray(signs.evidence >= LIKE_DISC)


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
