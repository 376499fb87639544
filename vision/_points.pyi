"""What the warm reading does at every point, compiled from _points.c. Arrays are C-contiguous."""

import numpy as np
from numpy.typing import NDArray

def box_means(
    image: NDArray[np.uint8], width: int, points: NDArray[np.int32], side: int, means: NDArray[np.uint8]
) -> None: ...
def compare(
    pixels: NDArray[np.uint8],
    points: NDArray[np.int32],
    roots: NDArray[np.float32],
    empty: NDArray[np.float32],
    certainty: NDArray[np.float32],
    unlikely: NDArray[np.float32],
    discs: NDArray[np.float32],
    telling: NDArray[np.bool_],
    like: float,
    way: tuple[float, float],
    shares: NDArray[np.float32],
    colours: NDArray[np.float32],
) -> None: ...
def outermost(line: NDArray[np.uint8], share: float, noise: int, enough: int, numbers: NDArray[np.uint8]) -> None: ...
