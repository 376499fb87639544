"""A game from its start to its end, on a board of lists and a clock of numbers."""

from __future__ import annotations

import pytest

from robot.mechanism.types import Ending
from robot.messages import Quit, Request, Slide, Start, Thought, Tick
from robot.phases import Patience, Phase
from robot.rules.game import Reason
from robot.rules.moves import DROPS
from tests.table.bench import PERSON, ROBOT, Bench
from tests.table.boards import classic_game
from tests.table.situations import WON, agreed_on_a_and_b, drops, moving, played, report
from vision.types import Cell


def test_table_plays_a_game_to_its_end_and_tidies_up() -> None:
    bench = Bench(*WON)
    game = bench.run()
    assert game.moves == classic_game((0, 1, 0, 1, 0, 1, 0)).moves
    assert game.outcome is not None and game.outcome.winner == 0
    assert drops(bench) == [1, 1, 1]
    assert [motion.opened for motion in bench.motions if isinstance(motion, Slide)] == [True, False]
    assert any("you won with a1 a2 a3 a4" in words for words in bench.said)


def test_table_lets_the_robot_open_when_it_sits_first() -> None:
    robot_first = (
        type(ROBOT)("robot", Cell.RED, engine=True, robot_hand=True),
        type(PERSON)("you", Cell.YELLOW, engine=False, robot_hand=False),
    )
    bench = Bench("", "d", seats=robot_first, obedient=False)
    bench.feed(Start())
    bench.until(Phase.MOVING, looks=0) if bench.table.phase is Phase.MOVING else bench.look()
    bench.look()
    assert drops(bench) == [3]


def test_table_gives_up_on_a_person_who_never_moves_when_told_to() -> None:
    bench = Bench("", "", patience=Patience(give_up_s=60.0), obedient=False)
    game = bench.run()
    assert game.outcome is not None and game.outcome.reason is Reason.ANNULLED


def test_table_reminds_a_forgetful_person() -> None:
    bench = Bench("", "", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    for _ in range(40):
        bench.look()
    assert [ask.request for ask in bench.asked].count(Request.DROP) == 2


def test_table_starts_only_once() -> None:
    bench = agreed_on_a_and_b()
    bench.feed(Start())
    assert bench.table.agreed.moves == played(0, 1) and bench.table.phase is Phase.TURN


def test_table_refuses_a_thought_that_is_no_move() -> None:
    bench = Bench("", "", obedient=False)
    bench.silent = True
    bench.feed(Start())
    bench.silent = False
    for column in (7, 99, -1):
        bench.feed(Thought((), DROPS[0]._replace(column=column), None))
    assert drops(bench) == []


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.ARMED, Phase.VERIFYING, Phase.MOVING, Phase.THINKING])
def test_table_is_never_silent_for_long(phase: Phase) -> None:
    bench = moving()
    if phase is Phase.VERIFYING:
        report(bench, Ending.DONE, 1)
    elif phase is not Phase.MOVING:
        bench.table.phase = phase
    words = len(bench.said) + len(bench.asked)
    for _ in range(60):
        bench.now_s += 0.5
        bench.feed(Tick())
    assert len(bench.said) + len(bench.asked) > words


def test_table_ignores_a_thought_about_another_game() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.feed(Thought(played(3), DROPS[5], None))
    assert bench.table.phase is Phase.TURN


def test_table_stops_at_once_when_a_person_quits() -> None:
    bench = Bench("a", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.feed(Quit())
    assert bench.ended is not None and bench.motions == []
