"""A staged table as a camera would see it.

The backdrop is drawn once. Pieces whose pictures overlap are drawn together as one patch, and a patch is kept
for as long as nothing in it moves, so a frame costs little more than what has changed since the last.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.studio.backdrop import backdrop
from tableassist.studio.canvas import Canvas, Region, region_of
from tableassist.studio.clutter_solids import clutter_solids
from tableassist.studio.hand import paint_hand
from tableassist.studio.light import face_light, light_field, shadow_outlines
from tableassist.studio.look import Look
from tableassist.studio.optics import StudioCamera
from tableassist.studio.piece_solids import piece_solids
from tableassist.studio.placed_tags import place_free_tag
from tableassist.studio.sensor import develop
from tableassist.studio.solids import Face, Solid, tag_card
from tableassist.studio.staged_table import STILL, StagedClutter, StagedPiece, StagedTable, StagedTag
from tableassist.vision.frame import Image

Staged = StagedPiece | StagedTag | StagedClutter


@dataclass(frozen=True, slots=True, eq=False)
class _Figure:
    """One staged thing, ready to paint."""

    faces: tuple[tuple[Face, float], ...]
    """Those turned to the camera, each with its light."""
    shadows: tuple[Floats, ...]
    region: Region


@dataclass(frozen=True, slots=True)
class _Group:
    """Staged things whose pictures overlap."""

    staged: tuple[Staged, ...]
    region: Region


def staged_solids(staged: Staged) -> tuple[Solid, ...]:
    if isinstance(staged, StagedPiece):
        return piece_solids(staged)
    if isinstance(staged, StagedClutter):
        return clutter_solids(staged)
    return (tag_card(place_free_tag(staged), thickness_mm=0.5),)


class Studio:
    """One camera under one light. Keeps what does not change between pictures."""

    def __init__(self, camera: StudioCamera, look: Look | None = None, *, samples: int = 4) -> None:
        self.camera = camera
        self.look = Look() if look is None else look
        self.samples = samples
        self._figures: OrderedDict[Hashable, _Figure] = OrderedDict()
        self._patches: OrderedDict[Hashable, Image] = OrderedDict()

    def picture(self, table: StagedTable, rng: np.random.Generator) -> Image:
        """(height, width, 3), BGR. The generator gives the noise."""
        under = backdrop(self.camera, table.mat, self.look)
        image = under.copy()
        for group in self._groups((*table.pieces, *table.clutter, *table.free_tags)):
            image[group.region.slices] = self._patch(group, table, under)
        for hand in table.hands:
            paint_hand(image, hand, self.camera, self.look)
        return develop(image, self.look, rng)

    def _figure(self, staged: Staged) -> _Figure:
        found = self._figures.get(staged)
        if found is None:
            found = self._figures[staged] = self._made_figure(staged)
            if len(self._figures) > 256:
                self._figures.popitem(last=False)
        return found

    def _made_figure(self, staged: Staged) -> _Figure:
        solids = staged_solids(staged)
        eye = self.camera.centre
        turned = [
            (face, face_light(face.normal, self.look))
            for solid in solids
            for face in solid.faces
            if float(face.normal @ (eye - face.points[0])) > 0.0
        ]
        shadows = tuple(shadow_outlines(solid, self.look) for solid in solids if solid.casts_shadow)
        points = np.concatenate([*(solid.points for solid in solids), *shadows])
        soft = 3.0 * self.look.shadow_softness_mm
        corners = [points + (x, y, 0.0) for x in (-soft, soft) for y in (-soft, soft)]
        region = region_of(self.camera, np.concatenate(corners))
        faces = tuple(turned)
        return _Figure(faces, shadows, region)

    def _groups(self, staged: tuple[Staged, ...]) -> list[_Group]:
        groups: list[_Group] = []
        for one in staged:
            region = self._figure(one).region
            for moment in self._moments(one):
                region = region.joined(self._figure(moment).region)
            if not region.is_empty:
                groups = _with_group(groups, _Group((one,), region))
        return groups

    def _moments(self, staged: Staged) -> tuple[Staged, ...]:
        """Where a moving piece is at evenly spread moments of the exposure; empty for what stands still."""
        look = self.look
        if not isinstance(staged, StagedPiece) or staged.motion.is_still or look.exposure_s <= 0.0:
            return ()
        count = max(2, look.motion_samples)
        times = ((np.arange(count) + 0.5) / count - 0.5) * look.exposure_s
        return tuple(_moved(staged, float(t)) for t in times)

    def _patch(self, group: _Group, table: StagedTable, under: Image) -> Image:
        key = (group, table.mat)
        found = self._patches.get(key)
        if found is None:
            found = self._patches[key] = self._drawn(group, under[group.region.slices])
            if len(self._patches) > 48:
                self._patches.popitem(last=False)
        else:
            self._patches.move_to_end(key)
        return found

    def _drawn(self, group: _Group, under: Image) -> Image:
        moments = [self._moments(one) for one in group.staged]
        count = max((len(m) for m in moments), default=0)
        if count == 0:
            return self._drawn_once(group.staged, group.region, under)
        total = np.zeros(under.shape, np.float32)
        for i in range(count):
            now = tuple(m[i] if m else one for one, m in zip(group.staged, moments, strict=True))
            total += self._drawn_once(now, group.region, under)
        blurred: Image = np.rint(total / count).astype(np.uint8)
        return blurred

    def _drawn_once(self, staged: tuple[Staged, ...], region: Region, under: Image) -> Image:
        canvas = Canvas(self.camera, region, self.samples, under)
        figures = [self._figure(one) for one in staged]
        middle = light_field(self.camera, self.look)[region.slices]
        px_per_mm = self.camera.fx / float(self.camera.centre[2])
        canvas.shade(
            [ring for figure in figures for ring in figure.shadows],
            strength=self.look.shadow,
            softness_px=self.look.shadow_softness_mm * px_per_mm,
        )
        around = float(middle.mean())
        for figure in figures:
            for face, light in figure.faces:
                canvas.paint(face, light * around)
        return canvas.finished()


def _with_group(groups: list[_Group], new: _Group) -> list[_Group]:
    """The new group joined with all that it meets; a joined group may meet more, so look again."""
    while True:
        met = [group for group in groups if group.region.meets(new.region)]
        if not met:
            return [*groups, new]
        groups = [group for group in groups if not group.region.meets(new.region)]
        for group in met:
            new = _Group((*group.staged, *new.staged), group.region.joined(new.region))


def _moved(staged: StagedPiece, t_s: float) -> StagedPiece:
    pose, motion = staged.pose, staged.motion
    moved = PlanarPose(
        pose.x_mm + motion.x_mm_per_s * t_s,
        pose.y_mm + motion.y_mm_per_s * t_s,
        pose.heading_rad + motion.turn_rad_per_s * t_s,
    )
    return replace(staged, pose=moved, motion=STILL)


def render(
    table: StagedTable,
    camera: StudioCamera,
    look: Look | None = None,
    *,
    seed: int = 0,
    samples: int = 4,
) -> Image:
    """One picture. For many of the same camera keep a `Studio`."""
    return Studio(camera, look, samples=samples).picture(table, np.random.default_rng(seed))
