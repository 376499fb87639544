"""Two on two: two pairs, one colour a pair, and the four drop in turn.

         lead                    Turns: first lead, second lead,
    X  o      o  O               first partner, second partner,
         partner                 and again.

Set-up  Each pair shares one colour and its 21 discs, and names a lead.
Move    As in classic. Partners may talk, but only whose turn it is drops.
Win     The first line wins for the pair.
Draw    As in classic; it is shared.

Partners is an option of every variant for two sides. In misère the pair of who completes a line loses. In a
rematch the other pair opens and the leads change. It is not rated.
"""

from __future__ import annotations

from dataclasses import replace

from robot.rules.errors import BadRules
from robot.rules.model import Played, Rules
from robot.rules.variants import classic


def option(rules: Rules) -> Rules:
    """The same rules for two pairs. Raises BadRules for three players."""
    if rules.colours != 2:
        raise BadRules("pairs need two sides", "choose a variant for two")
    return replace(rules, seats=(0, 1, 0, 1))


RULES = option(classic.RULES)
PLAYED = Played.BOARD
