"""What the variants ask of the table: openings, exchanged colours, partners, other boards, words instead of plastic."""

from __future__ import annotations

import itertools
import random

import pytest

from robot.messages import Chosen, Drop, Made, Quit, Ready, Request, Said, Slide, Start, Word
from robot.phases import Phase, Seat, Terms
from robot.plastic import in_grid
from robot.rules.contest import Contest
from robot.rules.game import Reason
from robot.rules.moves import KEEP, SWAP, written
from robot.rules.record import Record
from robot.rules.replay import start_of
from robot.table.words import result_words
from tests.table.bench import Bench
from vision.types import Cell

ROBOT_FIRST = (Seat("robot", Cell.RED, engine=True, robot_hand=True), Seat("you", Cell.YELLOW, False, False))


def terms(variant: str, plastic: bool = True, **tags: str) -> Terms:
    return Terms(Contest(start_of(Record(variant=variant, tags=tuple(tags.items()))).state), plastic=plastic)


def moves(bench: Bench) -> str:
    return written(bench.table.agreed.moves, bench.board)


def dying(start: Contest) -> str:
    """The moves of a game that nobody can win any more though three cells are left: the first found by chance."""
    for seed in itertools.count():
        luck, game = random.Random(seed), start
        while not game.over and not game.is_dead:
            game = game.play(luck.choice(game.state.legal_moves()))
        if not game.over and len(game.moves) <= 17:
            return written(game.moves, game.state.rules.board)
    raise AssertionError


def drops(bench: Bench) -> list[int]:
    return [motion.column for motion in bench.motions if isinstance(motion, Drop)]


def asked(bench: Bench, request: Request) -> list[str]:
    return [ask.words for ask in bench.asked if ask.request is request]


def test_robot_takes_the_first_disc_over_and_drops_that_colour_from_then_on() -> None:
    bench = Bench("deaaa", "xbbbb", terms=terms("pie"))
    bench.until(Phase.OVER)
    assert moves(bench) == "dxebababab"
    assert asked(bench, Request.EXCHANGE) == [
        "the colours are exchanged: empty the magazine, and fill it with red discs"
    ]
    assert bench.cells[0][3] is Cell.RED and bench.cells[0][4] is Cell.YELLOW
    assert bench.cells[0][1] is Cell.RED


def test_kept_colours_ask_for_no_exchange() -> None:
    bench = Bench("daaaa", "=bbbb", terms=terms("pie"))
    bench.until(Phase.OVER)
    assert moves(bench).startswith("d=b") and not asked(bench, Request.EXCHANGE)


def test_person_keeps_or_exchanges_in_words() -> None:
    bench = Bench("xabab", "dcccc", ROBOT_FIRST, terms=terms("pie"))
    bench.until(Phase.OVER)
    assert moves(bench).startswith("dx") and asked(bench, Request.CHOOSE)
    assert bench.table.exchanged


def test_undone_exchange_gives_the_discs_back() -> None:
    bench = Bench("xa", "dcc", ROBOT_FIRST, terms=terms("pie"))
    bench.look_until(lambda: moves(bench) == "dxca")
    bench.until(Phase.TURN)
    bench.feed(Said(1, Word.UNDO))
    bench.look_until(lambda: bench.table.phase is Phase.TURN and not bench.table.rebuilding)
    assert moves(bench) == "dxc" and bench.cells[0][3] is Cell.RED
    bench.feed(Said(1, Word.UNDO))
    bench.person.extend((KEEP,))
    bench.look_until(lambda: "=" in moves(bench))
    assert moves(bench).startswith("d=") and not bench.table.exchanged


def test_opener_of_swap3_decides_all_three_and_each_hand_drops_its_colour() -> None:
    bench = Bench("=aaaa", "dcebbb", ROBOT_FIRST, terms=terms("swap3"))
    bench.look_until(lambda: len(bench.table.agreed.moves) >= 4)
    assert moves(bench).startswith("dce=")
    assert drops(bench)[:2] == [3, 4]
    assert asked(bench, Request.DROP)[0] == "you: drop a yellow disc into c"
    assert [bench.cells[0][column] for column in (3, 2, 4)] == [Cell.RED, Cell.YELLOW, Cell.RED]


def test_person_who_opens_swap3_says_where_the_robots_colour_goes() -> None:
    bench = Bench("dcebbb", "=aaaa", terms=terms("swap3"))
    bench.look_until(lambda: len(bench.table.agreed.moves) >= 4)
    assert moves(bench).startswith("dce=") and drops(bench)[0] == 2
    assert len(asked(bench, Request.CHOOSE)) == 1


def test_drawn_discs_are_called_one_by_one_and_belong_where_they_were_drawn() -> None:
    bench = Bench("", "", terms=terms("drawn", Opening="acdf"), obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    assert asked(bench, Request.DROP) == ["you: drop a red disc into a"]
    bench.fall(5, Cell.RED)
    bench.look()
    assert "belongs into a, not f" in bench.said[-1] and bench.table.phase is Phase.EMPTYING
    bench.obedient = True
    bench.look_until(lambda: len(bench.table.agreed.moves) >= 4)
    assert moves(bench) == "acdf" and drops(bench) == [2, 5]


def test_partners_are_asked_by_name_in_rotation() -> None:
    names = ("ann", "bob", "cleo", "dan")
    seats = tuple(Seat(name, (Cell.RED, Cell.YELLOW)[at % 2], False, False) for at, name in enumerate(names))
    bench = Bench("abababa", "", seats, terms=terms("partners"))
    bench.until(Phase.OVER)
    assert [words.partition(":")[0] for words in asked(bench, Request.DROP)] == [*names, *names[:3]]
    assert "ann and cleo won with a1 a2 a3 a4" in bench.said


def test_engine_whose_discs_a_person_drops_says_where() -> None:
    seats = (Seat("you", Cell.RED, False, False), Seat("robot", Cell.YELLOW, True, False))
    bench = Bench("aaaa", "bbb", seats)
    bench.until(Phase.OVER)
    assert drops(bench) == [] and "robot: drop a yellow disc into b" in asked(bench, Request.DROP)


def test_columns_of_five_in_a_row_are_told_as_on_the_board_and_sent_as_in_the_grid() -> None:
    bench = Bench("bc", "hh", terms=terms("five"))
    bench.look_until(lambda: len(bench.table.agreed.moves) >= 2)
    assert moves(bench).startswith("bh") and drops(bench)[0] == 6
    assert bench.cells[0][0] is Cell.RED and bench.cells[0][6] is Cell.YELLOW


@pytest.mark.parametrize(("column", "discs", "cell"), [(6, 1, "g1"), (0, 6, "a6")])
def test_disc_in_a_closed_place_of_a_small_board_is_told(column: int, discs: int, cell: str) -> None:
    bench = Bench("aca", "aaab", terms=terms("small"))
    bench.look_until(lambda: len(bench.table.agreed.moves) >= 5)
    bench.obedient = False
    bench.until(Phase.TURN)
    while sum(row[column] is not Cell.EMPTY for row in bench.cells) < discs:
        bench.fall(column, Cell.RED)
    if discs > 1:
        bench.cells[4][0], bench.cells[5][0] = bench.cells[4][0], Cell.RED
    bench.look()
    assert cell in bench.said[-1]


def test_who_makes_four_in_misere_loses_and_the_line_is_named() -> None:
    bench = Bench("aaaa", "bcd", terms=terms("misere"))
    bench.until(Phase.OVER)
    assert "robot won: the other side had to make a1 a2 a3 a4" in bench.said[-1]


def test_dead_board_is_told_once_and_a_draw_is_agreed_at_once() -> None:
    seats = (Seat("ann", Cell.RED, False, False), Seat("bob", Cell.YELLOW, False, False))
    small = terms("small", Board="5x4")
    bench = Bench(dying(small.start), "", seats, terms=small)
    bench.look_until(lambda: bench.table.agreed.is_dead)
    assert bench.table.agreed.is_dead and not bench.table.agreed.over
    bench.fall(in_grid(bench.board, bench.table.game.state.drops()[0].column), bench.colour)
    bench.look()
    assert sum("no line can be made" in words for words in bench.said) == 1
    bench.feed(Said(bench.table.game.state.seat, Word.DRAW))
    bench.feed(Said(1 - bench.table.game.state.seat, Word.YES))
    assert bench.table.agreed.outcome is not None and bench.table.agreed.outcome.reason is Reason.AGREED


def test_final_position_stays_until_somebody_is_ready_where_it_lingers() -> None:
    bench = Bench("aaaa", "bbb", terms=Terms(lingers=True))
    bench.until(Phase.OVER)
    bench.obedient = False
    for _ in range(60):
        bench.look()
    assert bench.table.phase is Phase.OVER and not [m for m in bench.motions if isinstance(m, Slide)]
    bench.feed(Ready())
    assert bench.table.phase is Phase.EMPTYING


def test_game_in_words_has_no_hand_and_no_eye() -> None:
    bench = Bench("aaaa", "bbbb", terms=terms("popout", plastic=False))
    bench.run()
    assert bench.motions == [] and moves(bench) == "abababa"
    assert {ask.request for ask in bench.asked} == {Request.CHOOSE}


def test_move_that_is_none_is_not_made_in_words() -> None:
    bench = Bench("", "", terms=terms("popout", plastic=False), obedient=False)
    bench.feed(Start())
    bench.feed(Chosen(SWAP))
    assert bench.table.agreed.moves == () and bench.table.phase is Phase.CHOOSING


@pytest.mark.parametrize("agreeable", [True, False])
def test_robot_answers_a_draw_offer_and_is_not_asked_twice_before_the_next_move(agreeable: bool) -> None:
    bench = Bench("a", "b", obedient=False)
    bench.agreeable = agreeable
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.feed(Said(0, Word.DRAW))
    assert bench.table.agreed.over is agreeable
    if not agreeable:
        bench.feed(Said(0, Word.DRAW))
        assert "has offered a draw since its last move" in bench.said[-1]


def test_nothing_is_taken_back_in_a_rated_game_nor_while_the_hand_moves() -> None:
    bench = Bench("aa", "b", terms=Terms(rated=True), obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.fall(0, Cell.RED)
    bench.silent = True
    bench.until(Phase.MOVING)
    bench.feed(Said(0, Word.UNDO))
    assert "one moment" in bench.said[-1]
    bench.table.phase = Phase.TURN
    bench.feed(Said(0, Word.UNDO))
    assert "rated game" in bench.said[-1] and len(bench.table.agreed.moves) == 1


def test_resigned_game_is_over_whatever_the_hand_is_doing() -> None:
    bench = Bench("aa", "b", obedient=False)
    bench.feed(Start())
    bench.until(Phase.TURN)
    bench.feed(Said(0, Word.RESIGN))
    assert bench.table.phase is Phase.OVER
    assert result_words(bench.table.agreed, bench.table.seats) == "the robot won, the other side gave up"
    bench.feed(Said(0, Word.DRAW))
    bench.feed(Quit())
    assert bench.ended is not None and bench.ended.outcome is not None
    assert bench.ended.outcome.reason is Reason.RESIGNED


def test_every_move_is_told_as_made_once_also_when_it_is_made_again() -> None:
    bench = Bench("aaaa", "bbb")
    seen = []
    handle = bench.table.handle

    def listening(event: object, now_s: float) -> list[object]:
        effects = handle(event, now_s)  # type: ignore[arg-type]
        seen.extend(effect for effect in effects if isinstance(effect, Made))
        return effects  # type: ignore[return-value]

    bench.table.handle = listening  # type: ignore[method-assign, assignment]
    game = bench.run()
    assert [len(made.game.moves) for made in seen] == list(range(1, len(game.moves) + 1))
