"""Registrations of several pictures of one mat, with what their errors have in common.

Each camera is registered by itself. But a mat tag that lies elsewhere than the layout says, or a print at another
scale, misleads all cameras alike, and does not average out. So the errors of all of them are told as answers to one set
of unit errors (docs/measurement-model.md, eq. 44).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.camera.lens import PARAMETERS, Lens
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_places import covariance_root
from tableassist.vision.registration.mat_view import mat_view, place_errors
from tableassist.vision.registration.print_scale import scale_step
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting, seen_once

SIZE = 6 + len(PARAMETERS)
"""Of one camera's errors: those of its pose and of its lens."""


def joint_registrations(
    registrations: Sequence[Registration],
    mat_sightings: Sequence[tuple[TagSighting, ...]],
    lenses: Sequence[Lens],
    mat: MatLayout,
) -> tuple[Registration, ...]:
    """The same registrations, whose factors answer to the same unit errors, the last of which is the print's scale.
    `lenses` are those they were made with, before the mat's tags moved them within their plus-minus."""
    if len(registrations) == 1:
        return tuple(registrations)
    common = np.concatenate(
        [
            _answer_to_mat(registration, sightings, lens, mat)
            for registration, sightings, lens in zip(registrations, mat_sightings, lenses, strict=True)
        ]
    )
    by_scale = np.zeros((len(common), 1))
    covariance = common @ common.T
    for number, registration in enumerate(registrations):
        rows = slice(SIZE * number, SIZE * number + SIZE)
        by_scale[rows][:6, 0] = scale_step(registration.pose, mat)
        own = errors_of(registration)
        covariance[rows, rows] = own @ own.T - by_scale[rows] @ by_scale[rows].T
    root = covariance_root(np.asarray(covariance, dtype=np.float64))
    return with_errors(registrations, np.concatenate([root, by_scale], axis=1))


def errors_of(registration: Registration) -> Floats:
    """(SIZE, K) how pose and lens answer to unit errors."""
    return np.concatenate([registration.pose_factor, registration.lens_factor])


def with_errors(registrations: Sequence[Registration], factor: Floats) -> tuple[Registration, ...]:
    """`factor` is (V * SIZE, K)."""
    parts = (factor[SIZE * number : SIZE * number + SIZE] for number in range(len(registrations)))
    return tuple(
        replace(registration, pose_factor=part[:6], lens_factor=part[6:])
        for registration, part in zip(registrations, parts, strict=True)
    )


def moved_by(registration: Registration, step: Floats) -> Registration:
    """With pose and lens moved by (SIZE,)."""
    pose, lens = registration.pose.moved(step[:6]), registration.lens.shifted(step[6:])
    return replace(registration, pose=pose, lens=lens)


def _answer_to_mat(
    registration: Registration, sightings: tuple[TagSighting, ...], lens: Lens, mat: MatLayout
) -> Floats:
    """(SIZE, C) how pose and lens answer to the errors of the mat: places and sizes of its tags."""
    used = frozenset(registration.mat_tags_seen)
    pairs = tuple(pair for pair in seen_once(sightings, (tag.key for tag in mat.tags)) if mat.tags[pair[0]].tag in used)
    view = replace(mat_view(pairs, mat, lens), lens=registration.lens)
    places = place_errors(mat, lens)[[index for index, _ in pairs]]
    answer = view.answer_to_places(registration.pose, places)
    return np.concatenate([answer[:6], view.lens_root @ answer[6:]])
