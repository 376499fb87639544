"""`quadrow bench rules`: everybody counts the same tree, and who counts another one is not the best."""

from __future__ import annotations

import json
import random

import pytest

from robot import cli
from robot.commands import _bench_rules
from robot.commands._peers import COMPILED, RACED, Missing
from robot.commands._raced import OURS, Positions
from tests.system.shell import is_one_line

KNOWN = [7, 56, 399, 2800]
"""Nodes of the tree of 1, 2, ... plies."""


@pytest.mark.parametrize("make", [*OURS, *RACED, *COMPILED], ids=lambda make: make.name)
def test_peers_count_the_tree_and_play_to_the_end(make) -> None:
    try:
        peer = make()
    except Missing:
        pytest.skip(f"{make.name} is not installed")
    assert [peer.nodes(depth) for depth in (1, 2, 3, 4)] == KNOWN
    plies = [peer.game(random.Random(seed)) for seed in range(20)]
    assert all(7 <= count <= 42 for count in plies) and 15 < sum(plies) / 20 < 28


def test_bench_rules_measures_ours_and_names_who_is_missing(capsys, monkeypatch) -> None:
    monkeypatch.setattr(_bench_rules, "SPENT_S", 0.001)
    assert cli.main(["bench", "rules", "--rounds", "2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in said["ours"]] == [make.name for make in OURS]
    assert all(one["nodes_per_s"] > 0 and one["games_per_s"] > 0 for one in said["ours"])
    there = {one["name"] for one in said["peers"] + said["compiled"]}
    assert there | set(said["missing"]) == {make.name for make in (*RACED, *COMPILED)}


class Hasty(Positions):
    """Counts a node less, and so is fast for nothing."""

    name = "hasty"

    def nodes(self, depth: int) -> int:
        return super().nodes(2) - 1


def test_bench_rules_lets_nobody_win_who_counts_wrongly(capsys, monkeypatch) -> None:
    monkeypatch.setattr(_bench_rules, "SPENT_S", 0.001)
    monkeypatch.setattr(_bench_rules, "RACED", (Positions, Hasty))
    monkeypatch.setattr(_bench_rules, "COMPILED", ())
    assert cli.main(["bench", "rules", "--rounds", "1", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["wrong"] == ["hasty"]
    assert said["times_the_best"]["nodes_ratio"] == said["peers"][0]["nodes_ratio"] != said["peers"][1]["nodes_ratio"]
    assert cli.main(["bench", "rules", "--rounds", "1"]) == 1
    assert "hasty counts other nodes than there are" in capsys.readouterr().out
    assert cli.main(["bench", "rules", "--rounds", "0"]) == 2
    assert is_one_line(capsys.readouterr().err)
