"""Is a board without discs to be believed? Only in light and colour in which a disc would be seen.

Where no disc is found, the holes are not judged against each other any more: evidence is then held against what discs
usually show, and a dark or a pale picture shows less of it. So it is asked what the picture would say if its colours
were as strong as they usually are, and whether a hole has a colour that walls hardly have.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence import PAIRS, Pair, weigh
from vision.explain import Bools, in_the_air, tell_red, two_opinions

Floats = NDArray[np.float64]

DARK, LIGHT = 33.0, 95
"""Lab lightness that this percentile of what is seen through the holes has at least. Photographs of boards in dim rooms
show 39 or more; in a third of the light of a usual picture the discs' colours are a wall's."""
PALE = 6.0
"""Lab chroma that the most colourful hole or the board's plastic has at least: before white sheets and bare wood 9.5 or
more, with all discs in a tenth of their colour up to 7; an empty blue board may stand before a white wall."""
USUAL, STRONGEST = 50.0, 12.0
"""Evidence of a usual disc, to which the most there is gets strengthened; and by how much at most, lest it be noise."""
VIVID = 40.0
"""Lab chroma that discs of any colour have in good light. Of 560 boards that were emptied, 550 show less everywhere."""
SUSPECTS = 6
"""From so many seemingly empty holes on that may hold discs none is believed to be empty, unless they are what discs
that rest on each other explain."""

TOO_DARK = "it is too dark to tell colours here; more light helps"
NO_COLOUR = "there is hardly any colour in this picture; more light or a colour camera helps"


def unbelieved(holes: Floats, shown: Floats, visible: Bools, empty: Bools, plastic: Floats) -> tuple[Bools, str]:
    """Tell which holes (42,) are not shown to be empty in a picture without sure discs, and why in words.

    `holes` (42, N, 3) are the Lab colours seen in the holes, `shown` (42,) the shares of the board's own plastic,
    `empty` (42,) those that seem to be empty, `plastic` (3,) the Lab colour of the board. The words are empty when it
    is not the whole picture's fault.
    """
    nowhere, everywhere = np.zeros(empty.shape, dtype=bool), np.ones(empty.shape, dtype=bool)
    if not visible.any():
        return nowhere, ""
    if np.percentile(holes[visible, :, 0], LIGHT) < DARK:
        return everywhere, TOO_DARK
    chroma = np.hypot(*np.median(holes, axis=1)[:, 1:].T)
    if max(chroma[visible].max(), np.hypot(*plastic[1:])) < PALE:
        return everywhere, NO_COLOUR
    stronger = [_if_stronger(holes, shown, visible, pair) for pair in PAIRS]
    explained = np.asarray(np.any(stronger, axis=0))
    suspects = explained | (visible & (chroma >= VIVID))
    odd = (suspects & ~explained).any() or any(in_the_air(discs, visible).any() for discs in stronger)
    return suspects | bool(odd and np.count_nonzero(suspects & empty) >= SUSPECTS), ""


def _if_stronger(holes: Floats, shown: Floats, visible: Bools, pair: Pair) -> Bools:
    """Tell which holes (42,) would hold discs if the colours were as strong as usual: of both colours, or none."""
    most = float(weigh(holes, shown, visible, pair)[0].evidence[visible].max())
    discs = np.zeros(visible.shape, dtype=bool)
    if most * STRONGEST < USUAL:
        return discs
    stronger = holes.copy()
    stronger[..., 1:] *= max(1.0, USUAL / most)
    signs, near = weigh(stronger, shown, visible, pair)
    first, second = two_opinions(signs)
    reds = np.count_nonzero(first.discs & tell_red(signs.towards, first.discs))
    both = 0 < reds < np.count_nonzero(first.discs)
    turned = float(near[first.discs].min(axis=1).mean()) if both else 0.0
    return first.discs | second.discs if both and first.score >= turned else discs
