"""The form of the book's files, one for each ply: no keys, since only positions that it has are looked up.

    head     8 bytes            "quadrow" and the version of the form, 3
    seed     4 bytes            of the places
    third    4 bytes            a third of how many values there are
    values   9 bits each        the lowest bits first

A key, of a position or of its mirror image, the smaller, has a place in each third. What the book says of it is the
exclusive or of the values there: column (3 bits) | score + 22 (6 bits), where the column keeps the score in the
position whose key it is, or is 7 where none is known. Numbers are little-endian.

Such values exist where the keys can be taken away one by one, each with a place that no other key has any more; values
are given to the places in the reverse order. With 1.23 values a key that succeeds for nearly every seed (Majewski,
Wormald, Havas, Czech: A family of perfect hashing methods, 1996). Keys are mixed as in SplitMix64 (Steele, Lea, Flood:
Fast splittable pseudorandom number generators, 2014).

While a ply is built, it has records of 8 bytes: key | column (3 bits) | score + 22 (6 bits).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from robot.solver.errors import BadBook

HEAD = b"quadrow\x03"
NUMBER_BYTES = 4
FIRST_VALUE = len(HEAD) + 2 * NUMBER_BYTES
SCORE_BITS, COLUMN_BITS, SCORE_BIAS = 6, 3, 22
VALUE_BITS = SCORE_BITS + COLUMN_BITS
VALUES_A_KEY, SPARE_THIRD = 1.23, 8
NO_COLUMN = 7
PART_BYTES = 8
REMEDY = "install Quadrow again, or build the book again: quadrow book build"
WORD = (1 << 64) - 1


class Entry(NamedTuple):
    """What the book says of a position."""

    key: int
    score: int
    column: int


def packed(entries: Sequence[Entry]) -> bytes:
    """Entries as the bytes of a file."""
    third = int(len(entries) * VALUES_A_KEY) // 3 + SPARE_THIRD if entries else 0
    for seed in count():
        places = [places_of(entry.key, seed, third) for entry in entries]
        order = _taken_away(places, 3 * third)
        if len(order) == len(entries):
            break
    values = [0] * (3 * third)
    for taken, place in reversed(order):
        first, second, last = places[taken]
        values[place] = _value(entries[taken]) ^ values[first] ^ values[second] ^ values[last]
    bits = _in_a_row(values)
    return HEAD + seed.to_bytes(NUMBER_BYTES, "little") + third.to_bytes(NUMBER_BYTES, "little") + bits


def said_of(data: bytes, key: int, name: str) -> Entry:
    """What a file says of a key that it has. Raises BadBook for what is no whole file of this form."""
    seed = int.from_bytes(data[len(HEAD) : len(HEAD) + NUMBER_BYTES], "little")
    third = int.from_bytes(data[len(HEAD) + NUMBER_BYTES : FIRST_VALUE], "little")
    if not data.startswith(HEAD) or len(data) != FIRST_VALUE + _bytes_of(third) or not third:
        raise BadBook(f"{name} does not have the form of a book", REMEDY)
    value = 0
    for place in places_of(key, seed, third):
        at = FIRST_VALUE + place * VALUE_BITS // 8
        value ^= int.from_bytes(data[at : at + 2], "little") >> place * VALUE_BITS % 8
    return _entry(key, value & (1 << VALUE_BITS) - 1)


def places_of(key: int, seed: int, third: int) -> tuple[int, int, int]:
    """The places of a key, one in each third."""
    mixed = key + seed * 0x9E3779B97F4A7C15 & WORD
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
    mixed ^= mixed >> 31
    low, high = mixed & 0xFFFFFFFF, mixed >> 32
    between = mixed >> 16 & 0xFFFFFFFF
    return low * third >> 32, third + (between * third >> 32), 2 * third + (high * third >> 32)


def _taken_away(places: Sequence[tuple[int, int, int]], values: int) -> list[tuple[int, int]]:
    """Which key was taken away, and which place it alone had then: all keys, where the seed is good."""
    users, mixed = [0] * values, [0] * values
    for number, three in enumerate(places):
        for place in three:
            users[place] += 1
            mixed[place] ^= number
    free = [place for place in range(values) if users[place] == 1]
    order = []
    while free:
        place = free.pop()
        if users[place] != 1:
            continue
        number = mixed[place]
        order.append((number, place))
        for other in places[number]:
            users[other] -= 1
            mixed[other] ^= number
            if users[other] == 1:
                free.append(other)
    return order


def _in_a_row(values: Sequence[int]) -> bytes:
    """Values of 9 bits one after the other; eight of them are nine bytes."""
    eights = (values[at : at + 8] for at in range(0, len(values), 8))
    whole = b"".join(
        sum(value << VALUE_BITS * at for at, value in enumerate(eight)).to_bytes(VALUE_BITS, "little")
        for eight in eights
    )
    return whole[: _bytes_of(len(values) // 3)]


def _bytes_of(third: int) -> int:
    return (3 * third * VALUE_BITS + 7) // 8


def part_of(entries: Iterable[Entry]) -> bytes:
    """Entries as the bytes of a part."""
    return b"".join((entry.key << VALUE_BITS | _value(entry)).to_bytes(PART_BYTES, "little") for entry in entries)


def entries_of_part(data: bytes) -> list[Entry]:
    """The entries of a part, without the last where it is cut off."""
    ends = range(PART_BYTES, len(data) + 1, PART_BYTES)
    records = (int.from_bytes(data[end - PART_BYTES : end], "little") for end in ends)
    return [_entry(record >> VALUE_BITS, record & (1 << VALUE_BITS) - 1) for record in records]


def _value(entry: Entry) -> int:
    return entry.column << SCORE_BITS | entry.score + SCORE_BIAS


def _entry(key: int, value: int) -> Entry:
    return Entry(key, (value & (1 << SCORE_BITS) - 1) - SCORE_BIAS, value >> SCORE_BITS)
