"""Faces made ready for a camera: those turned to it, projected, with their light.

All faces of a thing are worked on in one go: a ship has a hundred, and each call of numpy costs as much
for one as for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, MatPoints3
from tableassist.studio.optics.light import face_light
from tableassist.studio.optics.look import Look
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.surfaces.faces import Face

_LONGEST_MM = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    face: Face
    light: float
    ring_px: Floats
    """(N, 2): the outline in the picture, following the lens's curves."""
    plane: Floats
    """(3, 3): a ray (x, y, 1) becomes (u/depth, v/depth, 1/depth) on the face's own plane."""


def facets_of(faces: Sequence[Face], camera: StudioCamera, look: Look) -> tuple[Facet, ...]:
    normals = newell_normals(faces)
    first = np.array([face.points[0] for face in faces])
    turned = np.einsum("ij,ij->i", normals, camera.centre - first) > 0.0
    seen = [face for face, is_turned in zip(faces, turned, strict=True) if is_turned]
    if not seen:
        return ()
    rings = _projected([_subdivided(face.points) for face in seen], camera)
    lights = face_light(normals[turned], look)
    planes = _planes(seen, normals[turned], camera)
    return tuple(map(Facet, seen, (float(light) for light in lights), rings, planes))


def newell_normals(faces: Sequence[Face]) -> Floats:
    """(F, 3): Newell's normals, which also hold for outlines that are not convex."""
    points = np.concatenate([face.points for face in faces])
    ahead = np.concatenate([face.points[[*range(1, len(face.points)), 0]] for face in faces])
    starts = np.cumsum([0, *(len(face.points) for face in faces)])[:-1]
    normals: Floats = np.add.reduceat(np.cross(points, ahead), starts, axis=0)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return normals


def _projected(rings: list[Floats], camera: StudioCamera) -> list[Floats]:
    seen = camera.project(MatPoints3(np.concatenate(rings)))
    ends = np.cumsum([len(ring) for ring in rings])
    return np.split(seen, ends[:-1])


def _planes(faces: list[Face], normals: Floats, camera: StudioCamera) -> Floats:
    """(F, 3, 3): see `Facet.plane`. Painted faces use the frame of their picture."""
    along = np.array([face.points[1] - face.points[0] for face in faces])
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    upward = np.cross(normals, along)
    origin = np.array([face.points[0] for face in faces])
    for i, face in enumerate(faces):
        own = face.own_plane
        if own is not None:
            along[i], upward[i], origin[i] = own.rotation[:, 0], own.rotation[:, 1], own.shift
    turn = camera.rotation
    columns = np.stack([along @ turn.T, upward @ turn.T, camera.in_camera(origin)], axis=2)
    return np.asarray(np.linalg.inv(columns), np.float64)


def _subdivided(ring: Floats) -> Floats:
    """Extra points on long edges, so that they follow the lens's curves."""
    ahead = ring[[*range(1, len(ring)), 0]]
    lengths = np.sqrt(((ahead - ring) ** 2).sum(axis=1))
    if lengths.max() <= _LONGEST_MM:
        return ring
    parts = [
        a + (b - a) * np.linspace(0.0, 1.0, int(np.ceil(length / _LONGEST_MM)), endpoint=False)[:, None]
        for a, b, length in zip(ring, ahead, np.maximum(lengths, 1e-9), strict=True)
    ]
    return np.concatenate(parts)
