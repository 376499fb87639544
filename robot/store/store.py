"""The journal of one robot, whole: `Store` is what the others are handed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from robot.codec import decode, encode
from robot.errors import BadInput
from robot.messages import Event
from robot.rules.contest import Contest
from robot.rules.game import Game
from robot.rules.match import Match
from robot.rules.record import Record
from robot.rules.timecontrol import ChessClock
from robot.store.archive import Archive
from robot.store.claims import Claims
from robot.store.database import Database
from robot.store.games import Games
from robot.store.matches import Matches
from robot.store.papers import game_of
from robot.store.players import Players
from robot.store.values import Member, Side, StoredGame, StoredMatch

CLASSIC = Record()


class Store:
    """What is remembered: players, matches, games, events. Use it as a context manager, or close it.

    A single game is begun with `begin`, one of a match with `begin_match` and then `begin_game`; both give the number
    that `append`, `progress`, `help_used` and `finish` take. A side is a name, a member, or two members that are
    partners. The set-up is a record without moves: `record_of_game(Contest(start), "misere pie", {})` writes it.
    """

    def __init__(self, path: Path, *, to_read: bool = False) -> None:
        """Open or create the file; `to_read`: one that cannot be written will do.

        Raises BadInput when it may not be used, is not ours, damaged, or newer than this program; QuadrowError when
        the disk is full.
        """
        self.path = path
        self._db = Database(path, to_read=to_read)
        self.players = Players(self._db)
        self._matches = Matches(self._db)
        self._games = Games(self._db, self._matches)
        self._claims, self._written = Claims(path), set[int]()
        self.archive = Archive(self._db, self.players, self._matches, self._games)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is pending and let go of the file."""
        try:
            self._db.close()
        finally:
            self._claims.close()

    def commit(self) -> None:
        """Make everything so far durable, all or nothing."""
        self._db.commit()

    # -- matches and games ---------------------------------------------------------------------------------------------

    def begin(self, *sides: str | Member | Side, setup: Record = CLASSIC, seed: int | None = None) -> int:
        """Start a single game, sides in the order of their turns; give its number."""
        with self._db.transaction():
            return self.begin_game(self.begin_match(Match(games=1, sides=len(sides)), *sides), setup, seed)

    def begin_match(self, match: Match, *sides: str | Member | Side, rated: bool = False) -> int:
        """Start a match; give its number. `rated`: the players chose to be rated, and it counts if it may."""
        return self._matches.begin(match, [_side(side) for side in sides], rated)

    def begin_game(self, match: int, setup: Record = CLASSIC, seed: int | None = None) -> int:
        """Start the next game of a match; everybody is ready. Gives its number."""
        self.hold(match)
        return self._games.begin(match, setup, seed)

    def progress(
        self, game: int, played: Contest | Game, clock: ChessClock | None = None, now_s: float | None = None
    ) -> None:
        """Write, with the next `commit`, the moves so far and how the clocks stand.

        Moves that were taken back go. After `settled` the clock's banks are what the mover has left after the move.
        Raises BadInput when the game was deleted, or another process plays it.
        """
        self._play(game)
        self._games.progress(game, played, clock)
        if clock is not None:
            self.keep_clock(game, clock, now_s)

    def keep_clock(self, game: int, clock: ChessClock, now_s: float | None = None) -> None:
        """Write, with the next `commit`, how the clocks stand; with `now_s`, the time used so far is paid."""
        self._games.keep_clock(game, clock, now_s)

    def help_used(self, game: int) -> None:
        """Remember, with the next `commit`, that there was a hint or a move was taken back: its match is not rated."""
        self._db.later("UPDATE games SET helped = 1 WHERE game = ?", game)

    def finish(self, game: int, ended: Contest | Game, clock: ChessClock | None = None) -> None:
        """Write moves and result of a game; when a match that counts ends with it, the ratings too.

        Raises as `progress` does.
        """
        self.progress(game, ended, clock)
        with self._db.transaction():
            self.commit()
            self._games.finish(game, ended)

    def resign_match(self, match: int, side: int) -> None:
        """Write that a side gave the whole match up; finish the game that is being played first."""
        with self._db.transaction():
            self._matches.resign(match, side)
            self._matches.rate(match)

    def game(self, game: int) -> StoredGame | None:
        """One game, or None when there is none of that number."""
        return self._games.game(game)

    def games(self) -> tuple[int, ...]:
        """The numbers of all games, the oldest first."""
        return self._games.numbers()

    def match_of(self, game: int) -> int | None:
        """The number of a game's match, None when there is no such game."""
        return self._games.match_of(game)

    def games_of(self, match: int) -> tuple[int, ...]:
        """The numbers of a match's games, the oldest first."""
        return self._matches.games(match)

    def match(self, match: int) -> StoredMatch:
        """A match with its points so far. Whose "ready" is awaited after a restart: everybody's.

        Raises BadInput when there is none of that number.
        """
        return self._matches.match(match)

    def add(self, record: Record) -> int:
        """Keep a single game from paper, played through; give its number. Raises RulesError and BadInput."""
        game = game_of(record)
        with self._db.transaction():
            match = self._matches.begin(Match(games=1, sides=len(game.sides)), game.sides, rated=False)
            return self._games.add(replace(game, match=match))

    def delete(self, match: int) -> None:
        """Remove a match with all its games and events, whether it can be read or not. Raises as `hold` does."""
        self.hold(match)
        self._matches.delete(match)

    def hold(self, match: int) -> None:
        """Keep every other process from playing or deleting a match until this store is closed.

        Raises BadInput when another process holds it.
        """
        self._claims.hold(match)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside is kept whole, or nothing of it."""
        with self._db.transaction():
            yield

    # -- events --------------------------------------------------------------------------------------------------------

    def append(self, game: int, time_s: float, event: Event) -> None:
        """Add an event; durable with the next `commit`, until when the file is not touched. Raises as `progress`."""
        if game not in self._written:
            self._play(game)
        self._db.later(
            "INSERT INTO events SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ? FROM events WHERE game = ?",
            *(game, time_s, encode(event), game),
        )

    def events(self, game: int) -> Iterator[tuple[float, Event]]:
        """Time and event, in order. Raises ValueError for an event that cannot be read."""
        for time_s, line in self._db.rows("SELECT time_s, event FROM events WHERE game = ? ORDER BY number", game):
            yield time_s, decode(line)

    def spend_action(self, action: int) -> None:
        """Remember, with the next `commit`, that an action id was used; it is never used again."""
        self._db.later("UPDATE actions SET last = MAX(last, ?)", action)

    def next_action(self) -> int:
        """The first action id that was never used."""
        return int(self._db.row("SELECT COALESCE(MAX(last), 0) FROM actions")[0]) + 1

    def _play(self, game: int) -> None:
        """Hold the match of a game in which is written."""
        match = self._games.match_of(game)
        if match is None:
            raise BadInput(f"game {game} was deleted", "start another one: quadrow play")
        self.hold(match)
        self._written.add(game)


def _side(side: str | Member | Side) -> Side:
    return (Member(side),) if isinstance(side, str) else (side,) if isinstance(side, Member) else side
