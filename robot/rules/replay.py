"""Records on the board: a game of any variant written down with its set-up, and shown again in both directions.

What a game needs besides its moves stands in the tags: the variant with its options (`misere pie`), and where a
variant leaves something open,

    Board      "5x4" of small and three, "b1 f1" of obstacles: what the variant's own file reads (`on_board`)
    Opening    "ddc", the discs that were drawn
    DeadDraw   "on"
    TimeDraw   "on"
    Left       "first 9", who of three left the game, and after which move

Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from robot.rules.board import Board
from robot.rules.catalogue import Variant, load
from robot.rules.contest import Contest
from robot.rules.errors import BadNotation, BadRules, IllegalMove
from robot.rules.game import ROLES
from robot.rules.model import Opening, Rules
from robot.rules.moves import DROPS, Kind, move_of, moves_of, text_of, written
from robot.rules.record import Noted, Record
from robot.rules.variants import drawn

LEFT = "Left"


@dataclass(frozen=True, slots=True)
class Replay:
    """A record on the board; `games` are the game before the first move and after every one."""

    games: tuple[Contest, ...]
    ply: int = 0

    @property
    def game(self) -> Contest:
        return self.games[self.ply]

    def at(self, ply: int) -> Replay:
        """The game after so many moves. Raises IllegalMove when there are not so many."""
        if not 0 <= ply < len(self.games):
            raise IllegalMove(f"there is no move {ply} in this game", f"choose 0 to {len(self.games) - 1}")
        return replace(self, ply=ply)

    def forward(self) -> Replay:
        return self.at(self.ply + 1)

    def back(self) -> Replay:
        return self.at(self.ply - 1)


def replay_of(record: Record) -> Replay:
    """Play a record. Raises BadRules, BadNotation and IllegalMove, the last two with the number of the move."""
    leaving = _leaving(record.tag(LEFT))
    games = [_left(start_of(record), leaving)]
    board = games[0].state.rules.board
    for ply, noted in enumerate(record.moves, start=1):
        try:
            games.append(_left(games[-1].play(move_of(noted.move, board)), leaving))
        except (BadNotation, IllegalMove) as error:
            raise type(error)(f"move {ply}: {error}", error.remedy) from None
    return Replay(tuple(games))


def start_of(record: Record) -> Contest:
    """The game before its first move. Raises BadRules and BadNotation for a set-up that does not exist."""
    name, *options = record.variant.split() or [""]
    variant, board, opening = load(name), record.tag("Board"), record.tag("Opening")
    rules = variant.rules if board is None else _on_board(variant, board)
    if record.tag("DeadDraw") == "on":
        rules = replace(rules, dead_draw=True)
    if record.tag("TimeDraw") == "on":
        rules = replace(rules, time_draw=True)
    for option in options:
        rules = _with_option(rules, option)
    if opening is not None:
        rules = drawn.option(replace(rules, opening=Opening.NONE, drawn=()), _drops(opening, rules.board))
    return Contest(variant.start(rules))


def record_of_game(game: Contest, variant: str, tags: Mapping[str, str]) -> Record:
    """Write a game down; `variant` is its name with its options, `tags` say who played, when, for what.

    Set-up, result and reason are added, so that `replay_of` gives the moves of the game again. Raises BadRules for a
    game that did not begin as this variant does.
    """
    rules, outcome = game.state.rules, game.outcome
    known = {
        "Board": load((variant.split() or [""])[0]).board_text(rules),
        "Opening": written((DROPS[column] for column in rules.drawn), rules.board) if rules.drawn else "",
        "DeadDraw": "on" if rules.dead_draw else "",
        "TimeDraw": "on" if rules.time_draw else "",
        LEFT: left_of(game),
        "Result": outcome.word if outcome else "",
        "Reason": outcome.reason.value if outcome else "",
    }
    said = tuple((name, text) for name, text in known.items() if text)
    record = Record(tuple(Noted(text_of(move, rules.board)) for move in game.moves), (*tags.items(), *said), variant)
    *_, first = (then.state for then in game.past())
    again = _left(start_of(record), _leaving(record.tag(LEFT))).state
    if (first, first.rules) != (again, again.rules):
        raise BadRules(
            f"this game did not begin as {variant} does", "name the variant and its options as it was played"
        )
    return record


def left_of(game: Contest) -> str:
    """Who of three has left a game, each with the number of moves before; empty where nobody has."""
    words: list[str] = []
    gone: frozenset[int] = frozenset()
    for then in reversed(list(game.past())):
        words += [f"{ROLES[colour]} {len(then.moves)}" for colour in sorted(then.state.gone - gone)]
        gone = then.state.gone
    return " ".join(words) if game.state.rules.colours > 2 else ""


def _leaving(text: str | None) -> Mapping[int, list[int]]:
    """The colours that leave, by the number of moves before."""
    if text is None:
        return {}
    if not re.fullmatch(r"(first|second|third) [0-9]{1,4}( (first|second|third) [0-9]{1,4})*", text):
        raise BadNotation(f"{text!r} does not say who left", "write who, and after which move, such as first 9")
    words, leaving = text.split(), dict[int, list[int]]()
    for who, ply in zip(words[::2], words[1::2], strict=True):
        leaving.setdefault(int(ply), []).append(ROLES.index(who))
    return leaving


def _left(game: Contest, leaving: Mapping[int, list[int]]) -> Contest:
    for colour in leaving.get(len(game.moves), ()):
        game = game.resign(colour)
    return game


def _with_option(rules: Rules, name: str) -> Rules:
    option = load(name).option
    if option is None:
        raise BadRules(f"{name} is no option of another variant", "name the variant first, then its options")
    return option(rules)


def _on_board(variant: Variant, text: str) -> Rules:
    if variant.on_board is None:
        raise BadRules(f"the board of {variant.name} is always the same", "leave the tag Board out")
    return variant.on_board(text)


def _drops(text: str, board: Board) -> tuple[int, ...]:
    moves = moves_of(text, board)
    if any(move.kind is not Kind.DROP for move in moves):
        raise BadNotation(f"{text!r} is no opening", "write the columns of its discs, such as ddc")
    return tuple(move.column for move in moves)
