"""What `quadrow games` gives, for the tests that ask it."""

from __future__ import annotations

import json
from collections.abc import Callable

Games = Callable[..., tuple[int, str, str]]
"""Runs `quadrow games ...`: exit code, output, errors."""


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]
