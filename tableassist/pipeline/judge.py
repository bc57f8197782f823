"""What was measured, judged: the one place where a table gets its rulings, live, replayed, or by other settings."""

from collections.abc import Mapping
from dataclasses import fields, replace

from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured, TableState
from tableassist.rulebook import Ruling, Scene, adjudicate
from tableassist.rulebook.engine import SET_UP, rule_set_up
from tableassist.rulebook.referee import answer_unless_decided
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import Unverified
from tableassist.scene.whereabouts import Whereabouts

_MEASURED = tuple(each.name for each in fields(Measured))


def judge(scene: Scene, settings: TableSettings, before: TableState | None = None) -> tuple[Ruling, ...]:
    """`before` was judged by these same settings: what has not changed since is not judged again. To the same last
    digit as without."""
    return adjudicate(scene, settings.rules, before=None if before is None else (before.scene, before.rulings))


def judged(measured: Measured, settings: TableSettings, before: TableState | None = None) -> TableState:
    """Nothing is judged while the mat is not seen."""
    rulings = () if measured.registration is None else judge(measured.scene, settings, before)
    return TableState(**{name: getattr(measured, name) for name in _MEASURED}, rulings=rulings)


def set_up_rulings(state: TableState, settings: TableSettings) -> tuple[Ruling, ...]:
    """Numbers, spacing and ships at home: asked on demand, for after the first turn they mean nothing."""
    return () if state.registration is None else tuple(rule_set_up(state.scene, settings.rules))


def judged_from_poses(
    settings: TableSettings,
    poses: Mapping[str, PiecePose],
    seen_ns: Mapping[str, int],
    t_ns: int,
    doubts: Mapping[str, Text],
    reasons: Mapping[str, Text],
    unverified: Mapping[str, Unverified],
    seen_gaps: Mapping[str, tuple[SeenGap, ...]],
    whereabouts: Whereabouts,
) -> tuple[Ruling, ...]:
    """Of somebody's evidence: from scratch."""
    scene = settings.scene(
        poses,
        seen_ns,
        t_ns,
        doubts=doubts,
        reasons=reasons,
        unverified=unverified,
        seen_gaps=seen_gaps,
        whereabouts=whereabouts,
    )
    return judge(scene, settings)


def rejudged_state(state: TableState, settings: TableSettings) -> TableState:
    """From scratch: rulings by other settings are nothing to go on. What was measured is kept, but for the fits of
    pieces whose mounts may have changed: the next frame makes those anew."""
    if state.registration is None:
        return state
    tracks, then = state.tracks, state.scene
    scene = settings.scene(
        tracks.poses,
        tracks.seen_ns,
        state.t_ns,
        doubts=then.doubts,
        reasons=then.reasons,
        unverified=then.unverified,
        seen_gaps=then.seen_gaps,
        ended=state.ended,
        whereabouts=then.whereabouts,
    )
    return judged(replace(state, scene=scene, fits={}), settings)


def rejudged(moment: Moment, settings: TableSettings) -> Moment:
    """The same picture judged by another ledger or another edition; the very same moment where nothing is to be done.
    The pieces stay where they were seen."""
    if settings is moment.settings:
        return moment
    return replace(moment, state=rejudged_state(moment.state, settings), settings=settings)


def answer_at(state: TableState, settings: TableSettings, question: Ruling) -> Ruling | None:
    """The same question as it is answered at this moment of the game; None where it is not asked any more."""
    on_demand = set_up_rulings(state, settings) if question.rule == SET_UP.id else ()
    ruling = next((each for each in (*state.rulings, *on_demand) if each.id == question.id), None)
    return None if ruling is None else answer_unless_decided(settings.state, ruling)
