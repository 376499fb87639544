"""What the simulated camera can see at one instant: the border between the world and the renderer.

The world makes a `Scene` for any moment; the renderer turns it into a picture and knows nothing else.
Lengths are in pitches of the grid: one unit across is one column, one unit up is one row; (0, 0) is the centre of
cell a1, seen from the front.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.types import Cells


@dataclass(frozen=True, slots=True)
class FallingDisc:
    """A disc in flight: its column, the height of its centre in rows (0 = row 1, 5 = top row), its speed in rows/s."""

    column: int
    height: float
    speed: float
    red: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand seen from the front: the place of its finger tips, which way it reaches, and the disc between them.

    `x`, `y` are in pitches; `before` is True when it is between camera and board (it hides holes), False when it
    is only above the board. `disc` is None, "red" or "yellow". `skin` and `sleeve` are BGR colours 0..255.
    """

    x: float
    y: float
    before: bool
    disc: str | None
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Lamp:
    """The room's light: colour temperature in kelvin and brightness as a factor (1 = as the scene was set up)."""

    kelvin: float = 4500.0
    brightness: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """All of it. `cells` is the truth from the front; `pile_red`, `pile_yellow` count the discs on the table.

    `slider_open` is 0 (closed) to 1 (open); `bump_*` is how the camera was knocked out of its place, in pixels of
    the picture and degrees, 0 until it happens.
    """

    cells: Cells
    falling: tuple[FallingDisc, ...] = ()
    hand: Hand | None = None
    pile_red: int = 0
    pile_yellow: int = 0
    slider_open: float = 0.0
    lamp: Lamp = Lamp()
    bump_x_px: float = 0.0
    bump_y_px: float = 0.0
    bump_roll_deg: float = 0.0
