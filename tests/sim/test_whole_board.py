"""Hand and person fill the board together, empty it and put everything back."""

from __future__ import annotations

from robot.clock import VirtualClock
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Ending, Receipt
from robot.sim.people import DropDisc, Manner, Person, SortDiscs
from robot.sim.servos import SimServoDriver
from robot.sim.world import Kind, World


def test_board_is_filled_emptied_and_ready_for_another_game() -> None:
    clock = VirtualClock()
    world = World(clock, robot_red=False)
    hand, person = ServoMechanism(SimServoDriver(world), clock), Person(world, clock, manner=Manner.HESITANT)
    receipts: list[Receipt] = [hand.home(1)]
    for turn in range(21):
        person.asked(DropDisc(2 * turn % 7))
        clock.sleep(8.0)
        receipts.append(hand.drop(2 + turn, (2 * turn + 1) % 7))
    letters = ["".join(cell.letter for cell in row) for row in world.cells]
    assert letters == ["RYRYRYR", "YRYRYRY"] * 3
    assert (hand.status().magazine, world.machine.magazine, world.stock) == (0, 0, 0)

    receipts.append(hand.slider(30, opened=True))
    person.asked(SortDiscs(), lambda: hand.refill(21))
    clock.sleep(5.0)
    receipts.append(hand.slider(31, opened=False))
    receipts.append(hand.drop(32, 3))
    assert {receipt.ending for receipt in receipts} == {Ending.DONE}
    assert (hand.status().magazine, world.machine.magazine, world.stock) == (20, 20, 21)
    assert sum(happening.kind is Kind.SETTLED for happening in world.log) == 43
