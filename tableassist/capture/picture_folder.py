"""A folder of pictures, played in the order a person would count them."""

import re
from pathlib import Path

from tableassist.capture.picture import PICTURE_SUFFIXES, read_picture
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame

FRAMES_PER_S = 30.0
_DIGITS = re.compile(r"([0-9]+)")


class PictureFolder:
    live = False

    def __init__(self, folder: Path) -> None:
        self.name = folder.absolute().name
        self._pictures = _pictures_in(folder)
        self._number = 0

    def read(self) -> Frame | None:
        if self._number >= len(self._pictures):
            return None
        number = self._number
        self._number += 1
        t_ns = round(number * 1_000_000_000 / FRAMES_PER_S)
        return Frame(image=read_picture(self._pictures[number]), t_ns=t_ns, number=number, camera=self.name)

    def close(self) -> None:
        self._pictures = ()


def _pictures_in(folder: Path) -> tuple[Path, ...]:
    try:
        inside = list(folder.iterdir())
    except OSError as error:
        raise SourceError(
            "{folder}: cannot be listed ({problem})", folder=folder, problem=error.strerror or str(error)
        ) from error
    # Names that begin with a dot are left out: some systems put a hidden twin beside each picture.
    pictures = [path for path in inside if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".")]
    if not pictures:
        suffixes = tuple(sorted(PICTURE_SUFFIXES))
        raise SourceError("{folder}: holds no pictures, expected {suffixes}", folder=folder, suffixes=suffixes)
    return tuple(sorted(pictures, key=_counting_order))


def _counting_order(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Puts `shot2` before `shot10`; the name itself settles `a01` against `a1`."""
    # Splitting by a group alternates text and digits, so numbers only ever meet numbers.
    parts = _DIGITS.split(path.name.casefold())
    return [(int(part), "") if turn % 2 else (0, part) for turn, part in enumerate(parts)], path.name
