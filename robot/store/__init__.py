"""What is remembered: players, matches, games and their events, in SQLite.

An event is durable before its effects are carried out, so whatever happens next, the journal knows what was intended.

    store.py    Store, which the others are handed
    players.py  matches.py  games.py      its tables;  values.py  clocks.py   what is read from them
    archive.py  papers.py                 one file that moves everything; games from paper
    database.py  schema.py                the file, and its versions;  claims.py   what is being played
"""

from robot.store.archive import Taken
from robot.store.store import CLASSIC, Store
from robot.store.values import Member, Player, Side, StoredGame, StoredMatch, Tally

__all__ = ["CLASSIC", "Member", "Player", "Side", "Store", "StoredGame", "StoredMatch", "Taken", "Tally"]
