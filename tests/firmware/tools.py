"""What is needed to build and run the firmware; where it is missing the tests say so, in .ci/run they may not."""

from __future__ import annotations

import os
import shutil

import pytest

MISSING = [tool for tool in ("avr-gcc", "make", "pkg-config") if shutil.which(tool) is None]
needs_avr = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("QUADROW_FIRMWARE"),
    reason=f"{', '.join(MISSING)} not found: apt install gcc-avr avr-libc libsimavr-dev libelf-dev pkg-config",
)
