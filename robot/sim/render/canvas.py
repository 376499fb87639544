"""A picture to paint on in room coordinates: flat things by their corners, faces by their outline.

Paint is in BGR 0..255 as people write it; the canvas keeps layer code (see `light`).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from robot.sim.render.light import GAMMA, HEADROOM, Colour, code_of
from robot.sim.render.view import Points, View
from vision.types import Image

SUBPIXEL = 4
CODE = HEADROOM ** (-1.0 / GAMMA)


class Canvas:
    """A layer seen by `view`; later paint covers earlier paint."""

    def __init__(self, view: View, picture: Image) -> None:
        self.view = view
        self.picture = picture

    def paste(self, texture: Image, corners: Points, mask: Image | None = None, gain: float = 1.0) -> None:
        """Paste a texture on the quadrilateral of room points TL TR BR BL (4, 3), where `mask` (0..255) lets it."""
        height, width = texture.shape[:2]
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32) - np.float32(0.5)
        target = self.view.project(corners)
        box = clip_box(target, self.picture)
        if box is None:
            return
        left, top, right, bottom = box
        way = cv2.getPerspectiveTransform(source, (target - (left, top)).astype(np.float32))
        coded = cv2.convertScaleAbs(texture, alpha=CODE * gain)
        size = (right - left, bottom - top)
        laid = cv2.warpPerspective(coded, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        outline = self._outline(target - (left, top), size)
        if mask is not None:
            cv2.multiply(outline, cv2.warpPerspective(mask, way, size), outline, scale=1.0 / 255.0)
        blend(self.picture[top:bottom, left:right], np.asarray(laid, dtype=np.uint8), outline)

    def face(self, points: Points, colour: Colour, shade: float = 1.0) -> None:
        """Fill a convex face given by room points (N, 3) with an even colour."""
        self.flat(self.view.project(points), colour, shade)

    def flat(self, outline_px: Points, colour: Colour, shade: float = 1.0, strength: float = 1.0) -> None:
        """Fill a polygon given in px (N, 2); `strength` below 1 lets what was there shine through."""
        box = clip_box(outline_px, self.picture)
        if box is None:
            return
        left, top, right, bottom = box
        mask = self._outline(outline_px - (left, top), (right - left, bottom - top))
        if strength < 1.0:
            cv2.convertScaleAbs(mask, mask, alpha=strength)
        paint = np.array(code_of(colour)) * shade
        laid = np.empty((bottom - top, right - left, 3), dtype=np.uint8)
        laid[:] = np.clip(paint, 0, 255).astype(np.uint8)
        blend(self.picture[top:bottom, left:right], laid, mask)

    def darken(self, outline_px: Points, strength: float, blur_px: float) -> None:
        """Lay a soft shadow in the shape of a polygon given in px (N, 2)."""
        reach = 3.0 * blur_px
        grown = np.concatenate([outline_px - reach, outline_px + reach])
        box = clip_box(grown, self.picture)
        if box is None:
            return
        left, top, right, bottom = box
        mask = self._outline(outline_px - (left, top), (right - left, bottom - top))
        soft = cv2.GaussianBlur(mask, (0, 0), blur_px).astype(np.float32)
        window = self.picture[top:bottom, left:right]
        window[:] = (window * (1.0 - soft * (strength / 255.0))[..., None]).astype(np.uint8)

    def _outline(self, points_px: Points, size: tuple[int, int]) -> Image:
        mask = np.zeros((size[1], size[0]), dtype=np.uint8)
        corners = np.rint(np.asarray(points_px) * (1 << SUBPIXEL)).astype(np.int32)
        cv2.fillPoly(mask, [corners], 255, cv2.LINE_AA, SUBPIXEL)
        return mask


def clip_box(points_px: NDArray[np.floating], picture: Image) -> tuple[int, int, int, int] | None:
    """Return the box (left, top, right, bottom) of points inside a picture, or None when they are all outside."""
    height, width = picture.shape[:2]
    left, top = (int(v) for v in np.floor(np.clip(points_px.min(axis=0), -1e6, 1e6)) - 1)
    right, bottom = (int(v) for v in np.ceil(np.clip(points_px.max(axis=0), -1e6, 1e6)) + 2)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (left, top, right, bottom) if right > left and bottom > top else None


def blend(below: Image, above: Image, mask: Image) -> None:
    """Lay `above` over `below` (in place) with a mask 0..255, (H, W)."""
    share = cv2.merge([mask, mask, mask])
    kept = cv2.multiply(below, cv2.bitwise_not(share), scale=1.0 / 255.0)
    below[:] = cv2.add(kept, cv2.multiply(above, share, scale=1.0 / 255.0))


def upright(x: float, y: float, z: float, width: float, height: float) -> Points:
    """Return the corners TL TR BR BL of an upright rectangle that faces the camera, its lower left at (x, y, z)."""
    return np.array([(x, y + height, z), (x + width, y + height, z), (x + width, y, z), (x, y, z)])


def lying(x0: float, z0: float, x1: float, z1: float, y: float) -> Points:
    """Return the corners of a level rectangle, far edge first (z0 is the far one)."""
    return np.array([(x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)])
