"""Matches: who plays, what was won, and the ratings that follow. A single game is a match of one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from robot.clock import utc_now
from robot.errors import BadInput
from robot.rules.game import ROLES, Outcome, Reason
from robot.rules.match import Match
from robot.rules.rating import RatedMatch, Rating, curve, why_unrated
from robot.store.database import Database
from robot.store.values import Member, Side, StoredMatch

_RATED = "SELECT match FROM matches WHERE counted IS NOT NULL ORDER BY counted"


class Matches:
    """The matches of one store."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def begin(self, match: Match, sides: Sequence[Side], rated: bool) -> int:
        """Keep a match that begins now; give its number."""
        with self._db.transaction():
            now = utc_now().isoformat()
            number = self.add(uuid4().hex, now, match.games, match.first_opener, match.early, rated)
            self.seat(number, sides)
        return number

    def add(self, uid: str, started: str | None, games: int, opener: int, early: bool, rated: bool) -> int:
        """Keep a match without games and sides; give its number."""
        return self._db.write(
            "INSERT INTO matches (uid, started, games, opener, early, rated) VALUES (?, ?, ?, ?, ?, ?)",
            *(uid, started, games, opener, early, rated),
        )

    def delete(self, number: int) -> None:
        """Remove a match with all its games, and reckon the ratings again where it counted."""
        with self._db.transaction():
            counted = self._db.row("SELECT counted FROM matches WHERE match = ?", number)
            for game in self.games(number):
                for table in ("moves", "events", "games"):
                    self._db.write(f"DELETE FROM {table} WHERE game = ?", game)
            for table in ("ratings", "sides", "matches"):
                self._db.write(f"DELETE FROM {table} WHERE match = ?", number)
            if counted is not None and counted[0] is not None:
                self.rate_again()

    def games(self, number: int) -> tuple[int, ...]:
        """The numbers of a match's games, the oldest first."""
        return tuple(game for (game,) in self._db.rows("SELECT game FROM games WHERE match = ? ORDER BY game", number))

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all matches, the oldest first."""
        return tuple(number for (number,) in self._db.rows("SELECT match FROM matches ORDER BY match"))

    def find(self, uid: str) -> int | None:
        """The number of the match with this name on any machine; None when there is none."""
        row = self._db.row("SELECT match FROM matches WHERE uid = ?", uid)
        return None if row is None else int(row[0])

    def seat(self, number: int, sides: Sequence[Side]) -> None:
        """Write who plays."""
        for side, members in enumerate(sides):
            for place, one in enumerate(members):
                self._db.write(
                    "INSERT INTO sides VALUES (?, ?, ?, ?, ?, ?, ?)",
                    *(number, side, place, one.name, one.player, one.level, one.anchor),
                )

    def match(self, number: int) -> StoredMatch:
        """A match with its points so far. Raises BadInput when there is none of that number."""
        row = self._db.row(
            "SELECT uid, started, games, opener, early, rated, counted, resigned FROM matches WHERE match = ?", number
        )
        if row is None:
            raise BadInput(f"there is no match {number}", "see which there are: quadrow games list")
        uid, started, games, opener, early, rated, counted, resigned = row
        sides = self.sides(number)
        played = self._db.rows("SELECT game, result, reason, swapped FROM games WHERE match = ? ORDER BY game", number)
        with self._db.reading(f"match {number}"):
            match = Match(games, len(sides), opener, bool(early))
            for _, result, reason, swapped in played:
                match = replace(match, unready=frozenset())
                if result is not None and not match.over:
                    match = match.finish(outcome_of(result, reason), bool(swapped))
            if resigned is not None and not match.over:
                match = match.resign(resigned)
        numbers = tuple(game for game, *_ in played)
        return StoredMatch(number, uid, started, match, sides, bool(rated), counted, numbers, resigned)

    def sides(self, number: int) -> tuple[Side, ...]:
        """Who plays, side by side."""
        rows = self._db.rows(
            "SELECT side, name, player, level, anchor FROM sides WHERE match = ? ORDER BY side, member", number
        )
        sides: dict[int, Side] = {}
        for side, *member in rows:
            sides[side] = (*sides.get(side, ()), Member(*member))
        with self._db.reading(f"match {number}"):
            if len(sides) < 2:
                raise ValueError("nobody plays it")
        return tuple(sides.values())

    def resign(self, number: int, side: int) -> None:
        """Write that a side has given the whole match up."""
        self._db.write("UPDATE matches SET resigned = ? WHERE match = ?", side, number)

    def rate(self, number: int) -> None:
        """Write the ratings after a match that has just ended, where it counts."""
        if not self.count(number):
            return
        stored = self.match(number)
        score = stored.match.rating_points[0] / 4
        before = [self._rating(side[0]) for side in stored.sides]
        for (own,), rating, other, share in zip(
            stored.sides, before, reversed(before), (score, 1 - score), strict=True
        ):
            if own.player is not None:
                self._keep(number, own.player, rating.after(other.value, share))

    def count(self, number: int) -> bool:
        """Put a match at the end of those that are rated, unless it is there already; tell whether it was put there."""
        stored = self.match(number)
        if stored.counted is not None or self.why_unrated(stored):
            return False
        last = self._db.row("SELECT COALESCE(MAX(counted), 0) FROM matches")[0]
        self._db.write("UPDATE matches SET counted = ? WHERE match = ?", last + 1, number)
        return True

    def rate_again(self) -> None:
        """Reckon every rating from the history of matches: one of them is gone, or others have come."""
        self._db.write("DELETE FROM ratings")
        stored = [self.match(number) for (number,) in self._db.rows(_RATED)]
        anchors = {
            _key(side[0]): side[0].anchor for match in stored for side in match.sides if side[0].anchor is not None
        }
        for match, after in zip(stored, curve([self._rated(match) for match in stored], anchors), strict=True):
            for side, rating in zip(match.sides, after, strict=True):
                if rating is not None and side[0].player is not None:
                    self._keep(match.number, side[0].player, rating)

    def why_unrated(self, stored: StoredMatch) -> str:
        """Why a match does not count, in words; empty when it does."""
        members = [side[0] for side in stored.sides]
        if any(len(side) > 1 for side in stored.sides) or len(members) != 2:
            return "only two sides of one are rated"
        if not any(one.player is not None for one in members) or any(
            one.player is None and one.anchor is None for one in members
        ):
            return "somebody plays without a profile"
        if members[0].player is not None and members[0].player == members[1].player:
            return "one player has both sides"
        played = self._db.rows("SELECT variant, helped FROM games WHERE match = ?", stored.number)
        other = next((variant for variant, _ in played if variant != "classic"), "classic")
        return why_unrated(stored.match, other, any(helped for _, helped in played), stored.rated)

    def _rated(self, stored: StoredMatch) -> RatedMatch:
        first, second = (_key(side[0]) for side in stored.sides)
        return RatedMatch(first, second, stored.match.rating_points[0])

    def _rating(self, member: Member) -> Rating:
        """The rating before a match that is not rated yet."""
        if member.anchor is not None:
            return Rating(member.anchor)
        row = self._db.row(
            "SELECT value, r.matches FROM ratings r JOIN matches m USING (match) WHERE player = ? "
            "ORDER BY m.counted DESC",
            member.player,
        )
        return Rating(*row) if row else Rating()

    def _keep(self, match: int, player: int, rating: Rating) -> None:
        self._db.write("INSERT INTO ratings VALUES (?, ?, ?, ?)", match, player, rating.value, rating.matches)


def outcome_of(result: str, reason: str) -> Outcome:
    """The outcome that the words of a stored game name."""
    return Outcome(ROLES.index(result) if result in ROLES else None, Reason(reason))


def _key(member: Member) -> str:
    """What a member is called in the history of ratings; a level that was measured anew is another anchor."""
    return f"player {member.player}" if member.player is not None else f"level {member.level} {member.anchor}"
