"""What the rule texts leave open, as we settled it: each point is a test named after it."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest

from robot.rules.board import Board
from robot.rules.catalogue import load
from robot.rules.contest import Contest
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.model import Rules
from robot.rules.moves import DROPS, KEEP, POPS, SWAP
from robot.rules.state import NO_MOVE, State
from robot.rules.variants import classic, drawn, five, misere, obstacles, partners, pie, popout, small, swap3, three
from tests.rules.games import played, position

FULL_DRAW = "121212212121343434434343565656656565777777"
"""A game that fills the board without a line; after move 36 every line is dead."""


# Classic


def test_which_colour_starts_is_a_role_and_no_colour() -> None:
    assert [played("abababa").outcome.word, played("gabababa").outcome.word] == ["first", "second"]


def test_early_end_is_off_by_default() -> None:
    game = played(FULL_DRAW[:-1])
    assert game.is_dead and not game.over
    assert played(FULL_DRAW).outcome == Outcome(None, Reason.FULL)


def test_early_end_ends_the_game_where_it_is_on() -> None:
    game = Contest(State.start(replace(classic.RULES, dead_draw=True)))
    for name in FULL_DRAW:
        if game.over:
            break
        game = game.play(DROPS[int(name) - 1])
    assert game.outcome == Outcome(None, Reason.DEAD)
    assert len(game.moves) < 42 and game.undo().is_dead is False


def test_early_end_can_be_agreed_where_it_is_off() -> None:
    game = played(FULL_DRAW[:-1])
    assert game.offer_draw(0).answer_draw(1, accept=True).outcome == Outcome(None, Reason.AGREED)


def test_touch_move_a_disc_that_lies_stays() -> None:
    before = played("ddc").state
    after = before.play(DROPS[0])
    assert all(after.discs[colour] & before.discs[colour] == before.discs[colour] for colour in (0, 1))


def test_full_column_is_no_move_and_the_turn_stays() -> None:
    game = played("dddddd")
    with pytest.raises(IllegalMove, match="column d is full"):
        game.play(DROPS[3])
    assert game.state.colour == 0


# PopOut


def test_pop_that_makes_a_four_for_both_wins_for_the_mover() -> None:
    state = position(popout.RULES, "...x", "xxxo", "ooox")
    after = state.play(POPS[3])
    assert after.outcome and after.outcome.winner == 0
    assert after.outcome.lines == (((0, 1), (1, 1), (2, 1), (3, 1)),)


def test_pop_that_makes_a_four_for_both_draws_as_an_option() -> None:
    state = position(popout.on_board("draw"), "...x", "xxxo", "ooox")
    outcome = state.play(POPS[3]).outcome
    assert outcome and outcome.winner is None and len(outcome.lines) == 2


def test_pop_that_makes_a_four_for_the_other_loses() -> None:
    outcome = position(popout.RULES, "...o", "ooox").play(POPS[3]).outcome
    assert outcome and (outcome.winner, outcome.reason) == (1, Reason.LINE)


FULL_NARROW = ("oxo", "xox", "oxo", "xox")
NARROW = replace(popout.RULES, board=Board(3, 4))


def test_board_full_leaves_only_pops() -> None:
    assert position(NARROW, *FULL_NARROW).legal_moves() == (POPS[0], POPS[2])


def test_board_full_lets_the_side_to_move_claim_a_draw() -> None:
    assert Contest(position(NARROW, *FULL_NARROW)).claim_draw().outcome == Outcome(None, Reason.CLAIMED)
    with pytest.raises(IllegalMove, match="no draw to claim"):
        Contest(position(NARROW, ".xo", *FULL_NARROW[1:])).claim_draw()


def test_full_and_no_own_bottom_disc_is_a_draw() -> None:
    before = position(NARROW, ".xo", "oxo", "xox", "ooo", turn=1)
    assert before.play(DROPS[0]).outcome == NO_MOVE == Outcome(None, Reason.NO_MOVE)


def test_repetition_ends_the_game_at_the_third_time() -> None:
    game = played("abABabA", popout.RULES)
    assert not game.over
    assert game.play(POPS[1]).outcome == Outcome(None, Reason.REPETITION)


def test_repetition_is_of_the_board_with_the_same_side_to_move() -> None:
    board = ("x..", "o..")
    assert position(NARROW, *board) == position(NARROW, *board)
    assert position(NARROW, *board) != position(NARROW, *board, turn=1)


def test_longest_game_is_two_hundred_plies() -> None:
    endless = replace(popout.RULES, repetition=None)
    game = played("abAB" * 49 + "abA", endless)
    assert not game.over
    assert game.play(POPS[1]).outcome == Outcome(None, Reason.LENGTH)
    assert not played("abAB" * 51, replace(endless, longest=None)).over


def test_longest_game_can_still_be_won_with_its_last_move() -> None:
    game = played("aba" + "bab" + "a", replace(popout.RULES, longest=7))
    assert game.outcome and (game.outcome.winner, game.outcome.reason) == (0, Reason.LINE)


def test_pop_on_the_first_turns_is_allowed_with_an_own_disc_at_the_bottom() -> None:
    assert played("ab", popout.RULES).state.legal_moves()[-1] == POPS[0]
    assert POPS[0] not in played("a", popout.RULES).state.legal_moves()


def test_discs_that_were_pushed_out_are_played_again() -> None:
    game = played("abAB" * 25, replace(popout.RULES, repetition=None))
    assert sum(move in DROPS for move in game.moves) > 42


def test_popout_has_no_dead_board() -> None:
    rules = replace(popout.RULES, board=Board(4, 1))
    assert position(replace(rules, pops=False), "xo..").is_dead()
    assert not position(rules, "xo..").is_dead()


def test_popout_refuses_dead_draw() -> None:
    with pytest.raises(BadRules, match="no line is dead for good"):
        replace(popout.RULES, dead_draw=True)


# Five in a row


def test_side_columns_alternate_and_mirror_the_opposite_colour() -> None:
    state = State.start(five.RULES)
    assert [state.at(0, row) for row in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [state.at(8, row) for row in range(6)] == [1, 0, 1, 0, 1, 0]


def test_side_columns_are_alike_as_an_option() -> None:
    state = State.start(five.same_sides())
    assert [state.at(8, row) for row in range(6)] == [0, 1, 0, 1, 0, 1]


def test_side_columns_cannot_be_played_and_the_grid_is_b_to_h() -> None:
    assert five.RULES.board.names == "abcdefghi" and five.RULES.board.left == -1
    assert State.start(five.RULES).legal_moves() == DROPS[1:8]


def test_side_columns_count_in_lines() -> None:
    game = played("bhchdhe", five.RULES)
    assert game.outcome and game.outcome.winner == 0
    assert game.outcome.lines == (((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),)


def test_forty_two_plies_remain() -> None:
    assert (five.RULES.board.open & ~State.start(five.RULES).mask).bit_count() == 42


# Misère


def test_several_lines_at_once_lose_once() -> None:
    game = position(misere.RULES, "xxx.xxx").play(DROPS[3])
    assert game.outcome and game.outcome.winner == 1 and len(game.outcome.lines) == 4


def test_line_of_a_partner_loses_for_the_pair() -> None:
    game = played("agbgcgd", partners.option(misere.RULES))
    assert game.outcome and game.outcome.winner == 1


# Cylinder


def test_line_over_the_seam_wins() -> None:
    game = played("fagabac" + "b", load("cylinder").rules)
    assert not game.over
    game = played("fegeaeb", load("cylinder").rules)
    assert game.outcome and game.outcome.lines == (((5, 0), (6, 0), (0, 0), (1, 0)),)


def test_ring_counts_once_where_the_board_is_as_wide_as_the_line() -> None:
    rules = Rules(Board(4, 4, cylinder=True))
    outcome = position(rules, "xxx.").play(DROPS[3]).outcome
    assert outcome and len(outcome.lines) == 1


def test_ring_that_is_narrower_than_the_line_is_refused() -> None:
    with pytest.raises(BadRules, match="holds no 4"):
        Board(3, 5, cylinder=True)


@pytest.mark.parametrize("seed", range(20))
def test_cylinder_can_be_rotated_and_mirrored(seed: int) -> None:
    """A rotated or mirrored game ends at the same move in the same way."""
    luck, rules = random.Random(seed), load("cylinder").rules
    game = Contest(State.start(rules))
    while not game.over:
        game = game.play(luck.choice(game.state.legal_moves()))
    for turned in (lambda column: (column + 3) % 7, lambda column: 6 - column):
        other = Contest(State.start(rules))
        for move in game.moves:
            assert not other.over
            other = other.play(DROPS[turned(move.column)])
        assert other.outcome and game.outcome and other.outcome.word == game.outcome.word
        assert len(other.outcome.lines) == len(game.outcome.lines)


# Obstacles


def test_disc_comes_to_rest_on_an_obstacle() -> None:
    assert played("b", obstacles.RULES).state.at(1, 1) == 0


def test_cells_under_an_obstacle_cannot_be_reached() -> None:
    floating = obstacles.placed((3, 2))
    assert played("d", floating).state.at(3, 3) == 0
    assert floating.board.open.bit_count() == 39


def test_line_through_an_obstacle_is_dead_from_the_start() -> None:
    """b1 and f1 lie on 4 lines each, two of which, b1 to e1 and c1 to f1, differ."""
    assert len(obstacles.RULES.board.masks) == 69 - 4 - 4


def test_lot_gives_a_mirrored_pair_on_the_floor() -> None:
    pairs = {obstacles.by_lot(random.Random(seed)).board.blocked for seed in range(40)}
    assert pairs == {frozenset({(column, 0), (6 - column, 0)}) for column in range(3)}


def test_obstacles_are_one_to_four_cells_and_never_a_column() -> None:
    for blocked in ([], [(column, 0) for column in range(5)], [(2, 5)]):
        with pytest.raises(BadRules):
            obstacles.placed(*blocked)


def test_cap_closes_a_column_above_a_row() -> None:
    game = played("ddd", obstacles.placed(capped=frozenset({(3, 3)})))
    with pytest.raises(IllegalMove, match="column d is full"):
        game.play(DROPS[3])


# Small board


@pytest.mark.parametrize(("width", "names"), [(4, "bcde"), (5, "bcdef"), (6, "abcdef"), (7, "abcdefg")])
def test_unused_columns_are_closed_around_the_middle(width: int, names: str) -> None:
    assert small.sized(width, 4).board.names == names


def test_size_is_six_by_five_and_five_by_four_for_a_quick_game() -> None:
    sizes = [(rules.board.width, rules.board.height) for rules in (small.RULES, small.QUICK)]
    assert sizes == [(6, 5), (5, 4)]


@pytest.mark.parametrize(("width", "height"), [(3, 4), (8, 6), (4, 3), (7, 7)])
def test_size_outside_the_grid_is_refused(width: int, height: int) -> None:
    with pytest.raises(BadRules, match="no small board"):
        small.sized(width, height)


# Drawn opening


def test_opening_is_called_disc_by_disc() -> None:
    rules = drawn.option(classic.RULES, (2, 3, 3))
    game = Contest(State.start(rules))
    for column in (2, 3, 3):
        with pytest.raises(IllegalMove, match="another disc was drawn"):
            game.play(DROPS[6])
        game = game.play(DROPS[column])
    assert game.state.colour == 1 and len(game.state.legal_moves()) == 7


def test_opening_and_its_mirror_image_are_one_in_the_hat() -> None:
    drawn_ones = {drawn.by_lot([(2,), (4,), (3,)], 7, random.Random(seed)) for seed in range(30)}
    assert drawn_ones == {(2,), (3,)}


def test_opening_by_lot_alone_leaves_the_game_undecided() -> None:
    for seed in range(30):
        opening = drawn.any_opening(classic.RULES, 8, random.Random(seed))
        assert len(opening) == 8 and drawn.option(classic.RULES, opening).drawn == opening


@pytest.mark.parametrize("opening", [(), (0,) * 7, (7,), (-1,), (0, 1, 0, 1, 0, 1, 0), (0,) * 9])
def test_opening_that_cannot_be_played_or_ends_the_game_is_refused(opening: tuple[int, ...]) -> None:
    with pytest.raises(BadRules):
        drawn.option(classic.RULES, opening)


# Pie and swap3


def seats(text: str, rules: Rules) -> list[tuple[int, int]]:
    """Who acts and with which colour before every move."""
    game, acted = Contest(State.start(rules)), []
    for name in text:
        move = {"=": KEEP, "x": SWAP}.get(name) or DROPS["abcdefg".index(name)]
        acted.append((game.state.seat, game.state.colour))
        game = game.play(move)
    return acted


def test_pie_swap_uses_up_the_turn_and_the_opener_drops_the_other_colour() -> None:
    assert seats("dxcc", pie.RULES) == [(0, 0), (1, 1), (0, 1), (1, 0)]


def test_pie_kept_colours_go_on_as_usual() -> None:
    assert seats("d=cc", pie.RULES) == [(0, 0), (1, 1), (1, 1), (0, 0)]


def test_pie_swap_leaves_the_disc_where_it_is() -> None:
    assert played("dx", pie.RULES).state.at(3, 0) == 0


@pytest.mark.parametrize("text", ["-", "d=", "dx", "d=c", "dxc"])
def test_pie_swap_is_possible_only_after_the_first_disc(text: str) -> None:
    game = played(text, pie.RULES)
    with pytest.raises(IllegalMove, match="swap is no move here"):
        game.play(SWAP)
    assert played("d", pie.RULES).state.legal_moves() == (KEEP, SWAP)


def test_swap3_one_player_places_three_and_the_second_colour_moves() -> None:
    assert seats("dde=c", swap3.RULES) == [(0, 0), (0, 1), (0, 0), (1, 1), (1, 1)]
    assert seats("ddexc", swap3.RULES)[-1] == (0, 1)


@pytest.mark.parametrize("option", [pie.option, swap3.option, drawn.option, partners.option])
def test_options_are_for_two_sides(option) -> None:
    with pytest.raises(BadRules):
        option(three.RULES)


@pytest.mark.parametrize("name", ["five", "misere", "cylinder", "popout", "small", "obstacles"])
@pytest.mark.parametrize("option", [pie.option, swap3.option, partners.option])
def test_options_go_with_every_variant_for_two(name: str, option) -> None:
    variant = load(name)
    game = Contest(variant.start(option(variant.rules)))
    for _ in range(6):
        game = game.play(game.state.legal_moves()[len(game.moves) % 2])
    assert len(game.moves) == 6


# Three players


def test_three_play_on_eight_columns_and_on_seven_of_plastic() -> None:
    assert [(rules.board.width, rules.colours) for rules in (three.RULES, three.PLASTIC)] == [(8, 3), (7, 3)]


def test_three_move_in_turn_and_the_first_four_wins() -> None:
    games = ["abcabcabca", "abdabdabdcb", "abcabcabcghc"]
    assert [played(text, three.RULES).outcome.word for text in games] == ["first", "second", "third"]


def test_three_dead_board_is_drawn() -> None:
    rules = replace(three.RULES, board=Board(4, 1, k=4), dead_draw=True)
    assert played("ab", rules).outcome == Outcome(None, Reason.DEAD)


@pytest.mark.parametrize(("leave", "reason"), [(Contest.resign, Reason.RESIGNED), (Contest.run_out, Reason.TIME)])
def test_who_leaves_three_turns_neutral_and_the_last_one_wins(leave, reason: Reason) -> None:
    game = leave(played("abc", three.RULES), 0)
    assert not game.over and game.state.colour == 1
    assert game.state.at(0, 0) is None and game.state.landing(0) == game.state.rules.board.bit(0, 1)
    game = game.play(DROPS[1]).play(DROPS[2])
    assert game.state.colour == 1
    assert leave(game, 1).outcome == Outcome(2, reason)


def test_who_leaves_three_kills_the_lines_through_their_discs() -> None:
    rules = replace(three.RULES, board=Board(4, 1, k=4), dead_draw=True)
    assert played("a", rules).resign(0).outcome == Outcome(None, Reason.DEAD)


# Partners


def test_partners_move_in_turn_leads_first() -> None:
    assert seats("abcde", partners.RULES) == [(0, 0), (1, 1), (2, 0), (3, 1), (0, 0)]


def test_partners_first_line_wins_for_the_pair() -> None:
    assert played("agbgcgd", partners.RULES).outcome.winner == 0


# The rows of the tables themselves

SETTLED, TABLE = "rules/test_settled.py", "table/test_settled.py"
ROWS = {
    "who starts": (TABLE, "test_who_starts"),
    "which colour starts": (SETTLED, "test_which_colour_starts"),
    "who empties the grid": (TABLE, "test_who_empties_the_grid"),
    "early end": (SETTLED, "test_early_end"),
    "out of turn": (TABLE, "test_out_of_turn"),
    "wrong colour": (TABLE, "test_wrong_colour"),
    "slider opened": (TABLE, "test_slider_that_was_opened"),
    "two human discs in one turn": (TABLE, "test_two_discs_in_one_turn"),
    "touch-move": (SETTLED, "test_touch_move"),
    "a pop makes four for both": (SETTLED, "test_pop_that_makes_a_four_for_both"),
    "board full": (SETTLED, "test_board_full"),
    "full and no own bottom disc": (SETTLED, "test_full_and_no_own_bottom_disc"),
    "repetition": (SETTLED, "test_repetition"),
    "pop on the first turns": (SETTLED, "test_pop_on_the_first_turns"),
    "discs run out": (SETTLED, "test_discs_that_were_pushed_out"),
}
"""What is disputed, and where its tests are: all of them begin so."""


@pytest.mark.parametrize("row", ROWS)
def test_row_has_a_test_named_after_it(row: str) -> None:
    file, begins = ROWS[row]
    tree = ast.parse((Path(__file__).parents[1] / file).read_text(encoding="utf-8"))
    assert any(isinstance(node, ast.FunctionDef) and node.name.startswith(begins) for node in tree.body)
