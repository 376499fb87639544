"""A game on the real board: camera, hand and person as they were calibrated, told and asked in the terminal."""

from __future__ import annotations

import argparse
import io
import random
import sys
import threading
from collections.abc import Callable
from contextlib import closing

from calibration.board import find_again
from calibration.hand import HandShelf
from calibration.profile import Shelf, age_words
from calibration.prompts import Answer, Prompt, Wish, guide
from robot.clock import RealClock, utc_now
from robot.commands._draw import wants_colour
from robot.commands._guide import Guide, ask_person
from robot.commands._hand import opened_hand, opened_panel
from robot.commands._keyboard import WORDS
from robot.commands._lamp import Lamp
from robot.commands._lens import lens_of
from robot.commands._mind import LevelMind
from robot.commands._narrator import Narrator, Style
from robot.commands._sides import cells_of
from robot.commands._supply import Supplied
from robot.config import calibration_folder, load_settings
from robot.errors import BadInput
from robot.live import LiveRunner
from robot.mechanism.panel import Panel
from robot.mechanism.receipts import new_action
from robot.mechanism.types import Mechanism
from robot.messages import Ask, Effect, Event, Quit, Ready, Request, Said
from robot.phases import DISCS_EACH, Patience, Seat
from robot.runner import Parts, Watch
from robot.store import Store
from robot.table import Table
from vision.cameras import live_camera, settle
from vision.reader import Reader
from vision.stable import Stable
from vision.types import Camera

HELP = (
    "Drop your discs by hand. Enter: done, when you were asked for something; undo, draw, resign, or q to end the game"
)


class LiveEvening:
    """One game of one person at the real board."""

    def __init__(self, args: argparse.Namespace, store: Store) -> None:
        self._args, self._store = args, store
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self._clock = RealClock()
        self._seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
        settings = load_settings()
        robot = args.robot or settings.robot
        self._lens = lens_of(settings)
        self._folder = calibration_folder(robot)
        self._eye, self._hand = Shelf(self._folder).load(), HandShelf(self._folder).load()
        self._taught = self._eye.need_taught()
        self._runner: LiveRunner | None = None
        self._narrator = AskingNarrator(lambda: self._table, self._style(), self._print)

    @property
    def _table(self) -> Table:
        assert self._runner is not None
        return self._runner.table

    def play(self) -> int:
        """Look whether all is as it was calibrated, play, and say what was kept."""
        now = utc_now()
        self._tell(f"eye: {age_words(self._eye.saved_at, now)}, hand: {age_words(self._hand.saved_at, now)}")
        with closing(live_camera(self._eye.camera, self._clock.now, self._lens)) as camera:
            locked = settle(camera)
            self._tell(f"camera {self._eye.camera}{f': {locked.words}' if locked else ''}")
            watch = self._watch(camera)
            with opened_hand(self._hand, self._clock) as hand, opened_panel(self._hand, self._ready) as panel:
                self._fill()
                self._tell(HELP + ".")
                self._play(watch, Supplied(hand, self._print), panel)
        self._tell(f"        the game is kept in {self._store.path}")
        return 0

    def _watch(self, camera: Camera) -> Watch[Reader]:
        """Let the eye see the empty board once more."""
        steps = Guide(self._wait, ask_person, self._folder, self._print)
        board = guide(find_again(camera, self._eye.board), steps)
        reader = Reader(board.grid, self._taught.colours, self._taught.camera_side, size=board.size)
        return Watch(camera, reader, Stable(repeat_s=0.5))

    def _fill(self) -> None:
        """Have the magazine filled: how many discs are in it is believed from now on."""
        count = min(self._hand.capacity, DISCS_EACH)
        colour = next(seat.disc for seat in self._seats() if seat.robot_hand)
        self._print(f"put {count} {colour} discs into the magazine, then press Enter")
        if not sys.stdin.readline():
            raise BadInput("the input ended before the game began", "play at a terminal")

    def _wait(self, prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            self._clock.sleep(0.1)
        return None

    def _play(self, watch: Watch[Reader], hand: Mechanism, panel: Panel | None) -> None:
        seats = self._seats()
        number = self._store.begin(seats[0].name, seats[1].name, seed=self._seed)
        capacity = self._hand.capacity
        first = new_action(self._store.next_action(), hand.last_action())
        table = Table(seats, Patience(), first, magazine=capacity, capacity=capacity)

        lamp = (Lamp(panel.show),) if panel else ()
        parts = Parts(
            watch=watch,
            hand=hand,
            mind=LevelMind(self._args.level, self._seed),
            people=self._narrator.ask,
            spectators=(self._narrator, *lamp),
        )
        self._runner = LiveRunner(table, parts, self._clock, self._store, number)
        self._tell(f"{seats[0].name} ({seats[0].disc}) plays first")
        threading.Thread(target=self._listen, name="keyboard", daemon=True).start()
        self._runner.run()

    def _ready(self) -> None:
        """The button was pressed; before the game it is only a button."""
        if self._runner is not None:
            self._runner.post(Ready())

    def _listen(self) -> None:
        assert self._runner is not None
        for line in sys.stdin:
            self._runner.post(self._event_of(line.strip().lower()))
        self._print("     !! nobody can answer any more: the input has ended, and the game with it")
        self._runner.post(Quit())

    def _event_of(self, word: str) -> Event:
        """What a line at the keyboard means; any line but a word is "done"."""
        if word in ("q", "quit", "exit"):
            return Quit()
        if word in WORDS:
            return Said(next(at for at, seat in enumerate(self._seats()) if not seat.engine), WORDS[word])
        return Ready()

    def _seats(self) -> tuple[Seat, Seat]:
        first = {"human": True, "robot": False, "toss": random.Random(self._seed).random() < 0.5}[self._args.first]
        discs = self._taught.names
        yours, other = cells_of(self._args.colour, discs)
        person = Seat("you", yours, engine=False, robot_hand=False, discs=discs)
        robot = Seat("robot", other, engine=True, robot_hand=True, discs=discs)
        return (person, robot) if first else (robot, person)

    def _style(self) -> Style:
        return Style("you", wants_colour(), quiet=self._args.quiet, verbose=self._args.verbose)

    def _tell(self, line: str) -> None:
        if not self._args.quiet:
            self._print(line)

    @staticmethod
    def _print(line: str) -> None:
        print(line, flush=True)


class AskingNarrator(Narrator):
    """Tells the game to the person who is asked for something, and does the asking."""

    def __init__(self, table: Callable[[], Table], style: Style, write: Callable[[str], None]) -> None:
        super().__init__(table, style, write)
        self._number = 0

    def __call__(self, effect: Effect, now_s: float) -> None:
        if not isinstance(effect, Ask):
            super().__call__(effect, now_s)

    def ask(self, ask: Ask) -> None:
        """Ask, and ask again."""
        again = " (still)" if ask.number == self._number else ""
        self._number = ask.number
        done = "" if ask.request is Request.DROP else ", then press Enter"
        self._write(f"     >>{again} {ask.words}{done}")
