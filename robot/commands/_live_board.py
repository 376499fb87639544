"""The real board: camera, hand and lamp as they were calibrated, people who are told and asked in the terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from calibration.board import find_again
from calibration.colours import Taught
from calibration.hand import Hand, HandShelf
from calibration.profile import Profile, Shelf, age_words
from calibration.prompts import Answer, Prompt, Wish, guide
from robot.clock import RealClock, utc_now
from robot.commands._guide import Guide, ask_person
from robot.commands._hand import opened_hand, opened_panel
from robot.commands._keyboard import Keyboard
from robot.commands._keys import read_line
from robot.commands._lamp import Lamp
from robot.commands._lens import lens_of
from robot.commands._spoken import choices
from robot.commands._supply import Supplied
from robot.config import calibration_folder, load_settings
from robot.errors import BadInput
from robot.live import LiveRunner
from robot.mechanism.receipts import new_action
from robot.messages import Ask, Event, Quit, Ready, Request
from robot.phases import DISCS_EACH, Patience, Seat, Terms
from robot.rules.contest import Contest
from robot.rules.timecontrol import ChessClock
from robot.runner import Mind, Parts, Spectator, Watch
from robot.store import Store
from robot.table import Table
from vision.cameras import live_camera, settle
from vision.lens import Lens
from vision.reader import Reader
from vision.stable import Stable
from vision.types import Camera

Write = Callable[[str], None]


@dataclass(frozen=True)
class Calibrated:
    """What was calibrated of a robot, and the folder that keeps it."""

    folder: Path
    eye: Profile
    taught: Taught
    hand: Hand
    lens: Lens | None


def calibrated(robot: str | None) -> Calibrated:
    """What is known of a robot, None for the one of the settings. Raises ProfileMissing."""
    settings = load_settings()
    folder = calibration_folder(robot or settings.robot)
    eye, hand = Shelf(folder).load(), HandShelf(folder).load()
    return Calibrated(folder, eye, eye.need_taught(), hand, lens_of(settings))


class LiveBoard:
    """Plays games on the board of `robot`. `keyboard` hears every line; `write` says what must be said, `tell` more."""

    def __init__(self, robot: Calibrated, mind: Mind, keyboard: Keyboard, write: Write, tell: Write) -> None:
        self.clock = RealClock()
        self._robot, self._mind, self._keyboard, self._write, self._tell = robot, mind, keyboard, write, tell
        self._parts: Parts | None = None
        self._runner: LiveRunner | None = None
        self._asked = 0

    @property
    def table(self) -> Table:
        assert self._runner is not None
        return self._runner.table

    def post(self, event: Event) -> None:
        """Hand in an event of a person, from any thread; before the first game it is nothing."""
        if self._runner is not None:
            self._runner.post(event)

    # -- before the first game ---------------------------------------------------------------------------------------

    @contextmanager
    def opened(self, disc: str | None) -> Iterator[None]:
        """Look whether all is as it was calibrated, and have the magazine filled; in the end all is let go.

        `disc` is the colour that the hand drops first, None where it drops none.
        """
        eye, hand, now = self._robot.eye, self._robot.hand, utc_now()
        self._tell(f"eye: {age_words(eye.saved_at, now)}, hand: {age_words(hand.saved_at, now)}")
        with closing(live_camera(eye.camera, self.clock.now, self._robot.lens)) as camera:
            locked = settle(camera)
            self._tell(f"camera {eye.camera}{f': {locked.words}' if locked else ''}")
            watch = self._watch(camera)
            pressed = partial(self.post, Ready())
            with opened_hand(hand, self.clock) as mechanism, opened_panel(hand, pressed) as panel:
                if disc is not None:
                    self._fill(disc)
                self._parts = Parts(
                    watch=watch,
                    hand=Supplied(mechanism, self._write),
                    mind=self._mind,
                    people=self._ask,
                    spectators=(Lamp(panel.show),) if panel else (),
                )
                threading.Thread(target=self._listen, name="keyboard", daemon=True).start()
                yield

    def _watch(self, camera: Camera) -> Watch[Reader]:
        """Let the eye see the empty board once more."""
        steps = Guide(self._wait, ask_person, self._robot.folder, self._write)
        board = guide(find_again(camera, self._robot.eye.board), steps)
        reader = Reader(board.grid, self._robot.taught.colours, self._robot.taught.camera_side, size=board.size)
        return Watch(camera, reader, Stable(repeat_s=0.5))

    def _wait(self, prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            self.clock.sleep(0.1)
        return None

    def _fill(self, disc: str) -> None:
        """Have the magazine filled: how many discs are in it is believed from now on."""
        count = min(self._robot.hand.capacity, DISCS_EACH)
        self._write(f"put {count} {disc} discs into the magazine, then press Enter")
        if read_line(sys.stdin.fileno()) is None:
            raise BadInput("the input ended before the game began", "play at a terminal")

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(
        self,
        store: Store,
        spectators: tuple[Spectator, ...],
        seats: tuple[Seat, ...],
        terms: Terms,
        clock: ChessClock | None,
        number: int,
    ) -> Contest:
        """Play one game to its end, between `opened` and its end."""
        assert self._parts is not None
        self._asked = 0
        capacity = self._robot.hand.capacity
        first = new_action(store.next_action(), self._parts.hand.last_action())
        table = Table(seats, Patience(), first, magazine=capacity, capacity=capacity, terms=terms, clock=clock)
        parts = replace(self._parts, spectators=(*spectators, *self._parts.spectators))
        self._runner = LiveRunner(table, parts, self.clock, store, number)
        if self._keyboard.left:
            self._runner.post(Quit())
        return self._runner.run()

    def _ask(self, ask: Ask) -> None:
        """Ask, and ask again; a match that was given up goes on by itself."""
        if ask.request is Request.GO_ON and self._keyboard.match_given_up:
            self.post(Ready())
            return
        again = " (still)" if ask.number == self._asked else ""
        self._asked = ask.number
        moves = f" ({choices(self.table.game)})" if ask.request is Request.CHOOSE else ""
        done = "" if ask.request in (Request.DROP, Request.CONFIRM) else ", then press Enter"
        self._write(f"     >>{again} {ask.words}{moves}{done}")

    def _listen(self) -> None:
        """Pass lines on to the thread in which the game is played; with their end the game ends too."""
        while (line := read_line(sys.stdin.fileno())) is not None:
            if self._runner is not None:
                self._runner.call(partial(self._keyboard.hear, line))
        self._write("     !! nobody can answer any more: the input has ended, and the game with it")
        self._keyboard.leave()
        self.post(Quit())
