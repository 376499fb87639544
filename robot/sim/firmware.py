"""The firmware's real binary in a simulated ATmega328P, in the time that the caller gives it.

The simulator is simavr, in a small library that firmware/Makefile builds (`make sim`); without it this module can be
imported, but no `Mcu` be made.
"""

from __future__ import annotations

import ctypes
import enum
from dataclasses import dataclass
from pathlib import Path

from robot.mechanism.errors import MechanismError

HERTZ = 16_000_000
ROOM = 1 << 16
EDGES = 1 << 17
SERVO_PINS = ("CHUTE", "GATE", "LOWER", "SLIDER")
"""The servos at the pins B0 to B3."""


class Input(enum.IntFlag):
    """What the six input pins say, as STATUS numbers them."""

    DISC = 1
    MAGAZINE = 2
    OPEN = 4
    CLOSED = 8
    ESTOP = 16
    HOME = 32


class ResetCause(enum.IntEnum):
    """Bits of the register MCUSR."""

    POWER = 1
    BUTTON = 2
    BROWNOUT = 4
    WATCHDOG = 8


@dataclass(frozen=True, slots=True)
class Pulse:
    """A pulse that was seen on a servo's pin: when it began, s since the start, and its width, us."""

    servo: str
    start_s: float
    width_us: float


class Mcu:
    """A controller with `elf` in its flash. `library` is the built simulator.

    Inputs are at rest at first: no disc, no switch closed, the emergency stop released. Raises MechanismError when the
    binary cannot be loaded.
    """

    def __init__(self, library: Path, elf: Path) -> None:
        self._lib = _load(library)
        self._mcu = self._lib.mcu_new(str(elf).encode())
        if not self._mcu:
            raise MechanismError(f"the firmware {elf} cannot be loaded", "build it again: quadrow firmware build")
        self._bytes = ctypes.create_string_buffer(ROOM)
        self._edges = (ctypes.c_uint64 * (3 * EDGES))()
        self._rise: dict[int, int] = {}
        self._ended: list[Pulse] = []
        self.inputs = Input(0)

    @property
    def now_s(self) -> float:
        """Time since the start, s."""
        return int(self._lib.mcu_cycle(self._mcu)) / HERTZ

    @property
    def inputs(self) -> Input:
        """What the switches and sensors say now."""
        return self._inputs

    @inputs.setter
    def inputs(self, inputs: Input) -> None:
        self._inputs = inputs
        self._lib.mcu_inputs(self._mcu, ~inputs & 63 ^ Input.ESTOP)

    def run(self, us: int) -> None:
        """Let time go by. Raises MechanismError when the core has crashed."""
        if not self._lib.mcu_run(self._mcu, us):
            raise MechanismError("the simulated controller has crashed", "this is a fault of the firmware: report it")

    def reset(self, cause: ResetCause = ResetCause.BUTTON) -> None:
        """Start the binary anew; its EEPROM stays. A pulse that this cuts off is none."""
        self._edges_so_far()
        self._rise.clear()
        self._lib.mcu_reset(self._mcu, int(cause))

    def say(self, data: bytes) -> None:
        """Give bytes to the line; they arrive one after the other while time goes by."""
        self._lib.mcu_say(self._mcu, data, len(data))

    def heard(self) -> bytes:
        """Take what the controller has sent."""
        count = self._lib.mcu_heard(self._mcu, self._bytes)
        return self._bytes.raw[:count]

    def pulses(self) -> list[Pulse]:
        """Take the pulses that have ended on the servo pins since the last call."""
        self._edges_so_far()
        ended, self._ended = self._ended, []
        return ended

    def _edges_so_far(self) -> None:
        """Make pulses of what the pins have done."""
        count = self._lib.mcu_edges(self._mcu, self._edges)
        for at in range(0, 3 * count, 3):
            cycle, pin, level = self._edges[at : at + 3]
            if level:
                self._rise[pin] = cycle
            elif pin in self._rise:
                rise = self._rise.pop(pin)
                self._ended.append(Pulse(SERVO_PINS[pin], rise / HERTZ, (cycle - rise) * 1e6 / HERTZ))

    def read_memory(self, address: int, count: int) -> bytes:
        """Read the EEPROM."""
        part = ctypes.create_string_buffer(count)
        self._lib.mcu_memory(self._mcu, address, part, count, False)
        return part.raw

    def write_memory(self, address: int, data: bytes) -> None:
        """Write the EEPROM from outside."""
        self._lib.mcu_memory(self._mcu, address, data, len(data), True)

    def hang(self) -> None:
        """Let the main loop hang, its interrupts alive."""
        if not self._lib.mcu_hang(self._mcu):
            raise MechanismError("the binary has no place to hang in", "this is a fault of the test: report it")

    def close(self) -> None:
        """Give the simulator's memory back."""
        if self._mcu:
            self._lib.mcu_free(self._mcu)
            self._mcu = None


def _load(library: Path) -> ctypes.CDLL:
    lib = ctypes.CDLL(str(library))
    lib.mcu_new.restype = ctypes.c_void_p
    lib.mcu_cycle.restype = ctypes.c_uint64
    lib.mcu_run.restype = lib.mcu_hang.restype = ctypes.c_bool
    lib.mcu_heard.restype = lib.mcu_edges.restype = ctypes.c_uint32
    handle, number = ctypes.c_void_p, ctypes.c_uint32
    for name, arguments in {
        "mcu_new": [ctypes.c_char_p],
        "mcu_free": [handle],
        "mcu_run": [handle, number],
        "mcu_cycle": [handle],
        "mcu_hang": [handle],
        "mcu_reset": [handle, ctypes.c_uint8],
        "mcu_inputs": [handle, ctypes.c_uint8],
        "mcu_say": [handle, ctypes.c_char_p, number],
        "mcu_heard": [handle, ctypes.c_char_p],
        "mcu_edges": [handle, ctypes.POINTER(ctypes.c_uint64)],
        "mcu_memory": [handle, ctypes.c_uint16, ctypes.c_char_p, ctypes.c_uint16, ctypes.c_bool],
    }.items():
        getattr(lib, name).argtypes = arguments
    return lib
