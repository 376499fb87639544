"""The chess clock, against the rule pages and against a strip of paper on which every millisecond has an owner."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.errors import BadNotation, BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.match import Match
from robot.rules.model import Rules
from robot.rules.timecontrol import PRESETS, Charge, ChessClock, TimeControl, time_control_of
from tests.rules.games import played, position

ONE_PLUS_TWO = time_control_of("1+2")
STRICT = replace(ONE_PLUS_TWO, charge=Charge.STRICT)


def opened(control: TimeControl = ONE_PLUS_TWO, sides: int = 2) -> ChessClock:
    """A clock after the free opening move of side 0, at time 0."""
    return ChessClock.fresh(control, sides).begin(0, 0).settled(0)


def banks_s(clock: ChessClock) -> list[float]:
    return [bank_ms / 1000 for bank_ms in clock.banks_ms]


# -- what is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "bank_ms", "increment_ms"), [("5+3", 300_000, 3000), ("0.5+0", 30_000, 0)])
def test_time_control_is_minutes_and_seconds(text, bank_ms, increment_ms) -> None:
    control = time_control_of(text)
    assert (control.bank_ms, control.increment_ms, control.charge) == (bank_ms, increment_ms, Charge.FAIR)


@given(st.integers(1, 9999), st.integers(0, 999), st.booleans())
def test_time_control_is_read_back(tenths, increment_s, delay) -> None:
    control = TimeControl(tenths * 6000, increment_s * 1000, delay=delay)
    assert time_control_of(str(control)) == control


def test_time_control_presets_can_be_typed() -> None:
    assert [str(time_control_of(text)) for text in PRESETS] == list(PRESETS)


@pytest.mark.parametrize("text", ["", "5", "0+3", "-5+3", "5+-3", "5+3+1", "5 + 3", "٥+3", "1e3+1", "1000+1", "x+y"])
def test_time_control_refuses_what_is_none(text) -> None:
    with pytest.raises(BadNotation) as caught:
        time_control_of(text)
    assert "such as 1+2" in caught.value.remedy


@given(st.text(alphabet="0123456789+.- e") | st.text())
def test_time_control_ends_any_text_in_a_value_or_one_error(text) -> None:
    try:
        assert time_control_of(text).bank_ms > 0
    except BadNotation as error:
        assert error.remedy


# -- moves -----------------------------------------------------------------------------------------------------------


def test_increment_is_added_when_a_move_is_completed() -> None:
    clock = opened().begin(1, 10).settled(15)
    assert banks_s(clock) == [60, 57]


def test_delay_gives_back_what_a_move_took_and_never_more() -> None:
    clock = opened(time_control_of("1d2"))
    assert banks_s(clock.begin(1, 10).settled(11.5)) == [60, 60]
    assert banks_s(clock.begin(1, 10).settled(15)) == [60, 57]
    assert banks_s(clock.begin(1, 10).end_game(11.5)) == [60, 58.5]
    late = clock.begin(1, 10).settled(71)
    assert late.fallen == {1} and banks_s(late) == [60, 0]


def test_increment_is_not_added_for_the_move_that_ends_the_game() -> None:
    assert banks_s(opened().begin(1, 10).end_game(15)) == [60, 55]


def test_bank_is_carried_over_to_the_next_game_of_the_match() -> None:
    clock = opened().begin(1, 10).end_game(15).begin(1, 100).settled(130).begin(0, 131).settled(141)
    assert banks_s(clock) == [52, 55]


def test_first_move_of_every_game_is_free_and_gains_nothing() -> None:
    clock = ChessClock.fresh(ONE_PLUS_TWO).begin(0, 0)
    assert clock.running is None
    assert banks_s(clock.settled(50)) == [60, 60]
    assert clock.settled(50).begin(1, 51).running == 1


def test_first_move_is_paid_from_start_where_that_was_chosen() -> None:
    clock = ChessClock.fresh(replace(ONE_PLUS_TWO, free_opening=False)).begin(0, 0)
    assert clock.running == 0
    assert banks_s(clock.settled(50)) == [12, 60]


def test_human_pays_up_to_the_first_picture_of_the_disc_and_recognition_is_refunded() -> None:
    clock = opened().begin(1, 10)
    assert clock.remaining_ms(1, 20.5) == 49_500
    assert banks_s(clock.settled(20)) == [60, 52]


def test_disc_seen_before_a_pause_began_is_refunded_beyond_the_pause() -> None:
    clock = opened().begin(1, 10).stop(20).go(30).stop(31)
    assert banks_s(clock.settled(19)) == [60, 53]
    assert banks_s(clock.settled(25)) == [60, 52]
    assert banks_s(clock.settled(30.5)) == [60, 51.5]


def test_disc_that_lies_before_the_turn_began_costs_nothing() -> None:
    assert banks_s(opened().begin(1, 10).settled(9)) == [60, 62]


def test_mechanics_are_nobodys_time_when_fair() -> None:
    clock = opened().begin(1, 10).choose(12)
    assert clock.running is None
    assert clock.stop(13).go(14).running is None
    assert banks_s(clock.settled(20)) == [60, 60]


def test_mechanics_are_the_robots_time_when_strict() -> None:
    clock = opened(STRICT).begin(1, 10).choose(12)
    assert clock.running == 1
    assert banks_s(clock.settled(20)) == [60, 52]


@pytest.mark.parametrize("control", [ONE_PLUS_TWO, STRICT])
def test_hands_requests_faults_and_pauses_stop_both_clocks(control) -> None:
    clock = opened(control).begin(1, 10).stop(12)
    assert clock.running is None
    assert [clock.remaining_ms(side, 500) for side in (0, 1)] == [60_000, 58_000]
    assert banks_s(clock.stop(13).go(500).settled(501)) == [60, 59]


# -- the flag --------------------------------------------------------------------------------------------------------


def test_flag_falls_after_the_last_millisecond_and_loses_the_match() -> None:
    clock = opened().begin(1, 10)
    assert clock.flag(70).fallen == frozenset()
    fallen = clock.flag(70.001)
    assert (fallen.fallen, fallen.running, fallen.remaining_ms(1, 80)) == ({1}, None, 0)
    outcome = played("d").run_out(1).outcome
    assert outcome is not None
    assert Match().finish(outcome).points == (4, 0)


def test_move_stamped_at_the_instant_of_the_flag_counts() -> None:
    clock = opened().begin(1, 10).settled(70)
    assert (clock.fallen, banks_s(clock)) == (frozenset(), [60, 2])


def test_move_stamped_after_the_flag_has_lost_though_nobody_saw_the_flag() -> None:
    clock = opened().begin(1, 10).settled(70.001)
    assert (clock.fallen, banks_s(clock)) == ({1}, [60, 0])


def test_move_stamped_in_time_counts_though_it_is_understood_after_the_flag() -> None:
    clock = opened().begin(1, 10)
    seen_s, now_s = 69.9, 70.4
    assert clock.remaining_ms(1, now_s) == 0
    assert clock.flag(seen_s).fallen == frozenset()
    assert clock.settled(69.95).fallen == frozenset()


def test_flag_does_not_fall_while_the_clock_stands() -> None:
    assert opened().begin(1, 10).stop(11).flag(1000).fallen == frozenset()


def test_last_disc_after_the_flag_has_lost_even_if_it_makes_four() -> None:
    assert opened().begin(1, 10).end_game(71).fallen == {1}


def test_time_out_is_a_loss_though_the_other_side_has_no_line_left() -> None:
    game = played("12121221212134343443434356565665656577777")
    assert game.is_dead and not game.over
    outcome = game.run_out(1).outcome
    assert outcome is not None and outcome.winner == 0


HEMMED_IN = ("..x.", ".xoo", "xoox", "xoxo")
"""x has a disc in each of the ten lines of this board of 4 x 4, and the left column to itself."""


@pytest.mark.parametrize(
    ("rules", "winners"),
    [
        (Rules(Board(4, 4), time_draw=True), [None, 0]),
        (Rules(Board(4, 4), time_draw=True, misere=True), [1, None]),
        (Rules(Board(4, 4)), [1, 0]),
    ],
)
def test_time_out_is_a_draw_as_an_option_where_the_other_side_cannot_win(
    rules: Rules, winners: list[int | None]
) -> None:
    game = Contest(position(rules, *HEMMED_IN))
    assert [game.run_out(colour).outcome for colour in (0, 1)] == [Outcome(each, Reason.TIME) for each in winners]
    assert not game.is_dead


@pytest.mark.parametrize("rules", [{"pops": True}, {"seats": (0, 1, 2)}])
def test_time_out_is_no_draw_where_lines_live_again_or_others_go_on(rules: dict[str, Any]) -> None:
    with pytest.raises(BadRules):
        Rules(time_draw=True, **rules)


def test_side_whose_flag_fell_has_no_more_turns_but_others_have() -> None:
    clock = opened(sides=3).begin(1, 10).flag(71)
    with pytest.raises(IllegalMove, match="the time of side 2 is over"):
        clock.begin(1, 80)
    assert clock.begin(2, 80).running == 2
    assert clock.undo().fallen == {1}


# -- taking back -----------------------------------------------------------------------------------------------------


def test_undo_restores_both_clocks() -> None:
    clock = opened().begin(1, 10).settled(15)
    later = clock.begin(0, 20).settled(30).begin(1, 31).stop(45)
    once = later.undo()
    assert (once, once.undo()) == (clock, opened())


def test_undo_of_the_first_move_makes_it_free_again() -> None:
    assert opened().undo() == ChessClock.fresh(ONE_PLUS_TWO)


def test_undo_refuses_when_there_is_no_move() -> None:
    for clock in (ChessClock.fresh(ONE_PLUS_TWO), opened().end_game(5)):
        with pytest.raises(IllegalMove, match="no move to take back"):
            clock.undo()


def test_annulled_game_costs_nobody_time() -> None:
    before = opened().begin(1, 10).end_game(15)
    clock = before.begin(1, 20).settled(25).begin(0, 26).settled(40).begin(1, 41)
    assert clock.annul_game() == before
    assert before.begin(1, 20).annul_game() == before


def test_turn_cannot_begin_twice_or_end_without_having_begun() -> None:
    with pytest.raises(IllegalMove, match="already the turn of side 2"):
        opened().begin(1, 10).begin(0, 11)
    with pytest.raises(IllegalMove, match="nobody's turn"):
        opened().settled(10)


# -- time is conserved -----------------------------------------------------------------------------------------------


@dataclass
class Strip:
    """The oracle: one entry for every millisecond, whose it was; nothing is ever reckoned, only counted."""

    control: TimeControl
    owners: list[int | None] = field(default_factory=list)
    turn: int | None = None
    began: int = 0
    stopped: bool = False
    moving: bool = False
    moves: int = 0
    gained_ms: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def running(self) -> int | None:
        mechanics = self.moving and self.control.charge is Charge.FAIR
        return None if self.stopped or mechanics or self.free else self.turn

    @property
    def free(self) -> bool:
        return self.control.free_opening and not self.moves

    @property
    def now_s(self) -> float:
        return len(self.owners) / 1000

    def left_ms(self, side: int) -> int:
        return self.control.bank_ms + self.gained_ms[side] - self.owners.count(side)

    def begin(self, side: int) -> None:
        self.turn, self.began, self.stopped, self.moving = side, len(self.owners), False, False

    def refund(self, back_ms: int) -> float:
        """Nobody owns what came after the stamp of the move, which lies in its turn; gives back the stamp."""
        stamp_ms = max(self.began, len(self.owners) - back_ms)
        self.owners[stamp_ms:] = [None] * (len(self.owners) - stamp_ms)
        return stamp_ms / 1000

    def end(self, gain_ms: int, moves: int) -> None:
        assert self.turn is not None
        self.gained_ms[self.turn] += gain_ms
        self.turn, self.moves = None, moves


ACTIONS = st.tuples(
    st.sampled_from(["pass", "pass", "stop", "go", "choose", "flag", "settled", "settled", "settled", "end"]),
    st.integers(0, 9),
    st.integers(0, 20),
)
CONTROLS = st.builds(TimeControl, st.just(12), st.sampled_from([0, 3]), st.sampled_from(Charge), st.booleans())


@given(CONTROLS, st.lists(ACTIONS, min_size=20, max_size=60))
def test_time_is_conserved_and_only_the_clock_of_the_turn_runs(control, actions) -> None:
    """Used + remaining - increments is the bank of each side, to the millisecond, until a flag falls."""
    clock, strip = ChessClock.fresh(control), Strip(control)
    for number, (action, ms, back_ms) in enumerate(actions):
        strip.owners += [strip.running] * ms
        if strip.turn is None:
            strip.begin(number % 2)
            clock = clock.begin(number % 2, strip.now_s)
        clock = act(clock, strip, action, back_ms)
        assert clock.running == strip.running
        assert clock.fallen == {side for side in (0, 1) if strip.left_ms(side) < 0 and clock.turn is None}
        if clock.fallen:
            return
        assert [clock.remaining_ms(side, strip.now_s) for side in (0, 1)] == [max(0, strip.left_ms(s)) for s in (0, 1)]


def act(clock: ChessClock, strip: Strip, action: str, back_ms: int) -> ChessClock:
    """Do the same to both."""
    match action:
        case "stop":
            strip.stopped = True
            return clock.stop(strip.now_s)
        case "go":
            strip.stopped = False
            return clock.go(strip.now_s)
        case "choose":
            strip.moving = True
            return clock.choose(strip.now_s)
        case "flag":
            late = strip.turn is not None and strip.left_ms(strip.turn) < 0
            strip.turn = None if late else strip.turn
            return clock.flag(strip.now_s)
        case "settled":
            stamp_s = strip.refund(back_ms)
            strip.end(
                0 if strip.free or strip.left_ms(strip.turn or 0) < 0 else strip.control.increment_ms, strip.moves + 1
            )
            return clock.settled(stamp_s)
        case "end":
            stamp_s = strip.refund(back_ms)
            strip.end(0, 0)
            return clock.end_game(stamp_s)
    return clock


@given(st.lists(st.floats(0, 20), min_size=1, max_size=30))
def test_time_of_any_fraction_of_a_millisecond_is_conserved(waits) -> None:
    """Clocks that follow each other without a gap use, together, exactly the time that passed."""
    clock, now_s = opened(TimeControl(10**9, 0)), 0.0
    for number, wait_s in enumerate(waits):
        clock = clock.begin(1 - number % 2, now_s)
        now_s += wait_s
        clock = clock.settled(now_s)
    assert 2 * 10**9 - sum(clock.banks_ms) == round(now_s * 1000)


@given(st.lists(st.floats(0, 5), max_size=12))
def test_undo_of_every_move_gives_back_every_earlier_clock(waits) -> None:
    clocks, now_s = [opened()], 0.0
    for number, wait_s in enumerate(waits):
        clocks.append(clocks[-1].begin(1 - number % 2, now_s).settled(now_s + wait_s))
        now_s += wait_s
    clock = clocks[-1]
    for earlier in reversed(clocks[:-1]):
        clock = clock.undo()
        assert clock == earlier
