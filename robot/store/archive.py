"""One file that moves everything to another machine: players, matches, games. A line of JSON each; what is read is
checked like anything that comes from outside, and taken over whole or not at all.

    {"quadrow_archive": 1, "players": 2, "matches": 1}
    {"name": "Anna", "born": "2015-04-01", "created": "2026-11-30T14:00:00+00:00"}           for every player
    {"uid": "…", "games": 2, "sides": [[{"name": "Anna", "player": true}], …], "played": [{"moves": […], …}], …}

Ratings are not in it: they are reckoned again from the matches that counted. Nor are the events of the table, which
are of use on the robot that saw them. A match that is known already, by its uid, stays as it is here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.store.archive_said import match_said, player_said
from robot.store.database import Database
from robot.store.fields import Fields, Wrong
from robot.store.games import Games
from robot.store.matches import Matches
from robot.store.papers import checked
from robot.store.players import Players
from robot.store.values import Member, Side, StoredGame

VERSION = 1
HEAD = "quadrow_archive"
LONGEST_LINE = 4_000_000
"""Letters; a match of fifty long games with comments needs a tenth of it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What an import has brought; `known` are the matches that were here already."""

    players: int = 0
    games: int = 0
    known: int = 0


class Archive:
    """Writes a store into one file, and takes such a file in."""

    def __init__(self, database: Database, players: Players, matches: Matches, games: Games) -> None:
        self._db, self._players, self._matches, self._games = database, players, matches, games

    def write(self, file: TextIO) -> None:
        """Write everything."""
        with self._db.transaction():
            players, matches = self._players.all(), self._matches.numbers()
            _line(file, {HEAD: VERSION, "players": len(players), "matches": len(matches)})
            for player in players:
                _line(file, player_said(player))
            for number in matches:
                stored = self._matches.match(number)
                games = [self._games.game(game) for game in stored.games]
                _line(file, match_said(stored, [game for game in games if game is not None]))

    def read(self, lines: Iterable[str]) -> Taken:
        """Take everything over. Raises BadInput, which says in which line; then nothing was taken over."""
        numbered = enumerate(lines, start=1)
        _, head = next(_objects(numbered, 1), (0, Fields({})))
        try:
            if head.whole(HEAD, 1) > VERSION:
                raise BadInput("the archive was written by a newer quadrow", "upgrade quadrow")
            count, matches = head.whole("players"), head.whole("matches")
        except Wrong as error:
            raise BadInput(f"line 1: {error}", "give a file of `quadrow games export`") from None
        with self._db.transaction():
            return self._take(numbered, count, matches)

    def _take(self, numbered: Iterator[tuple[int, str]], players: int, matches: int) -> Taken:
        known, games, orders, added, done = 0, 0, list[tuple[int, int]](), 0, 0
        for line, said in _objects(numbered, players + matches):
            done += 1
            try:
                if done <= players:
                    added += self._take_player(said)
                    continue
                uid = said.text("uid", 32)
                if self._matches.find(uid) is not None:
                    known += 1
                    continue
                number, played = self._take_match(uid, said)
                games += played
                if (order := said.whole_or_none("counted")) is not None:
                    orders.append((order, number))
            except Wrong as error:
                raise BadInput(f"line {line}: {error}", "export the archive again") from None
            except (BadInput, RulesError) as error:
                raise BadInput(f"line {line}: {error}", error.remedy) from None
        if done < players + matches or next(numbered, None) is not None:
            raise BadInput("the archive is not as long as its first line says", "export and copy it again")
        for _, number in sorted(orders):
            self._matches.count(number)
        self._matches.rate_again()
        return Taken(added, games, known)

    def _take_player(self, said: Fields) -> bool:
        name, born = said.text("name", 200), said.day("born")
        if self._players.find(name) is not None:
            return False
        self._players.add(name, born, said.time("created"))
        return True

    def _take_match(self, uid: str, said: Fields) -> tuple[int, int]:
        sides = [[self._member(member) for member in side] for side in said.groups("sides", 2, 3)]
        if any(not 1 <= len(side) <= 2 for side in sides):
            raise Wrong("a side has one member, or two")
        seated = tuple(tuple(side) for side in sides)
        number = self._matches.add(
            uid,
            said.time_or_none("started"),
            said.whole("games", 1, 99),
            said.whole("opener", 0, len(seated) - 1),
            said.truth("early"),
            said.truth("rated"),
        )
        self._matches.seat(number, seated)
        played = said.objects("played")
        for one in played:
            self._take_game(number, seated, one)
        resigned = said.whole_or_none("resigned", len(seated) - 1)
        if resigned is not None:
            self._matches.resign(number, resigned)
        return number, len(played)

    def _take_game(self, number: int, sides: tuple[Side, ...], said: Fields) -> None:
        match = self._matches.match(number).match
        if match.over:
            raise Wrong("there is a game after the end of its match")
        game = StoredGame(
            0,
            number,
            sides,
            match.opener,
            variant=said.text("variant", 200),
            tags=said.tags("tags"),
            comment=said.text("comment"),
            moves=said.moves("moves"),
            seed=said.whole_or_none("seed"),
            started=said.time_or_none("started"),
            helped=said.truth("helped"),
            clock=said.clock("clock", len(sides)),
            result=said.text_or_none("result"),
            reason=said.text_or_none("reason"),
        )
        self._games.add(checked(game))

    def _member(self, said: Fields) -> Member:
        name = said.text("name", 200)
        if not said.truth("player"):
            return Member(name, None, said.text_or_none("level"), said.rating_or_none("anchor"))
        player = self._players.find(name)
        if player is None:
            raise Wrong(f"{name!r} is none of the players")
        return Member(player.name, player.player)


def _line(file: TextIO, said: dict[str, Any]) -> None:
    file.write(json.dumps(said, separators=(",", ":")) + "\n")


def _objects(numbered: Iterator[tuple[int, str]], most: int) -> Iterator[tuple[int, Fields]]:
    """At most so many lines, each as an object with its number."""
    for _ in range(most):
        line, text = next(numbered, (0, ""))
        if not line:
            return
        try:
            said = json.loads(text) if len(text) <= LONGEST_LINE else None
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise BadInput(f"line {line} of the archive is no object of JSON", "export and copy it again")
        yield line, Fields(said)
