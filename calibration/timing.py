"""How long the servos' ways, the slider and a falling disc take."""

from __future__ import annotations

from dataclasses import replace

from calibration.errors import CalibrationError
from calibration.hand import CALIBRATE, Hand
from calibration.lesson import POLL_S, Do, Lesson, Pause, Skip, Steps
from robot.mechanism.types import Sensor, Servo

ARRIVES_S = 4.5
"""How long the slider may take to its end: the longest time that a hand's file holds is 5 s."""
FALLS_S = 2.5
"""How long a disc may take from the gate to the beam."""
DISCS = 3
ATTEMPTS = 3
WAY_US_S = 2700.0
"""How fast a servo is reckoned to turn: a slow one takes 0.2 s for 60 degrees (667 us), a fifth more under load."""
BEYOND = 2.0
"""A disc that takes t from the gate to the beam comes, still gaining speed, nine times as far in 2 t more: enough for
every chute."""


def with_times(hand: Hand) -> Hand:
    """Give the servos the time that their ways take."""
    stops = (*hand.columns_us, hand.park_us)
    ways = [abs(hand.feed_us - hand.hold_us)]
    if hand.gates == 2:
        ways.append(abs(hand.lower_pass_us - hand.lower_shut_us))
    return replace(
        hand,
        settle_s=round(max(0.3, (max(stops) - min(stops)) / WAY_US_S), 2),
        feed_s=round(max(0.15, max(ways) / WAY_US_S), 2),
    )


def slide(lesson: Lesson, end: Sensor, pulse: int) -> Steps[float]:
    """Move the slider, and wait for its switch; how long that took, s."""
    start_s = lesson.now()
    lesson.jogger.jog(Servo.SLIDER, pulse)
    while not lesson.jogger.feel()[end]:
        if lesson.now() - start_s > ARRIVES_S:
            raise CalibrationError(
                f"the {end.value} switch does not close at {pulse} us",
                "turn the slider a little further at that step; see its switch and its wires",
            )
        yield Pause(POLL_S)
    return lesson.now() - start_s


def time_discs(lesson: Lesson) -> Steps[float | None]:
    """Let discs fall one by one, and set the times by the slowest; None when there are no discs."""
    answer = yield Do(f"put {DISCS} discs into the magazine; they will fall into column d", DISCS, optional=True)
    if isinstance(answer, Skip):
        lesson.skipped.append(f"time of a disc: {answer.reason}")
        return None
    longest_s = 0.0
    for _ in range(DISCS):
        longest_s = max(longest_s, (yield from _one_disc(lesson)))
    clear_s = round(min(3.0, max(0.35, BEYOND * longest_s)), 2)
    # the sense time begins when the gate is back: it need not hold the whole way, but a late disc is no jam
    lesson.hand = replace(lesson.hand, sense_timeout_s=round(max(0.3, 2 * longest_s), 2), clear_s=clear_s)
    return longest_s


def _one_disc(lesson: Lesson) -> Steps[float]:
    """Let one disc fall into column d; the time from the last gate's pulse to the beam, s.

    Raises CalibrationError when none comes to the beam, or more than one.
    """
    for _ in range(ATTEMPTS):
        took_s, discs = yield from _feed(lesson)
        if discs == 1:
            return took_s
        if discs > 1:
            raise CalibrationError(
                f"{discs} discs fell at once", "teach the gate a feeding place that lets one pass; " + CALIBRATE
            )
        yield Do("no disc came to the beam: see that discs lie in the magazine and none sticks")
    raise CalibrationError(
        "no disc comes to the beam", f"see what holds the discs, then teach the gate again: {CALIBRATE}"
    )


def _feed(lesson: Lesson) -> Steps[tuple[float, int]]:
    hand, jogger = lesson.hand, lesson.jogger
    yield from _moved(lesson, Servo.CHUTE, hand.columns_us[3], hand.settle_s)
    if hand.gates == 2:
        yield from _moved(lesson, Servo.LOWER, hand.lower_shut_us, hand.feed_s)
    yield from _moved(lesson, Servo.GATE, hand.hold_us, hand.feed_s)
    last, back_us, open_us = Servo.GATE, hand.hold_us, hand.feed_us
    if hand.gates == 2:
        yield from _moved(lesson, Servo.GATE, hand.feed_us, hand.feed_s)
        yield from _moved(lesson, Servo.GATE, hand.hold_us, hand.feed_s)
        last, back_us, open_us = Servo.LOWER, hand.lower_shut_us, hand.lower_pass_us
    before, start_s = jogger.feel()[Sensor.DISC], lesson.now()
    jogger.jog(last, open_us)
    while jogger.feel()[Sensor.DISC] == before and lesson.now() - start_s < FALLS_S:
        yield Pause(POLL_S / 5)
    took_s = lesson.now() - start_s
    yield from _moved(lesson, last, back_us, FALLS_S / 2)
    return took_s, jogger.feel()[Sensor.DISC] - before


def _moved(lesson: Lesson, servo: Servo, pulse_us: int, wait_s: float) -> Steps[None]:
    lesson.jogger.jog(servo, pulse_us)
    yield Pause(wait_s)
