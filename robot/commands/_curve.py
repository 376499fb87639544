"""A row of numbers as a curve for the terminal. Standard library only."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 60, 8


def curve_lines(values: Sequence[float], width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """Draw values from left to right, the scale at the left; of more than `width` the last ones are shown."""
    shown = values[-width:]
    low, high = min(shown), max(shown)
    step = (high - low) / (height - 1) or 1.0
    levels = [round((value - low) / step) for value in shown]
    top = max(levels)
    scale = max(len(f"{low:.0f}"), len(f"{high:.0f}"))
    rows = []
    for level in range(top, -1, -1):
        dots = "".join("*" if at == level else " " for at in levels).rstrip()
        rows.append(f"{low + level * step:>{scale}.0f} |{dots}")
    return rows
