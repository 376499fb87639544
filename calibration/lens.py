"""Read what somebody measured of a camera's lens: a small TOML file.

width_px = 1280          the pictures it was measured with
height_px = 720
focal_px = [905.2, 904.8]
centre_px = [641.0, 358.3]
bend = [-0.31, 0.11, 0.0, 0.0, 0.0]      k1, k2, p1, p2, k3
"""

from __future__ import annotations

from pathlib import Path

from calibration.errors import CalibrationError
from calibration.kinds import LENS, OtherKind, need_kind
from calibration.schema import LARGEST_BYTES, Number, Schema, SchemaError, parse
from vision.files import read_file
from vision.lens import Lens

SCHEMA: Schema = {
    "": {
        "width_px": Number(16, 20_000, whole=True),
        "height_px": Number(16, 20_000, whole=True),
        "focal_px": Number(10, 100_000, count=2),
        "centre_px": Number(-10_000, 30_000, count=2),
        "bend": Number(-10, 10, count=5),
    }
}
HELP = (
    "the camera's lens, measured: a TOML file with width_px, height_px, focal_px, centre_px and bend (k1 k2 p1 p2 k3)"
)


class BadLens(CalibrationError):
    """A file that tells no lens."""

    exit_code = 2


def read_lens(path: Path) -> Lens:
    """Read a lens. Raises BadLens, naming file and key."""
    try:
        data = read_file(path, LARGEST_BYTES)
        need_kind(data, LENS)
        values = parse(data, SCHEMA)[""]
    except OSError as error:
        raise BadLens(f"{path} cannot be read: {error.strerror}", "check the name") from error
    except OtherKind as error:
        raise BadLens(f"{path}: {error}", "name the file that tells the lens") from error
    except SchemaError as error:
        raise BadLens(f"{path}: {error}", "write it as calibration programs give it, in these five lines") from error
    return Lens((values["width_px"], values["height_px"]), values["focal_px"], values["centre_px"], values["bend"])
