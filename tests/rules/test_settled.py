"""What the rule texts leave open of the classic game, as we settled it: each point is a test named after it.

The points of the other games are in the files `test_settled_*.py` beside this one.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.moves import DROPS
from robot.rules.state import State
from robot.rules.variants import classic
from tests.rules.games import played

FULL_DRAW = "121212212121343434434343565656656565777777"
"""A game that fills the board without a line; after move 36 every line is dead."""


def test_which_colour_starts_is_a_role_and_no_colour() -> None:
    assert [played("abababa").outcome.word, played("gabababa").outcome.word] == ["first", "second"]


def test_early_end_is_off_by_default() -> None:
    game = played(FULL_DRAW[:-1])
    assert game.is_dead and not game.over
    assert played(FULL_DRAW).outcome == Outcome(None, Reason.FULL)


def test_early_end_ends_the_game_where_it_is_on() -> None:
    game = Contest(State.start(replace(classic.RULES, dead_draw=True)))
    for name in FULL_DRAW:
        if game.over:
            break
        game = game.play(DROPS[int(name) - 1])
    assert game.outcome == Outcome(None, Reason.DEAD)
    assert len(game.moves) < 42 and game.undo().is_dead is False


def test_early_end_can_be_agreed_where_it_is_off() -> None:
    game = played(FULL_DRAW[:-1])
    assert game.offer_draw(0).answer_draw(1, accept=True).outcome == Outcome(None, Reason.AGREED)


def test_touch_move_a_disc_that_lies_stays() -> None:
    before = played("ddc").state
    after = before.play(DROPS[0])
    assert all(after.discs[colour] & before.discs[colour] == before.discs[colour] for colour in (0, 1))


def test_full_column_is_no_move_and_the_turn_stays() -> None:
    game = played("dddddd")
    with pytest.raises(IllegalMove, match="column d is full"):
        game.play(DROPS[3])
    assert game.state.colour == 0


# The rows of the tables themselves

SETTLED, POPOUT, TABLE = "rules/test_settled.py", "rules/test_settled_pops.py", "table/test_settled.py"
ROWS = {
    "who starts": (TABLE, "test_who_starts"),
    "which colour starts": (SETTLED, "test_which_colour_starts"),
    "who empties the grid": (TABLE, "test_who_empties_the_grid"),
    "early end": (SETTLED, "test_early_end"),
    "out of turn": (TABLE, "test_out_of_turn"),
    "wrong colour": (TABLE, "test_wrong_colour"),
    "slider opened": (TABLE, "test_slider_that_was_opened"),
    "two human discs in one turn": (TABLE, "test_two_discs_in_one_turn"),
    "touch-move": (SETTLED, "test_touch_move"),
    "a pop makes four for both": (POPOUT, "test_pop_that_makes_a_four_for_both"),
    "board full": (POPOUT, "test_board_full"),
    "full and no own bottom disc": (POPOUT, "test_full_and_no_own_bottom_disc"),
    "repetition": (POPOUT, "test_repetition"),
    "pop on the first turns": (POPOUT, "test_pop_on_the_first_turns"),
    "discs run out": (POPOUT, "test_discs_that_were_pushed_out"),
}
"""What is disputed, and where its tests are: all of them begin so."""


@pytest.mark.parametrize("row", ROWS)
def test_row_has_a_test_named_after_it(row: str) -> None:
    file, begins = ROWS[row]
    tree = ast.parse((Path(__file__).parents[1] / file).read_text(encoding="utf-8"))
    assert any(isinstance(node, ast.FunctionDef) and node.name.startswith(begins) for node in tree.body)
