"""Pictures that we write: as PNG where every bit counts, as JPEG where a page must stay small."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import template
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.vision.camera.frame import Image

JPEG_QUALITY = 85
SUFFIXES = (".png", ".jpg")


def encoded(image: Image, suffix: str = ".png", options: Sequence[int] = ()) -> bytes:
    done, data = cv2.imencode(suffix, np.ascontiguousarray(image), options)
    assert done
    return data.tobytes()


def encoded_jpeg(image: Image) -> bytes:
    return encoded(image, ".jpg", (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))


def narrowed(image: Image, width_px: int) -> Image:
    """No wider than that."""
    if image.shape[1] <= width_px:
        return image
    size = (width_px, round(image.shape[0] * width_px / image.shape[1]))
    return np.ascontiguousarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def check_picture_name(path: Path, option: str) -> None:
    if path.suffix not in SUFFIXES:
        what = template("{option}: got '{name}', expected a name that ends in .png or .jpg")
        raise BadRequestError(what, option=option, name=path.name)


def write_picture(path: Path, image: Image) -> None:
    write_bytes_safely(path, encoded(image, path.suffix if path.suffix in SUFFIXES else ".png"))
