"""The variants as their files give them."""

from __future__ import annotations

import re

import pytest

from robot.rules.catalogue import load, names
from robot.rules.model import Played
from robot.rules.moves import DROPS, POPS
from robot.rules.record import Record, record_of_line
from robot.rules.replay import replay_of
from robot.rules.state import State
from robot.rules.variants.pop10 import Pop10
from tests.rules.games import position

CONTRACT = "classic single small five misere cylinder obstacles drawn pie swap3 popout pop10 powerup three partners"
ON_THE_BOARD = {"classic", "single", "misere", "cylinder", "drawn", "partners"}
SIMULATED = {"popout", "pop10", "powerup", "obstacles", "three"}
DRAWING = re.compile(r"\|([-.*#XO ]{5,}?)\|")
DRAWN = [
    "classic",
    "small",
    "misere",
    "cylinder",
    "obstacles",
    "popout",
    "three",
    "pop10",
    "pie",
    "swap3",
    "drawn",
    "single",
]


def rows_of(name: str) -> list[str]:
    """The first picture in the text of a variant, top row first."""
    return [found[1].replace(" ", "") for found in map(DRAWING.search, load(name).text.splitlines()) if found]


def drawn(name: str) -> State:
    """The position of that picture."""
    signs = str.maketrans("XO#-*", "xo%..")
    return position(load(name).rules, *(row.translate(signs) for row in rows_of(name)))


def test_names_are_those_of_the_contract() -> None:
    assert set(names()) == set(CONTRACT.split())


@pytest.mark.parametrize("name", CONTRACT.split())
def test_variants_explain_set_up_move_win_and_draw(name: str) -> None:
    variant = load(name)
    assert variant.line.endswith(".") and len(variant.line) <= 100
    assert re.search(r"    .*[|XO_]", "".join(variant.text.splitlines()[:2])), "it begins with a small drawing"
    assert name == "single" or all(
        re.search(rf"^{word}  +\S", variant.text, re.M) for word in ("Set-up", "Move", "Win", "Draw")
    )


def test_variants_say_where_they_can_be_played() -> None:
    played = {place: {name for name in names() if load(name).played is place} for place in Played}
    assert (played[Played.BOARD], played[Played.SIMULATED]) == (ON_THE_BOARD, SIMULATED)


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_show_positions_that_hang_together(name: str) -> None:
    state = drawn(name)
    mask, board = state.mask, state.rules.board
    assert mask and not mask & ~(mask << 1 | sum(board.bottoms))
    counts = [discs.bit_count() for discs in state.discs]
    assert max(counts) - min(counts) <= 1


def test_pictures_show_what_they_say() -> None:
    for name in ("classic", "cylinder"):
        assert load(name).rules.board.has_line(drawn(name).discs[0])
    misere = drawn("misere")
    assert misere.judged(0) is None and misere.play(DROPS[3]).outcome
    assert drawn("popout").play(POPS[3]).at(3, 1) == 1
    assert drawn("drawn") == replay_of(Record(record_of_line("acdf").moves, variant="drawn")).games[-1].state
    full = drawn("pop10")
    kept = Pop10(full.rules, full.discs, full.mask, filling=False).play(POPS[1])
    assert [discs.bit_count() for discs in full.discs] == [21, 21]
    assert isinstance(kept, Pop10) and kept.kept == (1, 0)


def test_picture_of_obstacles_shows_those_of_the_rules() -> None:
    cells = {
        (c, r) for r, row in enumerate(reversed(rows_of("obstacles"))) for c, sign in enumerate(row) if sign == "*"
    }
    assert cells == load("obstacles").rules.board.blocked
