"""`quadrow games`: what is kept is carried elsewhere, and what others kept is taken in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.commands.kept import Games, objects
from tests.store.filled import FIRST_WINS
from tests.system.shell import is_one_line


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
