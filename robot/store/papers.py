"""Games that come from elsewhere: each is played through before it is kept, so that the store holds no nonsense."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from robot.errors import BadInput
from robot.rules.contest import Contest
from robot.rules.game import ROLES, Outcome, Reason
from robot.rules.record import Record
from robot.rules.replay import replay_of, start_of
from robot.store.matches import outcome_of
from robot.store.values import ROLE_TAGS, Member, StoredGame

LONGEST_GAME = 2000
"""Moves. A game with pops can go on for long; a longer one than this comes from no board."""
LONGEST_TEXT = 10_000
RESULTS = ("draw", "annulled", *ROLES)
RESULT_SIGNS = {"1-0": "first", "0-1": "second", "1/2-1/2": "draw", "*": ""}
"""Results as chess programs write them."""
_GIVEN_UP = {Reason.RESIGNED, Reason.TIME}
_WITHOUT_WINNER = {Reason.AGREED: "draw", Reason.CLAIMED: "draw", Reason.ANNULLED: "annulled"}


def game_of(record: Record) -> StoredGame:
    """A single game from paper, played through. Who plays is a name, never a profile.

    Raises RulesError for moves that cannot be played, BadInput for a result that contradicts them.
    """
    told = dict(record.tags)
    sides = range(start_of(record).state.rules.colours)
    names = [told.pop(ROLE_TAGS[side], "") or ROLES[side] for side in sides]
    result, reason = told.pop("Result", ""), told.pop("Reason", "")
    started = told.pop("Date", "")
    if started and not is_time(started):
        told["Date"], started = started, ""
    game = StoredGame(
        number=0,
        match=0,
        sides=tuple((Member(name),) for name in names),
        variant=record.variant,
        tags=tuple(told.items()),
        comment=record.comment,
        moves=record.moves,
        started=started or None,
        result=RESULT_SIGNS.get(result, result) or None,
        reason=reason or None,
    )
    return checked(game)


def checked(game: StoredGame) -> StoredGame:
    """The same game with the result that its moves give. Raises RulesError and BadInput as `game_of`."""
    if len(game.moves) > LONGEST_GAME:
        raise BadInput(f"a game of {len(game.moves)} moves is too long", f"keep games of up to {LONGEST_GAME} moves")
    texts = [game.comment, game.variant, *(text for tag in game.tags for text in tag), *(m.comment for m in game.moves)]
    for text in (*texts, *(member.name for side in game.sides for member in side)):
        _must_be_kept(text)
    ended = replay_of(Record(game.moves, game.tags, game.variant)).games[-1]
    if len(game.sides) != ended.state.rules.colours:
        raise BadInput(f"{game.variant} is not for {len(game.sides)} sides", "name every side once")
    outcome = _outcome(game, ended)
    words = (None, None) if outcome is None else (outcome.word, outcome.reason.value)
    return replace(game, swapped=ended.state.swapped, result=words[0], reason=words[1])


def is_time(text: str) -> bool:
    """Whether this is a date, or a date and time of day, in ISO 8601."""
    try:
        return bool(datetime.fromisoformat(text)) and text.isascii()
    except ValueError:
        return False


def _outcome(game: StoredGame, ended: Contest) -> Outcome | None:
    """How the game ended: what the moves say and what is written must agree."""
    by_moves = ended.outcome
    if game.result is None and game.reason is None:
        return by_moves
    try:
        said = outcome_of(game.result or "", game.reason or "")
    except ValueError:
        said = None
    if said is None or game.result not in RESULTS or said.word != game.result:
        raise BadInput(
            f"result {game.result!r} and reason {game.reason!r} are no end of a game", "leave both out, or correct them"
        )
    if by_moves is None:
        given_up = said.reason in _GIVEN_UP and said.winner is not None
        fits = given_up or _WITHOUT_WINNER.get(said.reason) == said.word or _drawn_on_time(ended, said)
    else:
        both = {said.reason, by_moves.reason}
        fits = said.winner == by_moves.winner and (len(both) == 1 or both == _GIVEN_UP)
    if not fits:
        by = "its moves leave it undecided" if by_moves is None else f"its moves end it: {by_moves.word}"
        raise BadInput(f"the game is said to end so: {said.word} ({said.reason.value}), but {by}", "correct the result")
    return said


def _drawn_on_time(ended: Contest, said: Outcome) -> bool:
    """Whether a flag may have fallen here without a loss."""
    return ended.state.rules.time_draw and said in (ended.run_out(colour).outcome for colour in (0, 1))


def _must_be_kept(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"a text of {len(text)} letters is too long", f"keep it under {LONGEST_TEXT}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput("a text holds half a letter (a lone surrogate)", "write it in UTF-8") from None
