"""Where data lives: the folders of the platform, or everything under `QUADROW_HOME`."""

from __future__ import annotations

import os
from pathlib import Path

JOURNAL = "quadrow.sqlite3"


def data_folder() -> Path:
    """The folder for games, players and calibration; made when it is missing. Raises OSError when it cannot be."""
    home = os.environ.get("QUADROW_HOME")
    if home:
        folder = Path(home)
    else:
        from platformdirs import user_data_path

        folder = user_data_path("quadrow", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def journal_path() -> Path:
    """The file in which games are kept."""
    return data_folder() / JOURNAL
