"""A moment of a match as a zip that anybody can judge again."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tableassist import __version__
from tableassist.errors import BadRequestError
from tableassist.formats.evidence.bundle import (
    CAMERAS_OWN,
    FRAME,
    OUT_OF_VIDEO,
    OVERLAY,
    RECTIFIED,
    evidence_of,
    write_evidence,
)
from tableassist.formats.evidence.moment import moment_files
from tableassist.formats.io.picture_file import encoded
from tableassist.formats.score.chronicle_words import time_words
from tableassist.messages import template
from tableassist.pipeline.moment import Moment
from tableassist.rules.engine.rules import RULES
from tableassist.rules.rule import RuleGroup
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.runtime.replay.replay import Replay
from tableassist.services.painter import Painter
from tableassist.services.recorded_match import moment_ns, open_match
from tableassist.vision.registration.rectified import rectified_image

BORDER_MM = 15.0
TOLD_GROUPS = (RuleGroup.SHOOTING, RuleGroup.CONTACT, RuleGroup.TERRAIN)
TOLD_RULES = frozenset(rule.id for rule in RULES if rule.group in TOLD_GROUPS and rule.notable and rule.part_of is None)


@dataclass(frozen=True, slots=True)
class WrittenEvidence:
    path: Path
    files: int


def make_evidence(
    match: Path,
    at: str | int,
    out: Path | None = None,
    *,
    painter: Painter,
    ruling: str | None = None,
    key: Path | None = None,
) -> WrittenEvidence:
    """`at`: as a person types it, or a time of the match in nanoseconds. `out`: None names it after match and time.
    `key`: the private key to sign it with."""
    with open_match(match) as replay:
        t_ns = at if isinstance(at, int) else moment_ns(replay, at)
        moment = replay.at(t_ns)
        about = _asked(moment, ruling)
        selected = None if ruling is None else about[0].subject
        overrulings = standing_at(replay, moment.state.t_ns)
        files = moment_files(moment, replay.bundle, overrulings, about)
        picture = picture_kind(replay, moment.state.t_ns)
        files |= evidence_pictures(moment, painter, selected, has_picture=bool(picture))
        evidence = evidence_of(
            files,
            made_by=f"tableassist {__version__}",
            match_id=replay.facts.match_id,
            match_name=replay.facts.name,
            t_ns=moment.state.t_ns,
            at_s=(moment.state.t_ns - replay.first_ns) / 1e9,
            wall=replay.wall_at(moment.state.t_ns).isoformat(),
            ruling=ruling,
            registered=moment.state.registration is not None,
            picture=picture,
        )
        since = time_words(moment.state.t_ns - replay.first_ns)
        to = out or Path(f"{replay.facts.name}-{since.replace(':', '-')}.zip")
    if key is not None:
        from tableassist.formats.evidence.signature import signed  # noqa: PLC0415  it needs an extra package

        evidence = signed(evidence, key)
    check_new_file(to)
    write_evidence(to, evidence)
    return WrittenEvidence(to, len(evidence.files))


def check_new_file(path: Path) -> None:
    if path.exists():
        raise BadRequestError("{path} already exists; move it away, or choose another name with --out", path=path)


def standing_at(replay: Replay, t_ns: int) -> tuple[Overruling, ...]:
    """The overrulings of this very moment. They are made after it, while it is looked at."""
    latest = replay.overrulings[-1].standing if replay.overrulings else ()
    return tuple(each for each in latest if each.t_ns == t_ns)


def picture_kind(replay: Replay, t_ns: int) -> str:
    if replay.still_at(t_ns) is not None:
        return CAMERAS_OWN
    return "" if replay.picture_at(t_ns) is None else OUT_OF_VIDEO


def evidence_pictures(moment: Moment, painter: Painter, selected: str | None, *, has_picture: bool) -> dict[str, bytes]:
    """As the camera saw it, straight from above, and with the drawing. Without a picture only the plan."""
    state, mat = moment.state, moment.settings.mat
    if not has_picture:
        return {OVERLAY: encoded(painter.plan(moment.frame, state, mat, selected=selected))}
    pictures = {
        FRAME: encoded(moment.frame.image),
        OVERLAY: encoded(painter.camera(moment.frame, state, mat, selected=selected)),
    }
    if state.registration is not None:
        whole_mat = -BORDER_MM, -BORDER_MM, mat.width_mm + BORDER_MM, mat.height_mm + BORDER_MM
        pictures[RECTIFIED] = encoded(rectified_image(moment.frame.image, state.registration, whole_mat))
    return pictures


def _asked(moment: Moment, ruling: str | None) -> Sequence[Ruling]:
    """That one; else all that say more than a plain no."""
    if ruling is None:
        told = (each for each in moment.state.rulings if each.rule in TOLD_RULES)
        return [each for each in told if each.verdict in (Verdict.YES, Verdict.TOO_CLOSE)]
    known = {each.id: each for each in moment.state.rulings}
    if ruling not in known:
        near = difflib.get_close_matches(ruling, known, n=1)
        if near:
            raise BadRequestError("--ruling: got '{ruling}', did you mean '{near}'?", ruling=ruling, near=near[0])
        what = template("--ruling: got '{ruling}', expected one such as ram:SHIP:SHIP or shot:SHIP:SHIP:CANNON")
        raise BadRequestError(what, ruling=ruling)
    return [known[ruling]]
