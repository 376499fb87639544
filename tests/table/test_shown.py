"""A game that was played before is shown again on the board: its moves are made, and nobody decides anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robot.messages import Said, Start, Word
from robot.phases import Phase, Terms
from robot.rules.contest import Contest
from robot.rules.game import Outcome, Reason
from tests.table.bench import Bench
from tests.table.situations import played
from vision.types import Cell


def ended(line: str, outcome: Outcome | None = None) -> Contest:
    """The game of some columns, given up after them where an outcome is told."""
    game = Terms().start
    for move in played(*("abcdefg".index(letter) for letter in line)):
        game = game.play(move)
    return replace(game, outcome=outcome) if outcome else game


def test_shown_game_is_made_again_by_both_hands_to_its_end() -> None:
    game = ended("abababa")
    bench = Bench("", "", terms=Terms(shown=game))
    assert bench.run() == game
    assert bench.ended is not None and bench.ended.outcome == game.outcome
    assert [ask.words for ask in bench.asked if "into" in ask.words] == ["you: drop a red disc into a"] * 4


def test_shown_game_ends_as_it_was_given_up() -> None:
    game = ended("dcd", Outcome(1, Reason.RESIGNED))
    bench = Bench("", "", terms=Terms(shown=game))
    assert bench.run().outcome == Outcome(1, Reason.RESIGNED)


@pytest.mark.parametrize("word", [Word.UNDO, Word.DRAW, Word.RESIGN])
def test_shown_game_takes_no_words(word: Word) -> None:
    bench = Bench("", "", obedient=False, terms=Terms(shown=ended("dcdc", Outcome(None, Reason.AGREED))))
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.feed(Said(0, word))
    assert "played before" in bench.said[-1] and not bench.table.agreed.over


def test_shown_game_is_built_up_again_after_a_disc_in_the_wrong_column() -> None:
    game = ended("dcdcdcd")
    bench = Bench("", "", obedient=False, terms=Terms(shown=game))
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    bench.look()
    assert bench.table.phase is Phase.EMPTYING and "belongs into d, not a" in bench.said[-1]
    bench.obedient = True
    while bench.ended is None:
        bench.look()
    assert bench.ended == game
