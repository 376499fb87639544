"""The robot's hand at the table: its discs, its magazine, its receipts, and the people who help it."""

from __future__ import annotations

from robot.mechanism.types import Ending, Receipt
from robot.messages import Drop, Reported, Request, Seen, Slide, Start
from robot.phases import Patience, Phase
from robot.rules.game import Reason
from robot.rules.moves import DROPS
from tests.table.bench import Bench
from tests.table.boards import observation
from tests.table.situations import WON, drops, moving, played, report
from vision.types import Cell


def test_table_looks_once_more_before_the_hand_moves() -> None:
    """A disc that falls while the engine thinks stops the drop."""
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    bench.look()
    assert bench.table.phase is Phase.ARMED
    bench.fall(6, Cell.RED)
    bench.look()
    assert drops(bench) == []
    assert bench.table.paused and "g1" in bench.said[-1]


def test_table_does_not_take_an_older_look_for_proof() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    bench.look()
    bench.feed(Seen(observation(bench.cells, bench.now_s - 0.2)))
    assert drops(bench) == []


def test_table_tries_a_missing_disc_twice_and_then_asks() -> None:
    bench = Bench("aaaa", "bbb")
    bench.endings.extend([Ending.JAM] * 3)
    game = bench.run()
    assert len(game.moves) == 7
    assert drops(bench)[:4] == [1, 1, 1, 1]
    assert [ask.request for ask in bench.asked].count(Request.FREE) == 1


def test_table_gives_every_motion_its_own_action_id() -> None:
    bench = Bench("aaaa", "bbb")
    bench.endings.extend([Ending.JAM] * 2)
    bench.run()
    actions = [motion.action for motion in bench.motions if isinstance(motion, Drop | Slide)]
    assert len(set(actions)) == len(actions)


def test_table_asks_for_a_refill_at_once_when_the_magazine_is_empty() -> None:
    bench = Bench(*WON)
    bench.endings.append(Ending.EMPTY)
    bench.run()
    assert [ask.request for ask in bench.asked].count(Request.REFILL) == 1


def test_table_asks_for_discs_before_the_first_drop_when_there_are_none() -> None:
    bench = Bench("aaaa", "bbb", magazine=0)
    bench.run()
    refills = [ask for ask in bench.asked if ask.request is Request.REFILL]
    assert [ask.words for ask in refills] == ["the magazine is empty: put 21 discs into it"]
    assert drops(bench) == [1, 1, 1]


def test_table_says_that_the_magazine_wants_filling_before_it_is_empty() -> None:
    bench = Bench("aaaa", "bbb", magazine=4)
    bench.run()
    assert [words for words in bench.said if "refill" in words] == [
        "only 3 discs are left in the magazine: refill 17 soon"
    ]
    assert not [ask for ask in bench.asked if ask.request is Request.REFILL]


def test_small_magazine_is_refilled_as_often_as_it_has_to_be() -> None:
    columns = "abababababcdcdcdcdcd"
    bench = Bench("".join(columns[::2]), "".join(columns[1::2]), magazine=1, capacity=1)
    bench.table.patience = Patience(calls=1)
    bench.until(Phase.OVER)
    refills = [ask.words for ask in bench.asked if ask.request is Request.REFILL]
    assert len(refills) == len(drops(bench)) - 1
    assert set(refills) == {"the magazine is empty: put 1 disc into it"}


def test_table_takes_a_wrong_column_as_the_move_and_says_so() -> None:
    bench = Bench("aaaa", "bbb")
    bench.misdrops.append(4)
    game = bench.run()
    assert game.moves[1] == DROPS[4]
    assert any("fell into e, not b" in words for words in bench.said)


def test_table_ends_when_repair_never_helps() -> None:
    bench = Bench("aaaa", "bbb")
    bench.endings.extend([Ending.JAM] * 100)
    game = bench.run()
    assert game.outcome is not None and game.outcome.reason is Reason.ANNULLED


def test_table_does_not_take_a_persons_disc_for_its_own() -> None:
    """Nothing left the magazine, and a disc of the robot's colour lies in another column."""
    bench = moving()
    report(bench, Ending.JAM, 0)
    bench.fall(6, Cell.YELLOW)
    bench.look(2.0)
    assert bench.table.agreed.moves == played(0)
    assert bench.table.paused and "g1" in bench.said[-1]


def test_table_accepts_its_own_disc_when_it_arrives_late() -> None:
    bench = moving()
    report(bench, Ending.DONE, 1)
    bench.look(2.0)
    assert "try again" in bench.said[-1]
    bench.fall(1, Cell.YELLOW)
    bench.look()
    assert bench.table.agreed.moves == played(0, 1) and not bench.table.paused


def test_table_says_where_the_second_disc_of_a_double_feed_went() -> None:
    bench = moving()
    report(bench, Ending.DOUBLE, 2)
    bench.fall(1, Cell.YELLOW)
    bench.look()
    assert bench.table.agreed.moves == played(0, 1)
    assert any("2 discs left the magazine" in words for words in bench.said)


def test_table_counts_only_the_receipt_that_it_waits_for() -> None:
    bench = moving()
    bench.feed(Reported(Receipt(1, "home", None, Ending.DONE)))
    assert bench.table.phase is Phase.MOVING


def test_table_calls_somebody_when_the_hand_never_answers() -> None:
    bench = moving()
    for _ in range(60):
        bench.look()
    assert bench.table.phase is Phase.STUCK
    assert bench.asked[-1].request is Request.FREE and "does not answer" in bench.asked[-1].words
