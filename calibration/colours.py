"""Learn the two disc colours and the side the camera stands on, and prove that the board is read.

    empty board -> a disc at the person's left -> the other colour at their right -> proof: one more in the middle
                                                                                  -> proof: the empty board again

Which end of the bottom row changes in the picture when the person drops at THEIR left says where the camera stands:
at the left it looks from the front, at the right from behind.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from calibration.board import FoundBoard, find_board, learn_again
from calibration.errors import CalibrationError, ProofFailed
from calibration.grid import lay_again
from calibration.left_in import OR_SAY, TAKE_ALL_OUT, holes_in_words, taken_for_empty
from calibration.looking import at_rest, changed_places, read_at_rest
from calibration.prompts import Corners, Prompt, Said, Shown, Steps, Wish
from vision.alike import apart
from vision.cells import lab
from vision.colours import Colours, Floats, HiddenColours, Place, TooFewSites, learn_discs, seen_in_first_light
from vision.evidence import hue_distances
from vision.reader import Reader, Side
from vision.spots import LINEAR
from vision.types import COLUMNS, ROWS, Camera, Cell, Cells, Frame

LOOKS = 3
ATTEMPTS = 3
"""So often the two discs may be shown until they are where they were asked for."""
LEFT, MIDDLE, RIGHT = 0, COLUMNS // 2, COLUMNS - 1
"""Columns as the person in front sees them: of the first disc, of the disc of the proof, of the second disc."""
APART = 2.5
"""Standard deviations by which the two disc colours must differ: in 60 simulated rooms red and yellow do by 3.4 to 8.7,
two red discs by 1.6 at most."""

STICKERED = "; where some have stickers, one that has"
"""Where a sticker hides a disc's colour, every disc may look otherwise; that is learned from one that has it."""
IN_SIGHT = (
    "light the board brightly and evenly, put something plain behind it, keep hands away, and calibrate again; "
    "turn the board or the camera a little if that does not help"
)

DISCS = (Cell.RED, Cell.YELLOW)

Names = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What the eye was taught about the discs: their colours, their names, the camera's side of the board."""

    colours: Colours
    names: Names
    camera_side: Side


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """All that the eye knows after calibration."""

    board: FoundBoard
    taught: Taught


class _WrongDiscs(Exception):
    """The discs are not those that were asked for, or not where; `remedy` when that does not change."""

    def __init__(self, what: str, remedy: str = "light the board evenly, put something plain behind it") -> None:
        super().__init__(what)
        self.remedy = remedy


def calibrate_eye(camera: Camera, names: Names = ("red", "yellow"), corners: Corners | None = None) -> Steps[Learned]:
    """Find the board, teach the colours, prove it, and have the board emptied again. Raises as its two parts do."""
    board = yield from find_board(camera, corners, names)
    return (yield from teach_colours(camera, board, names))


def teach_colours(camera: Camera, board: FoundBoard, names: Names = ("red", "yellow")) -> Steps[Learned]:
    """Learn both colours and the camera's side on an empty board that was found; prove them.

    `names` are those of the discs, RED's first. Raises CameraError, CalibrationError, and ProofFailed when the board
    is not read as it was shown.
    """
    learned, frame = yield from _until_right(camera, board, names)
    reader = Reader(learned.board.grid, learned.taught.colours, learned.taught.camera_side)
    two = {(0, LEFT): Cell.RED, (0, RIGHT): Cell.YELLOW}
    reader.shown(frame, _cells(two))
    words = f"drop one more {names[0]} disc into the middle column ({_letter(MIDDLE)})"
    yield Prompt(Wish.DROP_RED, words, MIDDLE, step=5)
    learned, seen = yield from _prove(camera, reader, two | {(0, MIDDLE): Cell.RED}, learned)
    yield Prompt(Wish.EMPTY, "all three are read. Take the discs out again and close the slider", shown=seen, step=6)
    learned, _ = yield from _prove(camera, reader, {}, learned)
    return replace(learned, board=replace(learned.board, grid=reader.grid))


def _until_right(camera: Camera, board: FoundBoard, names: Names) -> Steps[tuple[Learned, Frame]]:
    for attempt in range(ATTEMPTS):
        try:
            learned, frame = yield from _show_two(camera, board, names)
            left = _left_in(learned, learned.taught.colours.board.holes)
            if not left or (yield from _ask_for_discs(learned, left, "both are shown once more", step=4)):
                return _believing(learned, left), frame
            if attempt == ATTEMPTS - 1:
                raise CalibrationError(f"{holes_in_words(left)} still look like discs", TAKE_ALL_OUT)
            board = yield from learn_again(camera, learned.board, names)
        except _WrongDiscs as wrong:
            if attempt == ATTEMPTS - 1:
                raise CalibrationError(str(wrong), f"{wrong.remedy}, and calibrate again") from wrong
            words = f"{wrong}. Take all discs out and close the slider: both are shown once more"
            yield Prompt(Wish.EMPTY, words, step=3)
    raise AssertionError("the last attempt returns or raises")


def _left_in(learned: Learned, holes: Floats) -> dict[Place, Cell]:
    """Tell which holes look like one of the discs although they were learned as empty, as the person sees them.

    `holes` as `like_discs` takes them; those that are believed to be empty are none.
    """
    board, taught = learned.board, learned.taught
    seen = taken_for_empty(taught.colours, board.grid.radius, holes)
    return {_turned(place, taught): cell for place, cell in seen.items() if place not in board.believed}


def _ask_for_discs(learned: Learned, left: Mapping[Place, Cell], then: str, step: int) -> Steps[bool]:
    """Have discs taken out that were left in, and tell what comes `then`; True when the person says there are none."""
    looks = " or ".join(name for name, cell in zip(learned.taught.names, DISCS, strict=True) if cell in left.values())
    verb = "looks" if len(left) == 1 else "look"
    words = (
        f"{holes_in_words(left)} {verb} like a {looks} disc and {'was' if len(left) == 1 else 'were'} learned as empty:"
        f" take all discs out and close the slider, {then}; {OR_SAY}"
    )
    answer = yield Prompt(Wish.TAKE_OUT, words, step=step, holes=frozenset(left))
    return answer is Said.EMPTY


def _believing(learned: Learned, empty: Collection[Place]) -> Learned:
    """Believe some places, as the person sees them, to be empty whatever they look like."""
    believed = learned.board.believed | {_turned(place, learned.taught) for place in empty}
    return replace(learned, board=replace(learned.board, believed=believed))


def _turned(place: Place, taught: Taught) -> Place:
    """Turn a place from the camera's side to the person's, or from the person's to the camera's."""
    return (place[0], COLUMNS - 1 - place[1]) if taught.camera_side == "back" else place


def _show_two(camera: Camera, board: FoundBoard, names: Names) -> Steps[tuple[Learned, Frame]]:
    """Have one disc of each colour dropped, at the person's left and right; give what was learned, and from where.

    Raises _WrongDiscs.
    """
    words = f"drop one {names[0]} disc into the column at your left ({_letter(LEFT)}){STICKERED}"
    yield Prompt(Wish.DROP_RED, words, LEFT, step=3)
    _, board, changed = yield from _look_for_discs(camera, board)
    first = _the_new_one(changed, frozenset({(0, LEFT), (0, RIGHT)}), names[0])
    other = (0, COLUMNS - 1 - first[1])
    words = f"drop one {names[1]} disc into the column at your right ({_letter(RIGHT)}){STICKERED}"
    yield Prompt(Wish.DROP_YELLOW, words, RIGHT, step=4)
    frames, board, changed = yield from _look_for_discs(camera, board)
    _the_new_one(changed - {first}, frozenset({other}), names[1])
    colours = _learn(frames, board, first, other)
    _check(colours, names)
    return Learned(board, Taught(colours, names, "front" if first[1] == LEFT else "back")), frames[-1]


def _look_for_discs(camera: Camera, board: FoundBoard) -> Steps[tuple[list[Frame], FoundBoard, frozenset[Place]]]:
    """Take frames; give them, the board as it lies now (a disc that drops may knock it), and the holes that changed."""
    frames = yield from at_rest(camera, LOOKS)
    image = frames[-1].image
    board = replace(board, grid=lay_again(image, board.grid, board.empty))
    return frames, board, changed_places(image, board.grid, board.empty)


def _the_new_one(changed: frozenset[Place], wanted: frozenset[Place], name: str) -> Place:
    if len(changed) == 1 and changed <= wanted:
        return next(iter(changed))
    if not changed:
        raise _WrongDiscs(f"I see no {name} disc that was not there before")
    if len(changed) > 1:
        raise _WrongDiscs(f"{len(changed)} holes have changed where one {name} disc was asked for")
    raise _WrongDiscs(f"the {name} disc does not lie in the column that was asked for")


def _learn(frames: list[Frame], board: FoundBoard, red: Place, yellow: Place) -> Colours:
    try:
        return learn_discs(board.empty, [frame.image for frame in frames], board.grid, red=[red], yellow=[yellow])
    except TooFewSites as error:
        raise CalibrationError(str(error), "take hands and things away from the board, and try again") from error
    except HiddenColours as error:
        raise _WrongDiscs(str(error), "show discs without stickers, or with smaller ones") from error


def _check(colours: Colours, names: Names) -> None:
    """Raise _WrongDiscs when the discs are of one colour, or each has the other's name."""
    differ = float(apart(colours.red, colours.yellow))
    if differ < APART:
        raise _WrongDiscs(
            f"the {names[0]} and the {names[1]} disc look too alike: their colours differ by {differ:.1f},"
            f" and must by {APART} (within one disc they do by 1)",
            "take discs of colours that differ more, or light the board with a whiter lamp",
        )
    seen = np.array([[np.searchsorted(LINEAR, disc) for disc in (colours.red, colours.yellow)]]).clip(0, 255)
    near = hue_distances(lab(seen.astype(np.uint8))[0].astype(np.float64), names)
    if near[0, 1] < near[0, 0] and near[1, 0] < near[1, 1]:
        raise _WrongDiscs(f"the {names[0]} and the {names[1]} disc have changed places")


def _prove(
    camera: Camera, reader: Reader, shown: Mapping[Place, Cell], learned: Learned
) -> Steps[tuple[Learned, Shown]]:
    """Read the board; raise ProofFailed unless it shows exactly the discs `shown`, places as the person sees them.

    Another hole that looks like a disc is asked for; give what was learned, believing what the person said of it.
    """
    taught = learned.taught
    frame, reading = yield from read_at_rest(camera, reader, LOOKS)
    if reading.moved:
        raise ProofFailed("the board or the camera was moved meanwhile", "let both stand, and calibrate again")
    wrong = _differences(reading.cells, shown, taught.names)
    if wrong:
        words = f"the proof fails: {'; '.join(wrong[:3])}{' and more' if len(wrong) > 3 else ''}"
        if reading.reason:
            raise ProofFailed(f"{words} ({reading.reason})", IN_SIGHT)
        raise ProofFailed(words, "see that the discs lie where they were asked for and no others, and calibrate again")
    left = _left_in(learned, seen_in_first_light(frame.image, reader.grid, reader.colours.board))
    odd = {place: cell for place, cell in left.items() if place not in shown}
    if odd:
        yield from _settle(learned, odd, step=5 if shown else 6)
    back = taught.camera_side == "back"
    cells = tuple(row[::-1] for row in reading.cells) if back else reading.cells
    proof = Shown("proof", frame.image, reader.grid, cells, "gfedcba" if back else "abcdefg")
    return _believing(learned, odd), proof


def _settle(learned: Learned, odd: Mapping[Place, Cell], step: int) -> Steps[None]:
    """Hear that holes which look like discs are empty; raise ProofFailed when they are not."""
    if not (yield from _ask_for_discs(learned, odd, "then calibrate again", step)):
        raise ProofFailed(f"the proof fails: there was a disc in {holes_in_words(odd)}", TAKE_ALL_OUT)


def _cells(discs: Mapping[Place, Cell]) -> Cells:
    """Give a board that is empty but for some discs."""
    places = [[(row, column) for column in range(COLUMNS)] for row in range(ROWS)]
    return tuple(tuple(discs.get(place, Cell.EMPTY) for place in row) for row in places)


def _differences(cells: Cells, shown: Mapping[Place, Cell], names: Names) -> list[str]:
    words = {Cell.EMPTY: "nothing", Cell.RED: names[0], Cell.YELLOW: names[1], Cell.UNKNOWN: "something unclear"}
    places = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    return [
        f"in {_letter(column)}{row + 1} I see {words[cells[row][column]]} instead of {words[wanted]}"
        for row, column in places
        if cells[row][column] != (wanted := shown.get((row, column), Cell.EMPTY))
    ]


def _letter(column: int) -> str:
    return "abcdefg"[column]
