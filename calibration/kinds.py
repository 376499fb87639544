"""Call a file of another kind by its name: the profile of a hand handed over as that of an eye is not a damaged one.

A kind is known by what only its files hold: tables or keys of the first level.
"""

from __future__ import annotations

from calibration.schema import SchemaError, load

EYE = "the profile of an eye"
HAND = "the profile of a hand"
LENS = "the lens of a camera"
SETTINGS = "a file of settings"
MARKS = {EYE: ("grid", "looks"), HAND: ("driver", "chute"), LENS: ("focal_px", "bend")}
SET = ("camera", "robot", "lens")
"""The keys of config.toml; there `camera` is a name, not a table as in an eye's profile."""


class OtherKind(SchemaError):
    """The file is whole as far as can be seen, and of another kind."""


def need_kind(data: bytes, wanted: str) -> None:
    """Raise OtherKind for the bytes of a file that is of one of the other kinds; SchemaError for what is no TOML."""
    found = kind_of(data)
    if found not in ("", wanted):
        raise OtherKind(f"this is {found}, not {wanted}")


def kind_of(data: bytes) -> str:
    """Name the kind of a TOML file's bytes in words; empty where nothing tells. Raises SchemaError for no TOML."""
    known = load(data)
    told = [kind for kind, marks in MARKS.items() if all(mark in known for mark in marks)]
    if len(told) == 1:
        return told[0]
    settings = bool(known) and all(key in SET and isinstance(value, str) for key, value in known.items())
    return SETTINGS if settings and not told else ""
