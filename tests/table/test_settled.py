"""What the rule texts dispute about the table itself, as we settled it: each point is a test named after it.

The points about the moves are in `tests/rules/test_settled*.py`, those about matches in `tests/rules/test_match.py`.
"""

from __future__ import annotations

import argparse

import pytest

from robot.commands import play
from robot.messages import Drop, Effect, Slide, Start
from robot.phases import Phase
from robot.rules.match import OpenerRule
from robot.rules.moves import DROPS
from tests.table.bench import Bench
from vision.types import Cell


class Clogged(Bench):
    """One disc stays in the grid whenever the slider opens."""

    def _carry_out(self, effect: Effect) -> None:
        super()._carry_out(effect)
        if isinstance(effect, Slide) and effect.opened:
            self.cells[0][2] = Cell.RED


def on_turn(person: str = "", engine: str = "bbb") -> Bench:
    """A game in which a and b were played, and the person is to move."""
    bench = Bench(person, engine, obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    while len(bench.table.agreed.moves) < 2:
        bench.look()
    return bench


def rebuilt(bench: Bench) -> tuple[int, ...]:
    """Let the person do what is asked until the agreed position lies there again; give the columns that were asked."""
    bench.obedient = True
    before = len(bench.asked)
    moves = bench.table.agreed.moves
    for _ in range(60):
        bench.look()
        if bench.table.phase is Phase.TURN and not bench.table.paused and bench.table.game.moves == moves:
            break
        if bench.asked[before:] and bench.asked[-1].column is None and bench.asked[-1].seat is not None:
            break
    return tuple(ask.column for ask in bench.asked[before:] if ask.column is not None)


def test_who_starts_is_drawn_by_lots_unless_somebody_is_named() -> None:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    assert parser.parse_args([]).first == OpenerRule.LOTS.value
    for rule in ("toss", "human", "robot", "youngest", "loser", "alternate"):
        assert parser.parse_args(["--first", rule]).first == rule


def test_who_empties_the_grid_the_robot_opens_the_slider_sees_it_empty_and_closes_it() -> None:
    bench = Bench("aaaa", "bbb")
    bench.run()
    assert [motion.opened for motion in bench.motions if isinstance(motion, Slide)] == [True, False]
    clogged = Clogged("aaaa", "bbb")
    clogged.feed(Start())
    clogged.until(Phase.EMPTYING)
    for _ in range(20):
        clogged.look()
    assert False not in [motion.opened for motion in clogged.motions if isinstance(motion, Slide)]


def test_out_of_turn_disc_is_taken_back_to_the_last_agreed_position() -> None:
    """The robot's turn has come, and the person drops once more before it has moved."""
    bench = on_turn("a", engine="b")
    bench.fall(0, Cell.RED)
    bench.look()
    bench.fall(4, Cell.RED)
    bench.look()
    assert bench.table.paused and "e1" in bench.said[-1]
    assert bench.table.agreed.moves == tuple(DROPS[column] for column in (0, 1, 0))
    assert [motion.column for motion in bench.motions if isinstance(motion, Drop)] == [1]


def test_wrong_colour_disc_is_no_move_and_the_right_player_moves_again() -> None:
    bench = on_turn()
    bench.fall(6, Cell.YELLOW)
    bench.look()
    assert bench.table.paused and "wrong colour" in bench.said[-1]
    assert bench.table.agreed.moves == (DROPS[0], DROPS[1])
    bench.person.append(DROPS[3])
    assert rebuilt(bench)[:1] == (0,), "the agreed disc in a is asked for again"


def test_slider_that_was_opened_leads_to_the_last_agreed_position() -> None:
    bench = on_turn()
    bench.cells = [[Cell.EMPTY] * 7 for _ in range(6)]
    bench.person.append(DROPS[3])
    assert rebuilt(bench)[:1] == (0,)
    assert bench.table.agreed.moves[:2] == (DROPS[0], DROPS[1])


@pytest.mark.parametrize("columns", [(2, 4), (4, 4)])
def test_two_discs_in_one_turn_are_both_named_and_none_is_accepted_in_silence(columns: tuple[int, int]) -> None:
    bench = on_turn()
    for column in columns:
        bench.fall(column, Cell.RED)
    bench.look()
    said = bench.said[-1]
    assert bench.table.paused and "more than one" in said
    cells = {"c1", "e1"} if columns == (2, 4) else {"e1", "e2"}
    assert all(cell in said for cell in cells), said
    assert bench.table.agreed.moves == (DROPS[0], DROPS[1])


def test_two_discs_in_one_turn_of_which_the_first_was_seen_leave_the_first() -> None:
    """A disc that was seen at rest is the move; the later one is taken away by rebuilding."""
    bench = on_turn(engine="b")
    bench.fall(2, Cell.RED)
    bench.look()
    bench.fall(4, Cell.RED)
    bench.look()
    assert bench.table.agreed.moves == tuple(DROPS[column] for column in (0, 1, 2))
    assert bench.table.paused
    assert 4 not in rebuilt(bench)
