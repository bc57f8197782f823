"""What one frame shows: where the camera is, where the pieces lie, and what is odd about it. Pure.

What has not changed since the last frame is not worked out again: an unchanged sighting is the same value by
identity, and so are the pose and the placed piece that follow from it.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from tableassist.messages import Message, Text
from tableassist.pipeline.bare_hulls import follow_bare_hulls
from tableassist.pipeline.confirmations import end_confirmations
from tableassist.pipeline.contact_looks import contact_looks, remember_shores, seen_gaps
from tableassist.pipeline.dice.seen import NO_DICE, look_at_dice
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.hull_looks import mast_warnings, plate_warnings, unverified
from tableassist.pipeline.lens_fault import with_lens_checked
from tableassist.pipeline.mat_warnings import (
    all_turned_warning,
    mat_moved,
    mat_warnings,
    odd_hulls_warning,
    odd_print_warning,
    other_mat_warning,
    portrait_warning,
)
from tableassist.pipeline.missing_pieces import MissingPieces, missing_pieces
from tableassist.pipeline.odd_placement import AWAY, OddPlacement, odd_placement
from tableassist.pipeline.picture_faults import explained, unless_blurred
from tableassist.pipeline.pictures import OtherPicture, PictureSeen, Shot, Shots, are_identical, tie_shots
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.piece_fits import piece_fits
from tableassist.pipeline.plate_history import follow_plates
from tableassist.pipeline.ship_identity import identity_doubts, perhaps_exchanged
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import MatMoved, Measured
from tableassist.pipeline.whereabouts import search_cards
from tableassist.rulebook import Scene
from tableassist.scene.facts import Confirmations, Fact
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import Unverified
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.localisation.tracking import Tracks, follow
from tableassist.vision.registration.registration import LEAST_TAGS, Registration, register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.sighting import TagSighting

IN_PLACE_PX = 0.5
"""A tag whose corners are read within this of where they were has not moved: a quarter of a millimetre at two pixels a
millimetre, and several times the noise of a corner."""
NOT_SEEN = Message("can't see the mat, so nothing is judged: fewer than two of its tags can be read")
NO_FIT = Message('the picture does not match the table file: run "tableassist check" to find out why')
MIRRORED = Message("the picture is mirrored, so nothing can be measured: turn off mirroring in the camera's settings")
log = logging.getLogger(__name__)


def measure(
    frame: Frame,
    sightings: tuple[TagSighting, ...],
    settings: TableSettings,
    before: Measured,
    others: tuple[OtherPicture, ...] = (),
) -> Measured:
    """`others` are more pictures of the same table at rest."""
    try:
        return _measure(frame, sightings, settings, before, others)
    except np.linalg.LinAlgError:
        # Numbers from which no place can be worked out: a slip in the table file, far beyond any plus-minus.
        log.debug("frame %d", frame.number, exc_info=True)
        return not_measured(frame, settings, before, NO_FIT)


def not_measured(frame: Frame, settings: TableSettings, before: Measured, why: Text) -> Measured:
    """Nothing can be made of this frame: poses are kept, and nothing can be judged."""
    tracks, events = follow(before.tracks, {}, frame.t_ns)
    missing = MissingPieces({piece.id: why for piece in settings.pieces}, before.missing.blur, before.missing.looked_ns)
    on_trust = before.scene.unverified
    ended = end_confirmations(settings, tracks, {}, {}, before.ended)
    scene = settings.scene(
        tracks.poses,
        tracks.seen_ns,
        frame.t_ns,
        reasons=missing.reasons,
        unverified=on_trust,
        ended=ended,
        whereabouts=before.searched.whereabouts,
    )
    dice = before.dice.hidden()
    return Measured(
        frame.t_ns,
        frame.number,
        None,
        tracks,
        scene,
        (why,),
        events,
        missing=missing,
        shores=before.shores,
        plates=before.plates,
        bare_hulls=before.bare_hulls,
        leans=before.leans,
        searched=before.searched,
        dice=dice,
        ended=ended,
    )


def _measure(
    frame: Frame,
    sightings: tuple[TagSighting, ...],
    settings: TableSettings,
    before: Measured,
    others: tuple[OtherPicture, ...],
) -> Measured:
    lens = _lens_for(settings.camera, frame.width_px, frame.height_px, frame.film_mm)
    if before.shots is not None and before.shots.shots[0].frame.camera != frame.camera:
        # What was remembered of pictures is of another camera's.
        before = replace(before, fits={}, contacts={}, shores={})
    if any(sighting.mirrored for sighting in sightings):
        return not_measured(frame, settings, before, MIRRORED)
    on_mat = _of_mat(sightings, settings)
    registration = _registered(_shot_before(before, settings.camera, lens), on_mat, settings, lens, frame)
    if registration is None:
        why = NOT_SEEN if len(on_mat) < LEAST_TAGS else NO_FIT
        nothing = replace(not_measured(frame, settings, before, why), mat_sightings=on_mat)
        upright = portrait_warning(None, settings.mat, frame.width_px, frame.height_px)
        if upright is not None:
            nothing = replace(nothing, warnings=(*nothing.warnings, upright))
        return _with_reasons(nothing, frame, sightings, settings, before)
    turned = all_turned_warning(registration, on_mat, settings.mat)
    if turned is not None or registration.health is Health.UNRELIABLE:
        words = turned or Message("nothing is judged: {reason}", reason=registration.reason)
        nothing = replace(not_measured(frame, settings, before, words), mat_sightings=on_mat)
        return _with_reasons(nothing, frame, sightings, settings, before)
    main = Shot(frame, registration, sightings, settings.camera, on_mat, lens, registration)
    shots = _shots(main, others, settings, before)
    registration = shots.shots[0].registration
    fits, sizes, leans = piece_fits(shots, settings, before)
    seen = {piece: fit.pose for piece, fit in fits.items() if fit.pose is not None}
    odd_print = unless_blurred(odd_print_warning(registration, fits), frame.image, on_mat)
    wrong_mat = (
        odd_print or odd_hulls_warning(registration, fits, settings.mat) or other_mat_warning(seen, settings.mat)
    )
    if wrong_mat is not None:
        return not_measured(frame, settings, before, wrong_mat)
    moved = _mat_moved(shots, before)
    upright = portrait_warning(registration, settings.mat, frame.width_px, frame.height_px)
    tracks, events = follow(before.tracks, seen, frame.t_ns, _corrected(fits, before, frame.camera))
    is_first = not before.tracks.tracks
    shores = before.shores
    # A contact is looked at in the judged picture, so both pieces must be seen in it.
    here = fits if not others else {piece: fit for piece, fit in fits.items() if 0 in fit.pictures}
    contacts = contact_looks(frame, registration, settings, here, tracks, before.contacts, shores, is_first=is_first)
    if not is_first and contacts == before.contacts:
        shores = remember_shores(frame, registration, settings, fits, tracks, shores)
    ended = end_confirmations(settings, tracks, fits, before.fits, before.ended)
    confirmed = settings.confirmed_facts(tracks.poses, ended)
    known = {piece for piece, facts in confirmed.items() if Fact.IDENTITY in facts}
    plates = follow_plates(before.plates, settings.pieces, tracks, events, fits, known)
    bare_hulls = follow_bare_hulls(
        before.bare_hulls,
        settings.pieces,
        frame.image,
        registration,
        tracks,
        events,
        fits,
        known,
        has_camera_moved=moved is not None,
    )
    doubts = identity_doubts(fits, settings, confirmed, plates.swapped, bare_hulls.places)
    exchanged = perhaps_exchanged(fits, settings, confirmed)
    open_identity = {*plates.swapped, *plates.on_others_staff, *bare_hulls.places, *exchanged}
    on_trust = unverified(fits, tracks, before.scene.unverified, open_identity)
    scene, placement = _placed(tracks, frame.t_ns, settings, before, on_trust, seen_gaps(contacts), ended, doubts)
    searched = search_cards(frame, registration, on_mat, scene, settings, before.searched)
    scene = scene.with_whereabouts(searched.whereabouts)
    warnings = (
        *settings.camera.notes_for(frame.width_px, frame.height_px, frame.film_mm),
        *shots.warnings,
        *mat_warnings(registration, on_mat, settings.mat),
        *(() if upright is None else (upright,)),
        *(() if moved is None else (moved.words,)),
        *_ship_warnings(fits, settings, doubts),
        *placement.warnings,
        *_strangers(sightings, settings),
    )
    measured = Measured(
        t_ns=frame.t_ns,
        frame_number=frame.number,
        registration=registration,
        tracks=tracks,
        scene=scene,
        warnings=warnings,
        events=events,
        placement=placement,
        lens=lens,
        moved=moved,
        mat_sightings=on_mat,
        fits=fits,
        sizes=sizes,
        leans=leans,
        contacts=contacts,
        shores=shores,
        plates=plates,
        bare_hulls=bare_hulls,
        searched=searched,
        ended=ended,
        pictures=shots.pictures,
        shots=shots,
        dice=NO_DICE
        if settings.dice is None
        else look_at_dice(frame, registration, sightings, settings.dice, before.dice),
    )
    return _with_reasons(measured, frame, sightings, settings, before)


def _with_reasons(
    measured: Measured, frame: Frame, sightings: tuple[TagSighting, ...], settings: TableSettings, before: Measured
) -> Measured:
    """With a reason for each piece that is not measured in this frame."""
    seen = {piece: fit.pose for piece, fit in measured.fits.items() if fit.pose is not None}
    problems = {piece: fit.problem for piece, fit in measured.fits.items() if fit.problem is not None}
    last = measured.tracks.poses
    found = missing_pieces(frame, sightings, measured.registration, seen, problems, last, settings, before.missing)
    left_out = measured.registration is not None and bool(measured.registration.mat_tags_left_out)
    blurred = found.warnings(mat_tags_left_out=left_out)
    # The same is not said twice, where it also explains how badly the mat fits.
    blurred = () if measured.registration is not None and measured.registration.reason in blurred else blurred
    scene = measured.scene.explained(found.reasons)
    return replace(measured, missing=found, scene=scene, warnings=(*blurred, *measured.warnings))


def _ship_warnings(
    fits: Mapping[str, PieceFit], settings: TableSettings, doubts: Mapping[str, Text]
) -> tuple[Text, ...]:
    """What is odd about single pieces. Of a ship that is not who her plate says nothing else is said: what looks like a
    lean or a lost mast is another ship's shape."""
    names = {piece.id: piece.name for piece in settings.pieces}
    doubtful = (Message("{name} {doubt}", name=names[piece], doubt=doubt) for piece, doubt in doubts.items())
    problems = (fit.problem for piece, fit in fits.items() if fit.problem is not None and piece not in doubts)
    return (*problems, *doubtful, *plate_warnings(fits, settings, doubts), *mast_warnings(fits, settings))


def _placed(
    tracks: Tracks,
    t_ns: int,
    settings: TableSettings,
    before: Measured,
    on_trust: Mapping[str, Unverified],
    gaps: Mapping[str, tuple[SeenGap, ...]],
    ended: Confirmations,
    of_identity: Mapping[str, Text],
) -> tuple[Scene, OddPlacement]:
    poses, seen_ns = tracks.poses, tracks.seen_ns
    build = partial(
        settings.scene, poses, seen_ns, t_ns, before=before.scene, unverified=on_trust, seen_gaps=gaps, ended=ended
    )
    # Ships that are not who their plates say lie nowhere in particular: they overlap nobody.
    scene = build(doubts=of_identity)
    placement = odd_placement(scene, settings.mat, before.scene, before.placement)
    if placement.doubts:
        # What lies beside the mat may be a piece of the next table: who she is does not matter.
        away = {piece: words for piece, words in placement.doubts.items() if words is AWAY}
        scene = build(doubts={**placement.doubts, **of_identity, **away})
    return scene, placement


def _shots(main: Shot, others: Sequence[OtherPicture], settings: TableSettings, before: Measured) -> Shots:
    """The pictures that can be used, the judged one first."""
    used, left_out = [main], []
    for other in others:
        frame, name = other.frame, other.frame.camera
        lens = _lens_for(other.camera, frame.width_px, frame.height_px, frame.film_mm)
        on_mat = _of_mat(other.sightings, settings)
        if any(sighting.mirrored for sighting in other.sightings):
            left_out.append(PictureSeen(name, None, MIRRORED))
            continue
        earlier = _shot_before(before, other.camera, lens, name)
        registration = _registered(earlier, on_mat, settings.seen_through(other.camera), lens, frame)
        if registration is None or registration.health is Health.UNRELIABLE:
            reason = NO_FIT if registration is None else registration.reason
            left_out.append(PictureSeen(name, None, NOT_SEEN if len(on_mat) < LEAST_TAGS else reason))
            continue
        shot = Shot(frame, registration, other.sightings, other.camera, on_mat, lens, registration, other.pieces)
        used.append(shot)
    return tie_shots(used, left_out, settings.pieces, settings.mat, before.shots)


def _shot_before(before: Measured, camera: CameraProfile, lens: Lens, name: str | None = None) -> Shot | None:
    """What the frame before had of the same camera: of the judged one, or of another by its name."""
    shots = () if before.shots is None else before.shots.shots
    same = (shot for shot in (shots[:1] if name is None else shots[1:]) if name in (None, shot.frame.camera))
    return next((shot for shot in same if shot.camera is camera and shot.lens is lens), None)


def _corrected(fits: Mapping[str, PieceFit], before: Measured, name: str) -> frozenset[str]:
    """Pieces that other pictures show than the frame before, while the judged picture shows them where it did: a lean
    that two cameras see takes a ship several millimetres from where one of them had put her, and she has not moved.
    `name`: of the camera that gives the judged picture."""
    shots = () if before.shots is None else before.shots.shots
    if shots and shots[0].frame.camera != name:
        return frozenset(fits)  # another camera gives the picture
    return frozenset(
        piece
        for piece, fit in fits.items()
        if (last := before.fits.get(piece)) is not None and last.pictures != fit.pictures
        if _are_in_place(fit.sightings, last.sightings)
    )


def _are_in_place(some: tuple[TagSighting, ...], others: tuple[TagSighting, ...]) -> bool:
    """Whether the tags that both show have not moved in the picture."""
    known = {sighting.key: sighting for sighting in others}
    both = [(sighting, known[sighting.key]) for sighting in some if sighting.key in known]
    return bool(both) and all(
        float(np.abs(np.subtract(now.corners, then.corners)).max()) < IN_PLACE_PX for now, then in both
    )


def _mat_moved(shots: Shots, before: Measured) -> MatMoved | None:
    """What has moved in the judged picture since the frame before. Of the other cameras it is told by their names."""
    said, earlier = before.moved, () if before.shots is None else before.shots.shots
    for shot in shots.shots:
        same = (one for one in earlier if one.frame.camera == shot.frame.camera and one.camera is shot.camera)
        last = next(same, None)
        moved = mat_moved(shot.alone, shots.shots[0].frame.t_ns, None if last is None else last.alone, None)
        if moved is not None and len(shots.shots) > 1:
            moved = replace(moved, words=Message("{camera}: {words}", camera=shot.frame.camera, words=moved.words))
        if moved is not None:
            return moved
    return mat_moved(shots.shots[0].alone, shots.shots[0].frame.t_ns, None, said)


@lru_cache(maxsize=8)
def _lens_for(camera: CameraProfile, width_px: int, height_px: int, film_mm: float | None) -> Lens:
    """The same value for the same size, so that what was worked out with it can be kept."""
    return camera.lens_for(width_px, height_px, film_mm)


def _of_mat(sightings: tuple[TagSighting, ...], settings: TableSettings) -> tuple[TagSighting, ...]:
    keys = {(tag.family, tag.tag) for tag in settings.mat.tags}
    return tuple(sighting for sighting in sightings if (sighting.family, sighting.tag) in keys)


def _registered(
    before: Shot | None, on_mat: tuple[TagSighting, ...], settings: TableSettings, lens: Lens, frame: Frame
) -> Registration | None:
    if before is not None and are_identical(on_mat, before.on_mat):
        return before.alone
    registration = explained(register(on_mat, settings.mat, lens), frame.image, on_mat)
    if settings.camera.lens is None:
        return registration  # a typical lens is free to be any: the mat has shown which already
    return with_lens_checked(registration, frame.image, on_mat, settings, lens)


def _strangers(sightings: tuple[TagSighting, ...], settings: TableSettings) -> tuple[Message, ...]:
    """Tags that the table file does not know; 16h5 sees too many in noise to speak of them."""
    known = known_tags(settings)
    strangers = sorted({s.tag for s in sightings if (s.family, s.tag) not in known and s.family != "16h5"})
    if not strangers:
        return ()
    return (Message("unknown tag {tags} in view: not in the table file", tags=tuple(strangers)),)
