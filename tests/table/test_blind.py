"""A table that cannot see: what it says of camera, light and hands before the board, and when it goes on."""

from __future__ import annotations

from robot.mechanism.types import Ending, Receipt
from robot.messages import Blind, Drop, Lit, Reported, Start
from robot.phases import Patience, Phase
from robot.rules.game import Reason
from tests.table.bench import PERSON, ROBOT, Bench
from tests.table.situations import played
from vision.types import Cell


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


def test_table_repeats_that_it_cannot_read_the_board() -> None:
    bench = Bench("", "", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.cells[0][2] = Cell.UNKNOWN
    for _ in range(120):
        bench.look()
    assert sum("I cannot tell" in words for words in bench.said) >= 3 and bench.table.pauses == 1
