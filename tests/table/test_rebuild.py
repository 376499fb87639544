"""What does not belong into the grid: it is looked at again, cleared away and built up as agreed."""

from __future__ import annotations

import pytest

from robot.mechanism.types import Ending
from robot.messages import Ready, Slide, Start
from robot.phases import Phase
from robot.rules.game import Reason
from tests.table.bench import Bench
from tests.table.situations import WON, agreed_on_a_and_b, drops, played
from vision.types import Cell


def test_table_clears_a_board_that_is_not_empty_at_the_start() -> None:
    bench = Bench(*WON)
    bench.fall(4, Cell.RED)
    assert len(bench.run().moves) == 7
    assert isinstance(bench.motions[0], Slide)


@pytest.mark.parametrize(
    ("discs", "word"),
    [(((6, Cell.YELLOW),), "wrong colour"), (((2, Cell.RED), (4, Cell.RED)), "more than one")],
)
def test_table_rebuilds_a_spoilt_board(discs: tuple[tuple[int, Cell], ...], word: str) -> None:
    bench = agreed_on_a_and_b("bbb")
    for column, colour in discs:
        bench.fall(column, colour)
    bench.look()
    assert bench.table.paused and word in bench.said[-1]
    bench.obedient = True
    bench.person.extend(played(0, 0, 0))
    while bench.ended is None:
        bench.look()
    assert bench.ended.moves == played(0, 1, 0, 1, 0, 1, 0)
    assert drops(bench) == [1, 1, 1, 1]
    assert [motion.opened for motion in bench.motions if isinstance(motion, Slide)] == [True, False] * 2


def test_table_goes_on_when_the_board_is_right_again_by_itself() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.cells[3][3] = Cell.RED
    bench.look()
    assert bench.table.paused
    bench.cells[3][3] = Cell.EMPTY
    bench.fall(3, Cell.RED)
    bench.look()
    assert not bench.table.paused and bench.table.agreed.moves == played(3)


def test_table_never_opens_the_slider_on_a_single_look() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(2, Cell.YELLOW)
    bench.look()
    assert bench.motions == []


def test_table_rebuilds_again_when_a_person_drops_into_the_wrong_column() -> None:
    bench = agreed_on_a_and_b()
    bench.cells = [[Cell.EMPTY] * 7 for _ in range(6)]
    bench.until(Phase.SORTING)
    bench.feed(Ready())
    bench.until(Phase.TURN)
    assert bench.asked[-1].column == 0
    bench.fall(6, Cell.RED)
    bench.look()
    assert bench.table.phase is Phase.EMPTYING
    assert bench.table.agreed.moves == played(0, 1)


def test_table_rebuilds_after_a_double_feed() -> None:
    bench = Bench("aaaa", "bbbb")
    bench.endings.append(Ending.DOUBLE)
    game = bench.run()
    assert game.moves == played(0, 1, 0, 1, 0, 1, 0)
    assert sum(isinstance(motion, Slide) for motion in bench.motions) == 4


def test_table_ends_when_the_same_move_is_spoilt_again_and_again() -> None:
    bench = Bench("aaaa", "b" * 9)
    bench.endings.extend([Ending.DOUBLE] * 100)
    game = bench.run()
    assert game.outcome is not None and game.outcome.reason is Reason.ANNULLED
    assert game.moves == played(0)
