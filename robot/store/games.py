"""Games: set-up, moves with their times, result."""

from __future__ import annotations

import json

from robot.clock import utc_now
from robot.rules.contest import Contest
from robot.rules.game import Game
from robot.rules.moves import text_of
from robot.rules.notation import letter
from robot.rules.record import Noted, Record
from robot.rules.replay import LEFT, left_of
from robot.rules.timecontrol import ChessClock
from robot.store.clocks import clock_line, clock_of
from robot.store.database import Database
from robot.store.matches import Matches
from robot.store.values import StoredGame

_COLUMNS = "match, opener, variant, tags, comment, seed, started, swapped, helped, clock, result, reason"


class Games:
    """The games of one store."""

    def __init__(self, database: Database, matches: Matches) -> None:
        self._db = database
        self._matches = matches

    def begin(self, match: int, setup: Record, seed: int | None) -> int:
        """Keep a game that begins now; give its number."""
        opener, started = self._matches.match(match).match.opener, utc_now().isoformat()
        return self.add(
            StoredGame(0, match, (), opener, setup.variant, setup.tags, setup.comment, seed=seed, started=started)
        )

    def add(self, game: StoredGame) -> int:
        """Keep a game as it is, but for its number, which is given back."""
        tags = json.dumps(dict(game.tags), ensure_ascii=False)
        clock = clock_line(game.clock) if game.clock else None
        number = self._db.write(
            f"INSERT INTO games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(game.match, game.opener, game.variant, tags, game.comment, game.seed, game.started),
            *(game.swapped, game.helped, clock, game.result, game.reason),
        )
        for ply, noted in enumerate(game.moves, start=1):
            values = (number, ply, noted.move, noted.clock_ms, noted.comment)
            self._db.write("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", *values)
        return number

    def progress(self, game: int, played: Contest | Game, clock: ChessClock | None) -> None:
        """Write, with the next commit, the moves so far, and what the mover has left after the last one."""
        texts = moves_of(played)
        self._db.later("DELETE FROM moves WHERE game = ? AND ply > ?", game, len(texts))
        for ply, text in enumerate(texts, start=1):
            self._db.later(
                "INSERT INTO moves (game, ply, text) VALUES (?, ?, ?) ON CONFLICT DO UPDATE "
                "SET text = excluded.text, clock_ms = NULL, comment = '' WHERE text <> excluded.text",
                *(game, ply, text),
            )
        if isinstance(played, Contest) and (left := left_of(played)):
            self._db.later("UPDATE games SET tags = json_set(tags, ?, ?) WHERE game = ?", f"$.{LEFT}", left, game)
        if clock is not None and isinstance(played, Contest) and played.before is not None:
            left_ms = clock.banks_ms[self._mover(game, played.before)]
            self._db.later("UPDATE moves SET clock_ms = ? WHERE game = ? AND ply = ?", left_ms, game, len(texts))

    def keep_clock(self, game: int, clock: ChessClock, now_s: float | None) -> None:
        """Write, with the next commit, how the clocks stand."""
        self._db.later("UPDATE games SET clock = ? WHERE game = ?", clock_line(clock, now_s), game)

    def finish(self, game: int, ended: Contest | Game) -> None:
        """Write the result, and the ratings where a match that counts ends with it."""
        outcome = ended.outcome
        swapped = isinstance(ended, Contest) and ended.state.swapped
        with self._db.transaction():
            self._db.write(
                "UPDATE games SET result = ?, reason = ?, swapped = ? WHERE game = ?",
                *(outcome.word if outcome else None, outcome.reason.value if outcome else None, swapped, game),
            )
            match = self.match_of(game)
            if match is not None:
                self._matches.rate(match)

    def game(self, number: int) -> StoredGame | None:
        """One game, or None when there is none of that number."""
        row = self._db.row(f"SELECT {_COLUMNS} FROM games WHERE game = ?", number)
        if row is None:
            return None
        match, opener, variant, tags, comment, seed, started, swapped, helped, clock, result, reason = row
        moves = self._db.rows("SELECT text, clock_ms, comment FROM moves WHERE game = ? ORDER BY ply", number)
        with self._db.reading(f"game {number}"):
            return StoredGame(
                number,
                match,
                self._matches.sides(match),
                opener,
                variant,
                tuple(json.loads(tags).items()),
                comment,
                tuple(Noted(*move) for move in moves),
                seed,
                started,
                bool(swapped),
                bool(helped),
                clock_of(clock) if clock else None,
                result,
                reason,
            )

    def match_of(self, number: int) -> int | None:
        """The number of a game's match, None when there is no such game; read also where the game is damaged."""
        row = self._db.row("SELECT match FROM games WHERE game = ?", number)
        return None if row is None else int(row[0])

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all games, the oldest first."""
        return tuple(number for (number,) in self._db.rows("SELECT game FROM games ORDER BY game"))

    def _mover(self, game: int, before: Contest) -> int:
        """The side of the match that moved last."""
        opener, sides = self._db.row(
            "SELECT opener, (SELECT COUNT(DISTINCT side) FROM sides s WHERE s.match = g.match) "
            "FROM games g WHERE game = ?",
            game,
        )
        return int((opener + before.state.rules.seats[before.state.seat]) % sides)


def moves_of(played: Contest | Game) -> list[str]:
    """The moves of a game, each as it is written."""
    if isinstance(played, Game):
        return [letter(column) for column in played.moves]
    board = played.state.rules.board
    return [text_of(move, board) for move in played.moves]
