"""One picture from one camera."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    image: Image
    """(height, width, 3), BGR. Never written to after the frame is made."""
    t_ns: int
    """Monotonic time of capture."""
    number: int
    """Counts up from 0 at its source; a gap means frames were dropped."""
    camera: str
    """Names the camera, since a table may have several."""
    film_mm: float | None = None
    """The 35 mm equivalent focal length, where the picture's file states it."""

    @property
    def width_px(self) -> int:
        return int(self.image.shape[1])

    @property
    def height_px(self) -> int:
        return int(self.image.shape[0])
