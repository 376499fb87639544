"""Draw a lesson of the hand on a terminal: its words, the pulses so far, the keys that turn a servo."""

from __future__ import annotations

from collections.abc import Callable

from calibration.lesson import POLL_S, Answer, Do, Feel, Look, Pause, Prompt, Skip, Turn
from robot.clock import Clock
from robot.commands._dial import STEPS_US, STEPS_WORDS, TEND_S, Dial, felt_words, spend
from robot.commands._keys import END, ENTER, STOP, Keys
from robot.commands._live_line import LiveLine
from robot.errors import BadInput
from robot.mechanism.types import Jogger, Servo

TURN_KEYS = f"{STEPS_WORDS}; space lets go; Enter moves it there, and again when it is right"


class LessonGuide:
    """Shows each prompt and sees to it by `keys`.

    `attend` is told each new prompt before anybody is asked, where somebody simulated does it: then no keys are named.
    `steps` is how many prompts come when all goes well. `hand` may be changed for one that knows more.
    """

    def __init__(
        self,
        hand: Jogger,
        dial: Dial,
        keys: Keys,
        clock: Clock,
        line: LiveLine,
        steps: int,
        attend: Callable[[Prompt], None] | None = None,
    ) -> None:
        self.hand = hand
        self._dial, self._keys, self._clock, self._line = dial, keys, clock, line
        self._attend = attend
        self._number, self._steps = 0, steps
        self._shown: Prompt | None = None
        self._servo: Servo | None = None

    def __call__(self, prompt: Prompt) -> Answer:
        if isinstance(prompt, Pause):
            self._pass(prompt.duration_s)
            return None
        if prompt != self._shown:
            self._show(prompt)
        match prompt:
            case Turn():
                return self._turn(prompt)
            case Feel():
                return self._feel()
            case Do(optional=optional):
                return self._confirmed(skips=optional)
            case Look():
                return self._confirmed(skips=True)

    def _show(self, prompt: Turn | Feel | Do | Look) -> None:
        again = isinstance(prompt, Turn) and isinstance(self._shown, Turn) and prompt.name == self._shown.name
        self._shown = prompt
        self._number = min(self._number + (not again), self._steps)
        self._line.say(f"{self._number} of {self._steps}. {prompt.words[0].upper()}{prompt.words[1:]}.")
        if isinstance(prompt, Turn):
            for line in table_lines(prompt.table):
                self._line.say(f"   {line}")
        if self._attend is not None:
            self._attend(prompt)
        else:
            self._line.say(f"   [{self._hint(prompt)}]")

    def _hint(self, prompt: Turn | Feel | Do | Look) -> str:
        match prompt:
            case Turn():
                return TURN_KEYS
            case Feel():
                return "it is felt by itself; x leaves it out"
            case Do(optional=optional):
                return f"Enter when it is done{'; x leaves it out' if optional else ''}"
            case Look():
                return "Enter if so; x if not"

    def _turn(self, prompt: Turn) -> int:
        servo = prompt.servo
        if servo is not self._servo:
            self.hand.let_go()
            self._servo = servo
        self._dial.begin(servo, prompt.pulse_us)
        while True:
            keys = self._poll()
            for key in keys:
                if key == ENTER and self._dial.is_turned(servo):
                    self._line.say(f"   {prompt.name}: {self._dial.pulses[servo]} us")
                    return self._dial.pulses[servo]
                trouble = self._turn_by(servo, key)
                if trouble:
                    self._line.say(f"   {trouble}")
            self._tell_place(servo, turned=bool(keys))
            self._pass(TEND_S)

    def _tell_place(self, servo: Servo, *, turned: bool) -> None:
        """Say where a servo stands and what is felt: all the time on a terminal, else after each line."""
        if self._line.is_shown:
            stands = f"{self._dial.pulses[servo]} us" if self._dial.is_turned(servo) else "not moved yet"
            self._line.show(f"   {servo.value} {stands}   {felt_words(self.hand.feel())}")
        elif turned and self._attend is None:
            self._line.say(f"   {servo.value} {self._dial.pulses[servo]} us")

    def _turn_by(self, servo: Servo, key: str) -> str:
        if key == STOP:
            self.hand.let_go()
            return f"the {servo.value} servo is let go"
        if key == ENTER:
            return self._dial.go(servo, self._dial.pulses[servo])
        if key in STEPS_US:
            return self._dial.press(servo, key)
        return f"no such key here: {key} ({TURN_KEYS})"

    def _feel(self) -> Skip | None:
        for key in self._poll():
            if key == "x":
                return self._skip()
        if self._line.is_shown:
            self._line.show(f"   {felt_words(self.hand.feel())}")
        self._pass(POLL_S)
        return None

    def _confirmed(self, *, skips: bool) -> Skip | None:
        while True:
            for key in self._poll():
                if key == ENTER:
                    return None
                if key == "x" and skips:
                    return self._skip()
            self._pass(TEND_S)

    def _skip(self) -> Skip:
        self._line.say("   why? (one line, then Enter)")
        while (reason := self._keys.poll_line()) is None:
            self._pass(TEND_S)
        return Skip(reason.strip() or "no reason was given")

    def _poll(self) -> list[str]:
        keys = list(self._keys.poll())
        if END in keys:
            raise BadInput("the input ended before the calibration did", "give one line a step, or use a terminal")
        return keys

    def _pass(self, duration_s: float) -> None:
        spend(duration_s, self.hand, self._clock)


def table_lines(table: tuple[tuple[str, int, bool], ...]) -> list[str]:
    """Lay the pulses out in two lines; those that nobody has set yet have a star."""
    if not table:
        return []
    names = "".join(f"{name:>7}" for name, _, _ in table)
    pulses = "".join(f"{pulse:>6}{' ' if is_set else '*'}" for _, pulse, is_set in table)
    return [names, pulses.rstrip()]
