"""From light to the bytes of a camera: vignetting, lens blur, lamp and white balance, tone curve, noise."""

from __future__ import annotations

import cv2
import numpy as np

from robot.sim.render.light import GAMMA, HEADROOM
from robot.sim.render.room import Sensor
from robot.sim.render.view import Floats, View
from robot.sim.scene import Lamp
from vision.types import Image

WAVELENGTHS_NM = (465.0, 545.0, 605.0)
SECOND_RADIATION_NM_K = 1.4388e7
ADAPTATION = 0.75


def lamp_gains(kelvin: float, white_kelvin: float) -> Floats:
    """Return the gains of B, G, R under a lamp of `kelvin` for a camera balanced to `white_kelvin`, mean 1, (3,).

    Planck's law at three wavelengths; the camera follows the lamp by a part, as automatic white balance does.
    """
    waves = np.array(WAVELENGTHS_NM)
    seen = np.expm1(SECOND_RADIATION_NM_K / (waves * white_kelvin)) / np.expm1(SECOND_RADIATION_NM_K / (waves * kelvin))
    gains = seen**ADAPTATION
    return np.asarray(gains / gains.mean(), dtype=np.float32)


def tone_table(sensor: Sensor, lamp: Lamp) -> Image:
    """Return the table from layer code to picture bytes under a lamp, (256, 1, 3) uint8."""
    light = ((np.arange(256) / 255.0) ** GAMMA * HEADROOM)[:, None]
    light = light * lamp_gains(lamp.kelvin, sensor.white_kelvin) * sensor.exposure * lamp.brightness
    knee = 0.75
    over = np.maximum(light - knee, 0.0)
    light = np.minimum(light, knee) + (1.0 - knee) * over / (over + (1.0 - knee))
    code = np.maximum(light, 0.0) ** (1.0 / GAMMA)
    code = code + 0.03 * np.sin(2.0 * np.pi * (code - 0.5)) * (code < 1.0)
    return np.clip((code * (1.0 - sensor.veil) + sensor.veil) * 255.0, 0, 255).astype(np.uint8).reshape(256, 1, 3)


def vignette_map(view: View, strength: float) -> Image:
    """Return the factor (0..255 for 0..1, in layer code) by which the corners are darker, (H, W, 3) uint8."""
    width, height = view.size
    x = np.linspace(-1.0, 1.0, width, dtype=np.float32)[None, :]
    y = np.linspace(-1.0, 1.0, height, dtype=np.float32)[:, None] * np.float32(height / width)
    fall = 1.0 - strength * (x * x + y * y) / (1.0 + (height / width) ** 2)
    code = (255.0 * fall ** (1.0 / GAMMA)).astype(np.uint8)
    return np.asarray(cv2.merge([code, code, code]))


def expose(layer: Image, vignette: Image, blur_px: float, sharpening: float) -> Image:
    """Return a layer after the lens and the camera's sharpening: blurred, edges overdrawn, darker in the corners."""
    soft = cv2.GaussianBlur(layer, (0, 0), blur_px)
    wide = cv2.GaussianBlur(soft, (0, 0), 2.0 * blur_px)
    cv2.addWeighted(soft, 1.0 + sharpening, wide, -sharpening, 0.0, soft)
    return np.asarray(cv2.multiply(soft, vignette, scale=1.0 / 255.0))


class Noise:
    """A bank of sensor noise, larger than the picture; every frame takes another place in it."""

    SLACK = 48

    def __init__(self, rng: np.random.Generator, size: tuple[int, int], strength: float) -> None:
        height, width = (size[1] + self.SLACK) // 2 + 1, (size[0] + self.SLACK) // 2 + 1
        grain = cv2.GaussianBlur(rng.standard_normal((height, width, 3), dtype=np.float32), (0, 0), 0.7) * 1.9
        grain += rng.standard_normal((height, width, 1), dtype=np.float32) * 0.9
        grain = np.tile(grain * np.float32(strength / 1.4), (2, 2, 1))
        self._up = np.clip(np.rint(grain), 0, 255).astype(np.uint8)
        self._down = np.clip(np.rint(-grain), 0, 255).astype(np.uint8)

    def on(self, picture: Image, seed: int) -> Image:
        """Return the picture with the noise of frame `seed`."""
        left, top = (int(v) for v in np.random.default_rng(seed).integers(0, self.SLACK, 2))
        height, width = picture.shape[:2]
        window = (slice(top, top + height), slice(left, left + width))
        return np.asarray(cv2.subtract(cv2.add(picture, self._up[window]), self._down[window]))
