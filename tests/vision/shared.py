"""The photographs and renders that lie outside the repository, found through the environment."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest


def folder_of(variable: str) -> Path:
    """Give the folder that an environment variable names; skip the test without it."""
    named = os.environ.get(variable, "")
    if not named:
        pytest.skip(f"{variable} does not say where the pictures are")
    return Path(named)


def labels_of(folder: Path) -> list[dict[str, Any]]:
    """Read what is known of the pictures of a folder."""
    entries: list[dict[str, Any]] = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return entries
