"""Whatever happens to lines on their way, no motion begins that was not asked for.

The oracle is equality of bytes: a line that arrives as it was sent, in its turn, is carried out once; anything else
moves nothing. `damage` is counted by kind, so that a kind that never struck fails the test.
"""

from __future__ import annotations

import itertools
import math
import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from robot.sim.firmware import Input
from tests.firmware.controllers import REST, Built, HostController, Talk
from tests.firmware.test_protocol import LIMITS
from tests.progress import figure, so_far

LONG = bool(os.environ.get("QUADROW_PROVE"))
FRAMES = 10_000_000 if LONG else 100_000
BITS = 3 if LONG else 2
"""Bit flips are tried exhaustively up to so many in a line."""
MOVING = (("HOME", 900), ("AIM", 900, 3), ("DROP", 900, 3), ("SLIDER", 900, "OPEN"), ("JOG", "CHUTE", 1500))
OTHERS = (("PING",), ("STOP",), ("STATUS",), ("SET", "PARK", 800), ("SAVE",), ("GET", "PARK"), ("LIMITS", "GATE"))


RANDOM = (
    *(("JOG", servo, None) for servo in LIMITS),
    ("JOG", None, None),
    ("SET", "PARK", None),
    ("SET", "FEED", None),
    ("SET", "OPENED", None),
    ("SET", None, None),
    ("HOME", None),
    ("AIM", None, None),
    ("DROP", None, None),
    ("SLIDER", None, "OPEN"),
    ("SLIDER", None, None),
    ("SAVE",),
    ("STOP",),
    (None, None),
)
ANYTHING = (
    lambda rng: rng.randrange(8),
    lambda rng: rng.randrange(400, 2600),
    lambda rng: rng.choice((0, 65535, 65536, 2**31, 2**32 - 1, 2**32)),
    lambda rng: rng.choice((599, 600, 899, 900, 1700, 1701, 2100, 2101)),
    lambda rng: rng.choice(("CHUTE", "A", "OPEN", "-", "-1", "1e3", "0600", "x" * 20, "DROP")),
)


class Target:
    """A homed controller at which damaged lines are shot."""

    def __init__(self, built: Built, seed: int) -> None:
        self.controller = HostController(built)
        self.talk = Talk(self.controller).ready()
        self.rng = random.Random(seed)
        self.struck: Counter[str] = Counter()
        self.next = (self.talk.number + 1) & 0xFFFF

    def frame(self, *words: object) -> bytes:
        """Make a line that would be carried out."""
        return self.talk.line(*words, number=self.next)

    def shoot(self, kind: str, original: bytes, damaged: bytes) -> None:
        """Send what became of a line; nothing may come of it unless the line itself is still in it."""
        if original.rstrip(b"\n") in damaged.replace(b"\r", b"").split(b"\n"):
            return
        self.controller.say(damaged + b"\n")
        self.struck[kind] += 1

    def check(self) -> None:
        """Nothing has moved, no command was carried out, and the controller still listens."""
        sent = self.controller.heard()
        moved = self.controller.pulses()
        assert not moved, f"{moved} after {self.struck}"
        assert not [line for line in sent.splitlines() if b" OK" in line]
        (answer,) = self.talk.send(b"\n" + self.talk.line("STATUS", number=self.next), ms=1)
        self.next = (self.next + 1) & 0xFFFF
        assert answer.startswith("OK HOMED - ") and answer.split()[5:7] == ["1", "DONE"], answer


def flips(frame: bytes, count: int) -> Iterator[bytes]:
    """Give a line with every choice of `count` bits turned over."""
    for bits in itertools.combinations(range(8 * len(frame)), count):
        damaged = bytearray(frame)
        for bit in bits:
            damaged[bit >> 3] ^= 1 << (bit & 7)
        yield bytes(damaged)


def mutilate(frame: bytes, rng: random.Random) -> tuple[str, bytes]:
    """Damage a line in one of the ways of a bad cable, a full buffer or a noisy supply."""
    at, other = rng.randrange(len(frame)), rng.randrange(len(frame))
    low, high = min(at, other), max(at, other)
    kind = rng.choice(
        ("cut off", "begun late", "byte lost", "byte added", "piece doubled", "pieces swapped", "garbage")
    )
    return kind, {
        "cut off": lambda: frame[:at],
        "begun late": lambda: frame[at + 1 :],
        "byte lost": lambda: frame[:at] + frame[at + 1 :],
        "byte added": lambda: frame[:at] + bytes([rng.randrange(256)]) + frame[at:],
        "piece doubled": lambda: frame[:high] + frame[low:],
        "pieces swapped": lambda: frame[high:] + frame[low:high] + frame[:low],
        "garbage": lambda: rng.randbytes(rng.randrange(1, 90)),
    }[kind]()


@pytest.mark.parametrize("words", MOVING, ids=lambda words: words[0])
@pytest.mark.parametrize("count", range(1, BITS + 1))
def test_line_with_bits_turned_over_moves_nothing(built: Built, words: tuple[object, ...], count: int) -> None:
    target = Target(built, seed=1)
    frame = target.frame(*words)
    for number, damaged in enumerate(flips(frame[:-1], count)):
        target.shoot("bits", frame, damaged)
        if number % 1000 == 999:
            target.check()
            frame = target.frame(*words)
            so_far(number, math.comb(8 * len(frame[:-1]), count))
    target.check()
    figure(f"{words[0]}: {target.struck.total()} lines with {count} bits turned over, 0 motions")


def test_mutilated_lines_move_nothing(built: Built) -> None:
    target = Target(built, seed=2)
    while target.struck.total() < FRAMES:
        for _ in range(500):
            frame = target.frame(*target.rng.choice(MOVING + OTHERS))
            kind, damaged = mutilate(frame, target.rng)
            target.shoot(kind, frame, damaged)
        target.check()
        so_far(target.struck.total(), FRAMES)
    assert len(target.struck) == 7 and min(target.struck.values()) > FRAMES // 20
    figure(f"{target.struck.total()} mutilated lines, 0 motions: {dict(target.struck)}")


def test_random_commands_never_pulse_outside_the_limits(built: Built) -> None:
    """Sound lines with any words and numbers: refused, or carried out within the limits."""
    rng = random.Random(5)
    controller = HostController(built)
    talk = Talk(controller)
    answers: Counter[str] = Counter()
    for number in range(5000):
        if number % 20 == 0:
            talk = Talk(controller)
            talk.hello(1 + rng.getrandbits(31))
            talk.ask("SAVE")
        said = [rng.choice(ANYTHING)(rng) if word is None else word for word in rng.choice(RANDOM)]
        controller.inputs = Input(rng.choice((int(REST), rng.randrange(64))))
        answers.update(answer.split()[0] for answer in talk.send(talk.line(*said), ms=rng.randrange(1, 900)))
        for servo, pulse_us in controller.pulses():
            shortest, longest = LIMITS[servo]
            assert pulse_us == 0 or shortest <= pulse_us <= longest, (said, servo, pulse_us)
    assert min(answers["OK"], answers["ERR"]) > 500, answers


def test_lines_of_other_sessions_and_out_of_turn_move_nothing(built: Built) -> None:
    target = Target(built, seed=3)
    for _ in range(FRAMES // 50):
        words = target.rng.choice(MOVING)
        number = target.rng.choice([n for n in range(-3, 4) if n not in (0, -1)])
        late = target.talk.line(*words, number=(target.next + number) & 0xFFFF)
        other = target.talk.line(*words, number=target.next, session=target.rng.getrandbits(32))
        target.shoot("out of turn", b"", late[:-1])
        target.shoot("other session", b"", other[:-1])
        target.check()
    assert set(target.struck) == {"out of turn", "other session"}


def test_doubled_and_swapped_lines_drop_one_disc(built: Built) -> None:
    target = Target(built, seed=4)
    talk = target.talk
    talk.number = target.next - 1
    for action in range(2, 40 if not LONG else 4000):
        drop, ping = talk.line("DROP", action, action % 7), talk.line("PING")
        arrivals = [drop, ping]
        for _ in range(target.rng.randrange(1, 6)):
            arrivals.insert(target.rng.randrange(1, len(arrivals) + 1), target.rng.choice((drop, ping)))
        for one in arrivals:
            talk.send(one, ms=target.rng.randrange(1, 40))
        talk.live(600)
        talk.disc()
        talk.live(1500)
        talk.send(drop)
        talk.live(700)
        fed = [pulse for pulse in target.controller.pulses() if pulse == ("GATE", 1500)]
        assert len(fed) == 1, f"action {action}: {arrivals}"
