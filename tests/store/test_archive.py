"""One file moves everything; whatever else it says is refused in one line, and then nothing was taken over."""

from __future__ import annotations

import io
import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot.errors import BadInput
from robot.store import Store
from robot.store.archive import Taken
from tests.store.filled import fill


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("full") / "journal.sqlite3"
    fill(path)
    return path


@pytest.fixture(scope="module")
def text(full: Path) -> str:
    return written(full)


@pytest.fixture
def empty(tmp_path: Path):
    with Store(tmp_path / "new.sqlite3") as store:
        yield store


def written(path: Path) -> str:
    file = io.StringIO()
    with Store(path) as store:
        store.archive.write(file)
    return file.getvalue()


def read(store: Store, text: str) -> Taken:
    return store.archive.read(text.splitlines(keepends=True))


def whole(store: Store) -> list[object]:
    """Everything that a store holds, match by match, but for the events and the numbers of the games."""
    players = [(player, store.players.tally(player)) for player in store.players.all()]
    numbers = sorted({store.game(number).match for number in store.games()})
    matches = [store.match(number) for number in numbers]
    games = [[replace(store.game(number), number=0) for number in match.games] for match in matches]
    clocks = [game.clock for played in games for game in played]
    return [players, [replace(match, games=()) for match in matches], games, clocks]


def test_archive_moves_everything_to_another_machine(full: Path, text: str, empty: Store) -> None:
    assert read(empty, text) == Taken(players=2, games=11, known=0)
    with Store(full) as store:
        assert whole(empty) == whole(store)
        assert empty._db.rows("SELECT * FROM ratings") == store._db.rows("SELECT * FROM ratings") != []


def test_archive_of_what_was_moved_is_the_same_file(text: str, empty: Store) -> None:
    read(empty, text)
    assert written(empty.path) == text


def test_archive_that_is_here_already_changes_nothing(text: str, empty: Store) -> None:
    read(empty, text)
    before = whole(empty)
    assert read(empty, text) == Taken(players=0, games=0, known=8)
    assert whole(empty) == before


def test_archive_joins_players_of_the_same_name_and_reckons_their_ratings_together(text: str, empty: Store) -> None:
    anna = empty.players.add("ANNA")
    read(empty, text)
    assert len(empty.players.all()) == 2
    assert empty.players.tally(anna).rating.matches == 3
    stored = empty._db.rows("SELECT * FROM ratings")
    empty._matches.rate_again()
    assert empty._db.rows("SELECT * FROM ratings") == stored


def altered(text: str, line: int, **fields: object) -> str:
    lines = text.splitlines()
    said = json.loads(lines[line - 1])
    lines[line - 1] = json.dumps({name: value for name, value in (said | fields).items() if value != "gone"})
    return "\n".join(lines)


def game(text: str, line: int, **fields: object) -> str:
    played = json.loads(text.splitlines()[line - 1])["played"]
    return altered(text, line, played=[played[0] | fields, *played[1:]])


HOSTILE = {
    "no archive": (lambda text: "hello", "line 1 of the archive is no object"),
    "nothing": (lambda text: "", "line 1: quadrow_archive"),
    "newer": (lambda text: altered(text, 1, quadrow_archive=2), "newer quadrow"),
    "cut off": (lambda text: text[: len(text) // 2], "is no object|not as long"),
    "a line less": (lambda text: "".join(text.splitlines(keepends=True)[:-1]), "not as long"),
    "a line more": (lambda text: text + "{}\n", "not as long"),
    "countless": (lambda text: altered(text, 1, matches=True), "matches is no whole number"),
    "deep": (lambda text: text.splitlines()[0] + "\n" + "[" * 100_000, "line 2 of the archive is no object"),
    "long number": (lambda text: text.splitlines()[0] + '\n{"name": ' + "9" * 5000 + "}", "line 2"),
    "bad name": (lambda text: altered(text, 2, name="a\nb" * 30), "line 2"),
    "twice": (lambda text: "\n".join([*text.splitlines()[:2], *text.splitlines()[1:2], *text.splitlines()[3:]]), "Bén"),
    "no birthday": (lambda text: altered(text, 2, born="soon"), "line 2: born is no date"),
    "no uid": (lambda text: altered(text, 4, uid="gone"), "line 4: uid"),
    "one side": (lambda text: altered(text, 4, sides=[[{"name": "x", "player": False}]]), "line 4: sides"),
    "empty side": (lambda text: altered(text, 4, sides=[[], []]), "line 4: a side"),
    "stranger": (lambda text: altered(text, 4, sides=[[{"name": "x", "player": True}]] * 2), "none of the players"),
    "anchor": (
        lambda text: altered(
            text, 4, sides=[[{"name": "x", "player": False, "level": "1", "anchor": float("nan")}]] * 2
        ),
        "anchor is no rating",
    ),
    "too many games": (lambda text: altered(text, 4, games=1), "after the end of its match"),
    "opener": (lambda text: altered(text, 4, opener=2), "line 4: opener"),
    "illegal": (lambda text: game(text, 4, moves=[["d", None, ""]] * 7), "line 4: move 7: column d is full"),
    "no move": (lambda text: game(text, 4, moves=[["dd", None, ""]]), "line 4: moves"),
    "clock time": (lambda text: game(text, 4, moves=[["d", -1, ""]]), "line 4: moves"),
    "result": (lambda text: game(text, 4, result="second"), "line 4: the game is said to end so"),
    "reason": (lambda text: game(text, 4, reason="magic"), "are no end of a game"),
    "undecided": (lambda text: game(text, 4, moves=[]), "its moves leave it undecided"),
    "variant": (lambda text: game(text, 4, variant="chess"), "no variant 'chess'"),
    "sides": (lambda text: game(text, 4, variant="three", moves=[], result=None, reason=None), "not for 2 sides"),
    "surrogate": (lambda text: game(text, 4, comment="\ud800"), "half a letter"),
    "tag": (lambda text: game(text, 4, tags={"no tag": ""}), "cannot be a tag"),
    "clock of letters": (lambda text: game(text, 4, clock="x"), "line 4: clock is not a clock: 'x'$"),
    "clock": (lambda text: game(text, 4, clock="[]"), "clock is not a clock"),
    "clock of three": (
        lambda text: game(
            text,
            4,
            clock='{"bank_ms":1,"increment_ms":1,"charge":"fair","free_opening":true,"banks_ms":[1,1,1],"fallen":[],"before":[]}',
        ),
        "another number of sides",
    ),
    "seed": (lambda text: game(text, 4, seed=2**70), "line 4: seed"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_archive_that_is_not_right_is_refused_and_nothing_is_taken_over(text: str, empty: Store, name: str) -> None:
    alter, why = HOSTILE[name]
    with pytest.raises(BadInput, match=why) as caught:
        read(empty, alter(text))
    assert caught.value.remedy and "\n" not in str(caught.value)
    assert (empty.players.all(), empty.games()) == ((), ())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_archive_that_was_damaged_ends_in_a_value_or_one_error(data, text: str, tmp_path: Path) -> None:
    at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
    spoilt = text[:at] + data.draw(st.text(alphabet='{}[]",:0129ntrue\\', max_size=6)) + text[at + cut :]
    with Store(tmp_path / "damaged.sqlite3") as store:
        before = whole(store)
        try:
            read(store, spoilt)
        except BadInput as error:
            assert error.remedy and whole(store) == before


@pytest.mark.parametrize("line", [2, 5, 11])
def test_archive_that_is_killed_while_it_is_read_leaves_nothing(text: str, tmp_path: Path, line: int) -> None:
    def deadly():
        for number, one in enumerate(text.splitlines(), start=1):
            if number == line:
                os.kill(os.getpid(), signal.SIGKILL)
            yield one

    path = tmp_path / "killed.sqlite3"
    Store(path).close()
    child = os.fork()
    if not child:
        Store(path).archive.read(deadly())
        os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    with Store(path) as store:
        assert (store.players.all(), store.games()) == ((), ())
        assert read(store, text).games == 11
