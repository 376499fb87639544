"""`quadrow games`: what is kept is listed, shown, replayed, carried elsewhere and deleted as a person asks."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot import cli
from robot.commands._contest import points_text
from robot.config import JOURNAL
from robot.store import Store
from tests.store.filled import FIRST_WINS, fill
from tests.system.shell import CHECKOUT, QUADROW, is_one_line

Games = Callable[..., tuple[int, str, str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def games(home: Path, capfd: pytest.CaptureFixture[str]) -> Games:
    """Give a function that runs `quadrow games ...`: exit code, output, errors."""
    fill(home / JOURNAL)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(["games", *words])
        return code, *capfd.readouterr()

    return run


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# -- list, show, replay ----------------------------------------------------------------------------------------------


def test_games_list_names_every_game_in_a_line(games: Games) -> None:
    code, out, err = games("list")
    assert (code, err, len(out.splitlines())) == (0, "", 11)
    first = out.splitlines()[0]
    assert all(word in first for word in ("Anna - Bén", "classic", "first wins (line)", "7 moves"))


def test_games_list_can_be_of_one_player_and_of_the_newest(games: Games) -> None:
    numbers = [said["game"] for said in objects(games("list", "--player", "bén", "--json")[1])]
    assert numbers == [1, 2, 3, 4, 5, 6, 9]
    assert [said["game"] for said in objects(games("list", "--last", "2", "--json")[1])] == [10, 11]
    assert games("list", "--player", "Zoe")[0] == 2


def test_games_list_without_games_says_how_to_play_one(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games", "list"]) == 0
    out, err = capfd.readouterr()
    assert out == "" and "quadrow play --sim" in err


def test_games_show_draws_the_last_position_and_marks_the_line(games: Games) -> None:
    out = games("show", "1")[1]
    assert "7. a" in out and "first wins (line)" in out
    assert out.count("[X]") == 4 and out.splitlines()[-1] == "  a b c d e f g"


def test_games_show_tells_how_the_match_stands(games: Games) -> None:
    assert "game 1 of 2 of match 2: Bén 1/2, robot 1 1/2" in games("show", "2")[1]
    assert "game 2 of 2 of match 3: Anna 0, Bén 2 (resigned)" in games("show", "6")[1]
    assert "game 1 of 3 of match 5: Anna 0, Cleo 1, Dan 0 so far" in games("show", "8")[1]
    assert " of match " not in games("show", "10")[1]
    assert [points_text(share, 3) for share in range(5)] == ["0", "1/3", "2/3", "1", "1 1/3"]


def test_games_show_gives_record_digits_and_object(games: Games) -> None:
    record = games("show", "8", "--record")[1]
    assert '[Left "first 3 third 4"]' in record
    assert games("show", "1", "--digits")[1] == "1212121\n"
    (said,) = objects(games("show", "9", "--json")[1])
    assert (said["names"], said["moves"], said["result"]) == (["Anna and Cleo", "Bén and robot"], "bcdd", None)
    assert games("show", "10", "--digits")[0] == 2, "a pop has no digit"


@pytest.mark.parametrize("part", ["show", "replay"])
def test_game_that_is_not_there_is_said_in_one_line(games: Games, part: str) -> None:
    code, out, err = games(part, "99")
    assert (code, out) == (2, "") and is_one_line(err) and "no game 99" in err


def test_games_replay_without_a_terminal_prints_every_position(games: Games) -> None:
    out = games("replay", "1")[1]
    assert [line for line in out.splitlines() if line.startswith("move")] == [
        "move 0 of 7",
        *(f"move {ply} of 7: {move}" for ply, move in enumerate(FIRST_WINS, start=1)),
    ]
    assert "next: Bén (O)" in out and out.rstrip().endswith("first wins (line)")
    said = objects(games("replay", "1", "--ply", "6", "--json")[1])
    assert [one["ply"] for one in said] == [6, 7]
    assert said[1]["board"][-1] == "XO....." and said[1]["result"] == "first" and said[0]["result"] is None


def test_games_replay_goes_forwards_and_backwards_by_keys(games: Games, home: Path) -> None:
    terminal, there = pty.openpty()
    child = subprocess.Popen(
        [*QUADROW, "games", "replay", "1"],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "NO_COLOR": "1"},
        stdin=there,
        stdout=there,
        stderr=there,
        start_new_session=True,
    )
    os.close(there)
    said = ""

    def wait_for(words: str) -> None:
        nonlocal said
        said = ""
        while words not in said:
            assert select.select([terminal], [], [], 60.0)[0], said
            said += os.read(terminal, 4096).decode()

    wait_for("q: leave")
    for key, shown in (
        ("l", "move 1 of 7: a"),
        ("\x1b[C", "move 2"),
        ("h", "move 1"),
        ("G", "first wins"),
        ("g", "move 0"),
    ):
        os.write(terminal, key.encode())
        wait_for(shown)
    os.write(terminal, b"q")
    assert child.wait(timeout=60) == 0
    os.close(terminal)


def test_games_analyse_names_the_mistakes_and_where_it_was_decided(games: Games, tmp_path: Path) -> None:
    """The last mistake does not block three in column c, and the next move completes them."""
    (tmp_path / "file").write_text('[Variant "small"] [Board "4x4"] [First "Anna"] [Second "Ben"] c b c b c e c')
    games("import", "file")
    (said,) = objects(games("analyse", "12", "--json")[1])
    assert [move["move"] for move in said["moves"]] == list("cbcbcec")
    assert said["moves"][5]["grade"] == "mistake" and said["moves"][5]["best"] == "c" and said["decided"] == 6
    assert said["accuracy"] == [3 / 4, 1 / 3]
    out = games("analyse", "12")[1]
    assert "6. e  mistake (-1); better c (0)" in out and "decided by move 6" in out
    assert "Anna (X): 75% of 4 judged moves kept all" in out


def test_games_analyse_says_what_it_cannot(games: Games) -> None:
    assert "4 of 4 moves would take too long to judge" in games("analyse", "8")[1]
    code, out, err = games("analyse", "11")
    assert (code, out) == (2, "") and is_one_line(err) and "has no moves" in err


def test_games_that_cannot_be_replayed_are_said_in_one_line(games: Games, home: Path) -> None:
    with Store(home / JOURNAL) as store:
        store._db.write("UPDATE moves SET text = 'z' WHERE game = 1 AND ply = 3")
        store._db.write("UPDATE moves SET text = 'C' WHERE game = 4 AND ply = 3")
    for number in ("1", "4"):
        for part in ("show", "replay"):
            code, _, err = games(part, number)
            assert code == 2 and is_one_line(err), err


# -- export, import --------------------------------------------------------------------------------------------------


def test_export_of_everything_is_imported_on_another_machine(
    games: Games, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = games("list")[1]
    assert games("export", "all.quadrow") == (0, "11 games written to all.quadrow\n", "")
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path / "other"))
    assert games("import", "all.quadrow", "--json")[1] == '{"games": 11, "players": 2, "known": 0}\n'
    after = games("list")[1]
    assert sorted(line[4:] for line in after.splitlines()) == sorted(line[4:] for line in before.splitlines())
    assert "8 matches were here already" in games("import", "all.quadrow")[1]


def test_export_of_single_games_is_text_that_is_imported_again(games: Games) -> None:
    assert games("export", "two.txt", "1", "8")[0] == 0
    assert games("import", "two.txt")[1] == "2 games taken over\n"
    (one, other) = objects(games("list", "--last", "2", "--json")[1])
    assert (one["moves"], other["moves"], other["result"]) == (FIRST_WINS, "abcb", "second")


def test_export_in_digits_is_what_other_programs_take(games: Games) -> None:
    assert games("export", "-", "1", "6", "--digits")[1] == "1212121\n4\n"


def test_export_of_everything_in_digits_leaves_out_what_others_do_not_know_and_says_so(
    games: Games, tmp_path: Path
) -> None:
    games("import", powerup(tmp_path))
    code, out, err = games("export", "-", "--digits")
    assert code == 0 and is_one_line(err) and "4 games are not classic" in err
    assert out.splitlines()[0] == "1212121" and len(out.splitlines()) == 8
    assert games("export", "digits", "--digits", "--json")[1] == '{"file": "digits", "games": 8}\n'
    assert (tmp_path / "digits").read_text() == out
    code, out, err = games("export", "-", "1", "12", "--digits")
    assert (code, out) == (2, "") and is_one_line(err) and "game 12" in err


def powerup(folder: Path) -> str:
    """A file with a game that has moves which are no drops."""
    (folder / "powerup").write_text('[Variant "popout"] a b A B')
    return str(folder / "powerup")


def test_export_names_the_file_that_was_asked_for(games: Games) -> None:
    code, out, err = games("export", "/nonexist/f")
    assert (code, out) == (2, "") and is_one_line(err) and "/nonexist/f" in err and ".part" not in err


def test_export_leaves_files_alone_that_are_there(games: Games, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    code, _, err = games("export", "mine")
    assert code == 2 and is_one_line(err) and (tmp_path / "mine").read_text() == "mine"
    code, _, err = games("export", "pops", "10", "--digits")
    assert code == 2 and is_one_line(err) and not list(tmp_path.glob("pops*"))


def test_lines_of_other_programs_are_imported(games: Games, tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("# positions\n44455554221 -15\n\nabababa\n")
    assert games("import", "lines")[1] == "2 games taken over\n"
    assert [said["plies"] for said in objects(games("list", "--last", "2", "--json")[1])] == [11, 7]
    (tmp_path / "pops").write_text("abAB\n")
    assert games("import", "pops", "--variant", "popout")[0] == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "no games in it"),
        (b"4444444\n", "game 1: move 7: column d is full"),
        (b"44\n12121212\n", "game 2: move 8: the game is over"),
        (b"44 d d\n", "line 1: 'd' stands after the moves"),
        (b"44\n4x9?\n", "line 2: move 4"),
        (b"1. d 3. d", "line 1: move 2 is numbered 3"),
        (b"\xff\xfe4\x00", "no text in UTF-8"),
        (b'{"quadrow_archive": 1, "players": 1, "matches": 0}\n', "not as long"),
        (b'{"quadrow_archive": "1"}', "line 1: quadrow_archive is no whole number"),
        (b'{"games": []}', "no games in it"),
        (b"\x00" * 100, "line 1"),
    ],
)
def test_import_of_anything_else_is_refused_in_one_line_and_leaves_nothing(
    games: Games, tmp_path: Path, text: bytes, says: str
) -> None:
    (tmp_path / "file").write_bytes(text)
    code, out, err = games("import", "file")
    assert (code, out) == (2, "") and is_one_line(err) and says in err and " - " in err
    assert len(games("list")[1].splitlines()) == 11


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=60) | st.text(alphabet='1234567abD[]{}".= \n', max_size=60).map(str.encode))
def test_import_of_any_bytes_ends_in_games_or_one_line(games: Games, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "any").write_bytes(data)
    before = len(games("list")[1].splitlines())
    code, _, err = games("import", "any")
    assert code == 0 or code == 2 and is_one_line(err) and len(games("list")[1].splitlines()) == before


# -- a disk that cannot be written -----------------------------------------------------------------------------------

UNWRITABLE = ["unshare", "-rm", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"']
"""Run with a folder as on a disk that is mounted to be read; nobody else sees it so."""


def can_unshare() -> bool:
    try:
        return not subprocess.run([*UNWRITABLE, "/tmp", "true"], capture_output=True, check=False).returncode
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not can_unshare(), reason="nothing can be mounted here")
def test_games_on_a_disk_that_cannot_be_written_are_read(games: Games, home: Path) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [*UNWRITABLE, str(home), *QUADROW, "games", *words],
            env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    for words in (("list",), ("show", "2"), ("export", "-"), ("export", "-", "1"), ("replay", "1")):
        assert run(*words) == games(*words)
    code, out, err = run("delete", "1", "--yes")
    assert (code, out) == (2, "") and is_one_line(err) and "cannot be written" in err


# -- delete ----------------------------------------------------------------------------------------------------------


def test_delete_asks_or_is_told_yes_and_takes_the_whole_match(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    code, _, err = games("delete", "1")
    assert code == 2 and is_one_line(err) and "1, 4 (4 of the same match)" in err and "--yes" in err
    assert games("delete", "1", "--yes", "--json")[1] == '{"deleted": [1, 4]}\n'
    assert [said["game"] for said in objects(games("list", "--json")[1])] == [2, 3, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(("answer", "left"), [("y\n", 9), ("n\n", 11), ("", 11)])
def test_delete_asks_at_a_terminal_and_deletes_only_after_yes(
    games: Games, monkeypatch: pytest.MonkeyPatch, answer: str, left: int
) -> None:
    stdin = io.StringIO(answer)
    monkeypatch.setattr(stdin, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", stdin)
    code, _, err = games("delete", "1")
    assert (code, err) == ((0, "") if left == 9 else (1, "nothing was deleted\n"))
    assert len(games("list")[1].splitlines()) == left


def test_delete_of_a_rated_match_takes_its_rating_away(games: Games, home: Path) -> None:
    games("delete", "1", "7", "--yes")
    with Store(home / JOURNAL) as store:
        anna = store.players.tally(store.players.named("Anna"))
        stored = store._db.rows("SELECT * FROM ratings")
        store._matches.rate_again()
        assert store._db.rows("SELECT * FROM ratings") == stored and anna.rating.matches == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET tags = 'x' WHERE game = 9",
        "UPDATE games SET tags = '[1]' WHERE game = 9",
        "UPDATE games SET clock = '{}' WHERE game = 9",
        "UPDATE games SET result = 'x', reason = 'y' WHERE game = 9",
        "UPDATE moves SET text = 'dd' WHERE game = 9",
        "UPDATE moves SET clock_ms = -1 WHERE game = 9",
        "DELETE FROM sides WHERE match = 6",
        "UPDATE matches SET resigned = 7 WHERE match = 6",
    ],
)
def test_damaged_game_is_named_in_one_line_and_can_be_deleted(games: Games, home: Path, damage: str) -> None:
    with Store(home / JOURNAL) as store:
        store._db.write(damage)
    for words in (("show", "9"), ("replay", "9"), ("export", "all")):
        code, _, err = games(*words)
        assert code == 0 or (code == 2 and is_one_line(err) and "fault of its own" not in err), err
    assert games("delete", "9", "--yes")[0] == 0
    assert "Anna and Cleo" not in games("list")[1]


def test_delete_of_one_that_is_missing_deletes_none(games: Games) -> None:
    assert games("delete", "1", "99", "--yes")[0] == 2
    assert len(games("list")[1].splitlines()) == 11


@pytest.mark.parametrize("after", ["begun", "taken up again"])
def test_delete_refuses_what_another_process_plays_until_that_ends(games: Games, home: Path, after: str) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(home / JOURNAL), after],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert player.stdout is not None
        number = player.stdout.readline().strip()
        code, out, err = games("delete", number, "--yes")
        assert (code, out) == (2, "") and is_one_line(err) and "is being played by another quadrow" in err
        assert games("show", number)[0] == 0
    finally:
        player.kill()
        player.wait(timeout=60)
        player.communicate()
    assert games("delete", number, "--yes")[0] == 0


PLAYER = """
import sys
from pathlib import Path
from robot.messages import Start
from robot.store import Store
with Store(Path(sys.argv[1])) as store:
    number = store.begin("you", "robot") if sys.argv[2] == "begun" else store.games()[-1]
    store.append(number, 0.0, Start())
    store.commit()
    print(number, flush=True)
    sys.stdin.read()
"""
