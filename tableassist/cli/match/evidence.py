"""`tableassist evidence`: a moment of a match as a zip that anybody can judge again."""

import difflib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tableassist import __version__
from tableassist.cli.match.match_time import moment_ns
from tableassist.cli.match.open_match import open_match
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
from tableassist.formats.score.chronicle_words import time_words
from tableassist.pipeline.moment import Moment
from tableassist.rules.engine.rules import RULES
from tableassist.rules.rule import RuleGroup
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.runtime.replay.replay import Replay
from tableassist.services.table_drawing import drawing_of
from tableassist.ui.painting.pixels import to_bgr
from tableassist.ui.painting.saved_picture import camera_image, overhead_image
from tableassist.ui.shell.application import make_picture_application
from tableassist.vision.camera.frame import Image
from tableassist.vision.localisation.rectified import Window, rectified_image

BORDER_MM = 15.0
TOLD_GROUPS = (RuleGroup.SHOOTING, RuleGroup.CONTACT, RuleGroup.TERRAIN)
TOLD_RULES = frozenset(rule.id for rule in RULES if rule.group in TOLD_GROUPS and rule.notable and rule.part_of is None)


def make_evidence(match: Path, at: str | int, *, ruling: str | None, out: Path | None, key: Path | None = None) -> None:
    """`at`: as a person types it, or a time of the match in nanoseconds."""
    with open_match(match) as replay:
        t_ns = at if isinstance(at, int) else moment_ns(replay, at)
        moment = replay.at(t_ns)
        about = _asked(moment, ruling)
        selected = None if ruling is None else about[0].subject
        overrulings = standing_at(replay, moment.state.t_ns)
        files = moment_files(moment, replay.bundle, overrulings, about)
        picture = picture_kind(replay, moment.state.t_ns)
        evidence = evidence_of(
            {**files, **evidence_pictures(moment, selected, has_picture=bool(picture))},
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
        from tableassist.formats.evidence.signature import signed

        evidence = signed(evidence, key)
    if to.exists():
        raise BadRequestError(f"{to}: is there already; move it away, or name another file with --out")
    write_evidence(to, evidence)
    size = to.stat().st_size / 1e6
    print(f"written: {to} ({size:.1f} MB, {len(evidence.files)} files{', signed' if key is not None else ''})")
    print(f"to judge it again, anywhere: tableassist judge-evidence {to.name}")


def standing_at(replay: Replay, t_ns: int) -> tuple[Overruling, ...]:
    """The overrulings of this very moment. They are made after it, while it is looked at."""
    latest = replay.overrulings[-1].standing if replay.overrulings else ()
    return tuple(each for each in latest if each.t_ns == t_ns)


def picture_kind(replay: Replay, t_ns: int) -> str:
    if replay.still_at(t_ns) is not None:
        return CAMERAS_OWN
    return "" if replay.picture_at(t_ns) is None else OUT_OF_VIDEO


def evidence_pictures(moment: Moment, selected: str | None, *, has_picture: bool) -> dict[str, bytes]:
    """As the camera saw it, straight from above, and with the drawing. Without a picture only the plan."""
    make_picture_application()
    state, mat = moment.state, moment.settings.mat
    drawing = drawing_of(state, mat, selected)
    size = (mat.width_mm, mat.height_mm)
    if not has_picture:
        return {OVERLAY: png(to_bgr(overhead_image(moment.frame, state, drawing, size, selected=selected)))}
    pictures = {
        FRAME: png(moment.frame.image),
        OVERLAY: png(to_bgr(camera_image(moment.frame, state, drawing, selected=selected))),
    }
    if state.registration is not None:
        pictures[RECTIFIED] = png(rectified_image(moment.frame.image, state.registration, _whole_mat(size)))
    return pictures


def _whole_mat(size_mm: tuple[float, float]) -> Window:
    return -BORDER_MM, -BORDER_MM, size_mm[0] + BORDER_MM, size_mm[1] + BORDER_MM


def png(image: Image) -> bytes:
    ok, encoded = cv2.imencode(".png", np.ascontiguousarray(image))
    assert ok
    return encoded.tobytes()


def _asked(moment: Moment, ruling: str | None) -> Sequence[Ruling]:
    """That one; else all that say more than a plain no."""
    if ruling is None:
        return [
            each
            for each in moment.state.rulings
            if each.rule in TOLD_RULES and each.verdict in (Verdict.YES, Verdict.TOO_CLOSE)
        ]
    known = {each.id: each for each in moment.state.rulings}
    if ruling not in known:
        near = difflib.get_close_matches(ruling, known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else "expected one such as ram:SHIP:SHIP or shot:SHIP:SHIP:CANNON"
        raise BadRequestError(f"--ruling: got '{ruling}', {hint}")
    return [known[ruling]]
