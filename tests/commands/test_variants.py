"""`quadrow variants`: all in one line each by where they are played, or one explained."""

from __future__ import annotations

import json

import pytest

from robot import cli
from robot.rules.catalogue import load, names
from robot.rules.model import Played
from tests.system.shell import is_one_line


def test_variants_are_listed_by_where_they_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["variants"]) == 0
    listed, place = dict[str, list[str]](), ""
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("  "):
            listed.setdefault(place, []).append(line.split()[0])
            assert len(line.split()) > 3
        else:
            place = line.rstrip(":").removesuffix(" only")
    assert listed == {place.value: [name for name in names() if load(name).played is place] for place in Played}


@pytest.mark.parametrize("name", names())
def test_variant_is_explained_with_where_it_can_be_played(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["variants", name]) == 0
    out = capsys.readouterr().out
    variant = load(name)
    assert variant.line in out and variant.text in out and variant.played.value in out
    assert max(map(len, out.splitlines())) <= 120
    assert cli.main(["variants", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played"] == variant.played.value


def test_variant_that_does_not_exist_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["variants", "chess"]) == 2
    assert is_one_line(capsys.readouterr().err)
