"""Which common board pictures do show, when the one that was looked for is not in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.messages import Message, template
from tableassist.vision.camera.frame import Image
from tableassist.vision.lens_fit.board import DICTIONARIES, LEAST_CORNERS, CharucoBoard

LOOKED_AT = 5
"""Pictures, spread over the set."""
SMALL_WIDTH_PX = 960
SQUARES = range(3, 16)
LEAST_CHESSBOARD = (5, 4)
"""Inner corners; smaller ones are seen in any pattern."""
LEAST_TAGS = 6
HIDDEN_TAGS = 2
"""So many of the board's last tags may be hidden in all pictures."""
FAMILIES = {
    "4x4": ("4x4_50", "4x4_100", "4x4_250", "4x4_1000"),
    "5x5": ("5x5_50", "5x5_100", "5x5_250", "5x5_1000"),
    "6x6": ("6x6_50", "6x6_100", "6x6_250", "6x6_1000"),
    "7x7": ("7x7_50", "7x7_100", "7x7_250", "7x7_1000"),
    "36h11": ("36h11",),
    "original": ("original",),
}
"""From the smallest, whose tags are the first of the larger ones'."""
Grey = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class _Tags:
    grey: Grey
    corners: Sequence[cv2.typing.MatLike]
    ids: npt.NDArray[np.int32]


def seen_board(pictures: Iterable[Callable[[], Image]]) -> Message | None:
    """In words; None where no chessboard and no tags are seen. Some of the pictures are opened."""
    every = list(pictures)
    apart = max(1.0, len(every) / LOOKED_AT)
    small = [_small(every[int(place)]()) for place in np.arange(0.0, len(every), apart)]
    return _charuco(small) or _chessboard(small)


def _small(image: Image) -> Grey:
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shrink = min(1.0, SMALL_WIDTH_PX / grey.shape[1])
    return np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _chessboard(pictures: list[Grey]) -> Message | None:
    """The size that most pictures show; of sizes that are shown as often, the larger.

    The search for any size may stop short of the board's edge, or take the paper's edge for one more row: seldom the
    same in several pictures, while the true size comes back.
    """
    flags = cv2.CALIB_CB_LARGER | cv2.CALIB_CB_NORMALIZE_IMAGE
    votes: Counter[tuple[int, int]] = Counter()
    for grey in pictures:
        is_found, _, squares = cv2.findChessboardCornersSBWithMeta(grey, LEAST_CHESSBOARD, flags)
        if is_found and squares is not None:
            votes[max(squares.shape[:2]), min(squares.shape[:2])] += 1
    if not votes:
        return None
    columns, rows = max(votes, key=lambda size: (votes[size], size[0] * size[1]))
    return Message("a chessboard of {columns}x{rows} inner corners", columns=columns, rows=rows)


def _charuco(pictures: list[Grey]) -> Message | None:
    names = next((names for names in map(_family, pictures) if names), None)
    if names is None:
        return None
    found = [_tags(grey, names[-1]) for grey in pictures]
    fullest = max(found, key=lambda tags: len(tags.ids))
    count = max(int(tags.ids.max(initial=-1)) for tags in found) + 1
    dictionary = next((name for name in names if count <= _size(name)), names[-1])
    sizes = {
        (across, down): _corners(CharucoBoard(across, down, 1.0, 0.7, dictionary), fullest)
        for across in SQUARES
        for down in SQUARES
        if count <= across * down // 2 <= count + HIDDEN_TAGS
    }
    across, down = max(sizes, key=lambda size: sizes[size], default=(0, 0))
    if sizes.get((across, down), 0) < LEAST_CORNERS:
        return Message("tags of the dictionary {dictionary}, numbered to {last}", dictionary=dictionary, last=count - 1)
    form = template("a ChArUco board of {across}x{down} squares with tags of the dictionary {dictionary}")
    return Message(form, across=across, down=down, dictionary=dictionary)


def _family(grey: Grey) -> tuple[str, ...]:
    """The dictionaries that most of the tags in a picture are of; none where there are too few. Looking for all of them
    takes long."""
    counts = {names: len(_tags(grey, names[-1]).ids) for names in FAMILIES.values()}
    most = max(counts, key=lambda names: counts[names])
    return most if counts[most] >= LEAST_TAGS else ()


def _size(dictionary: str) -> int:
    return len(cv2.aruco.getPredefinedDictionary(DICTIONARIES[dictionary]).bytesList)


def _tags(grey: Grey, dictionary: str) -> _Tags:
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARIES[dictionary]))
    corners, ids, _ = finder.detectMarkers(grey)
    found = np.zeros(0, dtype=np.int32) if ids is None else np.asarray(ids, dtype=np.int32).ravel()
    return _Tags(grey, corners, found)


def _corners(board: CharucoBoard, tags: _Tags) -> int:
    """How many of the board's corners hang together with the tags, of the better of both patterns."""
    most = 0
    for legacy in (False, True):
        finder = cv2.aruco.CharucoDetector(board.printed(legacy=legacy))
        _, ids, _, _ = finder.detectBoard(tags.grey, markerCorners=tags.corners, markerIds=tags.ids)
        most = max(most, 0 if ids is None else int(np.size(ids)))
    return most
