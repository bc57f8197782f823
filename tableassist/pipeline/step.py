"""One frame through the whole chain. Pure, but for the detector that is handed in.

What has not changed since the last frame is not worked out again: an unchanged sighting is the same value by
identity, and so are the pose, the placed piece and the rulings that follow from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Drawing
from tableassist.pieces.piece import MountKind, Piece
from tableassist.pipeline.mat_warnings import mat_moved, mat_warnings, odd_print_warning, other_mat_warning
from tableassist.pipeline.odd_placement import odd_placement
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import PieceFit, TableState
from tableassist.rules.engine.adjudicate import adjudicate
from tableassist.scene.scene import Scene, build_scene
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.localisation.localise import localise
from tableassist.vision.localisation.registration import Registration, register
from tableassist.vision.localisation.tracking import Tracks, follow
from tableassist.vision.tags.sighting import TagSighting

Detect = Callable[[Image], tuple[TagSighting, ...]]
NOT_SEEN = "the mat is not seen: fewer than two of its tags can be read, nothing is judged"
NO_FIT = "what is seen and what the table file says cannot be brought together: tableassist check may find the slip"
MIRRORED = "the picture is mirrored: switch mirroring off in the camera's settings, nothing can be measured"


def first_state(settings: TableSettings) -> TableState:
    """Before any frame: nothing has been seen."""
    scene = Scene((), settings.pieces, settings.ledger)
    return TableState(0, -1, None, Tracks(), scene, (), Drawing((), (), ()), ("no picture yet",))


def step(
    state: TableState, frame: Frame, settings: TableSettings, detect: Detect, selected: str | None = None
) -> TableState:
    try:
        return _step(state, frame, settings, detect, selected)
    except np.linalg.LinAlgError:
        # Numbers from which no place can be worked out: a slip in the table file, far beyond any plus-minus.
        return blind(state, frame, settings, selected, NO_FIT)


def _step(state: TableState, frame: Frame, settings: TableSettings, detect: Detect, selected: str | None) -> TableState:
    lens = _lens_for(settings.camera, frame.width_px, frame.height_px)
    sightings = detect(frame.image)
    if any(sighting.mirrored for sighting in sightings):
        return blind(state, frame, settings, selected, MIRRORED)
    on_mat = _of_mat(sightings, settings)
    registration = _registered(state, on_mat, settings, lens)
    if registration is None:
        return blind(state, frame, settings, selected, NOT_SEEN)
    fits = _fits(state, registration, sightings, settings, frame.t_ns)
    seen = {piece: fit.pose for piece, fit in fits.items() if fit.pose is not None}
    wrong_mat = odd_print_warning(registration, fits) or other_mat_warning(seen, settings.mat)
    if wrong_mat is not None:
        return blind(state, frame, settings, selected, wrong_mat)
    moved = mat_moved(registration, frame.t_ns, state.registration, state.moved)
    tracks, events = follow(state.tracks, seen, frame.t_ns)
    scene = build_scene(
        settings.pieces, tracks.poses, settings.ledger, frame.t_ns, seen_ns=tracks.seen_ns, before=state.scene
    )
    placement = odd_placement(scene, settings.mat, state.scene, state.placement)
    if placement.doubts:
        scene = build_scene(
            settings.pieces,
            tracks.poses,
            settings.ledger,
            frame.t_ns,
            seen_ns=tracks.seen_ns,
            before=state.scene,
            doubts=placement.doubts,
        )
    rulings = adjudicate(scene, settings.rules, before=(state.scene, state.rulings))
    warnings = (
        *settings.camera.notes_for(frame.width_px, frame.height_px),
        *mat_warnings(registration, on_mat),
        *(() if moved is None else (moved.words,)),
        *(fit.problem for fit in fits.values() if fit.problem is not None),
        *placement.warnings,
        *_strangers(sightings, settings),
    )
    same = rulings is state.rulings and _same_pieces(scene, state.scene) and selected == state.selected
    drawing = state.drawing if same else draw(scene, rulings, settings.mat, selected)
    return TableState(
        t_ns=frame.t_ns,
        frame_number=frame.number,
        registration=registration,
        tracks=tracks,
        scene=scene,
        rulings=rulings,
        drawing=drawing,
        warnings=warnings,
        events=events,
        selected=selected,
        lens=lens,
        moved=moved,
        placement=placement,
        mat_sightings=on_mat,
        fits=fits,
    )


def blind(state: TableState, frame: Frame, settings: TableSettings, selected: str | None, warning: str) -> TableState:
    """Nothing can be made of this frame, and `warning` says why: poses are kept, nothing is judged."""
    tracks, events = follow(state.tracks, {}, frame.t_ns)
    scene = build_scene(settings.pieces, tracks.poses, settings.ledger, frame.t_ns, seen_ns=tracks.seen_ns)
    drawing = Drawing((), (), ())
    return TableState(frame.t_ns, frame.number, None, tracks, scene, (), drawing, (warning,), events, selected=selected)


def select(state: TableState, settings: TableSettings, selected: str | None) -> TableState:
    """The same table drawn for another selection."""
    return replace(state, selected=selected, drawing=draw(state.scene, state.rulings, settings.mat, selected))


@lru_cache(maxsize=8)
def _lens_for(camera: CameraProfile, width_px: int, height_px: int) -> Lens:
    """The same value for the same size, so that what was worked out with it can be kept."""
    return camera.lens_for(width_px, height_px)


def _of_mat(sightings: tuple[TagSighting, ...], settings: TableSettings) -> tuple[TagSighting, ...]:
    keys = {(tag.family, tag.tag) for tag in settings.mat.tags}
    return tuple(sighting for sighting in sightings if (sighting.family, sighting.tag) in keys)


def _identical(some: tuple[TagSighting, ...], others: tuple[TagSighting, ...]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _registered(
    state: TableState, on_mat: tuple[TagSighting, ...], settings: TableSettings, lens: Lens
) -> Registration | None:
    if state.lens is lens and _identical(on_mat, state.mat_sightings):
        return state.registration
    return register(on_mat, settings.mat, lens)


def _fits(
    state: TableState,
    registration: Registration,
    sightings: tuple[TagSighting, ...],
    settings: TableSettings,
    t_ns: int,
) -> Mapping[str, PieceFit]:
    by_key: dict[tuple[str, int], list[TagSighting]] = {}
    for sighting in sightings:
        by_key.setdefault((sighting.family, sighting.tag), []).append(sighting)
    lost = settings.ledger.masts_lost
    own = {piece.id: _own(piece, by_key, lost.get(piece.id, frozenset())) for piece in settings.pieces}
    kept = {
        piece: fit
        for piece, fit in state.fits.items()
        if registration is state.registration and piece in own and _identical(own[piece], fit.sightings)
    }
    changed = tuple(piece for piece in settings.pieces if piece.id not in kept and own[piece.id])
    if not changed:
        return kept
    mine = tuple(sighting for piece in changed for sighting in own[piece.id])
    found = localise(mine, changed, registration, t_ns)
    new = {
        piece.id: PieceFit(
            own[piece.id],
            found.poses.get(piece.id),
            found.sentences.get(piece.id),
            found.scale_errors.get(piece.id, 0.0),
        )
        for piece in changed
    }
    return {**kept, **new}


def _own(
    piece: Piece, by_key: Mapping[tuple[str, int], list[TagSighting]], masts_lost: frozenset[int]
) -> tuple[TagSighting, ...]:
    """Not those of masts that are off: they lie beside the mat, or on another ship's deck."""
    standing = (mount for mount in piece.mounts if mount.kind is not MountKind.MASTHEAD or mount.mast not in masts_lost)
    return tuple(s for mount in standing for s in by_key.get((mount.family, mount.tag), ()))


def _same_pieces(scene: Scene, before: Scene) -> bool:
    return len(scene.pieces) == len(before.pieces) and all(
        a is b for a, b in zip(scene.pieces, before.pieces, strict=True)
    )


def _strangers(sightings: tuple[TagSighting, ...], settings: TableSettings) -> tuple[str, ...]:
    """Tags that the table file does not know; 16h5 sees too many in noise to speak of them."""
    known = {(tag.family, tag.tag) for tag in settings.mat.tags}
    known |= {(mount.family, mount.tag) for piece in settings.pieces for mount in piece.mounts}
    strangers = sorted({s.tag for s in sightings if (s.family, s.tag) not in known and s.family != "16h5"})
    if not strangers:
        return ()
    return (f"unknown tag {', '.join(map(str, strangers))} in view: not in the table file",)
