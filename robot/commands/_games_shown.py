"""The parts of `games` that only look: list, show, replay."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime

from robot.clock import RealClock
from robot.commands._contest import contest_board, grid_of, move_lines, points_text, result_words
from robot.commands._draw import printable, wants_colour
from robot.commands._keys import END, Keys, keys_of_person
from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.rules.replay import Replay, replay_of
from robot.store import Store, StoredGame, StoredMatch
from robot.store.values import side_name

KEYS = "l or right: forward   h or left: back   g: start   G: end   q: leave"
STEP_S = 0.03
NO_SUCH_GAME = "see which there are: quadrow games list"


def games_list(args: argparse.Namespace, store: Store) -> int:
    """Print one line a game."""
    numbers = store.games()
    if args.player is not None:
        numbers = store.players.games(store.players.named(args.player))
    chosen = [known(store, number) for number in numbers[-args.last if args.last else 0 :]]
    if args.json:
        for game in chosen:
            print(json.dumps(game_said(game)))
    elif chosen:
        rows = [_row(game) for game in chosen]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
    elif not args.quiet:
        print("no games are kept yet; play one: quadrow play --sim", file=sys.stderr)
    return 0


def games_show(args: argparse.Namespace, store: Store) -> int:
    """Print one game."""
    game = known(store, args.game)
    if args.record:
        print(game.record, end="")
    elif args.digits:
        print(game.record.digits)
    elif args.json:
        print(json.dumps(game_said(game) | {"record": str(game.record)}))
    else:
        print("\n".join(_told(game, store.match(game.match))))
    return 0


def games_replay(args: argparse.Namespace, store: Store) -> int:
    """Go through a game by keys, or print every position from `--ply` on."""
    game = known(store, args.game)
    shown = replayed(game).at(args.ply or 0)
    if args.json:
        for ply in range(shown.ply, len(shown.games)):
            print(json.dumps(_position_said(game, shown.at(ply))))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        with keys_of_person(virtual=False) as keys:
            Screen(game, shown).run(keys)
    else:
        for ply in range(shown.ply, len(shown.games)):
            print("\n".join(_position(game, shown.at(ply))), end="\n\n")
    return 0


PARTS = {"list": games_list, "show": games_show, "replay": games_replay}


class Screen:
    """One position of a game on the terminal, drawn over the one before."""

    def __init__(self, game: StoredGame, shown: Replay) -> None:
        self._game, self._shown = game, shown
        self._clock = RealClock()

    def run(self, keys: Keys) -> None:
        """Obey keys until the person leaves."""
        lines = self._draw(0)
        while True:
            for key in keys.poll():
                if key in ("q", END):
                    return
                self._shown = self._after(key)
                lines = self._draw(lines)
            self._clock.sleep(STEP_S)

    def _after(self, key: str) -> Replay:
        last = len(self._shown.games) - 1
        ply = {"l": self._shown.ply + 1, "h": self._shown.ply - 1, "g": 0, "G": last, " ": self._shown.ply + 1}
        return self._shown.at(min(max(ply.get(key, self._shown.ply), 0), last))

    def _draw(self, over: int) -> int:
        lines = [*_position(self._game, self._shown, colour=wants_colour()), KEYS]
        up = f"\x1b[{over}A" if over else ""
        print(up + "".join(f"\r\x1b[K{line}\n" for line in lines), end="", flush=True)
        return len(lines)


def known(store: Store, number: int) -> StoredGame:
    """A game that must be there. Raises BadInput when it is not."""
    game = store.game(number)
    if game is None:
        raise BadInput(f"there is no game {number}", NO_SUCH_GAME)
    return game


def game_said(game: StoredGame) -> dict[str, object]:
    """A game as an object."""
    return {
        "game": game.number,
        "match": game.match,
        "names": game.names,
        "variant": game.variant,
        "tags": dict(game.tags),
        "moves": game.record.line.replace("-", ""),
        "plies": len(game.moves),
        "result": game.result,
        "reason": game.reason,
        "started": game.started,
        "helped": game.helped,
    }


def _row(game: StoredGame) -> tuple[str, ...]:
    moves = "1 move" if len(game.moves) == 1 else f"{len(game.moves)} moves"
    names = printable(" - ".join(game.names))
    return (
        str(game.number).rjust(4),
        _day(game),
        names,
        printable(game.variant),
        result_words(game.result, game.reason),
        moves,
    )


def _told(game: StoredGame, match: StoredMatch) -> list[str]:
    tags = [f"{name} {text}" for name, text in game.tags]
    lines = [
        f"game {game.number}  {_day(game)}  {printable(' - '.join(game.names))}",
        *([_points(game, match)] if match.match.games > 1 else []),
        printable("  ".join([game.variant, *tags])),
        result_words(game.result, game.reason) + ("  (with help)" if game.helped else ""),
        "",
        *move_lines(game.record),
        "",
    ]
    return lines + contest_board(replayed(game).games[-1], colour=wants_colour())


def _points(game: StoredGame, match: StoredMatch) -> str:
    """Which game of which match it is, and how that stands."""
    state, sides = match.match, [printable(side_name(side)) for side in match.sides]
    points = ", ".join(
        f"{name} {points_text(share, state.sides)}" for name, share in zip(sides, state.rating_points, strict=True)
    )
    why = f" ({state.forfeit.value})" if state.forfeit else "" if state.over else " so far"
    return f"game {match.games.index(game.number) + 1} of {state.games} of match {match.number}: {points}{why}"


def _position(game: StoredGame, shown: Replay, *, colour: bool = False) -> list[str]:
    count, names = len(shown.games) - 1, game.names
    head = f"move {shown.ply} of {count}"
    if shown.ply:
        noted = game.moves[shown.ply - 1]
        head += f": {noted.move}" + (f"  {printable(noted.comment)}" if noted.comment else "")
    contest = shown.game
    if shown.ply == count and game.result is not None:
        then = result_words(game.result, game.reason)
    else:
        turn = contest.state.seat % len(names)
        then = f"next: {printable(names[turn])} ({'XO#'[contest.state.colour]})"
    return [head, *contest_board(contest, colour=colour), then]


def _position_said(game: StoredGame, shown: Replay) -> dict[str, object]:
    contest, last = shown.game, shown.ply == len(shown.games) - 1
    return {
        "ply": shown.ply,
        "move": game.moves[shown.ply - 1].move if shown.ply else None,
        "clock_ms": game.moves[shown.ply - 1].clock_ms if shown.ply else None,
        "board": grid_of(contest),
        "turn": None if contest.over else contest.state.colour,
        "result": game.result if last else None,
        "reason": game.reason if last else None,
    }


def replayed(game: StoredGame) -> Replay:
    """A game on the board. Raises BadInput for one that cannot be played, as nothing but damage makes it."""
    try:
        return replay_of(game.record)
    except RulesError as error:
        raise BadInput(
            f"game {game.number} cannot be shown: {error}", "see its text: quadrow games show N --record"
        ) from error


def _day(game: StoredGame) -> str:
    """When a game began, by the clock on the wall."""
    try:
        return datetime.fromisoformat(game.started or "").astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return (game.started or "").ljust(16)
