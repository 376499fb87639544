"""The controller says what firmware/PROTOCOL.md says, as the core on this computer and as the real binary."""

from __future__ import annotations

import csv

import pytest

from robot.mechanism.frame import NO_SESSION
from robot.sim.firmware import Input, ResetCause
from tests.firmware.controllers import FIRMWARE, REST, SESSION, Controller, Talk, table

LIMITS = {"CHUTE": (600, 2100), "GATE": (900, 1700), "LOWER": (900, 1700), "SLIDER": (900, 2100)}
FEED = [("CHUTE", 1500), ("GATE", 1500), ("GATE", 1000)]
PARKED = [("CHUTE", 750), ("CHUTE", 0), ("GATE", 0)]


@pytest.fixture
def talk(controller: Controller) -> Talk:
    return Talk(controller)


@pytest.fixture
def ready(talk: Talk) -> Talk:
    return talk.ready()


def test_start_is_told(talk: Talk) -> None:
    talk.take()
    assert talk.events == [("BOOT", "1", "0.1.0", "0", "POWER")]


@pytest.mark.parametrize(
    ("cause", "word"),
    [
        (ResetCause.BUTTON, "RESET"),
        (ResetCause.BROWNOUT, "BROWNOUT"),
        (ResetCause.WATCHDOG, "WATCHDOG"),
        (ResetCause.POWER, "POWER"),
    ],
)
def test_cause_of_a_start_is_told_and_starts_are_counted(talk: Talk, cause: ResetCause, word: str) -> None:
    talk.controller.restart(cause)
    talk.take()
    assert talk.events[-1] == ("BOOT", "1", "0.1.0", "1", word)
    assert talk.hello() == f"OK QUADROW 1 0.1.0 1 {word}"


def test_every_word_of_the_document_is_known(ready: Talk) -> None:
    words = [row[0] for row in table("3.")]
    assert len(words) == 13
    for word in words:
        assert ready.ask(word, *["X"] * 3) in ("ERR ARG",), word
    assert ready.ask("NONSENSE") == "ERR CMD"


def test_every_refusal_of_the_document_has_a_cause_and_a_remedy() -> None:
    with (FIRMWARE / "faults.csv").open() as file:
        faults = {row["word"]: row for row in csv.DictReader(file)}
    assert {row[0] for row in table("5.")} == {word for word, row in faults.items() if row["kind"] == "refusal"}
    assert all(row["cause"] and row["remedy"] for row in faults.values())


def test_nothing_is_answered_outside_of_a_session_but_hello(talk: Talk) -> None:
    for word in ("PING", "STATUS", "STOP", "SAVE"):
        assert talk.send(talk.line(word, session=NO_SESSION)) == ["ERR HELLO"]
    assert talk.send(talk.line("HOME", 1, session=NO_SESSION)) == ["ERR HELLO"]
    assert talk.controller.pulses() == []


def test_other_version_is_refused(talk: Talk) -> None:
    assert talk.send(talk.line("HELLO", 2, "5F3A09C1", session=NO_SESSION)) == ["ERR VERSION"]
    assert talk.send(talk.line("HELLO", 1, "00000000", session=NO_SESSION)) == ["ERR ARG"]
    assert talk.send(talk.line("HELLO", 1, "5f3a09c1", session=NO_SESSION)) == ["ERR ARG"]
    assert talk.hello() == "OK QUADROW 1 0.1.0 0 POWER"


def test_line_of_an_earlier_session_is_damaged(ready: Talk) -> None:
    old = ready.line("DROP", 2, 3)
    ready.hello(SESSION + 1)
    assert ready.send(old) == []
    assert ready.events[-1] == ("ERR", "CRC")


def test_numbers_go_in_order(ready: Talk) -> None:
    ready.ask("PING")
    for wrong in (2, 5, -1, -2, 100):
        assert ready.send(ready.line("PING", number=(ready.number + wrong) & 0xFFFF)) == ["ERR SEQ"]
    assert ready.ask("PING") == "OK"


def test_numbers_run_over(talk: Talk) -> None:
    talk.number = 65533
    talk.hello()
    assert [talk.ask("PING") for _ in range(3)] == ["OK"] * 3
    assert talk.number == 1


def test_repeat_is_answered_and_not_executed(ready: Talk) -> None:
    drop = ready.line("DROP", 2, 3)
    assert [ready.send(drop) for _ in range(4)] == [["OK"]] * 4
    ready.live(600)
    ready.disc()
    ready.live(1500)
    assert ready.controller.pulses() == FEED + PARKED
    assert ("DONE", "2", "1") in {event[:3] for event in ready.events}


def test_hello_repeated_begins_nothing_new(ready: Talk) -> None:
    hello = ready.line("HELLO", 1, f"{SESSION:08X}", number=1, session=NO_SESSION)
    assert ready.send(hello) == ["ERR SEQ"]
    assert ready.ask("STATUS").startswith("OK HOMED")


def test_stop_obeys_whatever_its_number(ready: Talk) -> None:
    ready.ask("AIM", 2, 0)
    assert ready.send(ready.line("STOP", number=ready.number + 77)) == ["OK"]
    assert ready.ask("STATUS").startswith("OK NEW - ")
    ready.wait(60)
    assert ready.controller.pulses()[-1] == ("CHUTE", 0)
    assert ("FAIL", "2", "STOPPED") in {event[:3] for event in ready.events}


def test_stop_with_the_last_number_stops_too(ready: Talk) -> None:
    ready.ask("AIM", 2, 0)
    ready.send(ready.line("STOP", number=ready.number))
    assert ready.ask("STATUS").startswith("OK NEW - ")


def test_action_is_carried_out_once_and_remembered_across_hello(ready: Talk) -> None:
    assert ready.ask("AIM", 7, 2) == "OK"
    assert ready.ask("AIM", 7, 2).startswith("OK RUNNING 0 ")
    ready.live(600)
    assert ready.ask("AIM", 7, 5).startswith("OK DONE 0 4")
    ready.hello(SESSION + 9)
    assert ready.ask("AIM", 7, 5).startswith("OK DONE 0 4")
    assert ready.ask("DROP", 6, 5) == "ERR OLD"
    assert [pulse for pulse in ready.controller.pulses() if pulse[1]] == [("CHUTE", 1350)]


def test_action_is_forgotten_by_a_reset_and_nothing_moves_before_home(ready: Talk) -> None:
    ready.ask("AIM", 7, 2)
    ready.live(600)
    ready.controller.restart(ResetCause.BROWNOUT)
    ready.controller.pulses()
    ready.hello()
    assert ready.ask("STATUS").split()[5:7] == ["0", "-"]
    assert ready.ask("AIM", 7, 2) == "ERR NOTHOMED"
    assert ready.ask("DROP", 8, 2) == "ERR NOTHOMED"
    assert ready.ask("SLIDER", 9, "OPEN") == "ERR NOTHOMED"
    assert ready.controller.pulses() == []


def test_refused_action_is_spent(ready: Talk) -> None:
    assert ready.ask("DROP", 2, 7) == "ERR RANGE"
    assert ready.ask("DROP", 2, 3).startswith("OK RANGE 0 0")
    assert ready.controller.pulses() == []


def test_busy_spends_nothing(ready: Talk) -> None:
    ready.ask("AIM", 2, 0)
    assert ready.ask("DROP", 3, 1) == "ERR BUSY"
    assert ready.ask("JOG", "CHUTE", 1500) == "ERR BUSY"
    assert ready.ask("SAVE") == "ERR BUSY"
    assert ready.ask("SET", "PARK", 800) == "ERR BUSY"
    ready.live(600)
    assert ready.ask("AIM", 3, 1) == "OK"


@pytest.mark.parametrize("column", ["7", "255", "256", "4294967295"])
def test_column_outside_is_refused(ready: Talk, column: str) -> None:
    assert ready.ask("DROP", 2, column) == "ERR RANGE"
    assert ready.ask("AIM", 3, column) == "ERR RANGE"
    assert ready.controller.pulses() == []


@pytest.mark.parametrize("word", ["-1", "03", "+3", "3.0", "d", "4294967296", "99999999999", "0x3", "3\t"])
def test_word_that_is_no_number_is_refused(ready: Talk, word: str) -> None:
    answers = ready.send(ready.line("DROP", 2, word)) if word.isprintable() else []
    assert answers in ([], ["ERR ARG"])
    assert ready.controller.pulses() == []


@pytest.mark.parametrize(("servo", "shortest", "longest"), [(servo, *ends) for servo, ends in LIMITS.items()])
def test_pulse_outside_its_limits_is_refused(ready: Talk, servo: str, shortest: int, longest: int) -> None:
    assert ready.ask("LIMITS", servo) == f"OK {shortest} {longest}"
    for outside in (shortest - 1, longest + 1, 0, 65536 + shortest, 4294967295):
        assert ready.ask("JOG", servo, outside) == "ERR RANGE"
    assert ready.controller.pulses() == []
    assert ready.ask("JOG", servo, shortest) == "OK"
    ready.wait(60)
    assert ready.ask("JOG", servo, longest) == "OK"
    ready.wait(60)
    assert ready.controller.pulses() == [(servo, shortest), (servo, longest)]


def test_jog_ends_by_itself(ready: Talk) -> None:
    ready.ask("JOG", "CHUTE", 1500)
    ready.live(1400)
    assert ready.ask("STATUS").startswith("OK JOG")
    ready.live(400)
    assert ready.controller.pulses() == [("CHUTE", 1500), ("CHUTE", 0)]
    assert ready.ask("AIM", 2, 3) == "ERR NOTHOMED"


def test_settings_of_the_document_have_their_first_values_and_bounds(talk: Talk) -> None:
    talk.hello()
    owner = {"the chute's limits": "CHUTE", "the gate's limits": "GATE", "the lower gate's limits": "LOWER"}
    for names, _, least, most, first in table("8."):
        for name, value in zip(names.split(), first.split(), strict=True):
            assert talk.ask("GET", name) == f"OK {value}"
            servo = owner.get(least, "SLIDER")
            bounds = (int(least), int(most)) if least.isdecimal() else LIMITS[servo]
            for inside in bounds:
                allowed = name != "INVERT" or not inside & Input.ESTOP
                assert talk.ask("SET", name, inside) == ("OK" if allowed else "ERR RANGE")
            assert talk.ask("SET", name, bounds[1] + 1) == "ERR RANGE"
            if bounds[0]:
                assert talk.ask("SET", name, bounds[0] - 1) == "ERR RANGE"
            assert talk.ask("SET", name, value) == "OK"
    assert talk.ask("SET", "CHECK", 1) == "ERR ARG"


def test_nothing_moves_before_the_settings_are_saved(talk: Talk) -> None:
    talk.hello()
    assert talk.ask("HOME", 1) == "ERR SETTINGS"
    assert talk.controller.pulses() == []
    talk.ask("SAVE")
    talk.live(500)
    assert [event for event in talk.events if event[0] == "SAVED"] == [("SAVED", talk.ask("GET", "CHECK").split()[1])]
    assert talk.ask("HOME", 2) == "OK"


def test_saved_settings_outlive_a_reset(ready: Talk) -> None:
    ready.ask("SET", "PARK", 801)
    ready.ask("SAVE")
    ready.live(500)
    ready.ask("SET", "PARK", 900)
    ready.controller.restart(ResetCause.POWER)
    ready.hello()
    assert ready.ask("GET", "PARK") == "OK 801"
    assert ready.ask("HOME", 1) == "OK"


@pytest.mark.parametrize("damaged_copy", [0, 1])
def test_damaged_copy_in_the_memory_leaves_the_other(ready: Talk, damaged_copy: int) -> None:
    ready.ask("SET", "PARK", 801)
    ready.ask("SAVE")
    ready.live(500)
    ready.controller.write_memory(52 * damaged_copy + 20, b"\x55")
    ready.controller.restart(ResetCause.POWER)
    ready.hello()
    assert ready.ask("GET", "PARK") == ("OK 801" if damaged_copy == 0 else "OK 750")
    assert ready.ask("HOME", 1) == "OK"


def test_both_copies_damaged_are_told(ready: Talk) -> None:
    ready.ask("SAVE")
    ready.live(500)
    for copy in (0, 1):
        ready.controller.write_memory(52 * copy + 20, b"\x55")
    ready.controller.restart(ResetCause.POWER)
    ready.controller.pulses()
    ready.hello()
    assert ready.ask("HOME", 1) == "ERR SETTINGS"
    assert ready.controller.pulses() == []


def test_home_closes_parks_and_ends_its_pulses(talk: Talk) -> None:
    talk.hello()
    talk.ask("SAVE")
    talk.live(400)
    talk.ask("HOME", 1)
    talk.live(1400)
    pulses = talk.controller.pulses()
    assert sorted(pulses[:2]) == [("GATE", 1000), ("SLIDER", 1000)]
    assert pulses[2] == ("CHUTE", 750)
    assert sorted(pulses[3:]) == [("CHUTE", 0), ("GATE", 0), ("SLIDER", 0)]
    assert talk.ask("STATUS") == f"OK HOMED - {int(REST)} 0 1 DONE 0 0 0"


def test_home_fails_while_the_slider_is_not_closed(talk: Talk) -> None:
    talk.controller.inputs = Input.OPEN
    talk.hello()
    talk.ask("SAVE")
    talk.live(400)
    talk.ask("HOME", 1)
    talk.live(3200)
    assert ("FAIL", "1", "NOSWITCH") in {event[:3] for event in talk.events}
    assert talk.ask("DROP", 2, 0) == "ERR NOTHOMED"


def test_home_switch_is_awaited_where_there_is_one(ready: Talk) -> None:
    ready.ask("SET", "SENSORS", 3)
    ready.ask("HOME", 2)
    ready.live(1800)
    assert ("FAIL", "2", "NOHOME") in {event[:3] for event in ready.events}
    ready.controller.inputs |= Input.HOME
    ready.live(100)
    ready.ask("HOME", 3)
    ready.live(1400)
    assert ready.ask("STATUS").startswith("OK HOMED")


def test_gate_stays_shut_while_something_stands_in_the_beam(ready: Talk) -> None:
    ready.controller.inputs |= Input.DISC
    ready.live(50)
    assert ready.ask("DROP", 2, 3) == "ERR BEAM"
    ready.controller.inputs &= ~Input.DISC
    ready.live(50)
    assert ready.ask("DROP", 3, 3) == "ERR COUNT"
    assert ready.ask("DROP", 4, 3) == "OK"


def test_servo_that_is_held_in_one_place_is_let_go_after_ten_seconds(ready: Talk) -> None:
    for _ in range(18):
        ready.ask("JOG", "CHUTE", 1500)
        ready.live(400)
    assert ("HALT", "OVERTIME") not in ready.events
    for _ in range(6):
        ready.ask("JOG", "CHUTE", 1500)
        ready.live(400)
    assert ("HALT", "OVERTIME") in ready.events


def test_nothing_is_jogged_while_settings_are_saved(ready: Talk) -> None:
    lines = ready.line("SET", "PARK", 801) + ready.line("SAVE") + ready.line("JOG", "CHUTE", 1500)
    assert ready.send(lines, ms=60) == ["OK", "OK", "ERR BUSY"]


def test_lower_gate_stays_shut_when_the_slider_opens_after_the_upper_one(ready: Talk) -> None:
    ready.ask("SET", "GATES", 2)
    ready.ask("HOME", 2)
    ready.live(1400)
    ready.controller.pulses()
    ready.ask("DROP", 3, 3)
    ready.live(600)
    ready.controller.inputs = Input.MAGAZINE | Input.OPEN
    ready.live(1200)
    assert ("FAIL", "3", "INTERLOCK") in {event[:3] for event in ready.events}
    assert ("LOWER", 1500) not in ready.controller.pulses()


def test_slowest_settings_drop_a_disc(ready: Talk) -> None:
    for name, most in (("SETTLE", 2000), ("FEEDING", 1000), ("SENSE", 2000), ("CLEAR", 1500), ("GATES", 2)):
        assert ready.ask("SET", name, most) == "OK"
    ready.ask("HOME", 2)
    ready.live(9000)
    assert ready.ask("DROP", 3, 3) == "OK"
    ready.live(7000)
    ready.disc()
    ready.live(6000)
    assert ("DONE", "3", "1") in {event[:3] for event in ready.events}


def test_what_stands_in_the_memory_is_told_and_not_what_was_meant(ready: Talk) -> None:
    assert ready.ask("GET", "SAVED") == ready.ask("GET", "CHECK")
    for copy in (0, 1):
        ready.controller.write_memory(52 * copy + 20, b"\x55")
    assert ready.ask("GET", "SAVED") == "OK 00000000"


def test_jam_empty_and_double_are_told_apart(ready: Talk) -> None:
    def drop(action: int, discs: int) -> str:
        ready.events.clear()
        assert ready.ask("DROP", action, 3) == "OK"
        ready.live(600)
        for _ in range(discs):
            ready.disc()
        ready.live(2400)
        return next(
            event[2] if event[0] == "FAIL" else event[0] for event in ready.events if event[0] in ("DONE", "FAIL")
        )

    assert drop(2, 0) == "JAM"
    assert drop(3, 1) == "DONE"
    assert drop(4, 2) == "DOUBLE"
    ready.controller.inputs &= ~Input.MAGAZINE
    ready.live(100)
    assert drop(5, 0) == "EMPTY"
    ready.ask("SET", "SENSORS", 0)
    assert drop(6, 0) == "JAM"


def test_two_gates_open_one_after_the_other(ready: Talk) -> None:
    ready.ask("SET", "GATES", 2)
    ready.ask("HOME", 2)
    ready.live(1400)
    assert ("LOWER", 1000) in ready.controller.pulses()[:3]
    ready.ask("DROP", 3, 3)
    ready.live(3200)
    moves = [pulse for pulse in ready.controller.pulses() if pulse[1]]
    assert moves == [*FEED, ("LOWER", 1500), ("LOWER", 1000), ("CHUTE", 750)]


def test_disc_between_two_drops_is_told_once(ready: Talk) -> None:
    ready.disc()
    ready.live(50)
    assert ready.ask("DROP", 2, 3) == "ERR COUNT"
    assert ready.ask("DROP", 3, 3) == "OK"


def test_slider_waits_for_its_switches(ready: Talk) -> None:
    ready.ask("SLIDER", 2, "OPEN")
    ready.live(300)
    assert ready.ask("STATUS").startswith("OK MOVING")
    ready.controller.inputs = Input.OPEN | Input.MAGAZINE
    ready.live(100)
    assert ("DONE", "2") in {event[:2] for event in ready.events}
    assert ready.ask("DROP", 3, 0) == "ERR INTERLOCK"
    assert ready.ask("JOG", "GATE", 1500) == "ERR INTERLOCK"
    ready.ask("SLIDER", 4, "CLOSE")
    ready.live(2400)
    assert ("FAIL", "4", "NOSWITCH") in {event[:3] for event in ready.events}


def test_gate_does_not_open_when_the_slider_opens_while_the_chute_turns(ready: Talk) -> None:
    ready.ask("DROP", 2, 3)
    ready.controller.inputs = Input.MAGAZINE
    ready.live(1000)
    assert ("FAIL", "2", "INTERLOCK") in {event[:3] for event in ready.events}
    assert [servo for servo, _ in ready.controller.pulses()] == ["CHUTE", "CHUTE"]


def test_emergency_stop_ends_everything(ready: Talk) -> None:
    ready.ask("DROP", 2, 3)
    ready.controller.inputs |= Input.ESTOP
    ready.wait(5)
    ready.controller.pulses()
    ready.wait(60)
    assert all(width == 0 for _, width in ready.controller.pulses())
    assert [event[:3] for event in ready.events if event[0] in ("FAIL", "HALT")] == [
        ("FAIL", "2", "ESTOP"),
        ("HALT", "ESTOP"),
    ]
    assert ready.ask("HOME", 3) == "ERR ESTOP"
    assert ready.ask("JOG", "CHUTE", 1500) == "ERR ESTOP"
    ready.controller.inputs &= ~Input.ESTOP
    ready.live(50)
    assert ready.ask("DROP", 4, 3) == "ERR NOTHOMED"
    assert ready.ask("HOME", 5) == "OK"


def test_silence_stops_everything_after_a_second(ready: Talk) -> None:
    ready.ask("SLIDER", 2, "OPEN")
    ready.wait(940 - 40)
    assert ready.controller.pulses() == [("SLIDER", 2000)]
    ready.wait(150)
    ready.wait(60)
    assert ready.controller.pulses() == [("SLIDER", 0)]
    assert [event[:3] for event in ready.events if event[0] in ("FAIL", "HALT")] == [
        ("FAIL", "2", "LOST"),
        ("HALT", "LOST"),
    ]
    assert ready.send(ready.line("PING")) == []
    assert ready.hello(SESSION + 1).startswith("OK QUADROW")
    assert ready.ask("DROP", 3, 3) == "ERR NOTHOMED"


def test_damaged_lines_do_not_keep_the_session_alive(ready: Talk) -> None:
    ready.ask("SLIDER", 2, "OPEN")
    for _ in range(12):
        ready.send(b"99 PING*00000000\n", ms=100)
    assert ("HALT", "LOST") in ready.events


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"x" * 200 + b"\n", "LONG"),
        (b"hello\n", "FRAME"),
        (b"*\n", "FRAME"),
        (b"1 PING*1234567\n", "FRAME"),
        (b"1 PING*12345678\n", "CRC"),
        (b"\x00\xff\x80 PING*12345678\n", "CRC"),
    ],
)
def test_damaged_line_is_told_and_changes_nothing(ready: Talk, data: bytes, fault: str) -> None:
    assert ready.send(data, ms=100) == []
    assert ready.events[-1] == ("ERR", fault)
    assert ready.ask("PING") == "OK"
    assert ready.ask("STATUS").split()[8:] == ["1", "0"]


@pytest.mark.parametrize("data", [b"\n", b"\r\n", b"\n\n\n"])
def test_empty_line_is_no_line(ready: Talk, data: bytes) -> None:
    assert ready.send(data) == []
    assert ready.events == []


def test_carriage_return_is_ignored(ready: Talk) -> None:
    assert ready.send(ready.line("PING").replace(b"\n", b"\r\n")) == ["OK"]


def test_bouncing_beam_counts_once(ready: Talk) -> None:
    for _ in range(5):
        ready.disc(ms=2)
    assert ready.ask("STATUS").split()[4] == "0"
    ready.disc(ms=8)
    assert ready.ask("STATUS").split()[4] == "1"
