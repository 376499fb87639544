"""A controller that is reset at any step of a game: nothing moves before it was homed and the board was read again.

Whole games through the real binary on the virtual clock. QUADROW_PROVE=1: games until every step was hit.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

from robot.audit import Audit
from robot.commands._firmware_hand import FirmwareHand
from robot.commands._simulated import Simulation
from robot.commands.demo import setup_for
from robot.messages import Announce, Effect, Judged
from robot.phases import Patience
from robot.rules.game import Reason
from robot.sim.firmware import Pulse, ResetCause
from robot.store import Store
from tests.firmware.tools import needs_avr
from tests.progress import figure, so_far
from tests.system.steps import Steps, Tap

pytestmark = needs_avr
PROVE = bool(os.environ.get("QUADROW_PROVE"))
MOST_GAMES = 120
PATIENCE = Patience(give_up_s=120.0, calls=100)
"""The person helps as often as the robot asks."""
CHANCES, FEW = 3, 8
UNDER_WAY_S = 0.02
"""How long a line and its answer are under way: the reset comes within that time after a step."""
TWENTY = {
    *("begin: LIMITS 2 sent", "begin: GET 9 answered"),
    *("home: HOME 1 sent", "home: HOME 1 answered", "home: PING 1 sent", "home: PING 2 answered"),
    *("home: STATUS 1 sent", "home: DONE 1 said", "drop: DROP 1 sent", "drop: DROP 1 answered"),
    *("drop: PING 1 sent", "drop: PING 2 answered", "drop: STATUS 2 sent", "drop: DISC 1 said"),
    *("drop: PING 4 answered", "drop: DONE 1 said", "slider open: SLIDER 1 sent", "slider open: PING 1 answered"),
    *("slider close: SLIDER 1 answered", "slider close: INPUT 2 said"),
}


class Saboteur(Tap):
    """Resets the chip after a step that is `wanted`, once in a motion, and watches what moves after that.

    At most CHANCES motions in a row are spoilt, so that the game goes on; before the first one every few steps are.

    `hit` are the steps at which it did, `met` all steps, `wrong` says what must not be.
    """

    def __init__(self, built: Path, wanted: set[str], seed: int) -> None:
        super().__init__(built, Steps(numbered=False), self._note)
        self.hit: list[str] = []
        self.met: set[str] = set()
        self.wrong: list[str] = []
        self.unreadable = False
        self._wanted, self._rng = wanted, random.Random(seed)
        self._armed, self._chances, self._since = True, CHANCES, 0
        self._due: tuple[float, ResetCause] | None = None
        self._reset_s = -1.0
        self._homing = self._read = True

    def see(self, effect: Effect, now_s: float) -> None:
        """A spectator of the table: the board was read, or cannot be."""
        if isinstance(effect, Judged) and effect.observation.time_s > self._reset_s:
            self._read = True
        if isinstance(effect, Announce) and "could not be read" in effect.words:
            self.unreadable = True

    def run(self, us: int) -> None:
        super().run(us)
        if self._due is not None and self._due[0] <= self.now_s:
            self.reset(self._due[1])
            self._due, self._reset_s = None, self.now_s
            self._homing = self._read = False

    def pulses(self) -> list[Pulse]:
        pulses = super().pulses()
        if not self._homing:
            self.wrong += [f"{pulse} after {self.hit[-1]}" for pulse in pulses if pulse.start_s > self._reset_s]
        return pulses

    def _note(self, step: str) -> None:
        self.met.add(step)
        self._since += 1
        match step.partition(": "):
            case (_, _, "HOME 1 sent" | "DROP 1 sent" | "SLIDER 1 sent" as motion):
                self._homing = self._homing or motion.startswith("HOME")
                self._armed = self._chances > 0
                self._chances -= 1
            case ("drop" | "slider open" | "slider close", _, "DONE 1 said"):
                self._armed, self._chances = True, CHANCES
            case ("begin", _, _) if self._since > FEW:
                self._armed = True
            case (_, _, "DROP 1 answered") if not self._read:
                self.wrong.append(f"a drop without a look at the board after {self.hit[-1]}")
        if self._armed and step in self._wanted:
            self._armed, self._since = False, 0
            self._wanted.discard(step)
            self.hit.append(step)
            self._due = self.now_s + self._rng.uniform(0.0, UNDER_WAY_S), self._rng.choice(list(ResetCause))


def play(built: Path, seed: int, wanted: set[str], folder: Path) -> Saboteur:
    """Play a game whose controller is reset at wanted steps; those that were hit are taken out of them."""
    hand = FirmwareHand(built, seed)
    hand.mcu.close()
    hand.mcu = saboteur = Saboteur(built, wanted, seed)
    simulation = Simulation(replace(setup_for(seed, "4", 0.0), hand=hand, patience=PATIENCE))
    audit = Audit(simulation.world)
    with Store(folder / f"{seed}.sqlite3") as store:
        game = simulation.play(store, (audit, saboteur.see))
    assert not saboteur.wrong, (seed, saboteur.wrong)
    assert (audit.counts.misjudged, audit.counts.double_drops) == (0, 0), (seed, audit.misses)
    assert game.outcome is not None
    assert game.outcome.reason is not Reason.ANNULLED or saboteur.unreadable, f"seed {seed}: {saboteur.hit}"
    return saboteur


def test_nothing_moves_after_a_reset_at_any_step_before_home_and_a_look(firmware: Path, tmp_path: Path) -> None:
    steps = play(firmware, 0, set(), tmp_path).met if PROVE else TWENTY
    wanted, games = set(steps), 0
    unreadable = 0
    while wanted and games < MOST_GAMES:
        games += 1
        unreadable += play(firmware, games, wanted, tmp_path).unreadable
        so_far(len(steps) - len(wanted), len(steps))
    figure(
        f"{len(steps) - len(wanted)} of {len(steps)} steps hit by a reset in {games} games, 0 motions before home and"
        f" a look; {unreadable} games annulled because the eye could not read the board"
    )
    assert not wanted, sorted(wanted)
