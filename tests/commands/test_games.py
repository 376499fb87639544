"""`quadrow games`: what is kept is listed, shown, replayed and analysed, on a disk that cannot be written too."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from pathlib import Path

import pytest

from robot import cli
from robot.commands._contest import points_text
from robot.commands._games_analysed import moves_named
from robot.config import JOURNAL
from robot.store import Store
from tests.commands.kept import Games, objects
from tests.commands.unwritable import needs_unwritable, quadrow_on_unwritable
from tests.store.filled import FIRST_WINS
from tests.system.shell import CHECKOUT, QUADROW, is_one_line


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
    assert "6. e (O)  mistake (-1); better c (0)" in out and "decided by move 6" in out
    assert "Anna (X): 75% of 4 judged moves kept the result" in out
    assert out.count("+1: the side to move wins, 0 a draw, -1 it loses\n") == 1 and "n-th last disc" not in out


def test_games_analyse_explains_the_scores_of_classic_games_and_only_where_there_are_some(
    games: Games, tmp_path: Path
) -> None:
    """In the first game 6. does not block three in a column; the other is one move long, and as good as any."""
    (tmp_path / "lines").write_text("abababa\nd\n")
    games("import", "lines")
    out = games("analyse", "12")[1]
    assert out.count("+n: the side to move wins with its n-th last disc, 0 a draw, -n it loses so\n") == 1
    assert "6. b (O)  blunder (-18)" in out and "+1: " not in out
    assert "+n: " not in games("analyse", "13")[1]


def test_games_analyse_says_which_moves_won_later_than_they_could(games: Games, tmp_path: Path) -> None:
    """Before 7. three lie with both ends open; O can close one only, so d wins as well, a move later."""
    (tmp_path / "lines").write_text("cadgegdbf\n")
    games("import", "lines")
    out = games("analyse", "12")[1]
    (first,) = (line for line in out.splitlines() if line.startswith("first (X): "))
    assert first.endswith("of 5 judged moves kept the result, 1 of them for a later win or an earlier loss")
    assert "7. d" not in out


def test_games_analyse_draws_every_puzzle_and_answers_on_a_line_of_its_own(games: Games, tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("cadaebf\n")
    games("import", "lines")
    lines = games("analyse", "12")[1].splitlines()
    at = lines.index("puzzle after move 4:")
    assert lines[at + 6 : at + 9] == ["1 O . X X . . .", "  a b c d e f g", "X to move and win in 2"]
    assert lines[at + 9].startswith("answer: e")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([7], "move 7"), ([2, 3], "moves 2 and 3"), ([2, 5, 9], "moves 2, 5 and 9"), ([1, 2, 3, 8], "moves 1 to 3 and 8")],
)
def test_moves_are_named_with_ranges(numbers: list[int], words: str) -> None:
    assert moves_named(numbers) == words


@pytest.mark.parametrize(
    ("variant", "moves", "why"),
    [
        ("pop10", "abcd", "nothing is known of a move but what it does at once"),
        ("powerup", "abcd", "nothing is known of a move but what it does at once"),
        ("popout", "dd", "wins and losses can be proven, but not draws"),
    ],
)
def test_games_analyse_says_of_rules_that_moves_are_not_judged(
    variant: str, moves: str, why: str, games: Games, tmp_path: Path
) -> None:
    (tmp_path / "lines").write_text(f"{moves}\n")
    assert games("import", "lines", "--variant", variant)[0] == 0
    out = games("analyse", "12")[1]
    assert why in out and "too long" not in out


def test_games_analyse_says_what_it_cannot(games: Games) -> None:
    assert "not judged: moves 1 to 4; of a move between three sides" in games("analyse", "8")[1]
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


@needs_unwritable
def test_games_on_a_disk_that_cannot_be_written_are_read(games: Games, home: Path) -> None:
    for words in (("list",), ("show", "2"), ("export", "-"), ("export", "-", "1"), ("replay", "1")):
        assert quadrow_on_unwritable(home, "games", *words) == games(*words)
    code, out, err = quadrow_on_unwritable(home, "games", "delete", "1", "--yes")
    assert (code, out) == (2, "") and is_one_line(err) and "cannot be written" in err
