"""Matches, moves with their clocks, and ratings: what was played is what is read back after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.rules.catalogue import load
from robot.rules.contest import Contest
from robot.rules.match import Forfeit, Match, rotation
from robot.rules.moves import DROPS, SWAP
from robot.rules.rating import Rating
from robot.rules.record import Record, record_of_line
from robot.rules.replay import record_of_game, replay_of, start_of
from robot.rules.timecontrol import ChessClock, time_control_of
from robot.store import Member, Store
from tests.rules.games import played

FIRST_WINS, DRAWN = "abababa", "121212212121343434434343565656656565777777"
ROBOT = Member("robot", level="4", anchor=1000.0)


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "journal.sqlite3") as opened:
        yield opened


def anna_and_ben(store: Store) -> tuple[Member, Member]:
    return tuple(Member(name, store.players.add(name).player) for name in ("Anna", "Ben"))


def play_match(store: Store, sides, games=(FIRST_WINS, DRAWN), rated=True) -> int:
    match = store.begin_match(Match(), *sides, rated=rated)
    for text in games:
        store.finish(store.begin_game(match), played(text))
    return match


def test_match_goes_on_after_a_restart_where_it_stood(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite3") as store:
        match = store.begin_match(Match(first_opener=1), "Anna", "Ben")
        store.finish(store.begin_game(match), played(FIRST_WINS))
    with Store(tmp_path / "journal.sqlite3") as store:
        found = store.match(match).match
        assert (found.winners, found.points, found.opener) == ((1,), (0, 2), 0)
        assert found.unready == {0, 1}
        game = store.game(store.begin_game(match))
        assert game and game.names == ("Anna", "Ben")
        assert store.match(match).match.playing


def test_match_counts_a_win_for_who_had_the_colour_after_a_swap(store: Store) -> None:
    """The opener's disc is taken over, so FIRST is the second player's colour from then on."""
    match = store.begin_match(Match(), "Anna", "Ben")
    game = played("dx", load("pie").rules)
    for column in (0, 3, 0, 3, 0, 3):
        game = game.play(DROPS[column])
    assert game.outcome and game.outcome.winner == 0 and SWAP in game.moves
    store.finish(store.begin_game(match, Record(variant="pie")), game)
    assert store.match(match).match.winners == (1,)


def test_annulled_game_of_a_match_is_played_again(store: Store) -> None:
    match = store.begin_match(Match(), "Anna", "Ben")
    store.finish(store.begin_game(match), played("dd").annul())
    assert (store.match(match).match.winners, store.match(match).match.opener) == ((), 0)


def test_match_that_was_given_up_or_lost_on_time_is_over(store: Store) -> None:
    given_up, late = (store.begin_match(Match(), "Anna", "Ben") for _ in range(2))
    store.finish(store.begin_game(given_up), played(FIRST_WINS))
    store.resign_match(given_up, 0)
    store.finish(store.begin_game(late), played("d").run_out(1))
    assert (store.match(given_up).match.forfeit, store.match(given_up).match.points) == (Forfeit.RESIGNED, (2, 2))
    assert (store.match(late).match.forfeit, store.match(late).match.points) == (Forfeit.TIME, (4, 0))


def test_three_players_and_partners_are_kept_with_all_their_names(store: Store) -> None:
    three = store.begin_match(rotation(), "Anna", "Ben", "Cleo")
    assert store.game(store.begin_game(three, Record(variant="three"))).names == ("Anna", "Ben", "Cleo")
    pairs = store.begin((Member("Anna"), Member("Ben")), (Member("Cleo"), ROBOT), setup=Record(variant="partners"))
    assert store.game(pairs).names == ("Anna and Ben", "Cleo and robot")


# -- moves and clocks ------------------------------------------------------------------------------------------------


SET_UPS = [
    Record(record_of_line("abABab").moves, variant="popout"),
    Record(record_of_line("a+abc_d").moves, variant="powerup"),
    Record(record_of_line("dxc").moves, variant="misere pie"),
    Record(record_of_line("bbf").moves, (("Board", "5x4"), ("DeadDraw", "on")), "small"),
    Record(record_of_line("dde").moves, (("Opening", "dd"),), "cylinder drawn partners"),
]


@pytest.mark.parametrize("record", SET_UPS, ids=lambda record: record.variant)
def test_game_of_any_variant_is_read_back_and_goes_on(store: Store, record: Record) -> None:
    game = replay_of(record).games[-1]
    number = store.begin("Anna", "Ben", setup=record_of_game(start_of(record), record.variant, {}))
    store.progress(number, game)
    store.commit()
    kept = store.game(number).record
    assert kept.line == record.line
    assert replay_of(kept).games[-1] == game and replay_of(kept).game.state.rules == game.state.rules


def test_moves_that_were_taken_back_are_gone(store: Store) -> None:
    number, game = store.begin("Anna", "Ben"), played("ddc")
    store.progress(number, game)
    store.progress(number, game.undo().undo().play(DROPS[0]))
    store.commit()
    assert store.game(number).record.line == "da"


def test_who_left_a_game_of_three_is_kept_while_it_goes_on(store: Store) -> None:
    game = played("abc", load("three").rules).resign(0).play(DROPS[0])
    number = store.begin("Anna", "Ben", "Cleo", setup=Record(variant="three"))
    store.progress(number, game)
    store.commit()
    assert replay_of(store.game(number).record).games[-1].state == game.state


def timed(store: Store, opener: int = 0) -> tuple[int, Contest, ChessClock]:
    """Three moves, the second of which took ten seconds."""
    match = store.begin_match(Match(first_opener=opener), "Anna", "Ben")
    number, game, clock = store.begin_game(match), played("-"), ChessClock.fresh(time_control_of("5+3"))
    for ply, taken_s in enumerate((4, 10, 20)):
        clock = clock.begin((opener + ply) % 2, 100 * ply).settled(100 * ply + taken_s)
        game = game.play(DROPS[3])
        store.progress(number, game, clock)
    store.commit()
    return number, game, clock


@pytest.mark.parametrize("opener", [0, 1])
def test_every_move_is_kept_with_what_its_mover_has_left(store: Store, opener: int) -> None:
    number, _, _ = timed(store, opener)
    assert [noted.clock_ms for noted in store.game(number).moves] == [300_000, 293_000, 283_000]


def test_clock_is_read_back_with_all_that_undo_needs(store: Store) -> None:
    number, game, clock = timed(store)
    found = store.game(number).clock
    assert found == clock and found.undo() == clock.undo()
    store.progress(number, game.undo(), clock.undo())
    store.commit()
    assert store.game(number).clock.banks_ms == (300_000, 293_000)
    assert len(store.game(number).moves) == 2


def test_clock_of_a_turn_that_a_restart_cut_off_has_paid_what_was_used(store: Store) -> None:
    number, _, clock = timed(store)
    store.keep_clock(number, clock.begin(1, 300), 307.5)
    store.commit()
    found = store.game(number).clock
    assert found.banks_ms == (283_000, 285_500) and found.running is None


# -- ratings ---------------------------------------------------------------------------------------------------------


def test_match_of_two_moves_both_ratings(store: Store) -> None:
    sides = anna_and_ben(store)
    play_match(store, sides)
    ratings = [store.players.tally(store.players.named(one.name)).rating for one in sides]
    assert ratings == [Rating(1210, 1), Rating(1190, 1)]


def test_level_of_the_robot_never_moves_and_counts(store: Store) -> None:
    anna, _ = anna_and_ben(store)
    play_match(store, (anna, ROBOT))
    assert store.players.tally(store.players.named("Anna")).rating == Rating().after(1000, 0.75)


@pytest.mark.parametrize(
    "why", ["not chosen", "help", "single", "variant", "stranger", "partners", "unfinished", "self"]
)
def test_what_is_not_a_whole_match_of_two_without_help_is_not_rated(store: Store, why: str) -> None:
    anna, ben = anna_and_ben(store)
    sides = {"stranger": (anna, Member("a visitor")), "partners": ((anna, ben), ROBOT), "self": (anna, anna)}
    match = store.begin_match(
        Match(games=1 if why == "single" else 2), *sides.get(why, (anna, ben)), rated=why != "not chosen"
    )
    setup = Record(variant="misere") if why == "variant" else Record()
    for _ in range(1 if why in ("single", "unfinished") else 2):
        number = store.begin_game(match, setup)
        if why == "help":
            store.help_used(number)
        store.finish(number, played(FIRST_WINS))
    assert store.match(match).counted is None
    assert store.players.tally(store.players.named("Anna")).rating == Rating()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(["ww", "wl", "dd", "wd", "r", "t"]))))
def test_ratings_recomputed_from_history_are_those_that_were_stored(tmp_path_factory, history) -> None:
    with Store(tmp_path_factory.mktemp("journal") / "journal.sqlite3") as store:
        members = [*anna_and_ben(store), Member("Cleo", store.players.add("Cleo").player), ROBOT]
        for first, second, course in history:
            match = store.begin_match(Match(), members[first], members[second], rated=True)
            for letter in course:
                number = store.begin_game(match)
                if letter == "t":
                    store.finish(number, played("d").run_out(1))
                elif letter == "r":
                    store.finish(number, played("d").resign(0))
                    store.resign_match(match, 0)
                else:
                    store.finish(number, played({"w": FIRST_WINS, "l": "gabababa", "d": DRAWN}[letter]))
        stored = store._db.rows("SELECT * FROM ratings")
        store._matches.rate_again()
        assert store._db.rows("SELECT * FROM ratings") == stored
        assert len({match for match, *_ in stored}) == sum(first != second for first, second, _ in history)
