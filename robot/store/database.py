"""The file under the store: opened, brought up to date, written all or nothing, and its errors put into words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from robot.errors import BadInput, QuadrowError
from robot.rules.errors import RulesError
from robot.store.schema import TABLES, VERSIONS, upgrade, version_of

_MOVE_AWAY = "move that file away; a new one is made"
_DELETE = "delete the game with quadrow games delete, or take an older copy of that file"
_OTHER_PLACE = "give it back its rights, or choose another folder with QUADROW_HOME"


class Database:
    """One SQLite file with a write-ahead log and full synchronisation. What SQLite refuses becomes a QuadrowError."""

    def __init__(self, path: Path, *, to_read: bool = False) -> None:
        """Open or create the file; `to_read`: one that cannot be written will do.

        Raises BadInput when it may not be used, is not ours, damaged, or newer than this program; QuadrowError when
        the disk is full.
        """
        self.path = path
        self._pending: list[tuple[str, tuple[object, ...]]] = []
        self._begin = "BEGIN IMMEDIATE"
        unwritable = to_read and path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        with self._explained():
            self.connection = sqlite3.connect(
                _unwritten(path) if unwritable else path, isolation_level=None, uri=unwritable
            )
        try:
            with self._explained():
                if unwritable:
                    self._open_to_read()
                else:
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
            self.connection.execute(self._begin)
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
        self._check_version()
        upgrade(self.connection)
        self.connection.execute("PRAGMA foreign_keys = ON")
        self._check_tables()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("ROLLBACK")

    def _open_to_read(self) -> None:
        self._begin = "BEGIN"
        if self._check_version() < len(VERSIONS):
            raise BadInput(f"{self.path} is of an older quadrow and cannot be brought up to date here", _OTHER_PLACE)
        self._check_tables()

    def _check_version(self) -> int:
        version = version_of(self.connection)
        if version > len(VERSIONS):
            raise BadInput(f"{self.path} was written by a newer quadrow", "upgrade quadrow, or choose another file")
        if version < 0:
            raise BadInput(f"{self.path} is not a journal of quadrow", _MOVE_AWAY)
        return version

    def _check_tables(self) -> None:
        for table in TABLES:
            self.connection.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()


def _unwritten(path: Path) -> str:
    """How a file is named to SQLite that is only read; without a log beside it nobody writes it meanwhile."""
    log = path.with_name(f"{path.name}-wal")
    alone = "" if log.exists() and log.stat().st_size else "&immutable=1"
    return f"file:{quote(str(path.absolute()))}?mode=ro{alone}"


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
