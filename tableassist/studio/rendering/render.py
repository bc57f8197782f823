"""A staged table as a camera would see it: the still backdrop, the things on it, hands, and the sensor."""

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from tableassist.geometry import Floats, MatPoints3, PlanarPose
from tableassist.studio.optics import Look, StudioCamera, develop, light_field, shadow_outline
from tableassist.studio.rendering.canvas import (
    Canvas,
    Facet,
    Region,
    facets_of,
    plane_from_rays,
    ray_grid,
    region_around,
)
from tableassist.studio.rendering.hand import paint_hand
from tableassist.studio.solids import clutter_solids, piece_solids
from tableassist.studio.staging.staged_table import (
    STILL,
    LaidThing,
    StagedClutter,
    StagedPiece,
    StagedTable,
    place_mat_tag,
)
from tableassist.studio.surfaces.faces import Placement, Solid, tag_card
from tableassist.studio.surfaces.skins import Field, floor_texture, sea_texture, wood_texture
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.mat_layout import MatLayout

_TAG_SAMPLES = 8
_CLOTH_RIM_MM = 10.0
_TABLE_RIM_MM = 330.0
_SEA_TEXELS_PER_MM = 1.4
_WOOD_TEXELS_PER_MM = 0.8


def cloth_rectangle(mat: MatLayout) -> tuple[float, float, float, float]:
    """Left, near, right, far of the cloth: the play area, and all its tags with a rim."""
    left, near, right, far = 0.0, 0.0, mat.width_mm, mat.height_mm
    for tag in mat.tags:
        reach = 0.72 * tag.size_mm + _CLOTH_RIM_MM
        left, right = min(left, tag.x_mm - reach), max(right, tag.x_mm + reach)
        near, far = min(near, tag.y_mm - reach), max(far, tag.y_mm + reach)
    return left, near, right, far


@lru_cache(maxsize=6)
def backdrop(camera: StudioCamera, mat: MatLayout, look: Look) -> Image:
    """Never written to: callers copy it."""
    unlit = _surfaces(camera, mat)
    lit = unlit * light_field(camera, look)[..., None]
    image: Image = np.clip(np.rint(lit), 0, 255).astype(np.uint8)
    cards = [tag_card(place_mat_tag(tag), thickness_mm=0.0).faces[-1] for tag in mat.tags]
    for facet in facets_of(cards, camera, look) if cards else ():
        region = region_around(camera, facet.ring_px, margin_px=3)
        if region.is_empty:
            continue
        canvas = Canvas(camera, region, _TAG_SAMPLES, image[region.slices])
        canvas.paint(facet, float(light_field(camera, look)[region.slices].mean()))
        image[region.slices] = canvas.finished()
    image.setflags(write=False)
    return image


def _surfaces(camera: StudioCamera, mat: MatLayout) -> Field:
    """Floor, table and cloth, each looked up where the pixel's ray meets it."""
    left, near, right, far = cloth_rectangle(mat)
    u, v = _on_plane(camera, 0.0)
    size = (round((right - left) * _SEA_TEXELS_PER_MM), round((far - near) * _SEA_TEXELS_PER_MM))
    sea = _sample_texture(sea_texture(*size), (u - np.float32(left)), (np.float32(far) - v), _SEA_TEXELS_PER_MM)
    rim, steps = _TABLE_RIM_MM, (_step(u), _step(v))
    on_table = _cover_share(u, v, steps, (left - 1.6 * rim, near - rim, right + 1.6 * rim, far + rim))
    on_cloth = _cover_share(u, v, steps, (left, near, right, far))
    if on_cloth.min() == 1.0:
        return sea
    wood = _sample_texture(wood_texture(1400), u + 900.0, v + 900.0, _WOOD_TEXELS_PER_MM)
    shade = 1.0 - 0.3 * _cover_share(u, v, steps, (left - 3.0, near - 7.0, right + 7.0, far + 3.0), soft_px=4.0)
    scene = wood * shade * on_table
    if on_table.min() < 1.0:
        low_u, low_v = _on_plane(camera, -740.0)
        scene += _sample_texture(floor_texture(800), low_u + 3000.0, low_v + 3000.0, 0.2) * (1.0 - on_table)
    surfaces: Field = scene * (1.0 - on_cloth) + sea * on_cloth
    return surfaces


def _on_plane(camera: StudioCamera, height_mm: float) -> tuple[Field, Field]:
    plane: Floats = plane_from_rays(camera, Placement(np.eye(3), np.array([0.0, 0.0, height_mm])))
    x, y = (grid[1:-1, 1:-1] for grid in ray_grid(camera))
    rows = plane.astype(np.float32)
    u, v, near = (row[0] * x + row[1] * y + row[2] for row in rows)
    near = np.maximum(near, np.float32(1e-5))  # rays above the horizon meet the floor very far away
    return u / near, v / near


def _sample_texture(texture: Image, x_mm: Field, y_mm: Field, texels_per_mm: float) -> Field:
    scale = np.float32(texels_per_mm)
    reach = np.float32(16000.0)  # cv2.remap cannot hold more
    x, y = np.clip(x_mm * scale, -reach, reach), np.clip(y_mm * scale, -reach, reach)
    seen = cv2.remap(texture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen, np.float32)


def _step(across: Field) -> Field:
    """How much it changes from one pixel to the next."""
    step: Field = np.abs(np.gradient(across, axis=1)) + np.abs(np.gradient(across, axis=0)) + np.float32(1e-6)
    return step


def _cover_share(
    u: Field, v: Field, steps: tuple[Field, Field], rectangle: tuple[float, float, float, float], soft_px: float = 1.0
) -> Field:
    """The share of each pixel inside a rectangle on the mat, (h, w, 1)."""
    left, near, right, far = rectangle
    step_u, step_v = steps
    inside_u = np.minimum(u - left, right - u) / (step_u * soft_px)
    inside_v = np.minimum(v - near, far - v) / (step_v * soft_px)
    share = np.clip(inside_u + 0.5, 0.0, 1.0) * np.clip(inside_v + 0.5, 0.0, 1.0)
    covered: Field = share[..., None].astype(np.float32)
    return covered


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
        return tuple(_move_piece(staged, float(t)) for t in times) if count > 1 else ()

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


def _move_piece(staged: StagedPiece, t_s: float) -> StagedPiece:
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
