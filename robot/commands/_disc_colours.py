"""The disc colours as they are named on the command line."""

from __future__ import annotations

from robot.errors import BadInput
from vision.evidence import HUES_DEG, Pair

RED_FIRST = ("red", "orange-red", "orange", "blue", "yellow", "green")
"""Of two disc colours the one that stands first here is R."""


def parse_colours(text: str) -> Pair | str:
    """Give "auto" or the two disc colours, R's first. Raises BadInput."""
    names = [name.strip() for name in text.lower().split(",")]
    if names == ["auto"]:
        return "auto"
    if len(set(names)) != 2 or len(names) != 2 or not set(names) <= set(HUES_DEG):
        raise BadInput(f"'{text}' are no disc colours", f"say auto, or two of {', '.join(RED_FIRST)}: red,yellow")
    first, second = sorted(names, key=RED_FIRST.index)
    return first, second


def two_colours(text: str) -> Pair:
    """Give the two disc colours, R's first, where they cannot be guessed. Raises BadInput."""
    remedy = f"name two of {', '.join(RED_FIRST)}: red,yellow"
    try:
        names = parse_colours(text)
    except BadInput as error:
        raise BadInput(str(error), remedy) from error
    if isinstance(names, str):
        raise BadInput("the disc colours cannot be guessed here", remedy)
    return names
