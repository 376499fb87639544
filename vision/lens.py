"""A lens that bends straight lines: pictures are straightened before anything is looked for in them.

The model is the usual one of five numbers (Brown and Conrady: k1, k2, p1, p2, k3), as OpenCV's calibrateCamera and
most calibration programs give it. A board seen by a lens of 66 degrees is read well enough without; from about 90
degrees on the outer holes stand a third of a pitch beside a straight grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CameraError
from vision.types import Camera, Frame, Image, Locked

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """What a camera's calibration file tells, for pictures of `size` (width, height): px, and plain numbers.

    `focal` (fx, fy) and `centre` (cx, cy) are those of the camera matrix; `bend` is k1, k2, p1, p2, k3.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    bend: tuple[float, float, float, float, float]

    def for_size(self, width: int, height: int) -> Lens:
        """Give the same lens for smaller or larger pictures of one shape. Raises CameraError for another shape."""
        scale = width / self.size[0]
        if abs(self.size[1] * scale - height) > 1:
            asked = f"{self.size[0]}x{self.size[1]}"
            raise CameraError(
                f"the picture is {width}x{height}, the lens was measured at {asked}", "measure it for this camera"
            )
        focal = (self.focal[0] * scale, self.focal[1] * scale)
        centre = ((self.centre[0] + 0.5) * scale - 0.5, (self.centre[1] + 0.5) * scale - 0.5)
        return Lens((width, height), focal, centre, self.bend)

    def bent(self, points: Points) -> Points:
        """Take points (N, 2) of a straightened picture to where they are in the camera's own."""
        rays = np.column_stack([(points - self.centre) / self.focal, np.ones(len(points))])
        seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self._matrix(), np.array(self.bend))
        return np.asarray(seen.reshape(-1, 2), dtype=np.float64)

    def maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """Give the fixed-point maps that straighten a picture with `cv2.remap`."""
        matrix = self._matrix()
        one, two = cv2.initUndistortRectifyMap(matrix, np.array(self.bend), np.eye(3), matrix, self.size, cv2.CV_16SC2)
        return np.asarray(one, np.int16), np.asarray(two, np.uint16)

    def _matrix(self) -> Points:
        (fx, fy), (cx, cy) = self.focal, self.centre
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])


class Straightener:
    """Straightens picture after picture of one camera."""

    def __init__(self, lens: Lens) -> None:
        self._lens = lens
        self._maps = lens.maps()

    def straighten(self, image: Image) -> Image:
        """Straighten a uint8 BGR picture (H, W, 3). Raises CameraError for one of another shape."""
        height, width = image.shape[:2]
        if (width, height) != self._lens.size:
            self._lens = self._lens.for_size(width, height)
            self._maps = self._lens.maps()
        return np.asarray(cv2.remap(image, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


class StraightCamera:
    """A camera whose frames are straightened. Implements `Camera`; `locked` is that of the camera behind it."""

    def __init__(self, camera: Camera, lens: Lens) -> None:
        self._camera, self._straightener = camera, Straightener(lens)

    @property
    def name(self) -> str:
        return self._camera.name

    @property
    def locked(self) -> Locked | None:
        locked: Locked | None = getattr(self._camera, "locked", None)
        return locked

    def capture(self) -> Frame:
        """Give the next frame, straightened. Raises CameraError as the camera does, and for another shape."""
        frame = self._camera.capture()
        return Frame(self._straightener.straighten(frame.image), frame.sequence, frame.time_s)

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()
