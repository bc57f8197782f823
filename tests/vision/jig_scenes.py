"""A ship on the fitting-out sheet, as corners: projected by OpenCV, not by the code under test, with drawn errors."""

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.vision.camera.lens import Lens
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.views import JigPicture
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.tags.noise import corner_covariance
from tableassist.vision.tags.sighting import TagSighting

DISTORTION = (-0.105, 0.034, 0.0005, -0.0004)
LENS = Lens(1920, 1080, 1344.0, 1345.8, 960.0, 536.0, (*DISTORTION, 0, 0, 0, 0), np.zeros((12, 12)))
EDGE = (40.0, 318.0, 597.0, 875.0)
PLACES = [(x, y) for x in EDGE for y in EDGE if x in (EDGE[0], EDGE[-1]) or y in (EDGE[0], EDGE[-1])]
MAT = MatLayout(915.0, 915.0, tuple(MatTag("36h11", i, 44.0, x, y, 0.0) for i, (x, y) in enumerate(PLACES)), 0.1)
HULL = ((-23.5, -4.7), (-12.9, -8.5), (8.2, -8.5), (20.2, -3.2), (23.5, 0), (20.2, 3.2), (8.2, 8.5), (-12.9, 8.5))
BOW_MM = 23.5
MODEL = PieceModel("hull", PieceKind.SHIP, HULL, 9.0, (), (), 15.0, 0.1)
MEANT = TagMount("36h11", 100, 18.0, MountKind.FLAG, -20.5, 0.0, 60.0, 0.0, 1.0, 1.0, math.radians(3.0))
SHIP = Piece("titan", "HMS Titan", MODEL, None, (), (MEANT,))
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
HAND_MM, HAND_RAD = 0.3, math.radians(0.6)


def turn(angle):
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def on_ship(mount):
    """(4, 3) a tag's corners in the frame of its ship, which stands upright."""
    flat = SQUARE * mount.size_mm @ turn(mount.yaw_rad).T + (mount.x_mm, mount.y_mm)
    return np.column_stack([flat, np.full(4, mount.z_mm)])


def mistaken(rng, mount=MEANT, *, yaw_deg=5.0, mm=2.0, high_mm=3.0):
    """A plate as a hand sets it: turned, aside and too high by so much, whichever way."""
    way = rng.uniform(0, math.tau)
    return replace(
        mount,
        x_mm=mount.x_mm + mm * math.cos(way),
        y_mm=mount.y_mm + mm * math.sin(way),
        z_mm=mount.z_mm + high_mm,
        yaw_rad=mount.yaw_rad + math.radians(yaw_deg) * rng.choice([-1, 1]),
    )


@dataclass
class Table:
    """One camera over a mat and a sheet whose prints are a little off, as the layouts allow."""

    rng: np.random.Generator
    off_deg: float = 6.0
    sheet: tuple[float, float] = (620.0, 60.0)
    see_mat: bool = True
    lean_rad: float = 0.0
    """How far from upright the ship stands each time, to each side: one sigma."""
    scale: float = field(init=False)

    def __post_init__(self):
        rng = self.rng
        self.scale = 1.0 + rng.normal(0, 0.002)
        self._mat = [
            (tag.tag, np.array([tag.x_mm, tag.y_mm]) + rng.normal(0, 0.1, 2), rng.normal(0, 0.1 / 44))
            for tag in MAT.tags
        ]
        self._bulge = {tag.tag: rng.normal(0, (0.05, 0.05, 0.1)) for tag in A4_JIG.tags.tags}
        tilt = math.radians(self.off_deg)
        forward = np.array([0.0, math.sin(tilt), -math.cos(tilt)])
        down = np.array([0.0, -math.cos(tilt), -math.sin(tilt)])
        self._rotation = np.stack([np.cross(down, forward), down, forward])
        self._eye = np.array([457.5, 457.5 if self.off_deg < 20 else 412.0, 0.0]) - 1275.0 * forward

    def _stands(self):
        """How a ship stands when it is set down: about the hull's centre."""
        return (
            np.eye(3) if not self.lean_rad else cv2.Rodrigues(np.append(self.rng.normal(0, self.lean_rad, 2), 0.0))[0]
        )

    def px(self, points):
        turned = cv2.Rodrigues(self._rotation)[0]
        camera = np.array([[LENS.fx, 0, LENS.cx], [0, LENS.fy, LENS.cy], [0, 0, 1]])
        seen, _ = cv2.projectPoints(points, turned, -self._rotation @ self._eye, camera, np.array(DISTORTION))
        return seen.reshape(-1, 2)

    def seen(self, tag, points):
        corners = self.px(points)
        noise = np.linalg.cholesky(corner_covariance(corners)) @ self.rng.normal(size=8)
        return TagSighting("36h11", tag, corners + noise.reshape(4, 2), 50.0, 0)

    def mat_sightings(self):
        return tuple(
            self.seen(tag, np.column_stack([SQUARE * 44.0 @ turn(yaw).T + at, np.zeros(4)]))
            for tag, at, yaw in self._mat
        )

    def on_sheet(self, points, z_mm):
        flat = np.asarray(points) + self.sheet
        return np.column_stack([flat, np.full(len(flat), z_mm + 0.1)])

    def sheet_sightings(self):
        for tag in A4_JIG.tags.tags:
            x, y, z = self._bulge[tag.tag]
            corners = (np.array([tag.x_mm, tag.y_mm]) + SQUARE * tag.size_mm) * self.scale + (x, y)
            yield self.seen(tag.tag, self.on_sheet(corners, z))

    def set_down(self, name, slot, *mounts, ahead_mm=0.0, turned_deg=0.0, backwards=False):
        """A picture of the ship in a slot, as a careful hand sets her; then a mistake on top, if any."""
        rng = self.rng
        heading = slot.heading_rad + rng.normal(0, HAND_RAD) + math.radians(turned_deg)
        bow = np.array([slot.x_mm, slot.y_mm]) * self.scale + rng.normal(0, HAND_MM, 2)
        bow += ahead_mm * np.array([math.cos(heading), math.sin(heading)])
        if backwards:
            bow -= 2 * BOW_MM * np.array([math.cos(heading), math.sin(heading)])
            heading += math.pi
        sightings = [*self.sheet_sightings(), *(self.mat_sightings() if self.see_mat else ())]
        stands = self._stands()
        for mount in mounts:
            solid = on_ship(mount) @ stands.T - (BOW_MM, 0.0, 0.0)
            corners = self.on_sheet(solid[:, :2] @ turn(heading).T + bow, 0.0)
            sightings.append(self.seen(mount.tag, corners + np.outer(solid[:, 2], (0.0, 0.0, 1.0))))
        return JigPicture(name, tuple(sightings))

    def set_downs(self, *mounts, slots=A4_JIG.slots):
        return tuple(self.set_down(f"picture {n}", slot, *mounts) for n, slot in enumerate(slots, start=1))

    def in_play(self, mount, x_mm, y_mm, heading_rad):
        """The mat with the ship anywhere on it."""
        solid = on_ship(mount) @ self._stands().T
        corners = np.column_stack([solid[:, :2] @ turn(heading_rad).T + (x_mm, y_mm), solid[:, 2]])
        return (self.seen(mount.tag, corners), *self.mat_sightings())
