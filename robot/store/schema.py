"""The tables of the journal, version by version; a new version is a new entry.

    players --< sides >-- matches --< games --< moves         a single game is a match of one game
                             |          |
                          ratings     events                  actions: ids of motions, each used once

A file of an older version is brought up one version at a time, each all or nothing.
"""

from __future__ import annotations

import sqlite3

_VERSION_1 = (
    """
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, seed INTEGER, first TEXT NOT NULL, second TEXT NOT NULL,
        moves TEXT NOT NULL DEFAULT '', result TEXT, reason TEXT)
    """,
    """
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, time_s REAL NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (game, number)) WITHOUT ROWID
    """,
    "CREATE TABLE actions (last INTEGER NOT NULL)",
    "INSERT INTO actions VALUES (0)",
)

_VERSION_2 = (
    """
    CREATE TABLE players (
        player INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, born TEXT, created TEXT NOT NULL)
    """,
    """
    CREATE TABLE matches (
        match INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))), started TEXT,
        games INTEGER NOT NULL, opener INTEGER NOT NULL DEFAULT 0, early INTEGER NOT NULL DEFAULT 0,
        rated INTEGER NOT NULL DEFAULT 0, resigned INTEGER, counted INTEGER UNIQUE)
    """,
    """
    CREATE TABLE sides (
        match INTEGER NOT NULL REFERENCES matches, side INTEGER NOT NULL, member INTEGER NOT NULL, name TEXT NOT NULL,
        player INTEGER REFERENCES players, level TEXT, anchor REAL, PRIMARY KEY (match, side, member)) WITHOUT ROWID
    """,
    """
    CREATE TABLE new_games (
        game INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches, opener INTEGER NOT NULL DEFAULT 0,
        variant TEXT NOT NULL DEFAULT 'classic', tags TEXT NOT NULL DEFAULT '{}', comment TEXT NOT NULL DEFAULT '',
        seed INTEGER, started TEXT, swapped INTEGER NOT NULL DEFAULT 0, helped INTEGER NOT NULL DEFAULT 0, clock TEXT,
        result TEXT, reason TEXT)
    """,
    """
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games, ply INTEGER NOT NULL, text TEXT NOT NULL, clock_ms INTEGER,
        comment TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, ply)) WITHOUT ROWID
    """,
    """
    CREATE TABLE ratings (
        match INTEGER NOT NULL REFERENCES matches, player INTEGER NOT NULL REFERENCES players, value REAL NOT NULL,
        matches INTEGER NOT NULL, PRIMARY KEY (match, player)) WITHOUT ROWID
    """,
    "INSERT INTO matches (match, games) SELECT game, 1 FROM games",
    "INSERT INTO sides (match, side, member, name) SELECT game, 0, 0, first FROM games",
    "INSERT INTO sides (match, side, member, name) SELECT game, 1, 0, second FROM games",
    "INSERT INTO new_games (game, match, seed, result, reason) SELECT game, game, seed, result, reason FROM games",
    """
    WITH RECURSIVE plies (game, ply, rest) AS (
        SELECT game, 1, moves FROM games WHERE moves <> '' AND moves <> '-'
        UNION ALL SELECT game, ply + 1, substr(rest, 2) FROM plies WHERE length(rest) > 1)
    INSERT INTO moves (game, ply, text) SELECT game, ply, substr(rest, 1, 1) FROM plies
    """,
    "DROP TABLE games",
    "ALTER TABLE new_games RENAME TO games",
    "CREATE INDEX games_of_match ON games (match)",
    "CREATE INDEX sides_of_player ON sides (player)",
)

_VERSION_3 = (
    """
    CREATE TABLE new_matches (
        match INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
        started TEXT, games INTEGER NOT NULL, opener INTEGER NOT NULL DEFAULT 0, early INTEGER NOT NULL DEFAULT 0,
        rated INTEGER NOT NULL DEFAULT 0, resigned INTEGER, counted INTEGER UNIQUE)
    """,
    """
    CREATE TABLE new_games (
        game INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL REFERENCES matches,
        opener INTEGER NOT NULL DEFAULT 0, variant TEXT NOT NULL DEFAULT 'classic', tags TEXT NOT NULL DEFAULT '{}',
        comment TEXT NOT NULL DEFAULT '', seed INTEGER, started TEXT, swapped INTEGER NOT NULL DEFAULT 0,
        helped INTEGER NOT NULL DEFAULT 0, clock TEXT, result TEXT, reason TEXT)
    """,
    """
    INSERT INTO new_matches
        SELECT match, uid, started, games, opener, early, rated, resigned, counted FROM matches
    """,
    """
    INSERT INTO new_games SELECT game, match, opener, variant, tags, comment, seed, started, swapped, helped, clock,
        result, reason FROM games
    """,
    "DROP TABLE games",
    "DROP TABLE matches",
    "ALTER TABLE new_matches RENAME TO matches",
    "ALTER TABLE new_games RENAME TO games",
    "CREATE INDEX games_of_match ON games (match)",
)
"""A number is never used again, so that who still writes of a deleted game cannot write into another one."""

VERSIONS = (_VERSION_1, _VERSION_2, _VERSION_3)
TABLES = ("players", "matches", "sides", "games", "moves", "events", "actions", "ratings")


def version_of(database: sqlite3.Connection) -> int:
    """The version of the tables; 0 for a new file."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def upgrade(database: sqlite3.Connection) -> None:
    """Bring the tables to the newest version; another process that does the same is waited for."""
    while version_of(database) < len(VERSIONS):
        database.execute("BEGIN IMMEDIATE")
        try:
            version = version_of(database)
            for statement in VERSIONS[version] if version < len(VERSIONS) else ():
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {min(version + 1, len(VERSIONS))}")
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
