"""Pictures of a ship on the fitting-out sheet: what each shows, and in which slot the ship lies.

Which slot it is need not be told: the slots lie apart and point apart, and the tag sits in one place on the ship. So
of all ways to read the pictures, the one in which most of them agree is taken.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, ImagePoints, PlanarPose, wrap_rad
from tableassist.messages import Message, Text, template
from tableassist.pieces import Piece, PieceKind, PieceModel, TagMount
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.hull.appearance import HullAppearance
from tableassist.vision.mounts.jig import Jig, JigSlot
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.sighting import TagSighting, seen_once

LEAST_JIG_TAGS = 4
AGREE_MM = 15.0
AGREE_RAD = math.radians(12.0)
"""Set-downs farther from each other than this are not in the slot that was thought, or not at its stop. Wide, for a
height that is 5 mm wrong moves the tag by as much to either side; the fit finds smaller mistakes."""
ON_SHIP_MM = 60.0
"""No tag sits farther from where the table file has it."""
ALONE_MM = 25.0
ALONE_RAD = math.radians(60.0)
"""One picture alone is believed only if it has the tag no farther than this from where the table file has it."""
BACKWARDS_MM = 15.0
FLAT_MM = 15.0
FLAT_RAD = 0.05
"""The sheet lies on the mat when both agree on where the ground is, as far as this."""
SAME_PX = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class JigPicture:
    """What one picture shows of a ship on the sheet."""

    name: Text
    sightings: tuple[TagSighting, ...]
    colours: Mapping[str, HullAppearance] = field(default_factory=dict)
    """Of the ship's hull, by the direction that she may lie in."""
    crop: tuple[Image, tuple[int, int]] | None = None
    """The part of the picture that shows the sheet, and where it begins; None: only the tags were kept."""


@dataclass(frozen=True, slots=True, eq=False)
class SetDown:
    """One picture with its camera: a ship in a slot."""

    name: Text
    slot: JigSlot
    camera_from_jig: CameraPose
    jig_from_mat: PlanarPose | None
    """None where the mat is not seen, or the sheet does not lie on it."""
    jig_seen: Mapping[int, TagSighting]
    """Into the jig's tags."""
    mat_seen: Mapping[int, TagSighting]
    """Into the mat's tags."""
    ship_seen: Mapping[int, TagSighting]
    """Into the piece's mounts."""


@dataclass(frozen=True, slots=True)
class Unused:
    name: Text
    words: Text


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Before the slot is known."""

    picture: JigPicture
    on_jig: Registration
    on_mat: Registration | None
    ship: Mapping[int, TagSighting]
    tags: Mapping[int, PlanarPose]
    """The mounts' tags on the sheet, their heights taken from the table file."""


def bow_x_mm(model: PieceModel) -> float:
    """Where the stop touches: the foremost point at mat level, a ram's too; a bowsprit passes over the line."""
    if model.kind not in (PieceKind.SHIP, PieceKind.SEA_CREATURE):
        raise BadRequestError(
            "mount: got {name}, a {kind}, expected a ship: the jig stops bows", name=model.name, kind=model.kind.value
        )
    touching = [part.outline for part in model.parts if part.touches]
    return max(x for outline in (model.hull, *touching) for x, _ in outline)


def set_downs(
    pictures: tuple[JigPicture, ...], piece: Piece, jig: Jig, mat: MatLayout | None, lens: Lens
) -> tuple[tuple[SetDown, ...], tuple[Unused, ...]]:
    """The pictures that can be used, each with its slot, and why the others cannot."""
    seen: list[_Seen] = []
    unused: list[Unused] = []
    for picture in pictures:
        one = _look(picture, piece, jig, mat, lens)
        if isinstance(one, Unused):
            unused.append(one)
        elif (twin := next((other for other in seen if _is_same(one, other)), None)) is not None:
            words = Message("shows the same as {name}: lift the ship between pictures", name=twin.picture.name)
            unused.append(Unused(picture.name, words))
        else:
            seen.append(one)
    found: list[SetDown] = []
    for one, slot in zip(seen, _slots(seen, piece, jig), strict=True):
        if slot is None:
            unused.append(Unused(one.picture.name, _astray(one, piece, jig)))
        else:
            found.append(_set_down(one, slot, jig, mat))
    return tuple(found), tuple(unused)


def possible_slots(
    picture: JigPicture, piece: Piece, jig: Jig, lens: Lens
) -> tuple[tuple[JigSlot, Registration, Piece], ...]:
    """The slots that the ship may lie in by this picture alone, with the sheet in it, and the ship with her tags where
    they would sit on her then."""
    one = _look(picture, piece, jig, None, lens)
    if isinstance(one, Unused):
        return ()
    bow, found = bow_x_mm(piece.model), []
    for slot in jig.slots:
        mounts = list(piece.mounts)
        for index, tag in one.tags.items():
            x, y, yaw = _mount_in(slot, tag)
            mounts[index] = replace(mounts[index], x_mm=x + bow, y_mm=y, yaw_rad=yaw)
        moved = (math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) for a, b in zip(mounts, piece.mounts, strict=True))
        if max(moved) <= ON_SHIP_MM:
            found.append((slot, one.on_jig, replace(piece, mounts=tuple(mounts))))
    return tuple(found)


def _look(picture: JigPicture, piece: Piece, jig: Jig, mat: MatLayout | None, lens: Lens) -> _Seen | Unused:
    unmirrored = (sighting for sighting in picture.sightings if not sighting.mirrored)
    ship = dict(seen_once(unmirrored, ((mount.family, mount.tag) for mount in piece.mounts)))
    if not ship:
        return Unused(picture.name, Message("no tag of {name} is seen", name=piece.name))
    on_jig = register(picture.sightings, jig.tags, lens)
    if on_jig is None or len(on_jig.mat_tags_seen) < LEAST_JIG_TAGS:
        count = 0 if on_jig is None else len(on_jig.mat_tags_seen)
        form = template("{count} tags of the jig sheet are seen, {least} or more are needed")
        return Unused(picture.name, Message(form, count=count, least=LEAST_JIG_TAGS))
    if on_jig.health is Health.UNRELIABLE:
        return Unused(picture.name, Message("the jig sheet cannot be used: {reason}", reason=on_jig.reason))
    on_mat = None if mat is None else register(picture.sightings, mat, lens)
    if on_mat is not None and (on_mat.health is Health.UNRELIABLE or not _lies_on(on_jig.pose, on_mat.pose)):
        on_mat = None
    tags = {index: _on_sheet(seen, piece.mounts[index], on_jig.pose, on_jig.lens) for index, seen in ship.items()}
    return _Seen(picture, on_jig, on_mat, ship, tags)


def _lies_on(camera_from_jig: CameraPose, camera_from_mat: CameraPose) -> bool:
    mat_from_jig = camera_from_mat.rotation.T @ camera_from_jig.rotation
    origin = camera_from_mat.rotation.T @ (camera_from_jig.translation - camera_from_mat.translation)
    return abs(float(origin[2])) < FLAT_MM and float(np.hypot(*mat_from_jig[:2, 2])) < FLAT_RAD


def _on_sheet(sighting: TagSighting, mount: TagMount, pose: CameraPose, lens: Lens) -> PlanarPose:
    corners = pose.onto_height(lens.normalise(ImagePoints(sighting.corners)), np.full(4, mount.z_mm))
    x, y = corners.mean(axis=0)
    right = corners[1] + corners[2] - corners[0] - corners[3]
    return PlanarPose(float(x), float(y), math.atan2(right[1], right[0]))


def _is_same(one: _Seen, other: _Seen) -> bool:
    """The same ship and sheet in the same places of the picture: nobody touched anything in between."""
    here = {s.key: s for s in one.picture.sightings}
    both = [(here[s.key], s) for s in other.picture.sightings if s.key in here]
    same_tags = one.ship.keys() == other.ship.keys() and len(both) > LEAST_JIG_TAGS
    return same_tags and all(float(np.abs(a.corners - b.corners).max()) < SAME_PX for a, b in both)


def _mount_in(slot: JigSlot, tag: PlanarPose) -> tuple[float, float, float]:
    """Where the tag sits from the bow tip (forward, to port) and its yaw, for a ship in this slot."""
    c, s = math.cos(slot.heading_rad), math.sin(slot.heading_rad)
    dx, dy = tag.x_mm - slot.x_mm, tag.y_mm - slot.y_mm
    return c * dx + s * dy, -s * dx + c * dy, wrap_rad(tag.heading_rad - slot.heading_rad)


def _slots(seen: list[_Seen], piece: Piece, jig: Jig) -> list[JigSlot | None]:
    """For each picture the slot by which its tag sits where it does by most other pictures."""
    bow = bow_x_mm(piece.model)
    readings = [(mount, _mount_in(slot, tag)) for one in seen for mount, tag in one.tags.items() for slot in jig.slots]
    best: tuple[tuple[int, float], list[JigSlot | None]] | None = None
    for mount, place in readings:
        nominal = piece.mounts[mount]
        off = math.hypot(place[0] - (nominal.x_mm - bow), place[1] - nominal.y_mm)
        if off > ON_SHIP_MM:
            continue
        chosen = [_agreeing(one, piece, mount, place, jig) for one in seen]
        turned = abs(wrap_rad(place[2] - nominal.yaw_rad))
        votes = sum(slot is not None for slot in chosen)
        if votes < 2 and (off > ALONE_MM or turned > ALONE_RAD):
            continue
        score = (votes, -off - math.degrees(turned))
        if best is None or score > best[0]:
            best = score, chosen
    return best[1] if best is not None else [None] * len(seen)


def _agreeing(one: _Seen, piece: Piece, mount: int, place: tuple[float, float, float], jig: Jig) -> JigSlot | None:
    """The slot by which the picture shows this mount's tag at `place`; another of the ship's tags stands in for it."""
    for index, tag in one.tags.items():
        for slot in jig.slots:
            there = _mount_in(slot, tag)
            if index != mount:
                a, b = piece.mounts[index], piece.mounts[mount]
                there = there[0] + b.x_mm - a.x_mm, there[1] + b.y_mm - a.y_mm, there[2] + b.yaw_rad - a.yaw_rad
            apart = math.hypot(there[0] - place[0], there[1] - place[1])
            if apart < AGREE_MM and abs(wrap_rad(there[2] - place[2])) < AGREE_RAD:
                return slot
    return None


def _astray(one: _Seen, piece: Piece, jig: Jig) -> Message:
    """Backwards, if that would explain it."""
    bow = bow_x_mm(piece.model)
    stern = min(x for x, _ in piece.model.hull)
    for index, tag in one.tags.items():
        mount = piece.mounts[index]
        for slot in jig.slots:
            x, y, yaw = _mount_in(slot, tag)
            reversed_off = math.hypot(x - (stern - mount.x_mm), y + mount.y_mm)
            if reversed_off < BACKWARDS_MM and abs(wrap_rad(yaw - mount.yaw_rad - math.pi)) < math.radians(45.0):
                form = template("{name} is the wrong way round in direction {direction}: its bow belongs at the stop")
                return Message(form, name=piece.name, direction=slot.name)
    index, tag = next(iter(one.tags.items()))
    mount = piece.mounts[index]

    def off(slot: JigSlot) -> float:
        x, y, _ = _mount_in(slot, tag)
        return math.hypot(x - (mount.x_mm - bow), y - mount.y_mm)

    near = min(jig.slots, key=off)
    form = template(
        "{name} is {off_mm:.0f} mm from its place for direction {direction}, the nearest: its bow was not at the "
        "stop, or its keel not on the line"
    )
    return Message(form, name=piece.name, off_mm=off(near), direction=near.name)


def _set_down(one: _Seen, slot: JigSlot, jig: Jig, mat: MatLayout | None) -> SetDown:
    by_key = {s.key: s for s in one.picture.sightings}
    used = set(one.on_jig.mat_tags_seen)
    jig_seen = {k: by_key[tag.key] for k, tag in enumerate(jig.tags.tags) if tag.tag in used}
    mat_seen: dict[int, TagSighting] = {}
    jig_from_mat = None
    if one.on_mat is not None and mat is not None:
        used = set(one.on_mat.mat_tags_seen)
        mat_seen = {k: by_key[tag.key] for k, tag in enumerate(mat.tags) if tag.tag in used}
        jig_from_mat = _between(one.on_jig.pose, one.on_mat.pose)
    return SetDown(one.picture.name, slot, one.on_jig.pose, jig_from_mat, jig_seen, mat_seen, one.ship)


def _between(camera_from_jig: CameraPose, camera_from_mat: CameraPose) -> PlanarPose:
    turn = camera_from_jig.rotation.T @ camera_from_mat.rotation
    origin = camera_from_jig.rotation.T @ (camera_from_mat.translation - camera_from_jig.translation)
    return PlanarPose(float(origin[0]), float(origin[1]), math.atan2(turn[1, 0], turn[0, 0]))


def first_mounts(downs: tuple[SetDown, ...], piece: Piece, lens: Lens) -> Floats:
    """(T, 4): x, y, z, yaw of each mount to start from, the median over its set-downs; the file's where unseen."""
    bow = bow_x_mm(piece.model)
    out = np.array([(m.x_mm, m.y_mm, m.z_mm, m.yaw_rad) for m in piece.mounts])
    for index, mount in enumerate(piece.mounts):
        places = []
        for down in downs:
            if index in down.ship_seen:
                at = _on_sheet(down.ship_seen[index], mount, down.camera_from_jig, lens)
                places.append(_mount_in(down.slot, at))
        if places:
            each = np.array(places)
            first = each[0, 2]
            turn = first + np.median([wrap_rad(float(yaw) - first) for yaw in each[:, 2]])
            out[index] = float(np.median(each[:, 0])) + bow, float(np.median(each[:, 1])), mount.z_mm, turn
    return out
