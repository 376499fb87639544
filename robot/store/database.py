"""The file under the store: opened, brought up to date, written all or nothing, and its errors put into words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from robot.errors import BadInput, QuadrowError
from robot.rules.errors import RulesError
from robot.store.schema import TABLES, VERSIONS, upgrade, version_of

_MOVE_AWAY = "move that file away; a new one is made"
_DELETE = "delete the game with quadrow games delete, or take an older copy of that file"
_OTHER_PLACE = "give it back its rights, or choose another folder with QUADROW_HOME"


class Database:
    """One SQLite file with a write-ahead log and full synchronisation. What SQLite refuses becomes a QuadrowError."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises BadInput when it may not be used, is not ours, damaged, or newer than this program; QuadrowError when
        the disk is full.
        """
        self.path = path
        self._pending: list[tuple[str, tuple[object, ...]]] = []
        with self._explained():
            self.connection = sqlite3.connect(path, isolation_level=None)
        try:
            with self._explained():
                self._open()
        except BaseException:
            self.connection.close()
            raise

    def close(self) -> None:
        """Write what is pending and let go of the file."""
        try:
            self.commit()
        finally:
            self.connection.close()

    def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows of a query."""
        with self._explained():
            return self.connection.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> Any:
        """The first row of a query, None where there is none."""
        with self._explained():
            return self.connection.execute(sql, values).fetchone()

    def write(self, sql: str, *values: object) -> int:
        """Change something at once; gives the number of the row that was added."""
        with self._explained():
            return self.connection.execute(sql, values).lastrowid or 0

    def later(self, sql: str, *values: object) -> None:
        """Change something with the next `commit`, until when the file is not touched."""
        self._pending.append((sql, values))

    def commit(self) -> None:
        """Make everything so far durable, all or nothing."""
        pending, self._pending = self._pending, []
        if pending:
            with self.transaction():
                for sql, values in pending:
                    self.write(sql, *values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is durable at the end, or nothing of it; one inside another is part of that."""
        if self.connection.in_transaction:
            yield
            return
        with self._explained():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """What stands in a row and cannot be understood is damage. Raises BadInput, naming what was read."""
        try:
            yield
        except (ValueError, TypeError, AttributeError, RulesError) as error:
            raise BadInput(f"{self.path}: {what} is damaged: {error}", _DELETE) from error

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite says into an error with a remedy."""
        try:
            yield
        except sqlite3.Error as error:
            raise _explain(self.path, error) from error

    def _open(self) -> None:
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        version = version_of(self.connection)
        if version > len(VERSIONS):
            raise BadInput(f"{self.path} was written by a newer quadrow", "upgrade quadrow, or choose another file")
        if version < 0:
            raise BadInput(f"{self.path} is not a journal of quadrow", _MOVE_AWAY)
        upgrade(self.connection)
        self.connection.execute("PRAGMA foreign_keys = ON")
        for table in TABLES:
            self.connection.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("ROLLBACK")


def _explain(path: Path, error: sqlite3.Error) -> QuadrowError:
    """What SQLite could not do, by its own name for it."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return QuadrowError(
            f"{path}: {error}", "free some space, and raise the limit for the size of files if one is set"
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return QuadrowError(f"{path} is in use by another quadrow", "let it come to its end, then try again")
    if name == "SQLITE_CONSTRAINT_FOREIGNKEY":
        return BadInput(f"{path}: the game that was being played was deleted", "start another one: quadrow play")
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return BadInput(f"{path} cannot be written: {error}", _OTHER_PLACE)
    return BadInput(f"{path} cannot be used as the journal: {error}", _MOVE_AWAY)
