"""The pages of a printed kit, cut up and laid on a staged table, and the pictures a player takes of it all.

What lies where is drawn here and rendered by the studio; nothing is taken from what the program measures.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pypdfium2 as pdfium

from tableassist.geometry.frames import PlanarPose
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.registration.mat_layout import MatLayout
from tests.studio.staged_board import board_cameras
from tests.studio.staged_sheets import PrintedFace, StagedSheet

WEBCAM = {"width_px": 1920, "height_px": 1080, "fx": 1344.0, "fy": 1345.8, "cx": 966.7, "cy": 535.6}
LENS = (-0.105, 0.034, 0.0005, -0.0004)
RASTER_PER_MM = 12
"""About 300 dpi."""
SAMPLES = 4
CARD_MM = 0.2
TAPE_MM, TAPE_RAD = 0.5, math.radians(0.5)
HAND_MM, HAND_RAD = 0.15, math.radians(0.2)
MIDDLE = (457.5, 457.5, 0.0)


def webcam(target, *, distance_mm, off_deg, azimuth_deg=-90.0, roll_deg=0.0):
    return StudioCamera.looking_at(
        target,
        distance_mm=distance_mm,
        off_vertical_deg=off_deg,
        azimuth_deg=azimuth_deg,
        roll_deg=roll_deg,
        dist=LENS,
        **WEBCAM,
    )


class PaperKit:
    """The pages as a printer puts them on paper. `printed` says what is where on them."""

    def __init__(self, printed):
        self.printed = printed
        self._document = pdfium.PdfDocument(printed.pdf)

    @cache  # noqa: B019
    def raster(self, page):
        """Grey, row 0 at the top; 12 pixels a mm, exactly: A4's sides are whole numbers of them."""
        width = self._document[page].get_width()
        scale = round(self.printed.sizes_mm[page][0] * RASTER_PER_MM) / width * (1 - 1e-9)
        bitmap = self._document[page].render(scale=scale, grayscale=True)
        return bitmap.to_numpy().reshape(bitmap.height, bitmap.width)

    def face(self, page, origin_mm, texels_per_mm, box=None):
        """A page, or what scissors cut out of it along the lines of a box."""
        grey = self.raster(page)
        left, low, right, high = (0.0, 0.0, *self.printed.sizes_mm[page]) if box is None else box
        rows = grey.shape[0]
        columns = slice(round(left * RASTER_PER_MM), round(right * RASTER_PER_MM))
        down = slice(rows - round(high * RASTER_PER_MM), rows - round(low * RASTER_PER_MM))
        corner = columns.start / RASTER_PER_MM, (rows - down.stop) / RASTER_PER_MM
        origin = origin_mm[0] - corner[0], origin_mm[1] - corner[1]
        coarser = max(1, round(RASTER_PER_MM / texels_per_mm))
        return PrintedFace.from_raster(grey[down, columns], RASTER_PER_MM, origin, coarser=coarser)

    def card(self, tag, texels_per_mm=SAMPLES * 1.1):
        """The card of a tag, cut out, its tag's centre the origin."""
        one = next(each for each in self.printed.tags if each.tag == tag)
        assert one.yaw_deg == 0.0
        box = one.card.left, one.card.low, one.card.right, one.card.high
        return self.face(one.page, (one.x_mm, one.y_mm), texels_per_mm, box)


@dataclass(frozen=True)
class OwnTable:
    """A player's table as it really is: tags taped a little off, plates set crooked."""

    kit: PaperKit
    mat: MatLayout
    """Without its tags: they are paper that lies on it."""
    taped: tuple[StagedSheet, ...]
    pieces: dict
    """By id, with their tags where they really sit."""

    @classmethod
    def built(cls, kit, mat, pieces, rng):
        taped = []
        for tag in mat.tags:
            x, y, turn = rng.normal(0.0, (TAPE_MM, TAPE_MM, TAPE_RAD))
            taped.append(StagedSheet(kit.card(tag.tag), tag.x_mm + x, tag.y_mm + y, turn))
        fitted = {piece.id: replace(piece, mounts=tuple(_crooked(m, rng) for m in piece.mounts)) for piece in pieces}
        return cls(kit, replace(mat, tags=()), tuple(taped), fitted)

    def staged(self, name, pose, *, lift_mm=0.0):
        piece = self.pieces[name]
        cards = tuple((mount.tag, self.kit.card(mount.tag)) for mount in piece.mounts)
        return StagedPiece(piece, pose, lift_mm=lift_mm, printed=cards)

    def board_pictures(self, count, rng):
        """The page with the board lies on the table, and the camera is held over it from all sides."""
        board = self.kit.printed.boards[0]
        face = self.kit.face(board.page, (board.x_mm, board.y_mm), RASTER_PER_MM)
        table = StagedTable(self.mat, laid=(StagedSheet(face, *MIDDLE[:2]),))
        over_origin = board_cameras(count, rng, webcam(MIDDLE, distance_mm=1000.0, off_deg=0.0), 250.0)
        for camera in over_origin:
            shift = np.array(camera.translation_mm) - camera.rotation @ np.array(MIDDLE)
            yield Studio(replace(camera, translation_mm=tuple(map(float, shift))), samples=3).picture(table, rng)

    def mat_pictures(self, count, rng):
        """From above, and then from all round."""
        table = StagedTable(self.mat, laid=self.taped)
        for number in range(count):
            camera = webcam(
                MIDDLE,
                distance_mm=1400.0 + 40.0 * (number % 3),
                off_deg=4.0 if number == 0 else 30.0 + 6.0 * (number % 2),
                azimuth_deg=360.0 / (count - 1) * number,
                roll_deg=-20.0 + 17.0 * number,
            )
            yield Studio(camera, samples=SAMPLES).picture(table, rng)

    def jig_pictures(self, names, studio, rng):
        """The jig's page at the edge of the mat, each ship set into its four places by a hand that is a little off."""
        first, at = A4_JIG.tags.tags[0], next(t for t in self.kit.printed.tags if t.tag == A4_JIG.tags.tags[0].tag)
        face = self.kit.face(at.page, (at.x_mm - first.x_mm, at.y_mm - first.y_mm), SAMPLES * 1.1)
        page = StagedSheet(face, 590.0, 95.0, math.radians(2.0))
        for name in names:
            bow = max(x for x, _ in self.pieces[name].model.hull)
            for slot in A4_JIG.slots:
                x, y, turn = rng.normal((slot.x_mm, slot.y_mm, slot.heading_rad), (HAND_MM, HAND_MM, HAND_RAD))
                heading = page.heading_rad + turn
                stop = page.mat_from_sheet.place(np.array([[x, y, 0.0]]))[0]
                pose = PlanarPose(stop[0] - bow * math.cos(heading), stop[1] - bow * math.sin(heading), heading)
                ship = self.staged(name, pose, lift_mm=page.thickness_mm)
                yield studio.picture(StagedTable(self.mat, (ship,), laid=(*self.taped, page)), rng)

    def game_picture(self, poses, studio, rng):
        pieces = tuple(self.staged(name, pose) for name, pose in poses.items())
        return studio.picture(StagedTable(self.mat, pieces, laid=self.taped), rng)


def hanging_camera():
    """Beside the mat, 30 degrees off the vertical, as every page says."""
    aim = (457.5, 400.0, 0.0)
    return Studio(webcam(aim, distance_mm=1160.0, off_deg=30.0, azimuth_deg=-89.0, roll_deg=0.8), samples=SAMPLES)


def _crooked(mount, rng):
    """Glued on by eye: a stern flag worse than a plate that lies flat."""
    mm, deg, high = (1.5, 4.0, 2.0) if mount.z_mm > 20.0 else (0.5, 1.0, 0.0)
    way = rng.uniform(0.0, math.tau)
    return replace(
        mount,
        x_mm=mount.x_mm + mm * math.cos(way),
        y_mm=mount.y_mm + mm * math.sin(way),
        z_mm=mount.z_mm + high,
        yaw_rad=mount.yaw_rad + math.radians(deg) * rng.choice([-1.0, 1.0]),
    )


def write_pictures(folder, pictures):
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:02}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return folder
