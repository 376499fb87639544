"""Pie: after the first disc the other player may take it over.

    |. . . . . . .|     X has opened in d. The other player
    |. . . X . . .|     may say "that one is mine now".
     a b c d e f g

Set-up  As in classic.
Move    The opener drops a disc. The second player then keeps the colours (written =) and drops the usual next disc,
        or exchanges the colours (x): the disc stays where it is, the piles change hands, and the opener now drops
        the other colour. The exchange is the whole turn, and can be made at this moment only.
Win     As in classic, with the colour that you have now.
Draw    As in classic.

With best play the first disc is even in c and e; take over d, and keep after a, b, f and g. On the plastic board an
exchange means that the robot's magazine is filled with the other colour. Pie is an option of every variant for two.
"""

from __future__ import annotations

from dataclasses import replace

from robot.rules.model import Opening, Played, Rules
from robot.rules.variants import classic


def option(rules: Rules) -> Rules:
    """The same rules with the exchange after the first disc. Raises BadRules for three players."""
    return replace(rules, opening=Opening.PIE)


RULES = option(classic.RULES)
PLAYED = Played.HELP
