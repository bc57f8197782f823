"""Pieces from their tags: three unknowns a piece (x, y, heading), all its tags in one fit, all pieces at once."""

import math
from dataclasses import dataclass, field

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, ImagePoints, Indices
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.geometry.rounding import rounded, rounded_rows
from tableassist.messages import Message, template
from tableassist.pieces.piece import Piece, TagMount
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.camera.lens import Lens
from tableassist.vision.localisation.registration import Registration
from tableassist.vision.tags.bowed_edges import straightened
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting, by_key

STEPS = 8
STEP_TOLERANCE = 1e-4
"""Of a millimetre; the step after it would be its square."""
MISFIT_CHI = 4.0
MISFIT_PX, MISFIT_SHARE = 0.25, 0.018
"""Residuals that are so many times their expected size, and so large, in pixels or by the tag's own: it is lifted,
tipped, of another size, or not this tag. A stiff tag as small as these can look stretched or slanting, but not like a
keystone: that part of the residuals tells of a sail or a shadow over its rim, not of its place."""
KEYSTONE = np.array([1.0, -1.0, 1.0, -1.0]) / 2.0
DOUBT_CHI = 3.0
ODD_SCALE_ERROR = 0.012
"""One tag larger or smaller than the others by this share: a ship lifted by 1.5 cm, or the scissors' work at worst."""
ODD_SIGMAS = 4.5
OWN_SHARE = 0.5
"""How far one piece's residuals alone widen its own plus-minus: five numbers tell little."""
ENOUGH_PIECES, MOST_USUAL = 4, 4.0
POOL_PRIOR = 15.0
"""Residuals' worth of trust in the noise model, when the residuals of all pieces say how good the picture is."""
FLOOR_SIGMA_MM = 0.002
FLOOR_SIGMA_RAD = 0.0001
"""What no averaging removes. Paper that is not flat and plates that are not straight belong to the mount's sigma."""
OWN_BITS, SHARED_BITS = 20, 12
"""Of a plus-minus: one part in four thousand is far less than anybody knows of it. A record of two hours keeps every
pose as it was judged by, to the last digit, and would be three times as long with all of them."""

_Linearised = tuple[Floats, Floats, Floats, Floats]


@dataclass(frozen=True, slots=True)
class Localised:
    poses: dict[str, PiecePose]
    problems: dict[str, Message]
    """Piece to the sentence that says why its tags were not believed."""
    doubts: dict[str, Message]
    """Piece to the sentence that says why its plus-minus is wide."""
    scale_errors: dict[str, float] = field(default_factory=dict)
    """Piece to how much larger its tags look than they should, as a share."""

    @property
    def sentences(self) -> dict[str, Message]:
        """What to say of a piece."""
        return {**self.doubts, **self.problems}

    @property
    def warnings(self) -> tuple[Message, ...]:
        return tuple(self.sentences.values())


@dataclass(frozen=True, slots=True, eq=False)
class _SeenTags:
    """Arrays over the T tags of P pieces."""

    piece: np.ndarray[tuple[int], np.dtype[np.intp]]
    local: Floats
    """(T, 4, 2) corners in the piece's frame."""
    pivot: Floats
    """(T, 2) in the piece's frame: what an error of the mount's yaw turns the tag about."""
    z_mm: Floats
    px: Floats
    """(T, 4, 2) corners seen."""
    noise: Floats
    """(T, 8, 8) covariance of the corners seen."""
    mount_sigma: Floats
    """(T, 4) of x, y, z, yaw."""


_Match = tuple[Piece, TagMount, TagSighting]


def localise(
    sightings: tuple[TagSighting, ...], pieces: tuple[Piece, ...], registration: Registration, t_ns: int
) -> Localised:
    matches, problems = _match(sightings, pieces)
    if not matches:
        return Localised({}, problems, {})
    first = _place(matches, registration, t_ns)
    placed, doubts = dict(first.poses), dict(first.doubts)
    for piece in first.refused:
        own = [match for match in matches if match[0] is piece]
        again = _without_one_tag(own, registration, t_ns, first.typical)
        if again is None:
            form = template("{name}: tag {tags} looks lifted, tipped or of another size than the table file says")
            problems[piece.id] = Message(form, name=piece.name, tags=_tags(own))
        else:
            placed[piece.id], doubts[piece.id] = again
    return Localised(placed, problems, doubts, first.scale_errors)


@dataclass(frozen=True, slots=True)
class _Placed:
    poses: dict[str, PiecePose]
    doubts: dict[str, Message]
    refused: tuple[Piece, ...]
    typical: float
    """A typical piece's residuals against the noise model."""
    scale_errors: dict[str, float]


def _place(matches: list[_Match], registration: Registration, t_ns: int, least_typical: float | None = None) -> _Placed:
    found = sorted({piece.id for piece, _, _ in matches})
    by_id = {piece.id: piece for piece, _, _ in matches}
    tags = _arrays(matches, found, registration.lens)
    poses, last = _fit(_start(tags, len(found), registration), tags, registration)
    whole = _misfits(last, tags, len(found))
    own, shared, seen_typical = _spread(len(found), last, tags, registration, whole.chi**2)
    typical = seen_typical if least_typical is None else least_typical
    scale_error = _scale_error(last[0], tags)
    limit_px = np.minimum(
        MISFIT_PX, MISFIT_SHARE * np.bincount(tags.piece, scale_error.reach_px) / np.bincount(tags.piece)
    )
    stiff = whole
    if (whole.rms_px > limit_px).any():
        stiff = _misfits(_without_keystone(last), tags, len(found))
    odd_size = _odd_size(scale_error, tags, len(found))
    placed: dict[str, PiecePose] = {}
    doubts: dict[str, Message] = {}
    refused = []
    for index, piece_id in enumerate(found):
        used = _tags([match for match in matches if match[0].id == piece_id])
        if (
            not np.isfinite(poses[index]).all()
            or (stiff.chi[index] > MISFIT_CHI * typical and stiff.rms_px[index] > limit_px[index])
            or odd_size[index]
        ):
            refused.append(by_id[piece_id])
            continue
        if whole.chi[index] > DOUBT_CHI * typical and whole.rms_px[index] > limit_px[index]:
            form = template("{name}: tag {tags} is partly covered or badly lit, so the plus-minus is wide")
            doubts[piece_id] = Message(form, name=by_id[piece_id].name, tags=used)
        x, y, heading = (float(value) for value in poses[index])
        placed[piece_id] = PiecePose(
            PlanarPose(x, y, heading), own[index], shared[index], t_ns, used, float(whole.rms_px[index])
        )
    shares = np.bincount(tags.piece, scale_error.px / scale_error.reach_px) / np.bincount(tags.piece)
    return _Placed(placed, doubts, tuple(refused), typical, dict(zip(found, shares.tolist(), strict=True)))


def _without_one_tag(
    own: list[_Match], registration: Registration, t_ns: int, typical: float
) -> tuple[PiecePose, Message] | None:
    """A piece by all its tags but one, if just one such choice fits: the odd tag is covered, or has come off.

    Where two fit, each by itself, they contradict each other, and nobody knows which is right.
    """
    good = []
    for odd in own if len(own) > 1 else ():
        rest = [match for match in own if match is not odd]
        again = _place(rest, registration, t_ns, typical)
        if again.poses and not again.doubts:
            good.append((odd, rest, again))
    if len(good) != 1:
        return None
    (piece, mount, _), rest, again = good[0]
    form = template("{name}: tag {tag} does not fit with {tags}, and is left out: covered, or come off?")
    return again.poses[piece.id], Message(form, name=piece.name, tag=mount.tag, tags=_tags(rest))


def _tags(matches: list[_Match]) -> tuple[int, ...]:
    return tuple(mount.tag for _, mount, _ in matches)


def _match(sightings: tuple[TagSighting, ...], pieces: tuple[Piece, ...]) -> tuple[list[_Match], dict[str, Message]]:
    grouped = by_key(sightings)
    matches = []
    problems: dict[str, Message] = {}
    for piece in pieces:
        for mount in piece.mounts:
            seen = grouped.get((mount.family, mount.tag), [])
            if len(seen) == 1:
                matches.append((piece, mount, seen[0]))
            elif seen:
                form = template("tag {tag} ({name}) is seen {count} times: not used")
                problems[piece.id] = Message(form, tag=mount.tag, name=piece.name, count=len(seen))
    return matches, problems


def _arrays(matches: list[_Match], found: list[str], lens: Lens) -> _SeenTags:
    mounts = [mount for _, mount, _ in matches]
    yaw = np.array([mount.yaw_rad for mount in mounts])
    turn = np.stack([np.cos(yaw), -np.sin(yaw), np.sin(yaw), np.cos(yaw)], axis=-1).reshape(-1, 2, 2)
    corners = np.stack([tag_corners(mount.size_mm) for mount in mounts])
    centre = np.array([(mount.x_mm, mount.y_mm) for mount in mounts])
    pivot = [centre[k] if mount.pivot_x_mm is None else (mount.pivot_x_mm, 0.0) for k, mount in enumerate(mounts)]
    return _SeenTags(
        piece=np.array([found.index(piece.id) for piece, _, _ in matches]),
        local=corners @ turn.transpose(0, 2, 1) + centre[:, None],
        pivot=np.array(pivot),
        z_mm=np.array([mount.z_mm for mount in mounts]),
        px=straightened(tuple(sighting for _, _, sighting in matches), lens),
        noise=np.stack([sighting_covariance(sighting) for _, _, sighting in matches]),
        mount_sigma=np.array([(m.sigma_xy_mm, m.sigma_xy_mm, m.sigma_z_mm, m.sigma_yaw_rad) for m in mounts]),
    )


def _start(tags: _SeenTags, pieces: int, registration: Registration) -> Floats:
    """Each corner's ray cut with its tag's height, then the planar turn and shift that fit best, from one tag."""
    normal = registration.lens.normalise(ImagePoints(tags.px))
    on_mat = registration.pose.onto_height(normal, tags.z_mm[:, None])
    local = tags.local - tags.local.mean(axis=1, keepdims=True)
    placed = on_mat - on_mat.mean(axis=1, keepdims=True)
    dot = (local * placed).sum(axis=(1, 2))
    cross = (local[..., 0] * placed[..., 1] - local[..., 1] * placed[..., 0]).sum(axis=1)
    heading = np.arctan2(cross, dot)
    c, s = np.cos(heading), np.sin(heading)
    middle = tags.local.mean(axis=1)
    turned = np.stack([c * middle[:, 0] - s * middle[:, 1], s * middle[:, 0] + c * middle[:, 1]], axis=-1)
    start = np.empty((pieces, 3))
    start[tags.piece] = np.column_stack([on_mat.mean(axis=1) - turned, heading])
    return start


def _linearise(poses: Floats, tags: _SeenTags, registration: Registration) -> _Linearised:
    """Residuals (T, 8), their Jacobian by the piece's pose (T, 8, 3), whitening (T, 8, 8), corners in the camera."""
    pose = poses[tags.piece]
    c, s = np.cos(pose[:, 2])[:, None], np.sin(pose[:, 2])[:, None]
    arm = np.stack(
        [c * tags.local[..., 0] - s * tags.local[..., 1], s * tags.local[..., 0] + c * tags.local[..., 1]], axis=-1
    )
    height = np.broadcast_to(tags.z_mm[:, None, None], (*arm.shape[:2], 1))
    on_mat = np.concatenate([arm + pose[:, None, :2], height], axis=-1)
    in_camera = registration.pose.into_camera(on_mat)
    by_mat = registration.lens.point_jacobian(in_camera) @ registration.pose.rotation
    residual = (tags.px - registration.lens.project(in_camera)).reshape(-1, 8)
    jacobian = np.empty((*arm.shape[:2], 2, 3))
    jacobian[..., :2] = by_mat[..., :2]
    jacobian[..., 2] = by_mat[..., 1] * arm[..., :1] - by_mat[..., 0] * arm[..., 1:]
    by_mount = _mount_jacobian(by_mat, arm, c, s, tags)
    covariance = tags.noise + (by_mount * tags.mount_sigma[:, None] ** 2) @ by_mount.transpose(0, 2, 1)
    whiten = np.linalg.inv(np.linalg.cholesky(covariance))
    return residual, jacobian.reshape(-1, 8, 3), whiten, in_camera


def _mount_jacobian(by_mat: Floats, arm: Floats, c: Floats, s: Floats, tags: _SeenTags) -> Floats:
    """d(pixels)/d(mount x, y, z, yaw): (T, 8, 4)."""
    pivot_arm = np.concatenate(
        [c * tags.pivot[:, :1] - s * tags.pivot[:, 1:], s * tags.pivot[:, :1] + c * tags.pivot[:, 1:]], axis=1
    )
    about_pivot = arm - pivot_arm[:, None]
    out = np.empty((*by_mat.shape[:2], 2, 4))
    out[..., 0] = by_mat[..., 0] * c[..., None] + by_mat[..., 1] * s[..., None]
    out[..., 1] = -by_mat[..., 0] * s[..., None] + by_mat[..., 1] * c[..., None]
    out[..., 2] = by_mat[..., 2]
    out[..., 3] = by_mat[..., 1] * about_pivot[..., :1] - by_mat[..., 0] * about_pivot[..., 1:]
    return out.reshape(-1, 8, 4)


def _normal_matrix(white: Floats, tags: _SeenTags, pieces: int) -> Floats:
    normal: Floats = np.zeros((pieces, 3, 3))
    np.add.at(normal, tags.piece, white.transpose(0, 2, 1) @ white)
    return normal


def _fit(poses: Floats, tags: _SeenTags, registration: Registration) -> tuple[Floats, _Linearised]:
    """Where the pieces lie, and the last linearisation, which is as good as there."""
    for _ in range(STEPS):
        residual, jacobian, whiten, in_camera = _linearise(poses, tags, registration)
        white = whiten @ jacobian
        slope = np.zeros_like(poses)
        np.add.at(slope, tags.piece, np.einsum("tij,ti->tj", white, np.einsum("tij,tj->ti", whiten, residual)))
        normal = _normal_matrix(white, tags, len(poses))
        step = np.asarray(np.linalg.solve(normal, slope[..., None])[..., 0], dtype=np.float64)
        poses = poses + step
        if np.abs(step).max() < STEP_TOLERANCE:
            break
    left = residual - np.einsum("tij,tj->ti", jacobian, step[tags.piece])
    return poses, (left, jacobian, whiten, in_camera)


def _spread(
    pieces: int, last: _Linearised, tags: _SeenTags, registration: Registration, each: Floats
) -> tuple[Floats, Floats, float]:
    """Own covariance (P, 3, 3), shared factor (P, 3, K), and a typical piece's residuals against the noise model.

    `each` (P,) are the squares of each piece's.
    """
    residual, jacobian, whiten, in_camera = last
    white = whiten @ jacobian
    covariance = np.linalg.inv(_normal_matrix(white, tags, pieces))
    pose = registration.pose
    turned = in_camera - pose.translation
    by_point = registration.lens.point_jacobian(in_camera)
    by_step = by_point @ pose.step_jacobian(turned @ pose.rotation)
    by_lens = registration.lens.lens_jacobian(in_camera)
    common = (by_step @ registration.pose_factor + by_lens @ registration.lens_factor).reshape(len(residual), 8, -1)
    pull = np.zeros((pieces, 3, common.shape[-1]))
    np.add.at(pull, tags.piece, white.transpose(0, 2, 1) @ (whiten @ common))
    shared = rounded_rows(-covariance @ pull, SHARED_BITS)

    typical = _typical(each, 8 * np.bincount(tags.piece, minlength=pieces) - 3)
    wider = np.maximum(typical, OWN_SHARE * each)
    floor = np.diag([FLOOR_SIGMA_MM**2, FLOOR_SIGMA_MM**2, FLOOR_SIGMA_RAD**2])
    own = covariance * wider[:, None, None] + floor
    return rounded((own + own.transpose(0, 2, 1)) / 2, OWN_BITS), shared, math.sqrt(typical)


@dataclass(frozen=True, slots=True, eq=False)
class _Misfits:
    """Arrays over the P pieces."""

    chi: Floats
    """Residuals against what the noise model expects."""
    rms_px: Floats


def _misfits(last: _Linearised, tags: _SeenTags, pieces: int) -> _Misfits:
    residual, _, whiten, _ = last
    count = np.bincount(tags.piece, minlength=pieces)
    squares = np.bincount(tags.piece, (np.einsum("tij,tj->ti", whiten, residual) ** 2).sum(axis=1), minlength=pieces)
    rms = np.sqrt(np.bincount(tags.piece, (residual**2).sum(axis=1) / 4, minlength=pieces) / count)
    return _Misfits(np.sqrt(squares / (8 * count - 3)), rms)


def _without_keystone(last: _Linearised) -> _Linearised:
    residual, *others = last
    corners = residual.reshape(-1, 4, 2)
    left = corners - KEYSTONE[:, None] * (KEYSTONE @ corners)[:, None]
    return (left.reshape(-1, 8), *others)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, eq=False)
class _ScaleError:
    """How much larger each of the T tags looks than at its height."""

    px: Floats
    """(T,) by which its corners lie farther out."""
    sigma_px: Floats
    reach_px: Floats
    """(T,) from its centre to its corners."""


def _scale_error(residual: Floats, tags: _SeenTags) -> _ScaleError:
    outward = (tags.px - tags.px.mean(axis=1, keepdims=True)).reshape(-1, 8)
    reach = np.linalg.norm(outward, axis=1) / 2.0
    outward /= reach[:, None]
    expected = np.sqrt((outward[:, None] @ tags.noise @ outward[..., None])[:, 0, 0]) / 4.0
    return _ScaleError((residual * outward).sum(axis=1) / 4.0, expected, reach)


def _odd_size(scale_error: _ScaleError, tags: _SeenTags, pieces: int) -> Flags:
    """(P,) where a tag looks larger or smaller than at its height, by more than the other tags of the picture do."""
    usual = float(np.median(scale_error.px)) if len(scale_error.px) >= 4 else 0.0
    odd = np.zeros(pieces, dtype=bool)
    limit_px = np.maximum(ODD_SCALE_ERROR * scale_error.reach_px, ODD_SIGMAS * scale_error.sigma_px)
    np.logical_or.at(odd, tags.piece, np.abs(scale_error.px - usual) > limit_px)
    return odd


def _typical(each: Floats, freedom: Indices) -> float:
    """By how much the squares of this picture's residuals exceed the noise model's; never below 1.

    The middle of the pieces decides, so that one half-hidden tag does not widen all the others. Few pieces do not tell
    a bad picture from a bad tag: then the best of them decides, and not beyond what pictures are.
    """
    usual = float(np.median(each)) if len(each) >= ENOUGH_PIECES else min(float(each.min()), MOST_USUAL)
    weight = float(freedom.sum())
    return max(1.0, (POOL_PRIOR + weight * usual) / (POOL_PRIOR + weight))
