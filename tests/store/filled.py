"""A store with something of everything in it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from robot.rules.catalogue import load
from robot.rules.match import Match, rotation
from robot.rules.moves import DROPS
from robot.rules.record import Record, record_of_line
from robot.rules.replay import replay_of
from robot.rules.timecontrol import ChessClock, time_control_of
from robot.store import Member, Store
from tests.rules.games import played

FIRST_WINS, DRAWN = "abababa", "121212212121343434434343565656656565777777"
ROBOT = Member("robot", level="4", anchor=1000.0)


def fill(path: Path) -> None:
    """Rated matches, one given up and one lost on time, a clock, three players, partners, PopOut, a game that runs."""
    with Store(path) as store:
        anna = Member("Anna", store.players.add("Anna", date(2015, 4, 1)).player)
        ben = Member("Bén", store.players.add("Bén").player)
        first = store.begin_match(Match(), anna, ben, rated=True)
        second = store.begin_match(Match(first_opener=1), ben, ROBOT, rated=True)
        for text, match in ((FIRST_WINS, first), (FIRST_WINS, second), (DRAWN, second), ("gabababa", first)):
            store.finish(store.begin_game(match), played(text))
        given_up = store.begin_match(Match(), anna, ben, rated=True)
        store.finish(store.begin_game(given_up), played("d").annul())
        store.finish(store.begin_game(given_up), played("d").resign(0))
        store.resign_match(given_up, 0)
        late = store.begin_match(Match(), anna, ROBOT, rated=True)
        _on_the_clock(store, late)
        three = store.begin_match(rotation(), "Anna", "Cleo", "Dan")
        left = played("abc", load("three").rules).run_out(0).play(DROPS[1])
        store.finish(store.begin_game(three, Record(variant="three"), seed=7), left.run_out(2))
        pairs = (anna, Member("Cleo")), (ben, ROBOT)
        setup = Record(tags=(("Board", "5x4"), ("DeadDraw", "on")), variant="small partners", comment="tape on f and g")
        store.progress(store.begin(*pairs, setup=setup), replay_of(_with(setup, "bcdd")).games[-1])
        store.finish(store.begin("x", "y", setup=Record(variant="popout")), played("abAB" * 2, load("popout").rules))
        store.help_used(store.begin("you", ROBOT))


def _with(setup: Record, moves: str) -> Record:
    return Record(record_of_line(moves).moves, setup.tags, setup.variant)


def _on_the_clock(store: Store, match: int) -> None:
    number, game = store.begin_game(match), played("-")
    clock = ChessClock.fresh(time_control_of("1+2"))
    for ply, taken_s in enumerate((3, 10, 20)):
        clock = clock.begin(ply % 2, 100 * ply).settled(100 * ply + taken_s)
        game = game.play(DROPS[ply])
        store.progress(number, game, clock)
    clock = clock.begin(1, 300).flag(400)
    store.finish(number, game.run_out(1), clock)
