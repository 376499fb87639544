"""What carries the board, and what lies under it: posts and feet, the sides of its body, the slider, the pile."""

from __future__ import annotations

import numpy as np

from robot.sim.render.board import BOTTOM, DEPTH, LEFT, PLATE, RIGHT, SLOT_END, TABLE, TOP
from robot.sim.render.canvas import Canvas, lying, upright
from robot.sim.render.disc import DISC_RADIUS, DISC_THICKNESS
from robot.sim.render.light import GAMMA, Colour, Plastic
from robot.sim.render.view import Points
from vision.types import COLUMNS

SLIDER_TRAVEL = 1.2
PILE_SIZE = 42
# radius in disc radii, height, brightness: the rim and the ring of a face, from the outside in
FACE_RINGS = ((1.0, 0.15, 0.95), (0.86, 0.15, 0.72), (0.80, 0.13, 0.88), (0.5, 0.13, 0.78), (0.45, 0.13, 0.9))


def as_written(material: Plastic) -> Colour:
    """Return a material's colour as people write it, BGR 0..255."""
    blue, green, red = (float(v) for v in 255.0 * material.colour ** (1.0 / GAMMA))
    return blue, green, red


def paint_stand(canvas: Canvas, blue: Colour, side: float) -> None:
    """Paint the posts beside the grid, their feet, and the sides of the body that the eye sees."""
    for x in (LEFT - 0.27, RIGHT + 0.02):
        paint_bar(canvas, (x, TABLE, -2.0), (x + 0.25, TABLE + 0.16, 1.7), blue, side)
        paint_bar(canvas, (x, TABLE, -DEPTH + 0.02), (x + 0.25, TOP * 0.55, -0.02), blue, side)
    _body(canvas, blue, side)


def paint_slider(canvas: Canvas, blue: Colour, side: float, opened: float) -> None:
    """Paint the bar that holds the discs up, pulled out to the right by `opened` (0 closed, 1 open)."""
    x = LEFT + 0.08 + SLIDER_TRAVEL * opened
    darker = (0.8 * blue[0], 0.8 * blue[1], 0.8 * blue[2])
    paint_bar(canvas, (x, BOTTOM - 0.17, -DEPTH + 0.05), (x + RIGHT - LEFT, BOTTOM - 0.02, -0.05), darker, side)


def paint_bar(
    canvas: Canvas, low: tuple[float, float, float], high: tuple[float, float, float], colour: Colour, side: float
) -> None:
    """Paint a bar between two opposite corners: the faces that the eye sees, far ones first."""
    eye = canvas.view.pose.place
    if eye[1] > high[1]:
        canvas.face(lying(low[0], low[2], high[0], high[2], high[1]), colour, 1.05)
    for x, seen, lit in ((low[0], eye[0] < low[0], side < 0), (high[0], eye[0] > high[0], side > 0)):
        if seen:
            canvas.face(_flank(x, low, high), colour, 0.9 if lit else 0.45)
    canvas.face(upright(low[0], low[1], high[2], high[0] - low[0], high[1] - low[1]), colour, 0.75)


def _flank(x: float, low: tuple[float, float, float], high: tuple[float, float, float]) -> Points:
    return np.array([(x, high[1], low[2]), (x, high[1], high[2]), (x, low[1], high[2]), (x, low[1], low[2])])


def _body(canvas: Canvas, blue: Colour, side: float) -> None:
    low, high = (LEFT, BOTTOM, -DEPTH), (RIGHT, TOP, 0.0)
    eye = canvas.view.pose.place
    if eye[1] > TOP:
        canvas.face(lying(LEFT, -DEPTH, RIGHT, 0.0, TOP), blue, 1.08)
        for column in range(COLUMNS):
            slot = lying(column - 0.46, -SLOT_END, column + 0.46, -PLATE, TOP)
            canvas.face(slot, blue, 0.3)
    for x, seen, lit in ((LEFT, eye[0] < LEFT, side < 0), (RIGHT, eye[0] > RIGHT, side > 0)):
        if seen:
            canvas.face(_flank(x, low, high), blue, 0.9 if lit else 0.5)


def paint_pile(canvas: Canvas, rng: np.random.Generator, pile: tuple[int, int], colours: tuple[Colour, Colour]) -> None:
    """Paint the discs that lie before the board, `pile` red and yellow ones; the n-th always lies in the same place."""
    places = _places(rng)
    discs = [(place, colours[0]) for place in places[0 : 2 * pile[0] : 2]]
    discs += [(place, colours[1]) for place in places[1 : 2 * pile[1] : 2]]
    for place, colour in sorted(discs, key=lambda one: (one[0][1] > TABLE + DISC_THICKNESS, one[0][2])):
        paint_disc(canvas, place, colour)


def _places(rng: np.random.Generator) -> list[tuple[float, float, float, float, float]]:
    """Return (x, height, z, tilt in x, tilt in z) of the discs of a pile, the later ones on top."""
    places = []
    for number in range(PILE_SIZE):
        layer = number // 16
        x = rng.uniform(-0.3, COLUMNS - 0.7)
        z = rng.uniform(0.25, 1.7)
        lean = rng.uniform(-0.35, 0.35, 2) if layer or rng.random() < 0.3 else rng.uniform(-0.03, 0.03, 2)
        places.append((x, TABLE + layer * DISC_THICKNESS + 0.3 * float(np.abs(lean).max()), z, lean[0], lean[1]))
    return places


def paint_disc(canvas: Canvas, place: tuple[float, float, float, float, float], colour: Colour) -> None:
    """Paint a disc that lies about: `place` is (x, height, z, tilt in x, tilt in z) of its lower face's centre."""
    x, y, z, lean_x, lean_z = place
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)

    def ring(radius: float, height: float) -> Points:
        dx, dz = radius * np.cos(angle), radius * np.sin(angle)
        return canvas.view.project(np.stack([x + dx, y + height + lean_x * dx + lean_z * dz, z + dz], axis=1))

    canvas.flat(ring(DISC_RADIUS * 1.15, -0.02), (10, 10, 10), 1.0, 0.35)
    low, high = ring(DISC_RADIUS, 0.0), ring(DISC_RADIUS, DISC_THICKNESS)
    hull = np.concatenate([low[:20], high[20:]]) if low[10, 1] > low[30, 1] else np.concatenate([low[20:], high[:20]])
    canvas.flat(low, colour, 0.5)
    canvas.flat(hull, colour, 0.55)
    for radius, height, tone in FACE_RINGS:
        canvas.flat(ring(DISC_RADIUS * radius, height), colour, tone * (1.0 + 0.3 * (lean_z - lean_x)))
