"""The learned looks as one file of arrays: packed, and unpacked only when every array has its form and its bounds."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.colours import FEWEST_STEADY, Colours, EmptyBoard
from vision.edges import DIRECTIONS
from vision.rectify import HOLES
from vision.spots import OFFSETS, SITES

Arrays = dict[str, NDArray[Any]]
LARGEST_BYTES = 1_000_000
"""What is larger is no file of ours: packed or unpacked the arrays take about a tenth of it."""


class ArraysError(ValueError):
    """The file does not hold the arrays that it should."""


@dataclass(frozen=True, slots=True)
class Form:
    """What an array must be; float32 with numbers from `low` to `high`, or bool. `gaps`: nan may stand in it."""

    shape: tuple[int, ...]
    low: float = 0.0
    high: float = 0.0
    gaps: bool = False


POINTS, PLACES, HOLE_COUNT = len(OFFSETS), len(SITES), len(HOLES)
BOARD = {
    "plastic": Form((3, PLACES), 0.0, 2.0),
    "steady": Form((PLACES,)),
    "holes": Form((3, HOLE_COUNT, POINTS), 0.0, 2.0),
    "stray": Form((3, HOLE_COUNT, POINTS), 0.0, 1000.0),
    "wall": Form((HOLE_COUNT, POINTS)),
    "rims": Form((HOLE_COUNT, DIRECTIONS), 0.0, 1.0, gaps=True),
}
DISCS = {"red": Form((3,), 0.0, 2.0), "yellow": Form((3,), 0.0, 2.0), "filled": Form((POINTS,))}


_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, struct.error),
    *(ValueError, KeyError, EOFError, OSError, NotImplementedError, RuntimeError, SyntaxError),
)
"""What zipfile and numpy raise for a damaged file, whatever is damaged in it."""


def pack(board: EmptyBoard, colours: Colours | None) -> bytes:
    """Pack an empty board, with the disc colours where they are known, into the bytes of an .npz file."""
    arrays = {field.name: getattr(board, field.name) for field in fields(EmptyBoard)}
    if colours is not None:
        arrays |= {name: getattr(colours, name) for name in DISCS}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def unpack(data: bytes, *, with_discs: bool) -> tuple[EmptyBoard, Colours | None]:
    """Unpack what `pack` packed. Raises ArraysError for anything else."""
    forms = BOARD | DISCS if with_discs else BOARD
    arrays = _read(data)
    if set(arrays) != set(forms):
        raise ArraysError("other arrays than were learned")
    for name, form in forms.items():
        _check(name, arrays[name], form)
    if arrays["steady"].sum() < FEWEST_STEADY:
        raise ArraysError("hardly any place on the plastic by which the light would be known")
    board = EmptyBoard(**{name: arrays[name] for name in BOARD})
    if not with_discs:
        return board, None
    return board, Colours(board, **{name: arrays[name] for name in DISCS})


def _read(data: bytes) -> Arrays:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as inside:
            if len(data) > LARGEST_BYTES or sum(one.file_size for one in inside.infolist()) > LARGEST_BYTES:
                raise ArraysError("far more than was learned")
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return {name: np.asarray(file[name]) for name in file.files}
    except ArraysError:
        raise
    except _UNREADABLE as error:
        raise ArraysError("no arrays that can be read") from error


def _check(name: str, array: NDArray[Any], form: Form) -> None:
    wanted = np.float32 if form.high else np.bool_
    if array.dtype != wanted or array.shape != form.shape:
        raise ArraysError(f"'{name}' is {array.dtype} {array.shape}, not {np.dtype(wanted)} {form.shape}")
    if form.high:
        good = (array >= form.low) & (array <= form.high)
        if not np.all(good | np.isnan(array) if form.gaps else good):
            raise ArraysError(f"'{name}' holds numbers that are not from {form.low:g} to {form.high:g}")
