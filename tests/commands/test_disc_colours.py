"""The disc colours as they are named on the command line."""

from __future__ import annotations

import pytest

from robot.commands._disc_colours import RED_FIRST, parse_colours
from robot.errors import BadInput
from vision.evidence import HUES_DEG


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("auto", "auto"),
        ("red,yellow", ("red", "yellow")),
        ("yellow,red", ("red", "yellow")),
        ("Yellow,Blue", ("blue", "yellow")),
        ("blue,red", ("red", "blue")),
        ("green,orange-red", ("orange-red", "green")),
    ],
)
def test_disc_colours_put_the_letter_r_where_the_contract_does(text: str, pair: object) -> None:
    assert parse_colours(text) == pair


@pytest.mark.parametrize("text", ["", "red", "red,red", "red,mauve", "red,yellow,blue", "auto,red"])
def test_disc_colours_that_nobody_knows_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="no disc colours"):
        parse_colours(text)


def test_disc_colours_know_the_order_of_every_colour_that_the_eye_knows() -> None:
    assert set(RED_FIRST) == set(HUES_DEG)
