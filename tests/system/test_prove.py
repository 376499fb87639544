"""The long proofs notice what they are there to notice, and are not repeated for the same code."""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from robot.clock import VirtualClock
from scripts import proofs, prove
from scripts.claims import CLAIMS
from scripts.progress import Progress, how_far


def played(**other: object) -> list[dict[str, object]]:
    """Two hundred games without a fault; the last one differs by `other`."""
    game = {
        "misread": 0,
        "misjudged": 0,
        "double_drops": 0,
        "unknown": 0,
        "observations": 20,
        "result": "first",
        "faults": {},
    }
    games = [{**game, "seed": seed} for seed in range(200)]
    games[-1].update(other)
    return games


def test_prove_accepts_games_as_the_contract_wants_them() -> None:
    assert list(proofs.wrong_with(played(), 0.0)) == []


@pytest.mark.parametrize("key", ["misread", "misjudged", "double_drops"])
def test_prove_notices_a_single_wrong_cell_verdict_or_drop(key: str) -> None:
    (wrong,) = proofs.wrong_with(played(**{key: 1}), 0.0)
    assert wrong == f"{key} in the games with the seeds [199]"


@pytest.mark.parametrize(("unknown", "complaints"), [(1680, 0), (1681, 1)])
def test_prove_allows_one_unknown_cell_in_a_hundred(unknown: int, complaints: int) -> None:
    """200 games of 20 observations of 42 cells: 168,000 cells."""
    assert len(list(proofs.wrong_with(played(unknown=unknown), 0.0))) == complaints


@pytest.mark.parametrize(("count", "share", "complaints"), [(0, 0.0, 0), (1, 0.0, 1), (10, 0.05, 0), (11, 0.05, 1)])
def test_prove_counts_annulled_games(count: int, share: float, complaints: int) -> None:
    games = played()
    for game in games[:count]:
        game["result"] = "annulled"
    assert len(list(proofs.wrong_with(games, share))) == complaints


@pytest.mark.parametrize(("ratio", "complaints"), [(0.25, 0), (0.2501, 1)])
def test_prove_notices_a_search_that_is_slower_than_its_bar(ratio: float, complaints: int) -> None:
    report = {"set": "end-easy", "solvers": [{"name": "quadrow"}, {"name": "bitbully", "ratio": ratio}], "missing": []}
    assert len(list(proofs.slower_than_the_bar(report))) == complaints


@pytest.mark.parametrize(("took_us", "ratio", "complaints"), [(21e6, 1.0, 0), (21.1e6, 0.1, 1), (20e6, 1.1, 1)])
def test_prove_gives_the_empty_board_so_many_seconds(took_us: float, ratio: float, complaints: int) -> None:
    solvers = [{"name": "quadrow", "mean_us": took_us}, {"name": "bitbully", "ratio": ratio}]
    assert len(list(proofs.slower_than_the_bar({"set": "empty", "solvers": solvers, "missing": []}))) == complaints


@pytest.mark.parametrize(("faster", "complaints"), [(1.6, 0), (1.599, 1)])
def test_prove_notices_threads_that_do_not_help(faster: float, complaints: int) -> None:
    assert len(list(proofs.slower_than_two({"faster": faster, "load": 0.1, "nodes": 1.1}))) == complaints


def test_prove_notices_that_nobody_was_raced() -> None:
    report = {"set": "end-easy", "solvers": [{"name": "quadrow"}], "missing": ["bitbully"]}
    assert list(proofs.slower_than_the_bar(report)) == ["end-easy: nobody to race: install bitbully"]


@pytest.mark.parametrize(
    ("allocated", "resident", "complaints"),
    [(100_000, 8_000_000, 0), (-500, None, 0), (100_001, 0, 1), (0, 8_000_001, 1), (10**6, 10**7, 2)],
)
def test_prove_notices_memory_that_grows(allocated: int, resident: int | None, complaints: int) -> None:
    memory = {"frames": 10_000, "allocated": allocated, "resident": resident}
    assert len(list(proofs.kept_by(memory))) == complaints


def test_prove_notices_games_that_did_not_end() -> None:
    assert list(proofs.wrong_with(played()[:199], 0.0)) == ["199 games ended, not 200"]


def test_prove_keeps_what_holds_and_forgets_it_when_the_code_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(prove, "KEPT", tmp_path)
    monkeypatch.setattr(
        prove, "CLAIMS", {"good": ("it holds", lambda: iter(())), "bad": ("it does not", lambda: iter(["no"]))}
    )
    assert prove.prove("good", "one")
    assert not prove.prove("bad", "one")
    assert [prove.holds(name, code) for name in ("good", "bad") for code in ("one", "two")] == [
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("robot/a.py", True),
        ("robot/solver/b.c", True),
        ("robot/solver/book/ply-0.book", True),
        ("vision/c.py", True),
        ("firmware/Makefile", True),
        ("tests/firmware/test_damage.py", True),
        ("tests/mechanism/d.py", True),
        ("tests/data/e.json", True),
        ("scripts/claims.py", True),
        ("pyproject.toml", True),
        ("README.md", False),
        ("tests/__pycache__/d.pyc", False),
        ("robot/solver/_search.abi3.so", False),
    ],
)
def test_prove_fingerprint_follows_every_source_and_test(tmp_path: Path, name: str, counts: bool) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("1")
    before = prove.fingerprint(tmp_path)
    (tmp_path / name).write_text("2")
    assert (prove.fingerprint(tmp_path) != before) == counts


def test_prove_says_how_far_the_tests_are() -> None:
    assert how_far([]) == (0, "0 of 1 tests")
    assert how_far(["tests 0 0"]) == (0, "0 of 1 tests")  # none could be collected
    assert how_far(["tests 3 8"]) == (Fraction(3, 8), "3 of 8 tests")
    told = ["tests 3 8", "part 10 1000", "part 250 1000"]
    assert how_far(told) == (Fraction(13, 32), "3 of 8 tests, in the next 250 of 1,000")
    assert how_far([*told, "tests 4 8"]) == (Fraction(1, 2), "4 of 8 tests")


def test_prove_tells_a_log_once_a_minute_and_says_how_long_the_rest_will_take(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = VirtualClock()
    progress = Progress(clock)
    for tests in range(1, 5):
        clock.sleep(45.0)
        progress.at(Fraction(tests, 8), f"{tests} of 8 tests")
    assert capsys.readouterr().out == "  2 of 8 tests, 4 min to go\n  4 of 8 tests, 3 min to go\n"


def test_prove_shows_the_figures_of_a_test_and_notices_when_it_is_skipped_or_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = tmp_path / "test_long.py"
    long.write_text(
        "import pytest\nfrom tests.progress import figure\n"
        "def test_good(): figure('7 lines, 0 motions')\n"
        "def test_bad(): assert 1 == 2\n"
        "def test_idle(): pytest.skip('no compiler')\n"
    )
    assert list(proofs.tests(f"{long}::test_good")) == []
    assert "  7 lines, 0 motions\n" in capsys.readouterr().out
    assert "assert 1 == 2" in next(proofs.tests(f"{long}::test_bad"))
    assert "1 skipped" in next(proofs.tests(f"{long}::test_idle"))


NODES = [node for _, proof in CLAIMS.values() if isinstance(proof, partial) for node in proof.args]


@pytest.mark.parametrize("node", NODES)
def test_claim_is_tried_by_a_test_that_is_there(node: str) -> None:
    file, _, name = node.partition("::")
    tree = ast.parse((prove.ROOT / file).read_text(encoding="utf-8"))
    tests = [each.name for each in tree.body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")]
    assert name.partition("[")[0] in tests if name else tests


def test_most_claims_are_tried_by_tests() -> None:
    assert len(NODES) > len(CLAIMS) // 2
