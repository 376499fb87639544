"""Where data lives, and what a person has set in `config.toml`.

Everything lies in the folders of the platform, or under `QUADROW_HOME`:

    quadrow.sqlite3         the games
    config.toml             settings; each has a default, so the file need not be there
    calibration/ROBOT/      what the robot of that name has learned
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from robot.errors import BadInput
from vision.files import NoFile, TooLarge, read_file

JOURNAL = "quadrow.sqlite3"
LARGEST_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Rule:
    """A setting: its default, what it may be (a pattern, and in words), what it is for."""

    default: str
    pattern: str
    meaning: str
    purpose: str


RULES = {
    "camera": Rule(
        "usb",
        r"[a-z]+(:[^\"\\\x00-\x1f\x7f]{1,280})?",
        "a camera's name like usb, usb:/dev/v4l/by-id/NAME or pi",
        "the camera that sees the board",
    ),
    "robot": Rule(
        "default",
        r"[a-z0-9][a-z0-9_-]{0,31}",
        "a name of at most 32 small letters, digits, - and _",
        "the name under which this robot's calibration is kept",
    ),
    "lens": Rule(
        "",
        r"[^\"\\\x00-\x1f\x7f]{0,300}",
        "the name of a file",
        "the file that tells the camera's lens, where somebody has measured it",
    ),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set, and for each name where: "default" or the path of the file."""

    camera: str
    robot: str
    lens: str
    where: Mapping[str, str]


def data_folder() -> Path:
    """The folder for games, players and calibration; made when it is missing. Raises OSError when it cannot be."""
    home = os.environ.get("QUADROW_HOME")
    if home:
        folder = Path(home).expanduser()
    else:
        from platformdirs import user_data_path

        folder = user_data_path("quadrow", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def journal_path() -> Path:
    """The file in which games are kept."""
    return data_folder() / JOURNAL


def settings_path() -> Path:
    """The file of settings; nothing says that it is there."""
    home = os.environ.get("QUADROW_HOME")
    if home:
        return Path(home).expanduser() / "config.toml"
    from platformdirs import user_config_path

    return user_config_path("quadrow", appauthor=False) / "config.toml"


def calibration_folder(robot: str) -> Path:
    """The folder of what a robot has learned; not made here. Raises BadInput for a name that cannot be one."""
    return data_folder() / "calibration" / checked("robot", robot, "the robot's name")


def load_settings() -> Settings:
    """Read the settings. Raises BadInput, naming file and key, for a file that cannot be used."""
    path = settings_path()
    found = _read(path)
    for key in found:
        if key not in RULES:
            near = "".join(f", did you mean '{one}'?" for one in get_close_matches(key, RULES, n=1))
            raise BadInput(f"{path}: there is no setting '{key}'{near}", f"settings are {', '.join(RULES)}")
    values = {key: checked(key, found.get(key, rule.default), f"{path}: {key}") for key, rule in RULES.items()}
    return Settings(**values, where={key: str(path) if key in found else "default" for key in RULES})


def checked(key: str, value: object, what: str) -> str:
    """Give the value of a setting if it may be one; `what` names it in the BadInput that is raised if not."""
    rule = RULES[key]
    if isinstance(value, str) and re.fullmatch(rule.pattern, value):
        return value
    shown = repr(value)[:60] if isinstance(value, str) else f"no text ({type(value).__name__})"
    raise BadInput(f"{what} is {shown}, not {rule.meaning}", f'write it like this: {key} = "{rule.default}"')


def _read(path: Path) -> dict[str, object]:
    try:
        data = read_file(path, LARGEST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except TooLarge as error:
        raise BadInput(f"{path} is larger than {LARGEST_BYTES} bytes", "keep nothing but settings in it") from error
    except NoFile as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", "move it away") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", "check who may read it") from error
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{path} is no TOML that can be read: {error}", 'write lines like this: camera = "usb"'
        ) from error
