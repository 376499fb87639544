"""Kinds of arguments that several verbs take: each refuses in one line what it cannot use."""

from __future__ import annotations

import argparse

LEVELS = (*map(str, range(1, 11)), "perfect")


def seed(text: str) -> int:
    """A whole number from 0 up."""
    return _whole(text, "a seed", 0)


def count(text: str) -> int:
    """A whole number from 1 up."""
    return _whole(text, "a count", 1)


def rate(text: str) -> float:
    """A share from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"'{text}' is no rate: give a number from 0 to 1")
    return value


def _whole(text: str, what: str, lowest: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 18 or int(text) < lowest:
        raise argparse.ArgumentTypeError(f"'{text}' is not {what}: give a whole number from {lowest} up")
    return int(text)
