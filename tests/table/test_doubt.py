"""A hole that cannot be read for long: what the table asks, what it takes a person's word for, and how long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robot.mechanism.types import Ending
from robot.messages import Ask, Drop, Judged, Request, Said, Seen, Start, Tick, Word
from robot.phases import Phase
from tests.table.bench import Bench
from tests.table.boards import observation
from tests.table.situations import agreed_on_a_and_b, drops, moving, played, report
from vision.types import Cell

D1, F1 = (3, 0), (5, 0)


def hide(bench: Bench, *squares: tuple[int, int]) -> None:
    for column, row in squares:
        bench.cells[row][column] = Cell.UNKNOWN


def questions(bench: Bench) -> list[Ask]:
    return [ask for ask in bench.asked if ask.request is Request.CONFIRM]


def asked_about_d1(engine: str = "bd") -> Bench:
    """The person has dropped into d, and d1 cannot be read."""
    bench = agreed_on_a_and_b(engine)
    hide(bench, D1)
    bench.look_until(lambda: bench.table.doubted == D1)
    return bench


def sent_into_b_unseen() -> Bench:
    """The robot's disc is said to have fallen into b1, which cannot be read."""
    bench = moving("bb")
    hide(bench, (1, 0))
    bench.silent = False
    report(bench, Ending.DONE, 1)
    bench.look_until(lambda: bench.table.doubted is not None)
    return bench


def test_table_asks_in_words_about_a_hole_that_alone_stays_unclear() -> None:
    bench = agreed_on_a_and_b()
    hide(bench, D1)
    bench.look()
    since_s = bench.now_s
    bench.look_until(lambda: bench.table.doubted is not None)
    assert bench.now_s - since_s == pytest.approx(bench.table.patience.doubt_s, abs=1.2)
    assert [(ask.column, ask.words) for ask in questions(bench)] == [(3, "does a red disc lie in d1? say yes or no")]


def test_table_asks_nothing_about_two_unclear_holes() -> None:
    bench = agreed_on_a_and_b()
    hide(bench, D1, F1)
    for _ in range(100):
        bench.look()
    assert not questions(bench) and bench.table.paused


def test_table_asks_anew_once_another_hole_is_in_doubt() -> None:
    bench = asked_about_d1()
    bench.cells[0][3] = Cell.EMPTY
    hide(bench, F1)
    bench.look()
    assert bench.table.doubted is None
    bench.look_until(lambda: bench.table.doubted == F1)
    first, second = questions(bench)
    assert first.number != second.number


def test_yes_makes_the_move_and_the_hole_may_stay_unclear() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.YES))
    bench.look_until(lambda: len(bench.table.agreed.moves) == 4)
    assert bench.table.agreed.moves == played(0, 1, 3, 3) and not bench.table.paused
    assert bench.cells[0][3] is Cell.UNKNOWN


def test_no_leaves_the_turn_with_the_person_while_nothing_moves() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    said_s = bench.now_s
    for _ in range(60):
        bench.now_s += 0.6
        seen = replace(observation(bench.cells, bench.now_s), first_s=said_s - 1.0)
        bench.feed(Tick())
        bench.feed(Seen(seen))
    assert bench.table.phase is Phase.TURN and not bench.table.paused and len(questions(bench)) == 1


def test_no_counts_no_more_once_something_has_moved() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    bench.look_until(lambda: len(questions(bench)) == 2)
    bench.feed(Said(0, Word.YES))
    bench.look()
    assert bench.table.agreed.moves[:3] == played(0, 1, 3)


def test_no_counts_while_the_robot_moves_elsewhere() -> None:
    bench = asked_about_d1("bb")
    bench.fall(5, Cell.RED)
    bench.feed(Said(0, Word.NO))
    bench.feed(Seen(replace(observation(bench.cells, bench.now_s), first_s=bench.now_s - 1.0)))
    bench.look_until(lambda: len(bench.table.agreed.moves) == 4)
    assert bench.table.agreed.moves == played(0, 1, 5, 1) and len(questions(bench)) == 1


def test_no_lets_the_person_drop_elsewhere() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    bench.fall(5, Cell.RED)
    bench.look_until(lambda: len(questions(bench)) == 2)
    bench.feed(Said(0, Word.NO))
    bench.feed(Seen(replace(observation(bench.cells, bench.now_s), first_s=bench.now_s - 1.0)))
    assert bench.table.agreed.moves[:3] == played(0, 1, 5)


def test_what_is_seen_counts_more_than_what_was_said() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    bench.look()
    bench.cells[0][3] = Cell.RED
    bench.look()
    assert bench.table.agreed.moves[:3] == played(0, 1, 3)


def test_what_was_said_is_forgotten_once_the_hole_was_read() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    bench.look()
    bench.cells[0][3] = Cell.EMPTY
    bench.look()
    hide(bench, D1)
    bench.look_until(lambda: len(questions(bench)) == 2)


def test_nothing_moves_while_the_question_is_open() -> None:
    bench = asked_about_d1()
    motions = len(bench.motions)
    for _ in range(100):
        bench.look()
    assert len(bench.motions) == motions and len(bench.table.agreed.moves) == 2


def test_question_is_asked_again_with_its_number() -> None:
    bench = asked_about_d1()
    bench.look_until(lambda: len(questions(bench)) == 3)
    assert len({ask.number for ask in questions(bench)}) == 1


def test_yes_proves_the_disc_of_the_robot() -> None:
    bench = sent_into_b_unseen()
    assert questions(bench)[0].words == "does a yellow disc lie in b1? say yes or no"
    bench.feed(Said(0, Word.YES))
    bench.look()
    assert bench.table.agreed.moves == played(0, 1) and drops(bench) == [1]


def test_no_has_the_robot_drop_again_and_ask_again() -> None:
    bench = sent_into_b_unseen()
    bench.misdrops.append(None)
    bench.feed(Said(0, Word.NO))
    bench.look_until(lambda: len(questions(bench)) == 2)
    assert drops(bench) == [1, 1] and bench.table.doubted == (1, 0)


def test_referee_is_told_but_the_observation_stays_as_it_was_seen() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.YES))
    seen = observation(bench.cells, bench.now_s + 0.6)
    judged = [effect for effect in bench.table.handle(Seen(seen), seen.time_s) if isinstance(effect, Judged)]
    assert judged[0].observation.cells[0][3] is Cell.UNKNOWN


def test_yes_answers_a_draw_offer_while_no_hole_is_asked_about() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    bench.look()
    table = bench.table
    offered = table.agreed.offer_draw(1)
    table.agreed = table.game = offered
    bench.feed(Said(0, Word.YES))
    assert table.agreed.over


def test_opened_slider_forgets_what_was_said() -> None:
    bench = asked_about_d1()
    bench.feed(Said(0, Word.NO))
    bench.feed(Said(0, Word.UNDO))
    assert bench.table.phase is Phase.EMPTYING
    hide(bench, D1)
    bench.look_until(lambda: len(questions(bench)) == 2)


def test_empty_grid_with_an_unclear_hole_is_asked_about_before_the_game() -> None:
    bench = Bench("", "b", obedient=False)
    hide(bench, D1)
    bench.feed(Start())
    bench.look_until(lambda: bench.table.doubted == D1)
    assert questions(bench)[0].words == "does a disc lie in d1? say yes or no"
    bench.feed(Said(0, Word.NO))
    bench.until(Phase.TURN)
    assert not any(isinstance(motion, Drop) for motion in bench.motions)


def test_question_waits_for_time_not_for_ticks() -> None:
    bench = agreed_on_a_and_b()
    hide(bench, D1)
    for _ in range(200):
        bench.feed(Tick())
        bench.feed(Seen(observation(bench.cells, bench.now_s)))
    assert not questions(bench)
