"""The chess clock at the table: who is charged, when it stands, what a flag and a move taken back do to it."""

from __future__ import annotations

import pytest

from robot.messages import Drop, Ready, Said, Seen, Start, Tick, Word
from robot.phases import Phase, Terms
from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.game import Reason
from robot.rules.model import Rules
from robot.rules.timecontrol import Charge, ChessClock, TimeControl
from robot.table.words import result_words
from tests.rules.games import position
from tests.table.bench import PERSON, ROBOT, Bench
from tests.table.boards import observation
from vision.types import Cell

MINUTE = TimeControl(60_000, 2_000, free_opening=False)
CHARGED = {Phase.TURN: 0, Phase.THINKING: 1}
"""The side that pays in a phase of a fair game between the person, who opens, and the robot."""


def at_the_clock(control: TimeControl = MINUTE, engine: str = "bbb", **options: object) -> Bench:
    bench = Bench("", engine, obedient=False, clock=ChessClock.fresh(control), **options)  # type: ignore[arg-type]
    bench.feed(Start())
    bench.until(Phase.TURN)
    return bench


def left_ms(bench: Bench) -> tuple[int, int]:
    clock = bench.table.times.clock
    assert clock is not None
    return clock.remaining_ms(0, bench.now_s), clock.remaining_ms(1, bench.now_s)


def drop(bench: Bench, column: int, after_s: float = 5.0) -> None:
    """The person thinks, drops, and the robot has answered."""
    bench.now_s += after_s
    bench.fall(column, Cell.RED)
    for _ in range(8):
        bench.look()


def test_time_is_conserved_over_a_whole_game_and_one_side_runs_where_one_may() -> None:
    bench = at_the_clock()
    used_ms, before = 0, sum(left_ms(bench))
    for column in (0, 0, 0):
        start_s = bench.now_s
        bench.now_s += 5.0
        bench.fall(column, Cell.RED)
        bench.look()
        used_ms += round((bench.now_s - 0.3 - start_s) * 1000)  # to the first picture that shows the disc
        for _ in range(8):
            clock = bench.table.times.clock
            assert clock is not None and clock.running == CHARGED.get(bench.table.phase)
            if bench.table.phase is not Phase.TURN:
                bench.look()
    assert bench.table.phase is Phase.TURN and len(bench.table.agreed.moves) == 6
    assert sum(left_ms(bench)) == before - used_ms + 6 * MINUTE.increment_ms


def test_flag_that_falls_without_a_loss_is_told_as_a_draw() -> None:
    game = Contest(position(Rules(Board(4, 4), time_draw=True), "..x.", ".xoo", "xoox", "xoxo")).run_out(0)
    said = "a draw, the time is over, and the other side could not win any more"
    assert result_words(game, (PERSON, ROBOT)) == said


def test_strict_charge_runs_until_the_robots_disc_is_confirmed() -> None:
    bench = at_the_clock(TimeControl(60_000, 0, Charge.STRICT, free_opening=False))
    bench.fall(0, Cell.RED)
    bench.silent = True
    bench.until(Phase.MOVING)
    robots = left_ms(bench)[1]
    bench.now_s += 7.0
    assert left_ms(bench)[1] == robots - 7000


def test_move_counts_from_the_first_picture_that_shows_it() -> None:
    bench = at_the_clock(TimeControl(10_000, 0, free_opening=False))
    start_s = bench.now_s
    bench.fall(0, Cell.RED)
    bench.now_s = start_s + 10.2
    bench.feed(Seen(observation(bench.cells, bench.now_s)))  # first seen 0.3 s earlier: in time
    assert [move.column for move in bench.table.agreed.moves] == [0] and not bench.table.agreed.over


@pytest.mark.parametrize("swap_sides", [False, True])
def test_fallen_flag_loses_and_the_late_disc_is_no_move(swap_sides: bool) -> None:
    terms = Terms(opener=1) if swap_sides else Terms()
    bench = at_the_clock(TimeControl(10_000, 0, free_opening=False), terms=terms)
    bench.fall(0, Cell.RED)
    bench.look(12.0)
    outcome = bench.table.agreed.outcome
    assert outcome is not None and outcome.reason is Reason.TIME and outcome.winner == 1
    clock = bench.table.times.clock
    assert clock is not None and clock.fallen == {1 if swap_sides else 0}
    assert bench.table.agreed.moves == () and "won on time" in bench.said[-1]


def test_flag_falls_by_pictures_not_by_the_time_now() -> None:
    bench = at_the_clock(TimeControl(10_000, 0, free_opening=False))
    bench.now_s += 30.0
    bench.feed(Tick())
    assert not bench.table.agreed.over
    bench.look()
    assert bench.table.agreed.over


def test_trouble_and_rebuilding_cost_nobody_time() -> None:
    bench = at_the_clock()
    drop(bench, 0)
    before = left_ms(bench)
    bench.fall(6, Cell.YELLOW)
    bench.look(0.0)
    bench.until(Phase.SORTING)
    bench.now_s += 500.0
    bench.feed(Ready())
    bench.obedient = True
    bench.until(Phase.TURN)
    bench.look_until(lambda: not bench.table.rebuilding)
    assert left_ms(bench) == before
    bench.now_s += 1.0
    assert left_ms(bench) == (before[0] - 1000, before[1])


def test_undo_restores_both_clocks_and_the_board() -> None:
    bench = at_the_clock()
    drop(bench, 0)
    clock, cells = bench.table.times.clock, [row[:] for row in bench.cells]
    assert clock is not None
    before = clock.banks_ms
    drop(bench, 4, after_s=20.0)
    assert len(bench.table.agreed.moves) == 4 and left_ms(bench) != before
    bench.feed(Said(0, Word.UNDO))
    bench.until(Phase.SORTING)
    bench.feed(Ready())
    bench.obedient = True
    bench.look_until(lambda: bench.table.phase is Phase.TURN and not bench.table.rebuilding)
    assert left_ms(bench) == before
    assert bench.cells == cells and len(bench.table.agreed.moves) == 2


def test_clock_goes_on_in_the_next_game_of_a_match() -> None:
    bench = at_the_clock()
    drop(bench, 0)
    bench.feed(Said(0, Word.RESIGN))
    kept = bench.table.times.clock
    assert kept is not None and kept.turn is None
    after = Bench("", "", (ROBOT, PERSON), obedient=False, clock=kept, terms=Terms(opener=1))
    after.feed(Start())
    after.look()
    assert left_ms(after) == kept.banks_ms
    assert not [motion for motion in after.motions if isinstance(motion, Drop)]
