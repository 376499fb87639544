"""Games from paper: what is written is played through, and comes out as it went in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.rules.record import Record, record_of, record_of_line, records_of, written
from robot.store import Store
from tests.rules.test_record import RECORDS
from tests.store.filled import fill


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "journal.sqlite3") as opened:
        yield opened


def test_digits_of_other_programs_become_a_game(store: Store) -> None:
    game = store.game(store.add(record_of_line("1212121")))
    assert (game.record.line, game.result, game.reason) == ("abababa", "first", "line")
    assert game.names == ("first", "second")


def test_record_of_any_stored_game_is_kept_again_equal(tmp_path: Path) -> None:
    fill(tmp_path / "journal.sqlite3")
    with Store(tmp_path / "journal.sqlite3") as store:
        for number in store.games():
            record = store.game(number).record
            again = store.game(store.add(record_of(str(record)))).record
            assert (again.moves, again.variant, again.comment) == (record.moves, record.variant, record.comment)
            assert dict(again.tags) == dict(record.tags)


def test_records_written_together_are_read_back(tmp_path: Path) -> None:
    fill(tmp_path / "journal.sqlite3")
    with Store(tmp_path / "journal.sqlite3") as store:
        records = tuple(store.game(number).record for number in store.games())
    assert records_of(written(records)) == records


def test_tags_of_others_are_kept_and_their_results_are_understood(store: Store) -> None:
    text = '[First "Anna"] [Date "2026.11.30"] [Event "Fair"] [Result "1-0"] [Reason "resigned"] 1. d 2. c'
    game = store.game(store.add(record_of(text)))
    assert (game.result, game.reason, game.started) == ("first", "resigned", None)
    assert dict(game.record.tags) == {
        "First": "Anna",
        "Second": "second",
        "Date": "2026.11.30",
        "Event": "Fair",
        "Result": "first",
        "Reason": "resigned",
    }


def test_draw_on_time_is_taken_where_the_rules_and_the_board_allow_it(store: Store) -> None:
    text = '[Variant "small"] [Board "4x4"] [TimeDraw "on"] [Result "draw"] [Reason "time"] d d b d d c b c c e e e'
    game = store.game(store.add(record_of(text)))
    assert (game.result, game.reason) == ("draw", "time")
    for wrong in (text.replace("TimeDraw", "Event"), text.replace(" c c e e e", "")):
        with pytest.raises(BadInput, match="its moves leave it undecided"):
            store.add(record_of(wrong))


def test_names_on_paper_count_for_nobodys_profile(store: Store) -> None:
    anna = store.players.add("Anna")
    store.add(record_of('[First "Anna"] a b a b a b a'))
    assert store.players.tally(anna).games == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Result "second"] [Reason "line"] a b a b a b a', "its moves end it: first"),
        ('[Result "first"] a b', "no end of a game"),
        ('[Result "draw"] [Reason "resigned"] a b', "its moves leave it undecided"),
        ('[Result "first"] [Reason "line"] a b', "its moves leave it undecided"),
        ("a a a a a a a", "move 7: column a is full"),
        ("a b a b a b a b", "move 8: the game is over"),
        ('[Variant "popout"] a B', "move 2: no such disc"),
        ('[Variant "chess"] a', "no variant"),
        ('[Variant ""] a', "no variant"),
        ('[Variant "popout"] [Board "5x4"] a', "has no board"),
    ],
)
def test_game_that_cannot_have_been_played_is_refused(store: Store, text: str, why: str) -> None:
    with pytest.raises((BadInput, RulesError), match=why) as caught:
        store.add(record_of(text))
    assert caught.value.remedy and store.games() == ()


def test_game_that_never_ends_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match="too long"):
        store.add(Record(record_of_line("ab" * 1001).moves))


@settings(deadline=None, max_examples=40)
@given(RECORDS)
def test_any_record_ends_in_a_game_or_one_error(tmp_path_factory, record: Record) -> None:
    with Store(tmp_path_factory.getbasetemp() / "any.sqlite3") as store:
        try:
            game = store.game(store.add(record))
        except (BadInput, RulesError) as error:
            assert error.remedy
        else:
            assert game.moves == record.moves
