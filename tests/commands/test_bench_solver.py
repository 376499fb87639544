"""`quadrow bench solver`: all solve the same positions in one run, and a wrong score is said."""

from __future__ import annotations

import json

import pytest

from robot import cli
from robot.commands import _bench_solver
from robot.commands._bench_solver import RACERS, Missing, Quadrow
from robot.commands._position_sets import RANDOM_PLIES
from tests.system.shell import is_one_line

LINES = "44455554221 -15\n121212212121343434434343565656656565777777 0\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "end-easy.txt").write_text(LINES)
    return tmp_path


@pytest.mark.parametrize("make", RACERS, ids=lambda make: make.name)
def test_racers_find_the_score_and_count_nodes(make) -> None:
    try:
        racer = make()
    except Missing:
        pytest.skip(f"{make.name} is not installed")
    for _ in range(2):
        racer.ready("654131641256261466353252233")
        score, nodes = racer.solve(), racer.nodes()
        racer.ready("654131641256261466353252233")
        assert (racer.solve(), racer.nodes()) == (score, nodes)
        assert (score, nodes > 0) == (4, True)


def test_bench_solver_measures_a_set_and_names_who_is_missing(folder, capsys) -> None:
    assert cli.main(["bench", "solver", "--positions", str(folder), "--sets", "end-easy", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["set"], said["positions"]) == ("end-easy", 2)
    assert said["solvers"][0]["name"] == "quadrow" and said["solvers"][0]["mean_us"] > 0
    assert {one["name"] for one in said["solvers"]} | set(said["missing"]) == {make.name for make in RACERS}
    assert all(one["ratio"] > 0 for one in said["solvers"][1:])


def test_bench_solver_without_files_plays_its_own_positions(capsys, monkeypatch) -> None:
    monkeypatch.delenv("QUADROW_POSITIONS", raising=False)
    assert cli.main(["bench", "solver", "--alone", "--most", "2"]) == 0
    assert capsys.readouterr().out.count("quadrow") == len(RANDOM_PLIES)


class Hasty(Quadrow):
    """Says that everything is a draw."""

    name = "hasty"

    def solve(self) -> int:
        super().solve()
        return 0


def test_bench_solver_fails_on_a_wrong_score(folder, capsys, monkeypatch) -> None:
    monkeypatch.setattr(_bench_solver, "RACERS", (Quadrow, Hasty))
    assert cli.main(["bench", "solver", "--positions", str(folder), "--sets", "end-easy"]) == 1
    assert "1 WRONG" in capsys.readouterr().out


@pytest.mark.parametrize("text", [b"", b"88 1\n", b"44\n", b"44 x\n", b"\xff4 1\n"])
def test_bench_solver_refuses_a_file_of_no_positions_in_one_line(text, folder, capsys) -> None:
    (folder / "end-easy.txt").write_bytes(text)
    assert cli.main(["bench", "solver", "--positions", str(folder), "--sets", "end-easy"]) == 2
    said = capsys.readouterr().err
    assert is_one_line(said) and "end-easy.txt" in said


def test_bench_solver_refuses_a_folder_that_is_not_there_in_one_line(tmp_path, capsys) -> None:
    assert cli.main(["bench", "solver", "--positions", str(tmp_path / "no"), "--alone"]) == 2
    assert is_one_line(capsys.readouterr().err)
