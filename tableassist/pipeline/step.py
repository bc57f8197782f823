"""One frame through the whole chain. Pure, but for the detector that is handed in."""

from collections.abc import Callable
from dataclasses import replace

from tableassist.errors import BadRequestError
from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.adjudicate import adjudicate
from tableassist.scene.scene import Scene, build_scene
from tableassist.vision.frame import Frame, Image
from tableassist.vision.lens import Lens
from tableassist.vision.localise import localise
from tableassist.vision.registration import Health, Registration, register
from tableassist.vision.sighting import TagSighting
from tableassist.vision.tracking import Tracks, follow

Detect = Callable[[Image], tuple[TagSighting, ...]]


def first_state(settings: TableSettings) -> TableState:
    """Before any frame: nothing has been seen."""
    scene = Scene((), settings.pieces, settings.ledger)
    return TableState(0, -1, None, Tracks(), scene, (), Drawing((), (), ()), ("no picture yet",))


def step(
    state: TableState, frame: Frame, settings: TableSettings, detect: Detect, selected: str | None = None
) -> TableState:
    check_size(frame, settings.lens)
    sightings = detect(frame.image)
    registration = register(sightings, settings.mat, settings.lens)
    if registration is None:
        return _lost(state, frame, settings)
    seen = localise(sightings, settings.pieces, registration, frame.t_ns)
    tracks = follow(state.tracks, seen.poses)
    scene = build_scene(settings.pieces, tracks.poses, settings.ledger, frame.t_ns)
    rulings = adjudicate(scene, settings.rules)
    warnings = (*_mat_warnings(registration), *seen.warnings, *_strangers(sightings, settings))
    drawing = draw(scene, rulings, settings.mat, selected)
    return TableState(frame.t_ns, frame.number, registration, tracks, scene, rulings, drawing, warnings)


def select(state: TableState, settings: TableSettings, selected: str | None) -> TableState:
    """The same table drawn for another selection."""
    return replace(state, drawing=draw(state.scene, state.rulings, settings.mat, selected))


def check_size(frame: Frame, lens: Lens) -> None:
    got, expected = (frame.width_px, frame.height_px), (lens.width_px, lens.height_px)
    if got != expected:
        raise BadRequestError(
            f"{frame.camera}: picture is {got[0]}x{got[1]}, the camera profile is for {expected[0]}x{expected[1]}"
        )


def _lost(state: TableState, frame: Frame, settings: TableSettings) -> TableState:
    """The mat is not made out: poses are kept, nothing is judged."""
    scene = build_scene(settings.pieces, state.tracks.poses, settings.ledger, frame.t_ns)
    warning = "the mat is not seen: fewer than two of its tags can be read, nothing is judged"
    drawing = Drawing((), (), ())
    return TableState(frame.t_ns, frame.number, None, state.tracks, scene, (), drawing, (warning,))


def _mat_warnings(registration: Registration) -> tuple[str, ...]:
    warnings = []
    if registration.health is not Health.GOOD:
        warnings.append(f"measuring is {registration.health}: {registration.reason}")
    if registration.mat_tags_left_out:
        names = ", ".join(map(str, registration.mat_tags_left_out))
        warnings.append(f"mat tag {names} is not where the table file says, or is partly hidden: left out")
    return tuple(warnings)


def _strangers(sightings: tuple[TagSighting, ...], settings: TableSettings) -> tuple[str, ...]:
    """Tags that the table file does not know; 16h5 sees too many in noise to speak of them."""
    known = {(tag.family, tag.tag) for tag in settings.mat.tags}
    known |= {(mount.family, mount.tag) for piece in settings.pieces for mount in piece.mounts}
    strangers = sorted({s.tag for s in sightings if (s.family, s.tag) not in known and s.family != "16h5"})
    if not strangers:
        return ()
    return (f"unknown tag {', '.join(map(str, strangers))} in view: not in the table file",)
