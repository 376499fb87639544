"""How far a long proof is, and when it is expected to end: a line that is kept up to date, in a log one a minute."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fractions import Fraction

from robot.clock import Clock

LOGGED_S = 60.0


class Progress:
    """Tells on standard output of a proof that begins now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._begun_s = self._told_s = clock.now()
        self._live = sys.stdout.isatty()

    def at(self, share: Fraction, words: str) -> None:
        """Tell that a share of the work is done, in words, and how long the rest will take at this pace."""
        now_s = self._clock.now()
        if not self._live and now_s - self._told_s < LOGGED_S:
            return
        self._told_s = now_s
        left_s = (now_s - self._begun_s) * float(1 / share - 1) if share else None
        end = "" if left_s is None else f", {_duration(left_s)} to go"
        self._write(f"{words}{end}", stays=not self._live)

    def result(self, words: str) -> None:
        """Tell what came out."""
        self._write(words, stays=True)

    def _write(self, words: str, *, stays: bool) -> None:
        line = f"\r  {words}\x1b[K" if self._live else f"  {words}"
        print(line, end="\n" if stays else "", flush=True)


def how_far(lines: Iterable[str]) -> tuple[Fraction, str]:
    """Give the share that is done and its words, by what tests/progress.py has written."""
    tests, all_tests, part, whole = 0, 1, 0, 1
    for line in lines:
        what, done, total = line.split()
        if what == "tests":
            tests, all_tests, part, whole = int(done), max(1, int(total)), 0, 1
        else:
            part, whole = min(int(done), int(total)), int(total)
    share = (tests + Fraction(part, whole)) / all_tests
    within = f", in the next {part:,} of {whole:,}" if whole > 1 else ""
    return share, f"{tests} of {all_tests} tests{within}"


def _duration(left_s: float) -> str:
    return f"{left_s:.0f} s" if left_s < 90 else f"{left_s / 60:.0f} min"
