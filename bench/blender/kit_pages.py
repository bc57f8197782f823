"""The printed kit as textures: its pages as pictures, and where on them each tag is."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

PX_PER_MM = 12.0
INK_GREY, PAPER_GREY = 48.0, 236.0
"""sRGB of laser print on matt paper: reflectances of 3 % and 84 %."""
POINTS_PER_MM = 72.0 / 25.4
DETECTION_SHRINKS = (2.0, 3.0)
"""Sizes at which tags are looked for: at one size alone the detector misses a tag now and then."""


@dataclass(frozen=True)
class KitPage:
    texture: str
    width_mm: float
    height_mm: float


@dataclass(frozen=True)
class PrintedTag:
    """A tag on a page: its middle from the page's lower-left corner, and the side of its black square."""

    tag: int
    page: int
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True)
class Kit:
    pages: tuple[KitPage, ...]
    tags: dict[int, tuple[PrintedTag, ...]]
    """By number; a number may be printed more than once."""

    def page_of(self, *numbers: int) -> int:
        """Find the page that has all these tags."""
        pages = [{tag.page for tag in self.tags.get(number, ())} for number in numbers]
        return min(set.intersection(*pages))

    def tag(self, number: int, page: int | None = None) -> PrintedTag:
        found = self.tags[number]
        return found[0] if page is None else next(tag for tag in found if tag.page == page)


def read_kit(pdf: Path, folder: Path) -> Kit:
    """Draw the pages into `folder` and find their tags, by a detector that is not the program's."""
    folder.mkdir(parents=True, exist_ok=True)
    notes = folder / f"{pdf.stem}.json"
    if notes.exists():
        return _from_json(json.loads(notes.read_text()))
    pages, tags = [], []
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 9
    detector = cv2.aruco.ArucoDetector(dictionary, parameters)
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        drawn = page.render(scale=PX_PER_MM / POINTS_PER_MM).to_numpy()[:, :, :3]
        inked = (INK_GREY + drawn.astype(np.float32) / 255.0 * (PAPER_GREY - INK_GREY)).round().astype(np.uint8)
        texture = folder / f"{pdf.stem}-{number + 1}.png"
        cv2.imwrite(str(texture), inked)
        width, height = (side / POINTS_PER_MM for side in page.get_size())
        pages.append(KitPage(str(texture), width, height))
        grey = cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY)
        for shrink in DETECTION_SHRINKS:
            small = cv2.resize(grey, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
            corners, ids, _ = detector.detectMarkers(small)
            for square, tag in zip(corners, [] if ids is None else ids.ravel(), strict=True):
                # To pixels of the full picture; corners of pixels count from 0 there, their middles from 0.5.
                at = (square.reshape(4, 2) + 0.5) * shrink
                mm = at * [width / drawn.shape[1], height / drawn.shape[0]]
                x, y = mm.mean(axis=0)
                side = np.linalg.norm(mm - np.roll(mm, 1, axis=0), axis=1).mean()
                found = PrintedTag(int(tag), number, float(x), float(height - y), float(side))
                if not any(_is_same(found, other) for other in tags):
                    tags.append(found)
    values = {"pages": [vars(page) for page in pages], "tags": [vars(tag) for tag in tags]}
    notes.write_text(json.dumps(values, indent=1))
    return _from_json(values)


def _is_same(one: PrintedTag, other: PrintedTag) -> bool:
    apart = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    return (one.tag, one.page) == (other.tag, other.page) and apart < other.size_mm / 2


def _from_json(values: dict) -> Kit:
    tags: dict[int, tuple[PrintedTag, ...]] = {}
    for value in values["tags"]:
        tag = PrintedTag(**value)
        tags[tag.tag] = (*tags.get(tag.tag, ()), tag)
    return Kit(tuple(KitPage(**value) for value in values["pages"]), tags)
