"""The lamp and the button at gpiozero's mock pins, and the game that the lamp tells."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from robot.commands._lamp import Lamp
from robot.commands._setup import Setup
from robot.commands._simulated import Simulation
from robot.mechanism.errors import DriverError
from robot.mechanism.panel import Light, Panel
from robot.messages import Announce, Ask, Drop, Effect, Ended, Home, Request, Think
from robot.rules.game import Game
from robot.sim.people import Manner
from robot.store import Store

LAMP, READY = 23, 24


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.close()


def test_lamp_is_on_off_and_blinks(factory: MockFactory) -> None:
    panel, pin = Panel(LAMP, None, lambda: None, factory), factory.pin(LAMP)
    assert (pin.function, pin.state) == ("output", 0)
    panel.show(Light.ON)
    assert pin.state == 1
    pin.clear_states()
    panel.show(Light.BLINKING)
    until_s = time.monotonic() + 5
    while len(pin.states) < 4 and time.monotonic() < until_s:
        time.sleep(0.05)
    assert [state.state for state in pin.states[-3:]] in ([0, 1, 0], [1, 0, 1])
    panel.show(Light.OFF)
    assert pin.state == 0
    panel.close()
    assert pin.function == "input" and not panel.is_pressed


def test_button_closes_to_ground_and_is_heard_once_a_press(factory: MockFactory) -> None:
    pressed: list[int] = []
    panel, pin = Panel(None, READY, lambda: pressed.append(1), factory), factory.pin(READY)
    assert (pin.function, pin.pull, panel.is_pressed) == ("input", "up", False)
    for _ in range(2):
        pin.drive_low()
        assert panel.is_pressed
        pin.drive_high()
    assert len(pressed) == 2
    panel.close()
    pin.drive_low()
    assert len(pressed) == 2


def test_panel_whose_second_pin_is_taken_gives_the_first_back(factory: MockFactory) -> None:
    other = Panel(READY, None, lambda: None, factory)
    with pytest.raises(DriverError, match="GPIO 24 of the button"):
        Panel(LAMP, READY, lambda: None, factory)
    Panel(LAMP, None, lambda: None, factory).close()
    other.close()


def lights(*effects: Effect) -> list[Light]:
    shown: list[Light] = []
    lamp = Lamp(shown.append)
    for effect in effects:
        lamp(effect, 0.0)
    return shown


def test_lamp_tells_whose_turn_it_is_and_that_somebody_is_needed() -> None:
    yours = Ask(1, 0, Request.DROP, None, "drop a disc")
    help_wanted = Ask(2, None, Request.FREE, None, "free the gate")
    on, off, blinking = Light.ON, Light.OFF, Light.BLINKING
    assert lights(Home(1)) == []
    assert lights(yours, Think(Game())) == [on, off]
    assert lights(yours, Drop(2, 3), help_wanted, Home(3)) == [on, off, blinking, off]
    assert lights(yours, Announce("the board is dark", trouble=True), yours, Ended(Game())) == [on, blinking, on, off]
    assert lights(yours, Announce("your turn")) == [on]


def test_lamp_is_on_at_every_turn_of_a_person_and_off_at_the_end(tmp_path: Path) -> None:
    shown: list[Light] = []
    simulation = Simulation(Setup(seed=1, level="3", manner=Manner.CORRECT))
    with Store(tmp_path / "journal.sqlite3") as store:
        game = simulation.play(store, (Lamp(shown.append),))
    assert shown.count(Light.ON) == len(game.moves[::2]) and shown[-1] is Light.OFF
    assert all(one is not other for one, other in itertools.pairwise(shown))
