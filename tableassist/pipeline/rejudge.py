"""The same picture judged again: by another ledger, another edition, or with another piece selected."""

from dataclasses import replace

from tableassist.overlay.draw import draw
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import select
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.engine.adjudicate import adjudicate
from tableassist.scene.scene import build_scene


def rejudged(moment: Moment, settings: TableSettings, selected: str | None) -> Moment:
    """The pieces stay where they were seen. The very same moment where nothing is to be done."""
    if settings is moment.settings:
        if selected == moment.state.selected:
            return moment
        return replace(moment, state=select(moment.state, settings, selected), settings=settings)
    return replace(moment, state=rejudged_state(moment.state, settings, selected), settings=settings)


def rejudged_state(state: TableState, settings: TableSettings, selected: str | None) -> TableState:
    """From scratch: rulings by other settings are nothing to go on. What was measured is kept, but for the fits of
    pieces whose mounts may have changed: the next frame makes those anew."""
    if state.registration is None:
        return replace(state, selected=selected)
    tracks = state.tracks
    scene = build_scene(
        settings.pieces,
        tracks.poses,
        settings.ledger,
        state.t_ns,
        seen_ns=tracks.seen_ns,
        doubts=state.placement.doubts,
    )
    rulings = adjudicate(scene, settings.rules)
    drawing = draw(scene, rulings, settings.mat, selected)
    return replace(state, scene=scene, rulings=rulings, drawing=drawing, selected=selected, fits={})
