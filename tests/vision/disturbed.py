"""Rendered boards under every disturbance, read warm: each is calibrated in peace, then disturbed, then read.

room of the seed -> calibrated as a person would, empty board and one disc of each colour
the same room later: another lamp, light from the side, glare, a shadow's edge, noise, blur, JPEG, a shirt in a
disc's colour behind the board, a knock, a hand -> frames -> Reader -> held against the truth
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.colours import Learned, Names, calibrate_eye
from calibration.errors import CalibrationError
from calibration.prompts import Answer, Prompt, Said, Wish, guide
from robot.sim.render import Renderer, Room
from robot.sim.render.light import Shadow
from robot.sim.render.room import Visitor
from robot.sim.render.sheet import SKINS, sample_cells
from robot.sim.render.stand import as_written
from robot.sim.render.view import REFERENCE_SIZE
from robot.sim.scene import Hand, Lamp, Scene
from vision.reader import Reader
from vision.types import COLUMNS, ROWS, Cell, Cells, Frame, Image, Reading

BARE: Cells = ((Cell.EMPTY,) * COLUMNS,) * ROWS
KINDS = ("side light", "glare", "shadow", "noise", "blur", "jpeg", "shirt", "bump", "hand")
"""What may happen between calibration and reading; the lamp is always another one."""
SHARE = 0.25
"""How often each happens: two or three of them together are usual, none and five are rare."""
QUIET, FRAMES, PATIENCE = 2, 4, 14
"""So many frames are read in peace, so many once the board is disturbed, and more up to the third number while the
reader looks for a board that was knocked."""
SET = ROWS * COLUMNS // 2
"""So many discs of one colour belong to a set."""
PERIOD_S = 0.1
JPEG_QUALITY = 60


@dataclass(frozen=True)
class Disturbed:
    """One board: the room in peace, the room later, the lamps of both, what is seen later, and what has happened."""

    seed: int
    kinds: frozenset[str]
    before: Room
    after: Room
    lamp: Lamp
    scene: Scene
    size: tuple[int, int] = REFERENCE_SIZE

    @classmethod
    def of(cls, seed: int, kinds: Iterable[str] | None = None) -> Disturbed:
        """Draw the board of a seed, with the disturbances that are named or with random ones."""
        rng = np.random.default_rng([seed, 2000])
        drawn = frozenset(kind for kind in KINDS if rng.random() < SHARE)
        happened = drawn if kinds is None else frozenset(kinds)
        before = Room(10_000 + seed, "back" if rng.random() < 0.15 else "front")
        lamp, scene = _lamp(rng), Scene(_cells(rng), lamp=_lamp(rng))
        after = copy.copy(before)
        for kind in KINDS:
            if kind in happened:
                scene = _disturb(kind, after, scene, np.random.default_rng([seed, 2001, KINDS.index(kind)]))
        return cls(seed, happened, before, after, lamp, scene)


def _lamp(rng: np.random.Generator) -> Lamp:
    """Draw a lamp evenly over what the eye sees of its colour: the inverse of the temperature."""
    return Lamp(1 / float(rng.uniform(1 / 6500, 1 / 2700)), float(rng.uniform(0.7, 1.3)))


def _cells(rng: np.random.Generator) -> Cells:
    """Draw a position: of a game, or now and then of a board that somebody filled by hand."""
    if rng.random() < 0.75:
        return sample_cells(rng, int(rng.integers(0, ROWS * COLUMNS + 1)))
    kinds = rng.choice([Cell.EMPTY, Cell.RED, Cell.YELLOW], (ROWS, COLUMNS), p=rng.dirichlet((2, 1, 1)))
    for colour in (Cell.RED, Cell.YELLOW):
        kinds.flat[np.flatnonzero(kinds == colour)[SET:]] = Cell.EMPTY
    return tuple(tuple(Cell(int(cell)) for cell in row) for row in kinds)


def _disturb(kind: str, room: Room, scene: Scene, rng: np.random.Generator) -> Scene:
    """Let one thing happen to a room, in place, and to the scene in it."""
    side = float(rng.choice([-1, 1]))
    match kind:
        case "side light":
            place = (3.0 + side * rng.uniform(9, 20), rng.uniform(1, 8), rng.uniform(2.5, 7))
            room.light = replace(room.light, place=place, key=0.8, ambient=0.25)
        case "glare":
            window = Room(int(rng.integers(2**31))).light.window
            room.light = replace(room.light, glare=rng.uniform(0.2, 0.5), window=window)
        case "shadow":
            edge = Shadow(
                (rng.uniform(0, 6), rng.uniform(0, 4.5)),
                rng.uniform(0, 360),
                rng.uniform(0.05, 0.6),
                rng.uniform(0.5, 1),
            )
            room.light = replace(room.light, shadow=edge)
        case "noise":
            room.sensor = replace(room.sensor, noise=rng.uniform(4, 8))
        case "blur":
            room.sensor = replace(room.sensor, blur_px=rng.uniform(1, 2))
        case "shirt":
            shirt = as_written(room.red if rng.random() < 0.5 else room.yellow)
            room.visitor = Visitor(rng.uniform(0, 6), shirt)
        case "bump":
            x, y = rng.uniform(-10, 10, 2)
            return replace(scene, bump_x_px=x, bump_y_px=y, bump_roll_deg=rng.normal(0, 0.3))
        case "hand":
            disc = (None, "red", "yellow")[int(rng.integers(3))]
            blue, green, red = rng.choice([(90, 60, 50), as_written(room.red), as_written(room.yellow)])
            skin, sleeve = SKINS[int(rng.integers(len(SKINS)))], (int(blue), int(green), int(red))
            hand = Hand(rng.uniform(0, 6), rng.uniform(1.5, 6), True, disc, skin, sleeve)
            return replace(scene, hand=hand)
    return scene


class Stage:
    """A camera before a scene that can be changed; it writes JPEG pictures when it is told to."""

    name = "stage"

    def __init__(self, room: Room, scene: Scene, size: tuple[int, int], first: int = 0) -> None:
        self.renderer, self.scene = Renderer(room, size), scene
        self.jpeg = False
        self._number = first

    def capture(self) -> Frame:
        """Take the next frame."""
        self._number += 1
        image = self.renderer.render(self.scene, self.renderer.room.seed * 1000 + self._number)
        return Frame(compressed(image) if self.jpeg else image, self._number, self._number * PERIOD_S)

    def close(self) -> None:
        """Nothing is to be given back."""


def compressed(image: Image) -> Image:
    """Write a picture as JPEG and read it again."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def calibrated(stage: Stage, names: Names = ("red", "yellow")) -> Learned:
    """Calibrate as a person who does what is asked. Raises CalibrationError."""

    def fulfil(prompt: Prompt) -> Answer:
        match prompt.wish:
            case Wish.EMPTY:
                stage.scene = replace(stage.scene, cells=BARE)
            case Wish.TAKE_OUT:  # none was left in
                return Said.EMPTY
            case Wish.DROP_RED | Wish.DROP_YELLOW:
                assert prompt.column is not None
                cell = Cell.RED if prompt.wish is Wish.DROP_RED else Cell.YELLOW
                lowest = list(stage.scene.cells[0])
                lowest[prompt.column] = cell
                stage.scene = replace(stage.scene, cells=(tuple(lowest), *BARE[1:]))
        return None

    return guide(calibrate_eye(stage, names), fulfil)


@dataclass
class Count:
    """What was counted over boards: cells of last frames, those unknown; cells wrong and certain in any frame."""

    boards: int = 0
    cells: int = 0
    unknown: int = 0
    wrong: int = 0
    lost: int = 0
    seeds: list[int] = field(default_factory=list)

    def add(self, seed: int, wrong: int, unknown: int, lost: bool) -> None:
        """Count one board."""
        self.boards += 1
        self.cells += ROWS * COLUMNS
        self.wrong += wrong
        self.unknown += unknown
        self.lost += lost
        if wrong:
            self.seeds.append(seed)


@dataclass
class Tally:
    """All boards by what had happened to them; `refused` are those that could not be calibrated, by the reason."""

    kinds: dict[str, Count] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Give a line for every group."""
        lines = [f"{number} not calibrated: {reason}" for reason, number in self.refused.items()]
        for name, count in sorted(self.kinds.items()):
            unknown = 100 * count.unknown / count.cells
            lines.append(
                f"{name:16} {count.boards:5} boards  wrong {count.wrong} on {len(count.seeds)}  "
                f"unknown {unknown:.2f} %  lost {count.lost}"
            )
        return "\n".join(lines)

    def add(self, board: Disturbed) -> None:
        """Calibrate, disturb and read one board, and count it."""
        try:
            readings = read(board)
        except CalibrationError as error:
            self.refused[str(error)] += 1
            return
        truth = board.scene.cells
        wrong = max(len(differing(reading.cells, truth)) for reading in readings)
        unknown = sum(cell is Cell.UNKNOWN for row in readings[-1].cells for cell in row)
        hand = "hand" in board.kinds
        groups = (
            ["with a hand"] if hand else ["without a hand", *sorted(board.kinds), *([] if board.kinds else ["lamp"])]
        )
        for group in groups:
            self.kinds.setdefault(group, Count()).add(board.seed, wrong, unknown, readings[-1].moved)


def read(board: Disturbed) -> list[Reading]:
    """Calibrate on a board in peace and read it once it is disturbed. Raises CalibrationError."""
    learned = calibrated(Stage(board.before, Scene(BARE, lamp=board.lamp), board.size))
    reader = Reader(learned.board.grid, learned.taught.colours, learned.taught.camera_side)
    quiet = Scene(board.scene.cells, lamp=board.lamp)
    peace = Stage(board.before, quiet, board.size)
    readings = [reader.read(peace.capture()) for _ in range(QUIET)]
    stage = Stage(board.after, board.scene, board.size, first=QUIET)
    stage.jpeg = "jpeg" in board.kinds
    readings += [reader.read(stage.capture()) for _ in range(FRAMES)]
    while readings[-1].moved and len(readings) < PATIENCE:
        readings.append(reader.read(stage.capture()))
    return readings


def read_drops(board: Disturbed, drops: int) -> tuple[list[Cell], Cell]:
    """Let discs of the shirt's colour be dropped once somebody sits behind the board; give what is read of each.

    Comes with the colour of the discs. Nothing where every column is full or holds a disc in the air.
    """
    learned = calibrated(Stage(board.before, Scene(BARE, lamp=board.lamp), board.size))
    reader = Reader(learned.board.grid, learned.taught.colours, learned.taught.camera_side)
    peace = Stage(board.before, Scene(board.scene.cells, lamp=board.lamp), board.size)
    later = Stage(board.after, board.scene, board.size, first=QUIET)
    for stage in (peace, later):
        for _ in range(QUIET):
            reader.read(stage.capture())
    assert board.after.visitor is not None
    colour = Cell.RED if board.after.visitor.shirt == as_written(board.before.red) else Cell.YELLOW
    seen = []
    for column, row in _open_columns(board.scene.cells)[:drops]:
        rows = [list(cells) for cells in later.scene.cells]
        rows[row][column] = colour
        later.scene = replace(later.scene, cells=tuple(tuple(cells) for cells in rows))
        readings = [reader.read(later.capture()) for _ in range(FRAMES)]
        seen.append(readings[-1].cells[row][column])
    return seen, colour


def _open_columns(cells: Cells) -> list[tuple[int, int]]:
    """List the columns that a disc can fall into, each with the row in which it comes to rest."""
    columns = [[cells[row][column] is not Cell.EMPTY for row in range(ROWS)] for column in range(COLUMNS)]
    return [(at, sum(one)) for at, one in enumerate(columns) if not one[-1] and all(one[: sum(one)])]


def differing(seen: Cells, truth: Cells) -> list[tuple[int, int]]:
    """List the cells (row, column) that are certain and wrong."""
    return [
        (row, column)
        for row in range(ROWS)
        for column in range(COLUMNS)
        if seen[row][column] not in (Cell.UNKNOWN, truth[row][column])
    ]
