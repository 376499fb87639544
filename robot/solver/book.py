"""The opening book: the exact score of every position up to some ply that needs a search.

A file `ply-N.book` has a record of 8 bytes, little-endian, for each position of N discs, sorted; mirror images are one
position, and those that are over, won at once or lost in two need no record:

    key of the position or of its mirror image, the smaller (49 bits) | score + 22 (6 bits)

`SHA256SUMS` has a line for each file, as `sha256sum` writes it. A file that is being built is called `ply-N.part` and
has the same records, as far as it goes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from robot.rules.position import Position
from robot.solver.errors import BadBook

RECORD_BYTES, SCORE_BITS, SCORE_BIAS = 8, 6, 22
SUMS = "SHA256SUMS"
REMEDY = "build it again with: quadrow book build"


@dataclass(frozen=True, slots=True)
class Book:
    """The records of plies 0 to `plies`, sorted."""

    records: bytes
    plies: int

    @classmethod
    def shipped(cls) -> Book | None:
        """The book that comes with the package; None where there is none. Raises BadBook."""
        return cls.read(shipped_folder())

    @classmethod
    def read(cls, folder: Traversable) -> Book | None:
        """The plies that a folder has without a gap; None when it lacks ply 0. Raises BadBook for a damaged file."""
        records: list[int] = []
        plies = -1
        while (file := folder / file_name(plies + 1)).is_file():
            plies += 1
            records += unpacked(file.read_bytes(), file.name)
        return cls(packed(sorted(records)), plies) if plies >= 0 else None

    @classmethod
    def of_ply(cls, folder: Traversable, ply: int) -> Book | None:
        """One finished ply alone; None where there is none. Raises BadBook."""
        file = folder / file_name(ply)
        return cls(packed(unpacked(file.read_bytes(), file.name)), ply) if file.is_file() else None

    def entries(self) -> list[tuple[int, int]]:
        """The key and the score of every record."""
        return [entry_of(record) for record in unpacked(self.records, "the book")]


def shipped_folder() -> Traversable:
    """Where the book of the package is."""
    return resources.files("robot.solver") / "book"


def file_name(ply: int) -> str:
    """The name of the finished file of a ply."""
    return f"ply-{ply}.book"


def record_of(key: int, score: int) -> int:
    """A key and a score as one number."""
    return key << SCORE_BITS | score + SCORE_BIAS


def entry_of(record: int) -> tuple[int, int]:
    """The key and the score of a record."""
    return record >> SCORE_BITS, (record & (1 << SCORE_BITS) - 1) - SCORE_BIAS


def packed(records: Iterable[int]) -> bytes:
    """Records as the bytes of a file."""
    return b"".join(record.to_bytes(RECORD_BYTES, "little") for record in records)


def unpacked(data: bytes, name: str) -> list[int]:
    """The records of a file. Raises BadBook for part of one."""
    if len(data) % RECORD_BYTES:
        raise BadBook(f"{name} ends within a record", REMEDY)
    return [int.from_bytes(data[at : at + RECORD_BYTES], "little") for at in range(0, len(data), RECORD_BYTES)]


def mirrored(bits: int) -> int:
    """A bitboard or a key with its columns in reverse order."""
    return sum((bits >> 7 * column & 0x7F) << 7 * (6 - column) for column in range(7))


def open_positions(ply: int) -> list[Position]:
    """The positions of so many discs that need a search, one of each pair of mirror images, sorted by key."""
    known = {0: Position()}
    for _ in range(ply):
        after = (
            position.play(column)
            for position in known.values()
            if not position.last_mover_has_line()
            for column in position.legal_columns()
        )
        known = {position.key: position for position in map(smaller, after)}
    return [known[key] for key in sorted(known) if needs_search(known[key])]


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
    lines = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
    if any(len(line) != 2 for line in lines):
        raise BadBook(f"{SUMS} has a line that is not a digest and a name", REMEDY)
    return {name: digest for digest, name in lines}


def write_sums(folder: Path) -> None:
    """Write the digests of the finished files."""
    files = sorted(folder.glob("ply-*.book"))
    (folder / SUMS).write_text("".join(f"{digest(file.read_bytes())}  {file.name}\n" for file in files), "ascii")


def digest(data: bytes) -> str:
    """The SHA-256 digest of a file's bytes."""
    return hashlib.sha256(data).hexdigest()
