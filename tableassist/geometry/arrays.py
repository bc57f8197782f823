"""Names for arrays of points; the name says in which frame the numbers are."""

from typing import NewType

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]

MatPoints = NewType("MatPoints", npt.NDArray[np.float64])
"""(N, 2) millimetres on the mat: x right, y away, origin at the mat's lower-left corner."""

MatPoints3 = NewType("MatPoints3", npt.NDArray[np.float64])
"""(N, 3) millimetres, as `MatPoints`, z up."""

PiecePoints = NewType("PiecePoints", npt.NDArray[np.float64])
"""(N, 2) millimetres in the piece's frame: origin at the hull's centre, x to the bow, y to port."""

ImagePoints = NewType("ImagePoints", npt.NDArray[np.float64])
"""(N, 2) pixels: x right, y down, (0, 0) at the CENTRE of the top-left pixel."""
