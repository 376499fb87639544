"""Teach the hand where its parts stand and how long a disc takes, step by step.

    sensors are felt -> both ends of the chute -> every column -> park -> gates -> slider -> three discs are timed

A generator of prompts, as the eye's calibration is. It moves servos by itself only where it takes the time of slider
and discs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from calibration.errors import ProofFailed
from calibration.hand import APART_US, CALIBRATE, Bounds, Hand, Pins
from calibration.lesson import Do, Lesson, Look, Skip, Steps, Turn, felt, pulse_of, turned
from calibration.timing import slide, time_discs, with_times
from robot.mechanism.types import Ending, Jogger, Mechanism, Receipt, Sensor, Servo

COLUMNS = 7
MIDDLE = 3


@dataclass(frozen=True, slots=True)
class TaughtHand:
    """What was taught: the hand, what was left out and why, and the longest time of a disc to the beam (None: untimed).

    `hand` has the old times where no disc was timed.
    """

    hand: Hand
    skipped: tuple[str, ...]
    beam_s: float | None


def first_guess(
    driver: str, port: str, saved_at: datetime, limits: Mapping[str, Bounds], gates: int, pins: Pins | None = None
) -> Hand:
    """Guess where the parts of an unknown machine stand: spread within its limits, as the usual positions are.

    Raises CalibrationError for limits that leave too little room.
    """

    def at(servo: str, share: float) -> int:
        low, high = limits[servo]
        return round(low + share * (high - low))

    return Hand(
        driver,
        port,
        saved_at,
        limits,
        columns_us=tuple(at("chute", 0.3 + 0.1 * column) for column in range(COLUMNS)),
        park_us=at("chute", 0.1),
        gates=gates,
        hold_us=at("gate", 0.125),
        feed_us=at("gate", 0.75),
        lower_shut_us=at("lower", 0.125),
        lower_pass_us=at("lower", 0.75),
        closed_us=at("slider", 1 / 12),
        open_us=at("slider", 11 / 12),
        pins=pins,
    )


def steps_of(hand: Hand) -> int:
    """How many prompts lead to the end of the proof, where nothing is left out and nothing repeated."""
    return 21 + 2 * hand.gates


def teach_hand(jogger: Jogger, start: Hand, now: Callable[[], float]) -> Steps[TaughtHand]:
    """Teach everything, beginning at the pulses of `start`; `now` gives the time, s.

    Raises CalibrationError for a sensor that is not felt and a slider that does not arrive, MechanismError as the hand
    does.
    """
    lesson = Lesson(jogger, now, start)
    yield from _feel_sensors(lesson)
    yield from _teach_chute(lesson)
    yield from _teach_gates(lesson)
    yield from _teach_slider(lesson)
    beam_s = yield from time_discs(lesson)
    jogger.let_go()
    return TaughtHand(lesson.hand, tuple(lesson.skipped), beam_s)


def _feel_sensors(lesson: Lesson) -> Steps[None]:
    yield Do("take all discs out of the magazine and out of the board; keep your hands off the servos", discs=0)
    stop, opened, closed = Sensor.EMERGENCY_STOP, Sensor.SLIDER_OPEN, Sensor.SLIDER_CLOSED
    name = "emergency stop"
    if (yield from felt(lesson, name, "press the emergency stop", {stop: 1})):
        yield from felt(lesson, name, "release the emergency stop", {stop: 0})
    name = "switches of the slider"
    if (yield from felt(lesson, name, "push the slider open by hand, to its end", {opened: 1, closed: 0})):
        yield from felt(lesson, name, "push the slider closed by hand, to its end", {opened: 0, closed: 1})
    passed = lesson.jogger.feel()[Sensor.DISC]
    yield from felt(lesson, "beam", "pass a disc through the beam by hand", {Sensor.DISC: passed + 1})
    name = "sensor of the magazine"
    if (yield from felt(lesson, name, "put one disc into the magazine", {Sensor.MAGAZINE: 1})):
        yield from felt(lesson, name, "take the disc out of the magazine", {Sensor.MAGAZINE: 0})


def _teach_chute(lesson: Lesson) -> Steps[None]:
    columns = list(lesson.hand.columns_us)
    first = yield from turned(lesson, "a", Servo.CHUTE, columns[0], "until the chute points into column a, at the left")
    far = columns[-1] if abs(columns[-1] - first) >= 6 * APART_US else columns[0]
    last = yield from turned(
        lesson, "g", Servo.CHUTE, far, "until the chute points into column g, at the right", {"a": 6 * APART_US}
    )
    for number in range(1, COLUMNS - 1):
        lesson.set("abcdefg"[number], round(first + number * (last - first) / 6), guessed=True)
    for number in range(1, COLUMNS - 1):
        yield from _trim(lesson, number, up=last > first)
    columns = [lesson.known[letter] for letter in "abcdefg"]
    words = "until the chute stands where it shall rest"
    park = yield from turned(lesson, "park", Servo.CHUTE, _park_guess(lesson.hand, up=last > first), words)
    lesson.hand = with_times(replace(lesson.hand, columns_us=tuple(columns), park_us=park))


def _park_guess(start: Hand, *, up: bool) -> int:
    """Guess the place of rest, on the other side where the chute turns the other way round than was thought."""
    if up == (start.columns_us[-1] > start.columns_us[0]):
        return start.park_us
    return sum(start.limits["chute"]) - start.park_us


def _trim(lesson: Lesson, number: int, *, up: bool) -> Steps[None]:
    """Let a person correct an interpolated column, in order between its neighbours."""
    name, words = "abcdefg"[number], ""
    while True:
        guess = lesson.known[name]
        wish = f"{words}turn, if need be, until the chute points into column {name}"
        pulse = yield from pulse_of(Turn(wish, name, Servo.CHUTE, guess, lesson.table()))
        before, after = lesson.known["abcdefg"[number - 1]], lesson.known["abcdefg"[number + 1]]
        left, right = (pulse - before, after - pulse) if up else (before - pulse, pulse - after)
        if min(left, right) >= APART_US:
            lesson.set(name, pulse)
            return
        words = f"{pulse} us is no place between its neighbours at {before} and {after} us: "


def _teach_gates(lesson: Lesson) -> Steps[None]:
    hand, gate, lower = lesson.hand, Servo.GATE, Servo.LOWER
    two = hand.gates == 2
    which = "upper gate" if two else "gate"
    hold = yield from turned(lesson, "hold", gate, hand.hold_us, f"until the {which} holds the discs back")
    apart = {"hold": APART_US}
    feed = yield from turned(lesson, "feed", gate, hand.feed_us, f"until the {which} lets one disc pass", apart)
    shut, passing = hand.lower_shut_us, hand.lower_pass_us
    if two:
        shut = yield from turned(lesson, "shut", lower, shut, "until the lower gate is shut")
        words = "until the lower gate lets the disc pass"
        passing = yield from turned(lesson, "pass", lower, passing, words, {"shut": APART_US})
    gates = replace(hand, hold_us=hold, feed_us=feed, lower_shut_us=shut, lower_pass_us=passing)
    lesson.hand = with_times(gates)


def _teach_slider(lesson: Lesson) -> Steps[None]:
    hand, slider = lesson.hand, Servo.SLIDER
    words = "until its switch says that it is {}, and a little further"
    shut = Sensor.SLIDER_CLOSED
    closed = yield from turned(lesson, "closed", slider, hand.closed_us, words.format("closed"), until=shut)
    apart, out = {"closed": APART_US}, Sensor.SLIDER_OPEN
    opened = yield from turned(lesson, "open", slider, hand.open_us, words.format("open"), apart, out)
    longest_s = 0.0
    for end, pulse in ((Sensor.SLIDER_CLOSED, closed), (Sensor.SLIDER_OPEN, opened), (Sensor.SLIDER_CLOSED, closed)):
        longest_s = max(longest_s, (yield from slide(lesson, end, pulse)))
    timeout_s = round(min(5.0, max(1.0, 3 * longest_s)), 2)
    lesson.hand = replace(hand, closed_us=closed, open_us=opened, slider_timeout_s=timeout_s)


def prove_hand(hand: Mechanism, action: Callable[[], int], *, discs: bool) -> Steps[None]:
    """Home the hand, point at every column, and let one disc fall if there are `discs`. `action` gives unused ids.

    Raises ProofFailed, with the remedy, when a motion does not end well or the disc lies elsewhere.
    """
    first = "put one disc into the magazine, and " if discs else ""
    yield Do(f"{first}keep your hands away: the hand goes through all columns", discs=1 if discs else None)
    need_done(hand.home(action()))
    for column in range(COLUMNS):
        need_done(hand.aim(action(), column))
    if not discs:
        return
    need_done(hand.drop(action(), MIDDLE))
    told = yield Look("see whether the disc fell into column d", MIDDLE)
    if isinstance(told, Skip):
        raise ProofFailed(f"the disc does not lie in column d: {told.reason}", f"trim that column: {CALIBRATE}")


def need_done(receipt: Receipt) -> None:
    """Raise ProofFailed when a motion did not end well."""
    if receipt.ending is not Ending.DONE:
        where = "" if receipt.column is None else f" {'abcdefg'[receipt.column]}"
        raise ProofFailed(f"the proof fails: {receipt.verb}{where}: {receipt.ending.value}", receipt.remedy)
