"""The phases of a game, fault by fault, on a board of lists and a clock of numbers."""

from __future__ import annotations

import pytest

from robot.mechanism.types import Ending, Receipt
from robot.messages import Blind, Drop, Lit, Quit, Ready, Reported, Request, Seen, Slide, Start, Thought, Tick
from robot.phases import Patience, Phase
from robot.rules.game import Reason
from robot.rules.moves import DROPS, Move
from tests.table.bench import PERSON, ROBOT, Bench
from tests.table.boards import classic_game, observation
from vision.types import Cell

WON = ("aaaa", "bbb")


def played(*columns: int) -> tuple[Move, ...]:
    return tuple(DROPS[column] for column in columns)


def drops(bench: Bench) -> list[int]:
    return [motion.column for motion in bench.motions if isinstance(motion, Drop)]


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


def test_table_clears_a_board_that_is_not_empty_at_the_start() -> None:
    bench = Bench(*WON)
    bench.fall(4, Cell.RED)
    assert len(bench.run().moves) == 7
    assert isinstance(bench.motions[0], Slide)


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


def agreed_on_a_and_b(engine: str = "b") -> Bench:
    """A game in which a and b were played, and the person is to move."""
    bench = Bench("", engine, obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    while len(bench.table.agreed.moves) < 2:
        bench.look()
    return bench


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


def test_table_ends_when_repair_never_helps() -> None:
    bench = Bench("aaaa", "bbb")
    bench.endings.extend([Ending.JAM] * 100)
    game = bench.run()
    assert game.outcome is not None and game.outcome.reason is Reason.ANNULLED


def test_table_says_that_it_is_blind_and_recovers() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    for _ in range(12):
        bench.now_s += 0.6
        bench.feed(Blind("the camera is silent", "plug it in"))
    assert bench.table.paused and any("silent" in words for words in bench.said)
    bench.fall(0, Cell.RED)
    bench.look()
    assert not bench.table.paused and bench.table.agreed.moves == played(0)


def test_table_says_within_a_second_why_it_is_blind_what_to_do_and_when_it_is_over() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    before = len(bench.said)
    for _ in range(8):
        bench.now_s += 0.125
        bench.feed(Blind("the picture is black", "take the cap off"))
    assert bench.table.paused and bench.said[before:] == ["the picture is black; take the cap off"]
    bench.look()
    assert not bench.table.paused and bench.said[-1] == "the camera sees the board again"


def test_table_says_that_it_is_blind_while_the_hand_moves_and_says_it_once() -> None:
    bench = Bench("", "b", seats=(ROBOT, PERSON), obedient=False)
    bench.silent = True
    bench.feed(Start())
    bench.until(Phase.MOVING)
    for _ in range(8):
        bench.now_s += 0.125
        bench.feed(Blind("the picture is black", "take the cap off"))
    drop = bench.motions[-1]
    assert isinstance(drop, Drop) and bench.said.count("the picture is black; take the cap off") == 1
    bench.fall(1, Cell.YELLOW)
    bench.feed(Reported(Receipt(drop.action, "drop", 1, Ending.DONE, 1)))
    for _ in range(8):
        bench.now_s += 0.125
        bench.feed(Blind("the picture is black", "take the cap off"))
    assert bench.table.phase is Phase.VERIFYING and bench.table.paused
    assert bench.said.count("the picture is black; take the cap off") == 1 and bench.table.pauses == 1
    bench.look()
    assert bench.said[-1] == "the camera sees the board again" and bench.table.phase is Phase.TURN


def test_table_hears_that_the_camera_is_back_while_the_hand_moves() -> None:
    bench = Bench("", "b", seats=(ROBOT, PERSON), obedient=False)
    bench.silent = True
    bench.feed(Start())
    bench.until(Phase.MOVING)
    for _ in range(8):
        bench.now_s += 0.125
        bench.feed(Blind("the picture is black", "take the cap off"))
    bench.look()
    assert bench.table.phase is Phase.MOVING and not bench.table.paused
    assert bench.said[-1] == "the camera sees the board again"


def test_table_passes_on_what_is_to_be_said_of_the_light_and_plays_on() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.feed(Lit("the light is 0.3 times that of the calibration", "more light"))
    bench.feed(Lit("the light is 1.0 times that of the calibration", ""))
    assert bench.said[-2:] == [
        "the light is 0.3 times that of the calibration; more light",
        "the light is 1.0 times that of the calibration",
    ]
    assert not bench.table.paused and bench.table.phase is Phase.TURN


def test_table_does_not_pause_for_a_frame_or_two_that_are_missing() -> None:
    bench = Bench("", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    for _ in range(3):
        bench.now_s += 0.125
        bench.feed(Blind("the camera is silent", "plug it in"))
    bench.look()
    assert bench.table.pauses == 0


def test_table_gives_up_on_an_unreadable_board_when_told_to() -> None:
    bench = Bench("", "", patience=Patience(give_up_s=30.0), obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.cells[0][2] = Cell.UNKNOWN
    for _ in range(60):
        bench.look()
    assert bench.ended is not None and bench.ended.outcome is not None
    assert bench.ended.outcome.reason is Reason.ANNULLED


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


def moving(engine: str = "b") -> Bench:
    """A game in which the hand is about to report its first drop; the test says what it reports."""
    bench = Bench("", engine, obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    bench.silent = True
    while bench.table.phase is not Phase.MOVING:
        bench.look()
    return bench


def report(bench: Bench, ending: Ending, discs: int) -> None:
    drop = bench.motions[-1]
    assert isinstance(drop, Drop)
    bench.feed(Reported(Receipt(drop.action, "drop", drop.column, ending, discs)))


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


def test_table_repeats_that_it_cannot_read_the_board() -> None:
    bench = Bench("", "", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.cells[0][2] = Cell.UNKNOWN
    for _ in range(120):
        bench.look()
    assert sum("I cannot tell" in words for words in bench.said) >= 3 and bench.table.pauses == 1


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
