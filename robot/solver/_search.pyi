"""The search in C, compiled from _search.c, book.c, perft.c, root.c, search.c and table.c."""

from collections.abc import Callable
from typing import Final, final

MOST_THREADS: Final[int]
NO_MOVE: Final[int]

@final
class Search:
    def __new__(cls, table_bytes: int, book: tuple[bytes, ...] = ()) -> Search: ...
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
        column: bool = False,
        /,
    ) -> tuple[int, int, int, int, int]: ...
    def clear(self) -> None: ...
    def abort(self) -> None: ...
    def lift_abort(self) -> None: ...
    def aborted(self) -> bool: ...

def is_position(mover: int, mask: int) -> bool: ...
def perft(mover: int, mask: int, depth: int) -> int: ...
def distinct_positions(depth: int) -> int: ...
