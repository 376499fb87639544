"""Swap after three: one player places three discs, the other chooses a side.

    |. . . . . . .|     X, O and X are placed by one player;
    |. . . O . . .|     the other says which side to play.
    |. . X X . . .|     O is next.
     a b c d e f g

Set-up  As in classic.
Move    The first player drops three discs: one of the first colour, one of the second, one of the first. The second
        player chooses a side: keeps the second colour (written =) and moves, or takes the first (x), and then the
        opener moves. Either way the second colour is next.
Win     As in classic, with the colour that you have now.
Draw    As in classic.

On the plastic board the robot's magazine may have to be filled with the other colour. It is an option of every
variant for two; in PopOut the three discs are dropped, none is pushed out.
"""

from __future__ import annotations

from dataclasses import replace

from robot.rules.model import Opening, Played, Rules
from robot.rules.variants import classic


def option(rules: Rules) -> Rules:
    """The same rules with three discs placed first. Raises BadRules for three players."""
    return replace(rules, opening=Opening.SWAP3)


RULES = option(classic.RULES)
PLAYED = Played.HELP
