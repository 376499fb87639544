"""Events as lines of JSON, and back: how a game is kept."""

from __future__ import annotations

import json
from typing import Any

from robot.mechanism.types import Ending, Receipt
from robot.messages import (
    Blind,
    Chosen,
    Considered,
    Event,
    Lit,
    Quit,
    Ready,
    Reported,
    Said,
    Seen,
    Start,
    Thought,
    Tick,
    Word,
)
from robot.rules.moves import Kind, Move
from vision.types import Cell, Observation

_EVENTS: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (Start, Blind, Lit, Thought, Considered, Chosen, Said, Ready, Quit, Tick)
}


def encode(event: Event) -> str:
    """One line of JSON."""
    return json.dumps({"event": type(event).__name__, **_fields(event)}, separators=(",", ":"))


def decode(line: str) -> Event:
    """The event that `encode` wrote. Raises ValueError for anything else."""
    try:
        fields = json.loads(line)
        kind = fields.pop("event")
        return _rebuilt(kind, fields)
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(f"not an event: {line[:80]!r}") from error


def _fields(event: Event) -> dict[str, Any]:
    match event:
        case Seen(seen):
            cells = ["".join(cell.letter for cell in row) for row in seen.cells]
            return {
                "cells": cells,
                "first_s": seen.first_s,
                "time_s": seen.time_s,
                "sequence": seen.sequence,
                "readable": seen.readable,
                "reason": seen.reason,
            }
        case Reported(receipt):
            return {name: getattr(receipt, name) for name in Receipt.__slots__ if name != "ending"} | {
                "ending": receipt.ending.name
            }
        case Blind(reason, remedy):
            return {"reason": reason, "remedy": remedy}
        case Lit(words, remedy):
            return {"words": words, "remedy": remedy}
        case Thought(moves, move, score):
            return {"moves": [_text(each) for each in moves], "move": _text(move), "score": score}
        case Considered(moves, colour, accepts):
            return {"moves": [_text(each) for each in moves], "colour": colour, "accepts": accepts}
        case Chosen(move):
            return {"move": _text(move)}
        case Said(seat, word):
            return {"seat": seat, "word": word.value}
        case _:
            return {}


def _rebuilt(kind: str, fields: dict[str, Any]) -> Event:
    if kind == "Seen":
        cells = tuple(tuple(Cell(".RY?".index(letter)) for letter in row) for row in fields.pop("cells"))
        return Seen(Observation(cells=cells, **fields))
    if kind == "Reported":
        return Reported(Receipt(ending=Ending[fields.pop("ending")], **fields))
    if kind == "Thought" and "column" in fields:
        fields["move"] = fields.pop("column")  # as classic games were kept before there were other moves
    if kind in ("Thought", "Considered"):
        fields["moves"] = tuple(map(_move, fields["moves"]))
    if kind in ("Thought", "Chosen"):
        fields["move"] = _move(fields["move"])
    if kind == "Said":
        fields["word"] = Word(fields["word"])
    event: Event = _EVENTS[kind](**fields)
    return event


def _text(move: Move) -> str:
    """A move as a mark and the number of its column, which needs no board: `3`, `^3`, `=-1`."""
    return f"{move.kind.value}{move.column}"


def _move(written: str | int) -> Move:
    text = str(written)
    mark = text.rstrip("-0123456789")
    return Move(Kind(mark), int(text.removeprefix(mark)))
