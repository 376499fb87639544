"""The variants by name: one file each in `variants/`, found by looking into that folder. Standard library only.

A variant's file begins with its rules in plain words: the first line is what `variants` lists, the rest what it
explains. It gives RULES and PLAYED; `start` and `option` where it has its own, and where its board can be another one,
`on_board` and `board_text`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from robot.rules import variants
from robot.rules.errors import BadRules
from robot.rules.model import Played, Rules
from robot.rules.state import State


@dataclass(frozen=True)
class Variant:
    """A variant as its file gives it.

    start       the position before the first move under given rules
    option      makes the rules of another two-sided variant play by this one too; None where it is no option
    on_board    reads which board it is played on; None where that is always the same. Raises RulesError
    board_text  writes it, the inverse; empty for the board that goes without saying
    """

    name: str
    line: str
    text: str
    played: Played
    rules: Rules
    start: Callable[[Rules], State]
    option: Callable[[Rules], Rules] | None
    on_board: Callable[[str], Rules] | None
    board_text: Callable[[Rules], str]


def names() -> tuple[str, ...]:
    """The names of all variants, in the order of the alphabet."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(variants.__path__)))


def load(name: str) -> Variant:
    """The variant of this name. Raises BadRules when there is none."""
    if name not in names():
        raise BadRules(f"there is no variant {name!r}", f"choose one of {', '.join(names())}")
    module = import_module(f"{variants.__name__}.{name}")
    line, _, text = (module.__doc__ or "").partition("\n")
    return Variant(
        name,
        line,
        text.strip("\n"),
        module.PLAYED,
        module.RULES,
        getattr(module, "start", State.start),
        getattr(module, "option", None),
        getattr(module, "on_board", None),
        getattr(module, "board_text", lambda _: ""),
    )
