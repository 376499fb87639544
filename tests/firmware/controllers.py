"""A controller to talk to in virtual time: the core in this process, or the real binary in a simulated ATmega328P."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from robot.mechanism.frame import NO_SESSION, Line, decode, encode
from robot.sim.firmware import SERVO_PINS, Input, Mcu, ResetCause

FIRMWARE = Path(__file__).parents[2] / "firmware"
SESSION = 0x5F3A09C1
REST = Input.CLOSED | Input.MAGAZINE
"""A machine at rest: slider closed, discs in the magazine."""
BUSY_MS = 40
"""A line of 79 bytes and its answer take less time at 38400 baud."""


@dataclass(frozen=True)
class Built:
    """Where the built files lie."""

    folder: Path

    @property
    def elf(self) -> Path:
        return self.folder / "quadrow.elf"


class Controller(Protocol):
    """What both have in common. Time goes by only in `run`."""

    inputs: Input

    def say(self, data: bytes) -> None: ...

    def heard(self) -> bytes: ...

    def run(self, ms: int) -> None: ...

    def pulses(self) -> list[tuple[str, int]]:
        """The pulses since the last call, us, each change once; 0 where they ended."""

    def restart(self, cause: ResetCause) -> None: ...

    def close(self) -> None: ...


class HostController:
    """The core, compiled for this computer."""

    def __init__(self, built: Built) -> None:
        self._lib = ctypes.CDLL(str(built.folder / "host.so"))
        self._bytes = ctypes.create_string_buffer(1 << 16)
        self._log = (ctypes.c_uint32 * (3 << 16))()
        self._boots = 0
        for address in range(1024):
            self._lib.host_memory_write(address, 0xFF)
        self.inputs = REST
        self.restart(ResetCause.POWER)
        self.pulses()

    def say(self, data: bytes) -> None:
        self._lib.host_take(data, len(data))

    def heard(self) -> bytes:
        count = self._lib.host_sent(self._bytes)
        return self._bytes.raw[:count]

    def run(self, ms: int) -> None:
        self._lib.host_inputs(int(self.inputs))
        self._lib.host_run(ms)

    def pulses(self) -> list[tuple[str, int]]:
        count = self._lib.host_pulses(self._log)
        return [(SERVO_PINS[self._log[at + 1]], self._log[at + 2]) for at in range(0, 3 * count, 3)]

    def restart(self, cause: ResetCause) -> None:
        number = {ResetCause.POWER: 0, ResetCause.BUTTON: 1, ResetCause.BROWNOUT: 2, ResetCause.WATCHDOG: 3}[cause]
        self._lib.host_start(number, self._boots, int(self.inputs))
        self._boots += 1

    def write_memory(self, address: int, data: bytes) -> None:
        for at, byte in enumerate(data):
            self._lib.host_memory_write(address + at, byte)

    def close(self) -> None:
        self.heard()


class McuController:
    """The real binary."""

    def __init__(self, built: Built) -> None:
        self.mcu = Mcu(built.folder / "mcu.so", built.elf)
        self.mcu.inputs = REST
        self._held = dict.fromkeys(SERVO_PINS, 0)
        self.run(30)

    @property
    def inputs(self) -> Input:
        return self.mcu.inputs

    @inputs.setter
    def inputs(self, inputs: Input) -> None:
        self.mcu.inputs = inputs

    def say(self, data: bytes) -> None:
        self.mcu.say(data)

    def heard(self) -> bytes:
        return self.mcu.heard()

    def run(self, ms: int) -> None:
        self.mcu.run(ms * 1000)

    def pulses(self) -> list[tuple[str, int]]:
        """What is seen on the pins: a pulse that did not come for two turns has ended."""
        seen = self.mcu.pulses()
        last = dict.fromkeys(SERVO_PINS, -1.0)
        changes: list[tuple[str, int]] = []
        for pulse in seen:
            last[pulse.servo] = pulse.start_s
            width = round(pulse.width_us)
            if width != self._held[pulse.servo]:
                changes.append((pulse.servo, width))
                self._held[pulse.servo] = width
        for servo, start_s in last.items():
            if self._held[servo] and self.mcu.now_s - start_s > 0.041:
                changes.append((servo, 0))
                self._held[servo] = 0
        return changes

    def restart(self, cause: ResetCause) -> None:
        self.mcu.reset(cause)
        self.run(30)

    def write_memory(self, address: int, data: bytes) -> None:
        self.mcu.write_memory(address, data)

    def close(self) -> None:
        self.mcu.close()


class Talk:
    """A host's side of the line in virtual time: numbers its lines, waits for answers, keeps the events."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.session, self.number = NO_SESSION, 0
        self.events: list[tuple[str, ...]] = []
        self.answers: list[Line] = []
        self._rest = b""

    def line(self, *words: object, number: int | None = None, session: int | None = None) -> bytes:
        """Make a line; without a number the next one."""
        if number is None:
            self.number = number = (self.number + 1) & 0xFFFF
        return encode(Line(number, tuple(map(str, words))), self.session if session is None else session)

    def send(self, data: bytes, ms: int = BUSY_MS) -> list[str]:
        """Send bytes, let time go by, and give the answers' words."""
        self.controller.say(data)
        return self.wait(ms)

    def ask(self, *words: object) -> str:
        """Send the next command and give the words of its answer."""
        (answer,) = self.send(self.line(*words))
        assert self.answers[-1].number == self.number
        return answer

    def wait(self, ms: int) -> list[str]:
        """Let time go by, with a PING now and then when a session has begun and `ms` is long."""
        self.controller.run(ms)
        return self.take()

    def live(self, ms: int) -> None:
        """Let time go by in a living session."""
        while ms > 0:
            self.ask("PING")
            self.controller.run(min(ms, 200))
            self.take()
            ms -= 200 + BUSY_MS

    def take(self) -> list[str]:
        """Read what has come; give the answers' words, keep the events."""
        *lines, self._rest = (self._rest + self.controller.heard()).split(b"\n")
        fresh = []
        for raw in lines:
            line = self._decode(raw)
            if line.is_event:
                self.events.append(line.words)
            else:
                fresh.append(" ".join(line.words))
                self.answers.append(line)
        return fresh

    def _decode(self, raw: bytes) -> Line:
        try:
            return decode(raw, self.session)
        except ValueError:
            return decode(raw, NO_SESSION)

    def hello(self, session: int = SESSION) -> str:
        """Begin a session."""
        data = self.line("HELLO", 1, f"{session:08X}", session=NO_SESSION)
        self.session = session
        (answer,) = self.send(data)
        return answer

    def ready(self) -> Talk:
        """Begin a session with saved settings and a homed hand."""
        self.hello()
        self.ask("SAVE")
        self.live(500)
        assert self.ask("HOME", 1) == "OK"
        self.live(1300)
        assert ("DONE", "1", "0") in {event[:3] for event in self.events}, self.events
        self.controller.pulses()
        self.events.clear()
        return self

    def disc(self, ms: int = 20) -> None:
        """Let a disc pass the beam."""
        self.controller.inputs |= Input.DISC
        self.controller.run(ms)
        self.controller.inputs &= ~Input.DISC
        self.controller.run(10)


def table(heading: str) -> list[list[str]]:
    """Give the rows of the table under a heading of PROTOCOL.md, without its head."""
    text = (FIRMWARE / "PROTOCOL.md").read_text()
    section = text.split(f"## {heading}")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in re.findall(r"^\|.*\|$", section, re.M)]
    return rows[2:]
