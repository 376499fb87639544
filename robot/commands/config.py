"""Show where data lives and what is set, and check both.

path    the folders and files
show    every setting, and where it was set
check   read settings and calibrations as if they were needed; 2 for bad settings, 4 for a bad calibration
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from robot.clock import utc_now
from robot.config import RULES, data_folder, journal_path, load_settings, settings_path

WHAT = {"path": "where data lives", "show": "every setting and where it was set", "check": "read everything once"}

_WITHOUT = " (which camera: quadrow find-camera; without any, on a simulated board: quadrow calibrate all --sim)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `config`."""
    listed = "; ".join(f"{name}: {line}" for name, line in WHAT.items())
    parser.add_argument("what", choices=tuple(WHAT), help=listed)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Do one of the three."""
    if args.what == "check":
        return check(args)
    said = paths() if args.what == "path" else settings()
    if args.json:
        print(json.dumps(said))
        return 0
    width = max(map(len, said))
    for name, line in said.items():
        print(f"{name:<{width}}  {line if isinstance(line, str) else _told(name, line)}")
    return 0


def paths() -> dict[str, str]:
    """Name every place where something is kept."""
    return {
        "data": str(data_folder()),
        "games": str(journal_path()),
        "settings": str(settings_path()),
        "calibration": str(data_folder() / "calibration"),
    }


def settings() -> dict[str, dict[str, str]]:
    """Give every setting: its value, and where it was set."""
    now = load_settings()
    return {name: {"value": getattr(now, name), "set_in": now.where[name]} for name in RULES}


def check(args: argparse.Namespace) -> int:
    """Read the settings and every robot's calibration. Say what is wrong with each; give the exit code."""
    from calibration.errors import CalibrationError, ProfileMissing

    print_line = (lambda _: None) if args.json else print
    now = load_settings()
    path = settings_path()
    print_line(f"settings: fine ({path})" if path.exists() else f"settings: the defaults, as there is no {path}")
    folder = data_folder() / "calibration"
    names = sorted({now.robot, *(path.name for path in folder.glob("*") if path.is_dir())})
    bad = {}
    for name in names:
        try:
            print_line(f"calibration of {name}: {_calibration(folder / name)}")
        except CalibrationError as error:
            bad[name] = f"{error} - {error.remedy}{_WITHOUT if isinstance(error, ProfileMissing) else ''}"
            print(f"quadrow config: {bad[name]}", file=sys.stderr)
    if args.json:
        print(json.dumps({"robots": names, "bad": bad}))
    return 4 if bad else 0


def _calibration(folder: Path) -> str:
    from calibration.profile import Shelf, age_words

    profile = Shelf(folder).load()
    taught = profile.taught
    discs = f"{taught.names[0]} and {taught.names[1]} discs" if taught else "no discs learned yet"
    age = age_words(profile.saved_at, utc_now())
    return f"fine, {age}, residual {profile.board.residual_px:.2f} px, {discs}, camera {profile.camera}"


def _told(name: str, line: dict[str, str]) -> str:
    return f"{line['value']}  ({RULES[name].purpose}; {line['set_in']})"
