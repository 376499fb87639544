"""Stands for smbus2 in a program of its own: bus and chip lie in a file, so that several programs share them."""

from __future__ import annotations

import mmap
import os
import time

from tests.mechanism.i2c import Pca9685Chip


def SMBus(bus: int) -> Pca9685Chip:
    """Open the bus."""
    with open(os.environ["QUADROW_FAKE_BUS"], "r+b") as file:
        return Pca9685Chip(mmap.mmap(file.fileno(), 256), now=time.monotonic)
