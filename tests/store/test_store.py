"""The journal: what is committed survives, what is not ours is refused, a stored game replays exactly."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from robot.codec import decode, encode
from robot.errors import BadInput, QuadrowError
from robot.mechanism.types import Ending, Receipt
from robot.messages import (
    Blind,
    Chosen,
    Considered,
    Event,
    Lit,
    Quit,
    Ready,
    Reported,
    Said,
    Seen,
    Start,
    Thought,
    Tick,
    Word,
)
from robot.rules.game import replay
from robot.rules.moves import DROPS, KEEP, POPS, SWAP, Kind, Move
from robot.store import Store
from robot.table import Table
from tests.table.bench import PERSON, ROBOT, Bench
from tests.table.boards import cells_of, observation, random_game

EVENTS: list[Event] = [
    Start(),
    Seen(observation(cells_of(random_game(3, 17)), 12.5)),
    Blind("the camera is silent", "plug it in"),
    Lit("the light is 0.3 times that of the calibration", "more light"),
    Thought((DROPS[3], POPS[3], KEEP), DROPS[4], -2),
    Thought((), DROPS[3], None),
    Reported(Receipt(7, "drop", 3, Ending.JAM, 0, 812, "free the gate")),
    Considered((DROPS[0],), 1, True),
    Chosen(Move(Kind.WALL, 6)),
    Chosen(SWAP),
    Said(2, Word.UNDO),
    Ready(),
    Quit(),
    Tick(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_encode_is_undone_by_decode(event: Event) -> None:
    assert decode(encode(event)) == event


@pytest.mark.parametrize(
    "line", ["", "{}", "[1]", "3", "null", "true", "[" * 100_000, '{"event":"Nonsense"}', '{"event":"Seen"}', "\x00"]
)
def test_decode_refuses_what_is_no_event(line: str) -> None:
    with pytest.raises(ValueError):
        decode(line)


def test_store_keeps_games_events_and_actions(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite3") as store:
        game = store.begin("you", "robot", seed=4)
        for number, event in enumerate(EVENTS):
            store.append(game, number / 2, event)
        store.spend_action(9)
        store.finish(game, replay((0, 1, 0, 1, 0, 1, 0)))
    with Store(tmp_path / "journal.sqlite3") as store:
        assert [event for _, event in store.events(game)] == EVENTS
        assert store.next_action() == 10
        stored = store.game(game)
    assert stored is not None
    assert (stored.record.line, stored.result, stored.reason) == ("abababa", "first", "line")


def test_store_shows_another_reader_only_what_is_committed(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite3") as store:
        game = store.begin("you", "robot")
        store.append(game, 1.0, Start())
        store.commit()
        store.append(game, 2.0, Tick())
        other = sqlite3.connect(tmp_path / "journal.sqlite3")
        count = other.execute("SELECT COUNT(*) FROM events").fetchone()[0]
        other.close()
        assert count == 1


@pytest.mark.parametrize("content", [b"not a database at all, only text", b"\x00" * 4096])
def test_store_refuses_a_file_that_is_not_its_own(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"journal\.sqlite3"):
        Store(path)
    assert path.read_bytes() == content


DAMAGES = [
    "DROP TABLE events",
    "DROP TABLE actions",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 0",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_store_refuses_a_damaged_journal(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "journal.sqlite3"
    Store(path).close()
    hostile = sqlite3.connect(path)
    hostile.execute(damage)
    hostile.commit()
    hostile.close()
    with pytest.raises(BadInput, match=r"journal\.sqlite3"):
        Store(path)


@pytest.mark.parametrize("offset", range(4096, 20480, 4096))
def test_store_says_in_words_that_pages_are_damaged(tmp_path: Path, offset: int) -> None:
    path = tmp_path / "journal.sqlite3"
    with Store(path) as store:
        game = store.begin("you", "robot")
        for number in range(400):
            store.append(game, float(number), Thought((DROPS[3],), DROPS[4], number))
    content = bytearray(path.read_bytes())
    assert len(content) > offset + 64
    content[offset : offset + 64] = bytes(range(64))
    path.write_bytes(content)
    try:
        with Store(path) as store:
            store.next_action()
            store.game(1)
            list(store.events(1))
            store.append(store.begin("you", "robot"), 1.0, Start())
    except (QuadrowError, ValueError) as error:
        assert str(error)


def test_store_forgets_no_spent_action_when_its_row_is_gone(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite3") as store:
        store._db.write("DELETE FROM actions")
        assert store.next_action() == 1


def test_store_leaves_the_file_to_others_between_commits(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Store(path) as store, Store(path) as other:
        store.append(store.begin("you", "robot"), 1.0, Start())
        other.append(other.begin("me", "robot"), 1.0, Start())
        other.commit()


def test_store_says_that_a_folder_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        Store(tmp_path / "journal.sqlite3")


def test_store_keeps_the_moves_of_a_game_that_never_ended(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite3") as store:
        game = store.begin("you", "robot")
        store.progress(game, replay((3, 3, 2)))
        store.commit()
        stored = store.game(game)
    assert stored is not None and (stored.record.line, stored.result) == ("ddc", None)


def test_store_refuses_the_file_of_a_newer_program(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    Store(path).close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(BadInput, match="newer"):
        Store(path)


def test_stored_game_replays_to_the_same_table() -> None:
    bench = Bench("aaaa", "bbb")
    journal: list[tuple[float, str]] = []
    handle = bench.table.handle

    def written(event: Event, now_s: float) -> list[object]:
        journal.append((now_s, encode(event)))
        return handle(event, now_s)

    bench.table.handle = written  # type: ignore[method-assign]
    bench.run()
    again = Table((PERSON, ROBOT))
    for now_s, line in journal:
        again.handle(decode(line), now_s)
    assert (again.phase, again.agreed) == (bench.table.phase, bench.table.agreed)


# -- a game that is deleted while it is played ------------------------------------------------------------------------


def test_numbers_of_deleted_games_and_matches_are_never_used_again(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite3") as store:
        first = store.begin("you", "robot")
        match = store.match_of(first)
        assert match is not None
        store.delete(match)
        again = store.begin("visitor", "robot")
        assert again > first and (store.match_of(again) or 0) > match


@pytest.mark.parametrize("write", ["append", "progress", "finish", "unmoved"])
def test_writer_whose_game_is_gone_is_told_and_writes_nowhere(tmp_path: Path, write: str) -> None:
    path = tmp_path / "journal.sqlite3"
    with Store(path) as store:
        game = store.begin("you", "robot")
        store.append(game, 0.0, Start())
        store.commit()
        behind = sqlite3.connect(path)  # as a program would that knows of no holding
        for table in ("moves", "events", "games"):
            behind.execute(f"DELETE FROM {table}")
        behind.commit()
        behind.close()
        other = store.begin("visitor", "robot")
        with pytest.raises(BadInput, match="was deleted"):
            if write == "append":
                store.append(game, 1.0, Tick())
                store.commit()
            elif write == "progress":
                store.progress(game, replay((0, 1)))
            else:
                store.finish(game, replay((0, 1) if write == "finish" else ()).resign(0))
        kept = store.game(other)
        assert kept is not None and (kept.moves, kept.result) == ((), None) and not list(store.events(other))
