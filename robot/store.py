"""What is remembered: games and their events, in SQLite.

An event is durable before its effects are carried out, so whatever happens next, the journal knows what was intended.
The file is opened with a write-ahead log and full synchronisation; its schema version is in `user_version`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
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
        """Open or create the file.

        Raises BadInput when it may not be used, is not ours, damaged, or newer than this program; QuadrowError when
        the disk is full.
        """
        self.path = path
        self._pending: list[tuple[str, tuple[object, ...]]] = []
        with self._explained():
            self._db = sqlite3.connect(path, isolation_level=None)
        try:
            with self._explained():
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
        with self._explained():
            row = self._db.execute("INSERT INTO games (seed, first, second) VALUES (?, ?, ?)", (seed, first, second))
        assert row.lastrowid is not None
        return row.lastrowid

    def append(self, game: int, time_s: float, event: Event) -> None:
        """Add an event; durable with the next `commit`, until when the file is not touched."""
        self._pending.append(
            (
                "INSERT INTO events SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ? FROM events WHERE game = ?",
                (game, time_s, encode(event), game),
            )
        )

    def spend_action(self, action: int) -> None:
        """Remember, with the next `commit`, that an action id was used; it is never used again."""
        self._pending.append(("UPDATE actions SET last = MAX(last, ?)", (action,)))

    def progress(self, game: int, moves: tuple[int, ...]) -> None:
        """Write, with the next `commit`, the moves so far."""
        text = letters(moves) if moves else ""
        self._pending.append(("UPDATE games SET moves = ? WHERE game = ?", (text, game)))

    def next_action(self) -> int:
        """The first action id that was never used."""
        with self._explained():
            return int(self._db.execute("SELECT COALESCE(MAX(last), 0) FROM actions").fetchone()[0]) + 1

    def commit(self) -> None:
        """Make everything so far durable, all or nothing."""
        pending, self._pending = self._pending, []
        if not pending:
            return
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for sql, values in pending:
                    self._db.execute(sql, values)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def finish(self, game: int, ended: Game) -> None:
        """Write moves and result of a game."""
        outcome = ended.outcome
        values = (outcome.word if outcome else None, outcome.reason.value if outcome else None, game)
        self.progress(game, ended.moves)
        self._pending.append(("UPDATE games SET result = ?, reason = ? WHERE game = ?", values))
        self.commit()

    def game(self, game: int) -> StoredGame | None:
        """One game, or None when there is none of that number."""
        with self._explained():
            row = self._db.execute(
                "SELECT game, first, second, moves, result, reason FROM games WHERE game = ?", (game,)
            ).fetchone()
        return None if row is None else StoredGame(*row)

    def events(self, game: int) -> Iterator[tuple[float, Event]]:
        """Time and event, in order. Raises ValueError for an event that cannot be read."""
        with self._explained():
            rows = self._db.execute(
                "SELECT time_s, event FROM events WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        for time_s, line in rows:
            yield time_s, decode(line)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite says into an error with a remedy."""
        try:
            yield
        except sqlite3.Error as error:
            raise _explain(self.path, error) from error

    def _open(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > len(_SCHEMA):
            raise BadInput(f"{self.path} was written by a newer quadrow", "upgrade quadrow, or choose another file")
        if version < 0:
            raise BadInput(f"{self.path} is not a journal of quadrow", _MOVE_AWAY)
        for number, script in enumerate(_SCHEMA[version:], version + 1):
            self._db.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")
        for table in ("games", "events", "actions"):
            self._db.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("ROLLBACK")


_MOVE_AWAY = "move that file away; a new one is made"
_OTHER_PLACE = "give it back its rights, or choose another folder with QUADROW_HOME"


def _explain(path: Path, error: sqlite3.Error) -> QuadrowError:
    """What SQLite could not do, by its own name for it."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return QuadrowError(
            f"{path}: {error}", "free some space, and raise the limit for the size of files if one is set"
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return QuadrowError(f"{path} is in use by another quadrow", "let it come to its end, then try again")
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return BadInput(f"{path} cannot be written: {error}", _OTHER_PLACE)
    return BadInput(f"{path} cannot be used as the journal: {error}", _MOVE_AWAY)
