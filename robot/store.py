"""What is remembered: games and their events, in SQLite.

An event is durable before its effects are carried out, so whatever happens next, the journal knows what was intended.
The file is opened with a write-ahead log and full synchronisation; its schema version is in `user_version`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from robot.errors import BadInput, QuadrowError
from robot.messages import Event, decode, encode
from robot.rules.game import Game
from robot.rules.notation import letters

_SCHEMA = (
    """
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, seed INTEGER, first TEXT NOT NULL, second TEXT NOT NULL,
        moves TEXT NOT NULL DEFAULT '', result TEXT, reason TEXT);
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, time_s REAL NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (game, number)) WITHOUT ROWID;
    CREATE TABLE actions (last INTEGER NOT NULL);
    INSERT INTO actions VALUES (0);
    """,
)
"""One script per schema version, applied in order; a new version is a new entry."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One row: moves as letters; `result` and `reason` are None while the game runs."""

    game: int
    first: str
    second: str
    moves: str
    result: str | None
    reason: str | None


class Store:
    """The journal of one robot. Use it as a context manager, or close it."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises BadInput when it is not ours, or newer than this program."""
        self.path = path
        self._db = _connected(path)
        try:
            self._open()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is pending and let go of the file."""
        try:
            self.commit()
        finally:
            self._db.close()

    def begin(self, first: str, second: str, seed: int | None = None) -> int:
        """Start a game between two named players; returns its number."""
        row = self._write("INSERT INTO games (seed, first, second) VALUES (?, ?, ?)", (seed, first, second))
        assert row.lastrowid is not None
        return row.lastrowid

    def append(self, game: int, time_s: float, event: Event) -> None:
        """Add an event; durable with the next `commit`."""
        if not self._db.in_transaction:
            self._write("BEGIN IMMEDIATE")
        self._write(
            "INSERT INTO events SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ? FROM events WHERE game = ?",
            (game, time_s, encode(event), game),
        )

    def spend_action(self, action: int) -> None:
        """Remember that an action id was used; it is never used again."""
        self._write("UPDATE actions SET last = MAX(last, ?)", (action,))

    def next_action(self) -> int:
        """The first action id that was never used."""
        return int(self._db.execute("SELECT last FROM actions").fetchone()[0]) + 1

    def commit(self) -> None:
        """Make everything so far durable."""
        if self._db.in_transaction:
            self._write("COMMIT")

    def finish(self, game: int, ended: Game) -> None:
        """Write moves and result of a game."""
        outcome = ended.outcome
        self._write(
            "UPDATE games SET moves = ?, result = ?, reason = ? WHERE game = ?",
            (
                letters(ended.moves) if ended.moves else "",
                outcome.word if outcome else None,
                outcome.reason.value if outcome else None,
                game,
            ),
        )
        self.commit()

    def game(self, game: int) -> StoredGame | None:
        """One game, or None when there is none of that number."""
        row = self._db.execute(
            "SELECT game, first, second, moves, result, reason FROM games WHERE game = ?", (game,)
        ).fetchone()
        return None if row is None else StoredGame(*row)

    def events(self, game: int) -> Iterator[tuple[float, Event]]:
        """Time and event, in order."""
        for time_s, line in self._db.execute(
            "SELECT time_s, event FROM events WHERE game = ? ORDER BY number", (game,)
        ):
            yield time_s, decode(line)

    def _write(self, sql: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        """Raises QuadrowError when the disk does not take it."""
        try:
            return self._db.execute(sql, values)
        except sqlite3.OperationalError as error:
            raise _no_disk(self.path, error) from error

    def _open(self) -> None:
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._migrate()
        except sqlite3.OperationalError as error:
            raise _no_disk(self.path, error) from error
        except sqlite3.DatabaseError as error:
            remedy = "move that file away; a new one is made"
            raise BadInput(f"{self.path} cannot be used as the journal: {error}", remedy) from error

    def _migrate(self) -> None:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > len(_SCHEMA):
            raise BadInput(f"{self.path} was written by a newer quadrow", "upgrade quadrow, or choose another file")
        for number, script in enumerate(_SCHEMA[version:], version + 1):
            self._db.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def _connected(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise _no_disk(path, error) from error


def _no_disk(path: Path, error: sqlite3.OperationalError) -> QuadrowError:
    return QuadrowError(f"{path}: {error}", "free some space, or choose another QUADROW_HOME")
