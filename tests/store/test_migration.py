"""A journal of an older program is brought up to date whole, or stays as it was."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest

from robot.messages import Start, Thought
from robot.rules.moves import DROPS
from robot.store import Store
from robot.store.schema import TABLES, VERSIONS

CARRIED = [table for table in TABLES if table != "actions"]
OLD = Path(__file__).parents[1] / "data" / "journal-1.sqlite3"
"""Written by the program that knew version 1 only: a game won, one that never ended, an empty one, an annulled one."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLD, tmp_path / "journal.sqlite3"))


def test_journal_of_version_1_keeps_all_its_games_and_events(old: Path) -> None:
    with Store(old) as store:
        games = [store.game(number) for number in store.games()]
        told = [(game.names, game.record.line, game.result, game.seed) for game in games if game]
        events = [event for _, event in store.events(1)]
        assert store.next_action() == 10
        assert store.begin("you", "robot") == 5
    assert told == [
        (("you", "robot"), "abababa", "first", 4),
        (("robot", "you"), "ddc", None, None),
        (("visitor", "robot"), "-", None, 0),
        (("visitor", "robot"), "-", "annulled", 10**18 - 1),
    ]
    assert events == [Start(), Thought((DROPS[0],), DROPS[1], None)]


def test_journal_of_version_1_is_brought_up_once(old: Path) -> None:
    Store(old).close()
    once = dump(old)
    Store(old).close()
    assert dump(old) == once


def test_new_journal_has_the_tables_of_one_that_was_brought_up(old: Path, tmp_path: Path) -> None:
    Store(old).close()
    Store(tmp_path / "new.sqlite3").close()
    assert tables(old) == tables(tmp_path / "new.sqlite3")


@pytest.mark.parametrize("statements", range(len(VERSIONS[1]) + 4))
def test_journal_is_whole_when_its_migration_is_killed(old: Path, statements: int) -> None:
    """The process is killed before each of its statements, COMMIT included."""
    before = dump(old)
    child = os.fork()
    if not child:
        sqlite3.connect = lambda *args, **options: Deadly(statements, *args, **options)
        Store(old)
        os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    assert dump(old) == before
    with Store(old) as store:
        assert store.games() == (1, 2, 3, 4)


def test_journal_of_version_2_keeps_its_tables_and_never_uses_a_number_again(old: Path) -> None:
    database = sqlite3.connect(old, isolation_level=None)
    for statement in VERSIONS[1]:
        database.execute(statement)
    database.execute("PRAGMA user_version = 2")
    kept = [database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in CARRIED]
    database.close()
    with Store(old) as store:
        assert [store._db.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in CARRIED] == kept
        assert store._db.rows("PRAGMA foreign_key_check") == []
        store.delete(4)
        assert store.begin("you", "robot") == 5


class Deadly(sqlite3.Connection):
    """Kills the process in the transaction of the migration, before its n-th statement."""

    def __init__(self, left: int, *args, **options) -> None:
        super().__init__(*args, **options)
        self.left = left

    def execute(self, sql, *values):
        if self.in_transaction or sql.startswith("BEGIN"):
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)
            self.left -= 1
        return super().execute(sql, *values)


def dump(path: Path) -> list[str]:
    database = sqlite3.connect(path)
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [*database.iterdump(), str(database.execute("PRAGMA user_version").fetchone()[0])]
    finally:
        database.close()


def tables(path: Path) -> set[str]:
    database = sqlite3.connect(path)
    try:
        return {" ".join(sql.split()) for (sql,) in database.execute("SELECT sql FROM sqlite_master") if sql}
    finally:
        database.close()
