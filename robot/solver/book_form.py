"""The form of the book's files, one for each ply. Numbers are little-endian.

    head      8 bytes             "quadrow" and the version of the form, 2
    blocks    4 bytes             how many there are: each has 64 records, the last may have fewer
    index     12 bytes a block    the key that it begins with (8), and where in the records (4)
    records   2 to 9 bytes each   sorted by key: how far the key is above the one before it in its block |
                                  column (3 bits) | score + 22 (6 bits), as a number of seven bits a byte, the lowest
                                  first, 128 added to all bytes but the last

A key is that of a position or of its mirror image, the smaller, and the column keeps the score there; it is 7 where
none is known. While a ply is built, its records are whole numbers of 8 bytes, the key in place of the distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from robot.solver.errors import BadBook

HEAD = b"quadrow\x02"
COUNT_BYTES, KEY_BYTES, OFFSET_BYTES = 4, 8, 4
BLOCK_RECORDS = 64
SCORE_BITS, COLUMN_BITS, SCORE_BIAS = 6, 3, 22
NO_COLUMN = 7
PART_BYTES = 8
REMEDY = "build it again with: quadrow book build"


class Entry(NamedTuple):
    """What the book says of a position."""

    key: int
    score: int
    column: int


def packed(entries: Sequence[Entry]) -> bytes:
    """Entries, sorted by key, as the bytes of a file."""
    index, records = bytearray(), bytearray()
    blocks = range(0, len(entries), BLOCK_RECORDS)
    for at in blocks:
        block = entries[at : at + BLOCK_RECORDS]
        index += _little(block[0].key, KEY_BYTES) + _little(len(records), OFFSET_BYTES)
        for before, entry in pairwise([block[0], *block]):
            records += _sevens(_number(entry._replace(key=entry.key - before.key)))
    return HEAD + _little(len(blocks), COUNT_BYTES) + index + records


def unpacked(data: bytes, name: str) -> list[Entry]:
    """The entries of a file. Raises BadBook for what is no whole file of this form."""
    begin = len(HEAD) + COUNT_BYTES
    blocks = int.from_bytes(data[len(HEAD) : begin], "little")
    first_record = begin + blocks * (KEY_BYTES + OFFSET_BYTES)
    if not data.startswith(HEAD) or len(data) < first_record:
        raise BadBook(f"{name} does not have the form of a book", REMEDY)
    offsets = [_offset(data, begin, block) for block in range(blocks)] + [len(data) - first_record]
    found: list[Entry] = []
    for block, (start, end) in enumerate(pairwise(offsets)):
        at = begin + block * (KEY_BYTES + OFFSET_BYTES)
        key = int.from_bytes(data[at : at + KEY_BYTES], "little")
        for number in _numbers(data[first_record + start : first_record + end], name):
            entry = _entry(number)
            key += entry.key
            found.append(entry._replace(key=key))
    return found


def part_of(entries: Iterable[Entry]) -> bytes:
    """Entries as the bytes of a part."""
    return b"".join(_little(_number(entry), PART_BYTES) for entry in entries)


def entries_of_part(data: bytes) -> list[Entry]:
    """The entries of a part, without the last where it is cut off."""
    ends = range(PART_BYTES, len(data) + 1, PART_BYTES)
    return [_entry(int.from_bytes(data[end - PART_BYTES : end], "little")) for end in ends]


def _number(entry: Entry) -> int:
    return (entry.key << COLUMN_BITS | entry.column) << SCORE_BITS | entry.score + SCORE_BIAS


def _entry(number: int) -> Entry:
    score = (number & (1 << SCORE_BITS) - 1) - SCORE_BIAS
    rest = number >> SCORE_BITS
    return Entry(rest >> COLUMN_BITS, score, rest & (1 << COLUMN_BITS) - 1)


def _little(number: int, size: int) -> bytes:
    return number.to_bytes(size, "little")


def _offset(data: bytes, begin: int, block: int) -> int:
    at = begin + block * (KEY_BYTES + OFFSET_BYTES) + KEY_BYTES
    return int.from_bytes(data[at : at + OFFSET_BYTES], "little")


def _sevens(number: int) -> bytes:
    """A number as bytes of seven bits, the lowest first, 128 added to all but the last."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(found) + bytes([number])


def _numbers(data: bytes, name: str) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0
    if shift:
        raise BadBook(f"{name} ends within a record", REMEDY)
