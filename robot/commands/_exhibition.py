"""A game that is kept, shown again on the board: the robot's hand makes the moves of its side, you make the others."""

from __future__ import annotations

import argparse
from dataclasses import replace

from robot.commands._games_shown import known, replayed
from robot.commands._plan import Plan
from robot.errors import BadInput
from robot.rules.catalogue import load
from robot.rules.contest import Contest
from robot.rules.model import Played
from robot.rules.record import Record
from robot.store import Store, StoredGame
from robot.store.matches import outcome_of

OTHER_WISHES = ("variant", "swap", "partners", "opening", "dead_draw", "time_draw", "match", "clock", "people", "first")
"""What the game has settled when it was played."""


def exhibition(args: argparse.Namespace, store: Store) -> tuple[Plan, str]:
    """What `play --replay N` shows, and who opens it, `human` or `robot`.

    Raises BadInput for a game that no board can show, and for other wishes.
    """
    for wish in OTHER_WISHES:
        if getattr(args, wish) not in (None, False, "classic", "toss"):
            raise BadInput(f"game {args.replay} is shown as it was played", f"leave out --{wish.replace('_', '-')}")
    game = known(store, args.replay)
    variant = load(game.variant.split()[0])
    if variant.played is Played.SIMULATED or len(game.sides) > 2:
        raise BadInput(f"no board holds game {game.number}", f"go through it: quadrow games replay {game.number}")
    if game.result is None or not game.moves:
        raise BadInput(f"game {game.number} was not played to its end", "choose another: quadrow games list")
    shown = replayed(game)
    setup = Record(variant=game.variant, tags=game.tags)
    plan = Plan(shown.games[0], setup, variant.line, plastic=True, shown=_with_its_end(game, shown.games[-1]))
    return plan, "robot" if game.opener == _robots_side(game) else "human"


def _with_its_end(game: StoredGame, last: Contest) -> Contest:
    """The last position with how the game ended there, which the moves alone do not always say."""
    return last if last.over else replace(last, outcome=outcome_of(game.result or "", game.reason or ""))


def _robots_side(game: StoredGame) -> int:
    """Whose moves the robot's hand makes: its own, or of two people those of the second."""
    return next((at for at, side in enumerate(game.sides) if all(one.level for one in side)), 1)
