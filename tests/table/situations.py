"""Games on the bench, brought to where a test begins, and what is asked of the bench by many."""

from __future__ import annotations

from robot.mechanism.types import Ending, Receipt
from robot.messages import Drop, Reported, Start
from robot.phases import Phase
from robot.rules.moves import DROPS, Move
from tests.table.bench import Bench
from vision.types import Cell

WON = ("aaaa", "bbb")


def played(*columns: int) -> tuple[Move, ...]:
    return tuple(DROPS[column] for column in columns)


def drops(bench: Bench) -> list[int]:
    return [motion.column for motion in bench.motions if isinstance(motion, Drop)]


def agreed_on_a_and_b(engine: str = "b") -> Bench:
    """A game in which a and b were played, and the person is to move."""
    bench = Bench("", engine, obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    while len(bench.table.agreed.moves) < 2:
        bench.look()
    return bench


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
