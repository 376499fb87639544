"""The teacher: reasons, threats, the analysis of a game and puzzles, each against a plain look at the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from robot.rules import catalogue
from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.model import Opening, Rules
from robot.rules.moves import DROPS, KEEP, SWAP, move_of, written
from robot.rules.state import State
from robot.solver.errors import BadPosition
from robot.solver.reference import reference_score
from robot.solver.teacher import Teacher
from robot.solver.teacher_analysis import Grade, puzzle_at
from robot.solver.teacher_hint import Danger, Why
from robot.solver.teacher_values import Values
from tests.rules.games import at_random, cells_of, played, walked_line
from tests.solver.test_general_search import plain_value

QUICK = Values(nodes=20_000, table_mib=1)


def start_of(name):
    variant = catalogue.load(name)
    return variant.start(variant.rules)


@pytest.mark.parametrize(
    ("name", "moves", "text"),
    [
        ("classic", "ababab", "a makes four in column a"),
        ("classic", "aabbcc", "d makes four on row 1"),
        ("classic", "aabbc", "d blocks three on row 1"),
        ("classic", "abbcdccdd", "d blocks three on a diagonal"),
        ("small", "babab", "b blocks three in column b"),
    ],
)
def test_hint_says_why_in_words(name, moves, text):
    hint = Teacher(QUICK).hint(played(moves, start_of(name)))
    assert hint.reason.text == text


def test_hint_makes_two_threats_where_three_lie_open():
    hint = Teacher(QUICK).hint(played("ccdd"))
    assert (hint.reason.why, len(hint.reason.cells)) == (Why.TWO_THREATS, 2)
    assert hint.reason.text == f"{written([hint.move], Board())} makes two threats"


def test_hint_names_a_column_that_lets_them_land_on_a_threat():
    hint = Teacher(QUICK).hint(played("aabbgcgc"))
    assert [danger.text for danger in hint.dangers] == ["d lets them land on d2 and win"]
    assert hint.text == f"{hint.reason.text}; d lets them land on d2 and win"


def test_hint_says_what_would_lose_in_misere():
    hint = Teacher(QUICK).hint(played("aabbcc", start_of("misere")))
    assert [danger.text for danger in hint.dangers] == ["d makes four on row 1 and loses"]
    assert hint.move.column != 3


@pytest.mark.parametrize("name", catalogue.names())
def test_hint_is_a_legal_move_with_a_reason_in_every_variant(name):
    luck = random.Random(name)
    for _ in range(1 if name in ("powerup", "pop10") else 4):
        game = list(at_random(start_of(name), luck.randrange(2**31), luck.randrange(16)))[-1]
        if not game.over:
            hint = Teacher(QUICK).hint(game)
            game.play(hint.move)
            assert hint.text and "{" not in hint.text


@pytest.mark.parametrize("name", ["classic", "cylinder", "obstacles", "three"])
def test_dangers_are_the_drops_after_which_the_next_player_has_a_line_at_once(name):
    luck, seen = random.Random(f"danger {name}"), 0
    while seen < 8:
        *_, game = at_random(start_of(name), luck.randrange(2**31), 14)
        if game.over:
            continue
        after = {move: game.play(move) for move in game.state.legal_moves()}
        bad = {
            move
            for move, following in after.items()
            if not following.over and any(following.play(reply).over for reply in following.state.legal_moves())
        }
        dangers = {reason.move for reason in Teacher(QUICK).hint(game).dangers if reason.why is Danger.LETS_LAND}
        assert dangers == (bad if len(bad) < len(after) else set())
        seen += len(bad) > 0


def test_hint_refuses_a_finished_game():
    with pytest.raises(BadPosition):
        Teacher(QUICK).hint(played("abababa"))


@pytest.mark.parametrize("name", ["classic", "cylinder", "five", "three"])
def test_threats_are_the_cells_that_complete_a_line(name):
    luck = random.Random(f"threats {name}")
    for _ in range(15):
        *_, game = at_random(start_of(name), luck.randrange(2**31), luck.randrange(8, 30))
        if game.over:
            continue
        cells, board = cells_of(game.state), game.state.rules.board
        expected = {
            (cell, colour)
            for cell, taken in cells.items()
            for colour in range(game.state.rules.colours)
            if taken is None and walked_line({**cells, cell: colour}, board, colour)
        }
        found = Teacher(QUICK).threats(game)
        assert {(threat.cell, threat.colour) for threat in found} == expected
        lands = {
            (move.column, sum(cells.get((move.column, row), 9) is not None for row in range(board.height)))
            for move in game.state.drops()
        }
        assert all(threat.odd == (threat.cell[1] in (0, 2, 4)) for threat in found)
        assert all(threat.open == (threat.cell in lands) for threat in found)


@pytest.mark.parametrize("opening", [Opening.NONE, Opening.PIE, Opening.SWAP3])
@pytest.mark.parametrize("board", [Board(4, 4), Board(5, 4)])
def test_scores_are_of_the_legal_moves_at_every_step_of_an_opening(board, opening):
    game = Contest(State.start(Rules(board, opening=opening)))
    luck, teacher = random.Random(f"{board.width} {opening}"), Teacher(QUICK)
    for _ in range(8):
        assert set(teacher.scores(game)) == set(game.state.legal_moves())
        hint = teacher.hint(game)
        assert hint.move in game.state.legal_moves()
        game = game.play(luck.choice(game.state.legal_moves()))
    assert len(teacher.analyse(game).moves) == 8


@pytest.mark.parametrize(("column", "score"), list(enumerate((-2, -1, 0, 1, 0, -1, -2))))
def test_scores_of_the_sides_are_the_published_ones_of_the_first_disc(column, score):
    """Who keeps the colours answers the disc; who swaps them has dropped it."""
    game = Contest(start_of("pie")).play(DROPS[column])
    assert Teacher(QUICK).scores(game) == {KEEP: -score, SWAP: score}


def late_game(seed, plies):
    """A random classic game that lasted so long."""
    luck = random.Random(seed)
    while True:
        *_, game = at_random(State.start(Rules()), luck.randrange(2**31))
        if len(game.moves) >= plies:
            return game


def test_analysis_gives_late_moves_the_scores_of_the_reference_and_grades_them_by_these():
    for seed in range(3):
        game = late_game(seed, 36)
        columns = [move.column for move in game.moves]
        for judged in Teacher(QUICK).analyse(game).moves[30:]:
            before, score = columns[: judged.ply], -reference_score(columns[: judged.ply + 1])
            best = reference_score(before)
            assert (judged.score, judged.best_score) == (score, best)
            lost = ((best > 0) - (best < 0)) - ((score > 0) - (score < 0))
            grades = {0: {Grade.BEST if score == best else Grade.KEPT}, 1: {Grade.MISTAKE}, 2: {Grade.BLUNDER}}
            assert judged.grade in grades[lost]
            assert -reference_score([*before, judged.best.column]) == best


def test_analysis_names_no_decider_while_a_later_move_is_not_judged():
    """The first move gives a win away; whether a later one did so again would take too long."""
    analysis = Teacher(Values(nodes=400, table_mib=1)).analyse(played("cdddcdbegddg"))
    grades = [each.grade for each in analysis.moves]
    assert grades[0] is Grade.MISTAKE and grades[-1] is Grade.UNKNOWN
    assert analysis.decided is None
    assert analysis.judged(0) == sum(grade is not Grade.UNKNOWN for grade in grades[::2]) > 0


def test_analysis_says_where_the_game_was_decided_and_what_best_play_was():
    game = late_game(5, 38)
    analysis = Teacher(QUICK).analyse(game)
    changing = [each.ply for each in analysis.moves if each.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    assert analysis.decided == (changing[-1] if changing else None)
    for colour, share in enumerate(analysis.accuracy):
        graded = [each for each in analysis.moves if each.colour == colour and each.grade is not Grade.UNKNOWN]
        assert share == sum(each.grade in (Grade.BEST, Grade.KEPT) for each in graded) / len(graded)
    line = game
    while len(line.moves) > (analysis.decided or 0):
        line = line.undo()
    for move in analysis.line:
        line = line.play(move)
    assert line.over


@pytest.mark.parametrize("name", catalogue.names())
def test_analysis_judges_every_move_of_a_game_of_every_variant(name):
    *_, game = at_random(start_of(name), 3, most=24)
    told = []
    analysis = Teacher(Values(nodes=500, table_mib=0)).analyse(game, lambda done, of: told.append((done, of)))
    assert [each.move for each in analysis.moves] == list(game.moves)
    assert told == [(number, len(game.moves)) for number in range(len(game.moves))]


def test_puzzles_are_won_in_so_many_moves_by_their_first_move_alone():
    luck, seen = random.Random("puzzles"), 0
    start = State.start(Rules(Board(5, 4)))
    while seen < 6:
        *_, game = at_random(start, luck.randrange(2**31))
        found = {puzzle.moves: puzzle for puzzle in Teacher(QUICK).puzzles(game)}
        while game.before is not None:
            game = game.before
            if len(game.moves) < 6:
                break
            winning = [move for move in game.state.legal_moves() if wins_in(game, move, 2)]
            puzzle = found.get(game.moves)
            if puzzle and puzzle.wins_in == 2:
                assert winning == [puzzle.solution[0]]
                seen += 1
            else:
                assert len(winning) != 1 or wins_in(game, winning[0], 1) or puzzle is None


def wins_in(game: Contest, move, moves: int) -> bool:
    """Whether a move begins a win in at most so many moves of its side's."""
    after = game.play(move)
    if after.over:
        return after.outcome.winner == game.state.colour
    return plain_value(after.state, 2 * moves - 2) < 0 if moves > 1 else False


def test_solution_of_a_puzzle_wins():
    luck, seen = random.Random("solutions"), 0
    while seen < 5:
        *_, game = at_random(State.start(Rules()), luck.randrange(2**31))
        for puzzle in Teacher(QUICK).puzzles(game):
            end = Contest(State.start(Rules()))
            for move in (*puzzle.moves, *puzzle.solution):
                end = end.play(move)
            assert end.over and end.outcome.winner == puzzle.colour
            assert len(puzzle.solution) == 2 * puzzle.wins_in - 1
            seen += 1


def test_puzzle_of_popout_counts_wins_by_pops():
    """A second win in two that begins with a drop on f1 and ends with a pop."""
    game = Contest(start_of("popout"))
    rules = replace(game.state.rules, opening=Opening.SWAP3)
    game = Contest(State.start(rules))
    for word in "a g f x e A e f f f c e g d b F B b E c d F e B f f a c".split():
        game = game.play(SWAP if word == "x" else move_of(word, rules.board))
    assert puzzle_at(game) is None
    assert all(
        any(
            game.play(DROPS[5]).play(reply).play(last).outcome
            for last in game.play(DROPS[5]).play(reply).state.legal_moves()
        )
        for reply in game.play(DROPS[5]).state.legal_moves()
        if not game.play(DROPS[5]).play(reply).over
    )
