"""Pictures of one plain colour, which survive any codec and can be told apart."""

import cv2
import numpy as np

from tableassist.vision.camera.frame import Image

BLUE, GREEN, RED, GREY = (200, 40, 30), (40, 180, 40), (30, 40, 200), (128, 128, 128)


def plain(colour: tuple[int, int, int], *, width: int = 64, height: int = 48) -> Image:
    return np.full((height, width, 3), colour, dtype=np.uint8)


def jpeg(colour: tuple[int, int, int], *, width: int = 64, height: int = 48) -> bytes:
    return encoded(plain(colour, width=width, height=height), ".jpg")


def encoded(image: Image, suffix: str) -> bytes:
    done, data = cv2.imencode(suffix, image)
    assert done
    return data.tobytes()


def is_colour(image: Image, colour: tuple[int, int, int], *, within: int = 12) -> bool:
    return bool(np.all(np.abs(image.astype(int) - np.array(colour)) <= within))
