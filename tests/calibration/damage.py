"""What befalls files on a disk."""

from __future__ import annotations

import random


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Damage a file as disks, editors and hands do."""
    if not data:
        return b"\0"
    at, to = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    match rng.randrange(7):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
        case 2:
            return data[:at] + data[to:]
        case 3:
            return data[:at] + rng.randbytes(rng.randrange(1, 9)) + data[at:]
        case 4:
            return data[:to] + data[at:]
        case 5:
            return (
                data[:at]
                + rng.choice([b"nan", b"-1e999", b"[" * 3000, b"9" * 5000, b'"', b"=", b"\n[a]\n", b"0x"])
                + data[at:]
            )
        case _:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            return b"\n".join(lines)
