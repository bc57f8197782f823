"""A staged table as a camera would see it.

The backdrop is drawn once. Pieces whose pictures overlap are drawn together as one patch, and a patch is kept
for as long as nothing in it moves, so a frame costs little more than what has changed since the last.
"""

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats, MatPoints3, PlanarPose
from tableassist.studio.optics.light import light_field, shadow_outline
from tableassist.studio.optics.look import Look
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.optics.sensor import develop
from tableassist.studio.rendering.backdrop import backdrop
from tableassist.studio.rendering.canvas import Canvas, Region, region_around
from tableassist.studio.rendering.facets import Facet, facets_of
from tableassist.studio.rendering.hand import paint_hand
from tableassist.studio.solids.clutter import clutter_solids
from tableassist.studio.solids.piece import piece_solids
from tableassist.studio.staging.staged_table import STILL, LaidThing, StagedClutter, StagedPiece, StagedTable
from tableassist.studio.surfaces.faces import Solid
from tableassist.vision.camera.frame import Image

Staged = StagedPiece | StagedClutter | LaidThing


@dataclass(frozen=True, slots=True, eq=False)
class _Figure:
    """One staged thing, ready to paint."""

    facets: tuple[Facet, ...]
    shadows_px: tuple[Floats, ...]
    region: Region


@dataclass(frozen=True, slots=True)
class _Group:
    """Staged things whose pictures overlap."""

    staged: tuple[Staged, ...]
    region: Region


def staged_solids(staged: Staged) -> tuple[Solid, ...]:
    if isinstance(staged, StagedPiece):
        return piece_solids(staged)
    return clutter_solids(staged) if isinstance(staged, StagedClutter) else staged.solids()


class Studio:
    """One camera under one light. Keeps what does not change between pictures."""

    def __init__(self, camera: StudioCamera, look: Look | None = None, *, samples: int = 4) -> None:
        self.camera = camera
        self.look = Look() if look is None else look
        self._lighting = self.look.lighting
        self.samples = samples
        self._figures: OrderedDict[Hashable, _Figure] = OrderedDict()
        self._patches: OrderedDict[Hashable, Image] = OrderedDict()
        self._grounds: OrderedDict[Hashable, Image] = OrderedDict()

    def picture(self, table: StagedTable, rng: np.random.Generator, *, window: Region | None = None) -> Image:
        """(height, width, 3), BGR. The generator gives the noise. `window`: only this part of it, sooner."""
        under = self._ground(table)
        image = under.copy()
        for group in self._groups((*table.laid, *table.pieces, *table.clutter)):
            image[group.region.slices] = self._patch(group, table, under)
        for hand in table.hands:
            paint_hand(image, hand, self.camera, self.look)
        return develop(image if window is None else np.ascontiguousarray(image[window.slices]), self.look, rng)

    def _ground(self, table: StagedTable) -> Image:
        """The backdrop with the table's sheets on it; never written to."""
        image = backdrop(self.camera, table.mat, self._lighting)
        if not table.sheets:
            return image
        key = (table.mat, table.sheets)
        ground = self._grounds.get(key)
        if ground is None:
            ground = image.copy()
            for sheet in table.sheets:
                group = _Group((sheet,), self._figure(sheet).region)
                if not group.region.is_empty:
                    ground[group.region.slices] = self._drawn(group, ground[group.region.slices])
            self._grounds[key] = ground
            if len(self._grounds) > 4:
                self._grounds.popitem(last=False)
        return ground

    def _figure(self, staged: Staged) -> _Figure:
        figure = self._figures.get(staged)
        if figure is None:
            figure = self._figures[staged] = self._made_figure(staged)
            if len(self._figures) > 256:
                self._figures.popitem(last=False)
        return figure

    def _made_figure(self, staged: Staged) -> _Figure:
        solids = staged_solids(staged)
        facets = facets_of([face for solid in solids for face in solid.faces], self.camera, self.look)
        cast = [shadow_outline(solid, self.look) for solid in solids if solid.casts_shadow]
        shadows = tuple(self.camera.project(MatPoints3(ring)) for ring in cast)
        points = np.concatenate([*(facet.ring_px for facet in facets), *shadows])
        margin_px = 2 + math.ceil(2.5 * self._softness_px())  # room for the soft rim of a shadow
        return _Figure(facets, shadows, region_around(self.camera, points, margin_px=margin_px))

    def _softness_px(self) -> float:
        return self.look.shadow_softness_mm * self.camera.fx / float(self.camera.centre[2])

    def _groups(self, staged: tuple[Staged, ...]) -> list[_Group]:
        groups: list[_Group] = []
        for solid in staged:
            region = self._figure(solid).region
            for moment in self._moments(solid):
                region = region.joined(self._figure(moment).region)
            if not region.is_empty:
                groups = _with_group(groups, _Group((solid,), region))
        return groups

    def _moments(self, staged: Staged) -> tuple[Staged, ...]:
        """Where a moving piece is at evenly spread moments of the exposure; empty for what stands still."""
        if not isinstance(staged, StagedPiece) or staged.motion.is_still:
            return ()
        motion, look = staged.motion, self.look
        speed = math.hypot(motion.x_mm_per_s, motion.y_mm_per_s) + 35.0 * abs(motion.turn_rad_per_s)
        smear_px = speed * look.exposure_s * self.camera.fx / float(self.camera.centre[2])
        count = min(look.motion_samples, math.ceil(2.0 * smear_px))
        times = ((np.arange(count) + 0.5) / max(count, 1) - 0.5) * look.exposure_s
        return tuple(_moved(staged, float(t)) for t in times) if count > 1 else ()

    def _patch(self, group: _Group, table: StagedTable, under: Image) -> Image:
        key = (group, table.mat, table.sheets)
        cached = self._patches.get(key)
        if cached is None:
            cached = self._patches[key] = self._drawn(group, under[group.region.slices])
            if len(self._patches) > 48:
                self._patches.popitem(last=False)
        else:
            self._patches.move_to_end(key)
        return cached

    def _drawn(self, group: _Group, under: Image) -> Image:
        """What stands still is drawn once, what moves at each of its moments."""
        around = float(light_field(self.camera, self._lighting)[group.region.slices].mean())
        moving = {staged: moments for staged in group.staged if (moments := self._moments(staged))}
        still = Canvas(self.camera, group.region, self.samples, under)
        for staged in group.staged:
            if staged not in moving:
                self._add(still, staged, around)
        count = max((len(moments) for moments in moving.values()), default=0)
        if count == 0:
            return self._finished(still)
        total = np.zeros(under.shape, np.float32)
        for i in range(count):
            now = still.copy()
            for moments in moving.values():
                self._add(now, moments[min(i, len(moments) - 1)], around)
            total += self._finished(now)
        return np.rint(total / count).astype(np.uint8)

    def _add(self, canvas: Canvas, staged: Staged, around: float) -> None:
        figure = self._figure(staged)
        canvas.cast(figure.shadows_px)
        for facet in figure.facets:
            canvas.paint(facet, around)

    def _finished(self, canvas: Canvas) -> Image:
        return canvas.finished(shadow=self.look.shadow, softness_px=self._softness_px())


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
    table: StagedTable, camera: StudioCamera, look: Look | None = None, *, seed: int = 0, samples: int = 4
) -> Image:
    """One picture. For many of the same camera keep a `Studio`."""
    return Studio(camera, look, samples=samples).picture(table, np.random.default_rng(seed))
