"""What an archive says of a player, a match and a game: the objects of its lines. `fields` reads them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from robot.store.clocks import clock_line
from robot.store.values import Member, Player, StoredGame, StoredMatch


def player_said(player: Player) -> dict[str, Any]:
    """One player."""
    return {"name": player.name, "born": player.born and player.born.isoformat(), "created": player.created}


def match_said(stored: StoredMatch, games: Sequence[StoredGame]) -> dict[str, Any]:
    """One match with its games."""
    match = stored.match
    return {
        "uid": stored.uid,
        "started": stored.started,
        "games": match.games,
        "opener": match.first_opener,
        "early": match.early,
        "rated": stored.rated,
        "resigned": stored.resigned,
        "counted": stored.counted,
        "sides": [[_member_said(member) for member in side] for side in stored.sides],
        "played": [_game_said(game) for game in games],
    }


def _member_said(member: Member) -> dict[str, Any]:
    if member.player is not None:
        return {"name": member.name, "player": True}
    return {"name": member.name, "player": False, "level": member.level, "anchor": member.anchor}


def _game_said(game: StoredGame) -> dict[str, Any]:
    return {
        "variant": game.variant,
        "tags": dict(game.tags),
        "comment": game.comment,
        "seed": game.seed,
        "started": game.started,
        "helped": game.helped,
        "clock": clock_line(game.clock) if game.clock else None,
        "result": game.result,
        "reason": game.reason,
        "moves": [[noted.move, noted.clock_ms, noted.comment] for noted in game.moves],
    }
