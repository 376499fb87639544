"""A chess clock as one line of JSON, and back: banks, what they were before every move, and who has lost on time.

Whose turn it was is not kept: after a restart all clocks stand until the turn begins again.
"""

from __future__ import annotations

import json

from robot.rules.timecontrol import Charge, ChessClock, TimeControl


def clock_line(clock: ChessClock, now_s: float | None = None) -> str:
    """Write a clock; with `now_s` the time that the running turn has used so far is paid."""
    control = clock.control
    banks_ms = clock.banks_ms if now_s is None else [clock.remaining_ms(s, now_s) for s in range(len(clock.banks_ms))]
    return json.dumps(
        {
            "bank_ms": control.bank_ms,
            "increment_ms": control.increment_ms,
            "charge": control.charge.value,
            "free_opening": control.free_opening,
            "delay": control.delay,
            "banks_ms": banks_ms,
            "fallen": sorted(clock.fallen),
            "before": clock.before,
        },
        separators=(",", ":"),
    )


def clock_of(line: str) -> ChessClock:
    """Read a clock that stands. Raises ValueError for anything that `clock_line` does not write."""
    try:
        said = json.loads(line)
        charge, free, delay = Charge(said["charge"]), bool(said["free_opening"]), bool(said.get("delay"))
        control = TimeControl(_ms(said["bank_ms"]), _ms(said["increment_ms"]), charge, free, delay)
        banks_ms = tuple(_ms(bank_ms) for bank_ms in said["banks_ms"])
        before = tuple(tuple(_ms(bank_ms) for bank_ms in banks) for banks in said["before"])
        fallen = frozenset(range(len(banks_ms))) & frozenset(said["fallen"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a clock: {line[:80]!r}") from error
    if not banks_ms or any(len(banks) != len(banks_ms) for banks in before):
        raise ValueError(f"not a clock: {line[:80]!r}")
    return ChessClock(control, banks_ms, fallen=fallen, before=before)


def _ms(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**40:
        raise ValueError(f"{str(value)[:40]!r} is no time in ms")
    return value
