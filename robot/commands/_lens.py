"""The lens of the camera that is used: the file that was named, or the one that is set in config.toml."""

from __future__ import annotations

from pathlib import Path

from robot.config import Settings, settings_path
from vision.lens import Lens


def lens_of(settings: Settings, named: Path | None = None) -> Lens | None:
    """Read the lens; None where none was named or set. A name in config.toml is meant from its folder.

    Raises BadLens.
    """
    if named is None and not settings.lens:
        return None
    from calibration.lens import read_lens

    return read_lens(named or settings_path().parent / Path(settings.lens).expanduser())
