"""The search in C, compiled from _search.c, search.c, table.c and perft.c."""

from collections.abc import Callable
from typing import Final, final

MOST_THREADS: Final[int]

@final
class Search:
    def __new__(cls, table_bytes: int, book: bytes = b"", plies: int = 0) -> Search: ...
    def solve(
        self,
        mover: int,
        mask: int,
        lower: int,
        upper: int,
        nodes: int,
        time_us: int,
        watch: Callable[[int, int], None] | None = None,
        threads: int = 1,
        /,
    ) -> tuple[int, int, int, int]: ...
    def clear(self) -> None: ...
    def abort(self) -> None: ...
    def lift_abort(self) -> None: ...
    def aborted(self) -> bool: ...

def is_position(mover: int, mask: int) -> bool: ...
def perft(mover: int, mask: int, depth: int) -> int: ...
def distinct_positions(depth: int) -> int: ...
