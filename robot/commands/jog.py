"""Turn one servo at a time by keys, within its limits, and see what the robot feels.

On a terminal each key counts at once; from anywhere else the letters of each line do. Nothing moves before a key; a
servo that nobody turns is let go after ten seconds.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from robot.commands._dial import STEPS_US, STEPS_WORDS, TEND_S, Dial, StillHand, felt_words, spend
from robot.commands._hand import limits_of
from robot.commands._keys import END, ENTER, STOP, Keys, keys_of_person
from robot.commands._live_line import LiveLine
from robot.commands._workbench import Workbench, add_hand_arguments, add_sim_arguments, start_pulses, workbench
from robot.mechanism.envelope import Envelope
from robot.mechanism.types import Jogger, Servo

SERVOS = {"c": Servo.CHUTE, "g": Servo.GATE, "b": Servo.LOWER, "s": Servo.SLIDER}
HELP = f"c chute, g gate, b lower gate, s slider; {STEPS_WORDS}; 1 to 7: a column; space: stop; ? these words; q: leave"
SETTLED_S = 0.3
"""After a line the sensors are looked at when the servo had this time to get there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `jog`."""
    add_sim_arguments(parser)
    parser.set_defaults(seed=None)  # the one that was calibrated last
    add_hand_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="say what would be sent, and move nothing")


def run(args: argparse.Namespace) -> int:
    """Turn servos until the person leaves; whatever happens they are let go. 0 when it was the person."""
    with workbench(args, paced=True) as bench:
        hand = bench.connection.make(bench.hand)
        print(f"robot {bench.robot}, {bench.words}" + ("; dry run: nothing moves" if args.dry_run else ""))
        print("positions as calibrated" if bench.is_known else "positions are guesses: the hand is not calibrated")
        print(HELP, flush=True)
        line = LiveLine()
        turned = StillHand(hand, line.say) if args.dry_run else hand
        try:
            with keys_of_person(virtual=args.sim) as keys:
                Session(bench, turned, keys, line).run()
        finally:
            hand.let_go()
    return 0


class Session:
    """One person at the keys; what is to be told goes to `line`."""

    def __init__(self, bench: Workbench, hand: Jogger, keys: Keys, line: LiveLine) -> None:
        self._hand, self._keys, self._clock, self._line = hand, keys, bench.clock, line
        self._columns_us = bench.hand.columns_us
        self._dial = Dial(hand, Envelope(limits_of(bench.hand)), start_pulses(bench.hand))
        self._servo = Servo.CHUTE

    def run(self) -> None:
        """Obey keys until the person leaves or no more can come."""
        while True:
            pressed, said = self._keys.poll(), ""
            for key in pressed:
                if key in ("q", END):
                    self._line.say("left; all servos are let go")
                    return
                words = self._obey(key)
                if words and words != said:
                    self._line.say(words)
                said = words
            self._tell(pressed)

    def _obey(self, key: str) -> str:
        """Do what a key says; give what is to be told about it."""
        if key in STEPS_US:
            return self._dial.press(self._servo, key)
        if key in SERVOS:
            self._servo = SERVOS[key]
            return ""
        if key == STOP:
            self._hand.let_go()
            return "stopped: all servos are let go"
        if key.isdecimal() and 1 <= int(key) <= len(self._columns_us):
            self._servo = Servo.CHUTE
            return self._dial.go(Servo.CHUTE, self._columns_us[int(key) - 1])
        if key in ("?", ENTER):
            return HELP
        return f"no such key: {key} - ? shows them"

    def _tell(self, pressed: Sequence[str]) -> None:
        if self._line.is_shown:
            self._pass(TEND_S)
            self._line.show(self._words())
        elif pressed:
            self._pass(SETTLED_S)
            self._line.say(self._words())
        else:
            self._pass(TEND_S)

    def _words(self) -> str:
        turned = self._dial.is_turned(self._servo)
        stands = f"{self._dial.pulses[self._servo]} us" if turned else "not moved yet"
        return f"{self._servo.value} {stands}   {felt_words(self._hand.feel())}"

    def _pass(self, duration_s: float) -> None:
        spend(duration_s, self._hand, self._clock)
