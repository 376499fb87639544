"""The opening book: the exact score of every position up to some ply that needs a search, and a column that keeps it.

A file `ply-N.book` has the positions of N discs, in the form that `book_form.py` tells; mirror images are one position,
and those that are over, won at once or lost in two need no record. `SHA256SUMS` has a line for each file, as
`sha256sum` writes it. A file that is being built is called `ply-N.part`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from robot.rules.position import Position
from robot.solver.book_form import HEAD, REMEDY, Entry, packed, said_of
from robot.solver.errors import BadBook

SUMS = "SHA256SUMS"
FROM_CENTRE = (3, 2, 4, 1, 5, 0, 6)


@dataclass(frozen=True, slots=True)
class Book:
    """The bytes of the files of plies 0 to `plies`."""

    files: tuple[bytes, ...]

    @classmethod
    def shipped(cls) -> Book | None:
        """The book that comes with the package; None where there is none. Raises BadBook."""
        return cls.read(shipped_folder())

    @classmethod
    def read(cls, folder: Traversable) -> Book | None:
        """The plies of a folder; None when it has none. Raises BadBook for a file that is damaged or missing."""
        sums = sums_of(folder)
        files: list[bytes] = []
        while (file := folder / file_name(len(files))).is_file():
            files.append(_whole(file, sums))
        if len(files) < len(sums):
            raise BadBook(f"{file.name} of the opening book is missing", REMEDY)
        return cls(tuple(files)) if files else None

    @classmethod
    def beside(cls, folder: Traversable, ply: int) -> Book | None:
        """The plies before and after one, as far as they are there and whole: with them it is sooner solved."""
        there = {one: (folder / file_name(one)).read_bytes() for one in (ply - 1, ply + 1) if is_built(folder, one)}
        return cls(tuple(there.get(one, packed([])) for one in range(max(there) + 1))) if there else None

    @property
    def plies(self) -> int:
        """How many discs the last positions have."""
        return len(self.files) - 1

    def entry(self, ply: int, key: int) -> Entry:
        """What it says of the key of an open position of a ply. Raises BadBook."""
        return said_of(self.files[ply], key, file_name(ply))


def _whole(file: Traversable, sums: dict[str, str]) -> bytes:
    data = file.read_bytes()
    if not data.startswith(HEAD):
        raise BadBook(f"{file.name} does not have the form of a book", REMEDY)
    if digest(data) != sums.get(file.name):
        raise BadBook(f"{file.name} is not what was built", REMEDY)
    return data


def is_built(folder: Traversable, ply: int) -> bool:
    """Whether a ply is there as it was built."""
    file = folder / file_name(ply)
    try:
        return file.is_file() and bool(_whole(file, sums_of(folder)))
    except BadBook:
        return False


def shipped_folder() -> Traversable:
    """Where the book of the package is."""
    return resources.files("robot.solver") / "book"


def file_name(ply: int) -> str:
    """The name of the finished file of a ply."""
    return f"ply-{ply}.book"


def mirrored(bits: int) -> int:
    """A bitboard or a key with its columns in reverse order."""
    return sum((bits >> 7 * column & 0x7F) << 7 * (6 - column) for column in range(7))


def open_positions(ply: int) -> list[Position]:
    """The positions of so many discs that need a search, one of each pair of mirror images, the smaller.

    They come as games meet them that try all moves in turn, so those that are near have much of what may follow in
    common: solved one after the other, samples of ply 9 took 0.6 of the nodes that each takes alone.
    """
    met: set[int] = set()
    return [position for position in _met_first(Position(), ply, met) if needs_search(position)]


def _met_first(position: Position, ply: int, met: set[int]) -> Iterator[Position]:
    """The positions of `ply` discs after this one that were not met before."""
    if position.key in met:
        return
    met.add(position.key)
    if position.ply == ply:
        yield position
    elif not position.last_mover_has_line():
        for column in FROM_CENTRE:
            if position.is_legal(column):
                yield from _met_first(smaller(position.play(column)), ply, met)


def smaller(position: Position) -> Position:
    """Of a position and its mirror image the one with the smaller key."""
    other = Position(mirrored(position.mover), mirrored(position.mask))
    return min(position, other, key=lambda one: one.key)


def needs_search(position: Position) -> bool:
    """Whether nobody has won, the side to move cannot at once, and it has a move that does not lose at once."""
    if position.last_mover_has_line() or _wins_at_once(position):
        return False
    return any(not _wins_at_once(position.play(column)) for column in position.legal_columns())


def _wins_at_once(position: Position) -> bool:
    return any(position.play(column).last_mover_has_line() for column in position.legal_columns())


def sums_of(folder: Traversable) -> dict[str, str]:
    """The digest of each file that `SHA256SUMS` names; none without that file. Raises BadBook."""
    file = folder / SUMS
    if not file.is_file():
        return {}
    lines = [line.split() for line in file.read_bytes().decode("ascii", "replace").splitlines()]
    if any(len(line) != 2 for line in lines):
        raise BadBook(f"{SUMS} has a line that is not a digest and a name", REMEDY)
    return {name: digest for digest, name in lines}


def write_sums(folder: Path) -> None:
    """Write the digests of the finished files."""
    files = sorted(folder.glob("ply-*.book"))
    lines = (f"{digest(file.read_bytes())}  {file.name}\n" for file in files)
    write_whole(folder / SUMS, "".join(lines).encode("ascii"))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is never there in part."""
    part = path.with_name(f"{path.name}.new")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def digest(data: bytes) -> str:
    """The SHA-256 digest of a file's bytes."""
    return hashlib.sha256(data).hexdigest()
