"""Games of every variant, written down, read back and shown again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rules.catalogue import load, names
from robot.rules.contest import Contest
from robot.rules.errors import BadNotation, BadRules, IllegalMove, RulesError
from robot.rules.game import Outcome, Reason
from robot.rules.model import Rules
from robot.rules.moves import DROPS, moves_of
from robot.rules.record import Record, record_of, record_of_line
from robot.rules.replay import record_of_game, replay_of, start_of
from robot.rules.state import State
from robot.rules.variants import drawn, five, misere, obstacles, partners, pie, pop10, popout, small, three
from tests.rules.games import ANY_SEED, at_random, played

FLOATING = obstacles.placed((2, 3), capped=frozenset({(4, 4)}))
SPECIAL = {
    "small": small.sized(4, 6),
    "three": three.PLASTIC,
    "five": five.same_sides(),
    "pop10": pop10.filled(random.Random(1)),
    "pop10 partners": partners.option(pop10.filled(random.Random(2))),
    "obstacles": FLOATING,
    "misere pie": pie.option(misere.RULES),
    "five partners": partners.option(five.RULES),
    "classic drawn": drawn.option(Rules(), (3, 3, 2)),
    "small drawn": drawn.option(small.QUICK, (0, 4)),
    "classic": replace(Rules(), dead_draw=True),
}
STARTS = [
    *((name, load(name).start(load(name).rules)) for name in names()),
    *((name, load(name.split()[0]).start(rules)) for name, rules in SPECIAL.items()),
]


@pytest.mark.parametrize(("variant", "start"), STARTS, ids=[name for name, _ in STARTS])
def test_game_of_every_variant_is_written_read_back_and_played_again(variant: str, start: State) -> None:
    """Every position of random games comes again, forwards and backwards, from nothing but the text."""
    for seed in range(3):
        games = list(at_random(start, seed, most=120))
        record = record_of_game(games[-1], variant, {"First": "Anna"})
        shown = replay_of(record_of(str(record)))
        assert shown.game.state.rules == start.rules
        for game in games[:-1]:
            assert (shown.game.state, shown.game.outcome) == (game.state, game.outcome)
            shown = shown.forward()
        for game in reversed(games[1:]):
            assert (shown.game.state, shown.game.outcome) == (game.state, game.outcome)
            shown = shown.back()
        assert shown.game == Contest(start)


def test_record_of_a_game_says_who_played_and_how_it_ended() -> None:
    record = record_of_game(played("abababa"), "classic", {"First": "Anna", "Second": "Ben"})
    assert record.tags == (("First", "Anna"), ("Second", "Ben"), ("Result", "first"), ("Reason", "line"))
    assert record.line == "abababa"


def test_record_names_the_columns_of_an_opening_as_they_stand_on_the_board() -> None:
    record = record_of_game(Contest(State.start(SPECIAL["small drawn"])), "small drawn", {})
    assert record.tags == (("Board", "5x4"), ("Opening", "bf"))


def test_record_keeps_that_a_push_for_both_draws() -> None:
    record = record_of_game(played("deD", popout.on_board("draw")), "popout", {})
    assert record.tag("Board") == "draw" and replay_of(record).game.state.rules.double_draws
    assert record_of_game(played("deD", popout.RULES), "popout", {}).tag("Board") is None


def test_draw_on_time_is_written_down_and_read_again() -> None:
    start = start_of(Record(tags=(("Board", "4x4"), ("TimeDraw", "on")), variant="small"))
    game = start
    for move in moves_of("ddbddcbcceee", start.state.rules.board):
        game = game.play(move)
    record = record_of_game(game.run_out(0), "small", {})
    assert (record.tag("TimeDraw"), record.tag("Result"), record.tag("Reason")) == ("on", "draw", "time")
    assert replay_of(record).games[-1].run_out(0).outcome == Outcome(None, Reason.TIME)


def test_dead_draw_is_on_only_where_the_record_says_on() -> None:
    for said, on in (("on", True), ("off", False)):
        assert start_of(Record(tags=(("DeadDraw", said),))).state.rules.dead_draw is on


def test_record_keeps_an_end_that_was_no_move() -> None:
    record = record_of_game(played("dde").run_out(0), "classic", {})
    assert (record.tag("Result"), record.tag("Reason")) == ("second", "time")


def test_record_of_three_says_who_left_and_when() -> None:
    game = played("abc", three.RULES).run_out(0)
    game = game.play(DROPS[1]).play(DROPS[2]).resign(1)
    record = record_of_game(game, "three", {})
    assert (record.tag("Left"), record.line, record.tag("Result")) == ("first 3 second 5", "abcbc", "third")
    shown = replay_of(record_of(str(record)))
    assert shown.at(5).game.outcome == game.outcome
    assert shown.at(4).game.state == game.before.state and shown.at(2).game.state.gone == frozenset()


def test_record_of_three_who_leave_before_the_first_move_can_be_replayed() -> None:
    game = played("-", three.RULES).resign(2)
    assert replay_of(record_of_game(game, "three", {})).game.state == game.state


@pytest.mark.parametrize("text", ["", "first", "fourth 3", "first x", "first 3,", "first 99999"])
def test_tag_left_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="does not say who left"):
        replay_of(Record(tags=(("Left", text),), variant="three"))


def test_record_of_a_running_game_has_no_result() -> None:
    assert record_of_game(played("dde"), "classic", {}).tags == ()


def test_record_refuses_a_game_that_did_not_begin_as_its_variant_does() -> None:
    for game, variant in (
        (played("dd", misere.RULES), "classic"),
        (played("dd", replace(Rules(), longest=9)), "classic"),
    ):
        with pytest.raises(BadRules, match=f"did not begin as {variant} does"):
            record_of_game(game, variant, {})


def test_digits_of_other_programs_are_shown_on_the_board() -> None:
    game = replay_of(record_of_line("44455554221")).at(11).game
    assert game == played("dddeeeedbba")
    assert record_of_game(game, "classic", {}).digits == "44455554221"


def test_replay_stops_at_both_ends() -> None:
    shown = replay_of(record_of_line("445"))
    for past in (shown.back, shown.at(3).forward):
        with pytest.raises(IllegalMove) as caught:
            past()
        assert caught.value.remedy == "choose 0 to 3"


@pytest.mark.parametrize(
    ("line", "kind", "why"),
    [
        ("4444444", IllegalMove, "move 7: column d is full"),
        ("ddhd", BadNotation, "move 3: 'h' is no move"),
        ("12121211", IllegalMove, "move 8: the game is over"),
        ("dD", IllegalMove, "move 2: pop is no move here"),
    ],
)
def test_replay_says_which_move_cannot_be_played(line: str, kind: type[RulesError], why: str) -> None:
    with pytest.raises(kind, match=why):
        replay_of(record_of_line(line))


@pytest.mark.parametrize(
    ("variant", "tags", "why"),
    [
        ("chess", {}, "there is no variant 'chess'"),
        ("", {}, "there is no variant ''"),
        ("classic chess", {}, "there is no variant 'chess'"),
        ("classic popout", {}, "popout is no option"),
        ("classic", {"Board": "5x4"}, "the board of classic is always the same"),
        ("small", {"Board": "5*4"}, "'5\\*4' is no size of a board"),
        ("small", {"Board": "9x4"}, "9 x 4 is no small board"),
        ("three", {"Board": "9x9"}, "three players have no board '9x9'"),
        ("five", {"Board": "9x6"}, "has no board '9x6'"),
        ("popout", {"Board": "drawn"}, "PopOut has no board 'drawn'"),
        ("pop10", {"Board": "XO"}, "is no full board"),
        ("pop10", {"Board": "/".join(["XOXOXOX"] * 6)}, "is no full board"),
        ("pop10 pie", {"Board": "/".join(["XOXOXOX", "OXOXOXO"] * 3)}, "no disc is left"),
        ("obstacles", {"Board": "b"}, "'b' is no cell"),
        ("obstacles", {"Board": "i9"}, "not on the board"),
        ("drawn", {"Opening": "d?"}, "move 2: '\\?' is no move"),
        ("drawn", {"Opening": "dD"}, "'dD' is no opening"),
        ("drawn", {"Opening": "ddddddd"}, "cannot be played here"),
        ("three", {"Opening": "d"}, "for two sides"),
    ],
)
def test_set_up_that_does_not_exist_is_refused(variant: str, tags: dict[str, str], why: str) -> None:
    with pytest.raises(RulesError, match=why) as caught:
        start_of(Record(variant=variant, tags=tuple(tags.items())))
    assert caught.value.remedy


WORDS = st.sampled_from([*names(), "", "x"])
LEAVING = st.sampled_from(["first 2", "second 0 third 3", "first 1 first 1", "first 0 second 0 third 0"])
TEXTS = st.text(alphabet="abcdefghi123456789x+ -", max_size=6) | LEAVING
SET_UPS = st.dictionaries(st.sampled_from(["Board", "Opening", "DeadDraw", "Left"]), TEXTS)


@given(
    st.lists(WORDS, max_size=3),
    st.dictionaries(st.sampled_from(["Board", "Opening", "DeadDraw", "Left"]), TEXTS),
    ANY_SEED,
)
def test_replay_ends_any_record_in_a_game_or_one_error(variant: list[str], tags: dict[str, str], seed: int) -> None:
    luck = random.Random(seed)
    moves = "".join(luck.choice("abcdefgDE=x_") for _ in range(8)).replace("_", "_d")
    record = replace(record_of_line(moves), variant=" ".join(variant), tags=tuple(tags.items()))
    try:
        shown = replay_of(record)
    except RulesError as error:
        assert error.remedy
    else:
        assert len(shown.games) == 9
