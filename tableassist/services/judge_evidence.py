"""A stranger's evidence judged again, from its poses and from its picture."""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tableassist import __version__
from tableassist.capture.picture import decode_picture
from tableassist.errors import BadFileError, TableAssistError
from tableassist.formats.evidence.bundle import CAMERAS_OWN, FRAME, OUT_OF_VIDEO, Evidence, read_evidence
from tableassist.formats.evidence.moment import ReadMoment, read_moment
from tableassist.formats.score.chronicle_words import time_words
from tableassist.geometry.plus_minus import plus_minus
from tableassist.messages import Message, template
from tableassist.pipeline.judge import judged_from_poses
from tableassist.pipeline.judged_again import PoseDifference, RulingDifference, pose_differences, ruling_differences
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.ruling.ruling import Ruling
from tableassist.services.judging import VERDICT_WORDS, judged
from tableassist.vision.camera.frame import Frame

PICTURE_WORDS = {
    CAMERAS_OWN: template("the picture is the camera's own, to the last bit"),
    OUT_OF_VIDEO: template("the picture comes out of the video, which loses a little of it"),
}
UNJUDGED = (ValueError, TypeError, AttributeError, ArithmeticError, LookupError, AssertionError, np.linalg.LinAlgError)
"""What a stranger's settings may lead to that are of the right form and make no sense."""
MOST_QUESTIONS = 200_000
"""Cannons against pieces: a table of this size takes seconds, a hostile one would take hours."""
SHOWN = 8


@dataclass(slots=True)
class EvidenceFindings:
    """What is told, and whether all agrees."""

    lines: list[Message] = field(default_factory=list)
    agrees: bool = True

    def tell(self, words: Message, *, agrees: bool = True) -> None:
        self.lines.append(words)
        self.agrees = self.agrees and agrees


def checked_evidence(path: Path, known_keys: tuple[Path, ...] = ()) -> EvidenceFindings:
    evidence = read_evidence(path)
    moment = read_moment(evidence, path)
    _check_size(moment.settings, path)
    findings = EvidenceFindings()
    _tell_about(evidence, moment, findings)
    _tell_signer(evidence, known_keys, path, findings)
    try:
        _from_poses(evidence, moment, findings)
        _from_picture(evidence, moment, findings, path)
    except UNJUDGED as problem:
        logging.getLogger(__name__).warning("%s cannot be judged", path, exc_info=True)
        words = " ".join(str(problem).split())[:160]
        raise BadFileError("{path}: cannot be judged: {problem}", path=path, problem=words) from None
    return findings


def _check_size(settings: TableSettings, path: Path) -> None:
    cannons = sum(len(piece.cannons) for piece in settings.pieces) + len(settings.pieces)
    if cannons * len(settings.pieces) > MOST_QUESTIONS:
        what = template("{path}: got {pieces} pieces with {cannons} cannons, more than any game has")
        raise BadFileError(what, path=path, pieces=len(settings.pieces), cannons=cannons)


def _tell_about(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings) -> None:
    about = evidence.manifest
    when = {"since": time_words(max(0, round(about.at_s * 1e9))), "wall": about.wall}
    match, table = about.match_name, moment.settings.name
    findings.tell(Message("{match}, {since} after it began ({wall}); table: {table}", match=match, table=table, **when))
    findings.tell(Message("all {count} files are as the manifest has them (SHA-256)", count=len(evidence.files)))
    if about.picture in PICTURE_WORDS:
        findings.tell(Message(PICTURE_WORDS[about.picture]))
    made = moment.versions.get("tableassist", "?")
    if made == __version__:
        findings.tell(Message("made with tableassist {version}", version=made))
    else:
        findings.tell(Message("made with tableassist {version}; this is {ours}", version=made, ours=__version__))
    for each in moment.overrulings:
        words = {"who": each.by or Message("somebody"), "ruling": each.ruling.id}
        was, now = _verdict(each.ruling), VERDICT_WORDS[each.verdict]
        findings.tell(Message("overruled by {who}: {ruling}: {was} became {now}", was=was, now=now, **words))


def _tell_signer(evidence: Evidence, known_keys: tuple[Path, ...], path: Path, findings: EvidenceFindings) -> None:
    if evidence.signature is None:
        findings.tell(Message("not signed"))
        return
    from tableassist.formats.evidence.signature import signer_of  # noqa: PLC0415  it needs an extra package

    signer = signer_of(evidence, known_keys, path)
    assert signer is not None
    key = signer.fingerprint
    if signer.name is not None:
        findings.tell(Message("signed with the key of {name} ({key})", name=signer.name, key=key))
    elif known_keys:
        findings.tell(Message("signed with the key {key}: none of the keys that you named", key=key))
    else:
        findings.tell(Message("signed with the key {key}: name the keys that you know with --key", key=key))


def _from_poses(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings) -> None:
    about = evidence.manifest
    now: tuple[Ruling, ...] = ()
    if about.registered:
        now = judged_from_poses(
            moment.settings,
            moment.poses,
            moment.seen_ns,
            about.t_ns,
            doubts=moment.doubts,
            reasons=moment.reasons,
            unverified=moment.unverified,
        )
    differ = ruling_differences(moment.rulings, now)
    others = [each for each in differ if each.verdict_differs]
    count = len(moment.rulings)
    if not differ:
        told = Message("from the stored poses: {count} rulings, all the same to the last digit", count=count)
    elif not others:
        what = template(
            "from the stored poses: {count} rulings, all the same verdict; {others} differ in a digit or a word"
        )
        told = Message(what, count=count, others=len(differ))
    else:
        what = template("from the stored poses: {count} rulings, {others} have another verdict:")
        told = Message(what, count=count, others=len(others))
    findings.tell(told, agrees=not others)
    _tell_rulings(others, findings)
    _tell_asked(about.ruling, moment.rulings, now, findings)
    asked = next((each for each in moment.rulings if each.id == about.ruling), None)
    if asked is not None:
        findings.tell(Message("  rule: {citation}; {reason}", citation=asked.citation, reason=asked.reason))


def _from_picture(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings, path: Path) -> None:
    if FRAME not in evidence.files:
        findings.tell(Message("from the picture: none was recorded of this moment"))
        return
    state = _seen_again(evidence, moment, path)
    if state.registration is None:
        agrees = not evidence.manifest.registered
        findings.tell(Message("from the picture: {problem}", problem=state.warnings[0]), agrees=agrees)
        return
    _tell_poses(moment, state, findings)
    differ = [each for each in ruling_differences(moment.rulings, state.rulings) if each.verdict_differs]
    wrong = [each for each in differ if each.contradicts]
    same = len(moment.rulings) - len(differ)
    if differ:
        what = template(
            "from the picture: {count} rulings have the same verdict; {others} are too close to call one time, or were "
            "not asked"
        )
        told = Message(what, count=same, others=len(differ) - len(wrong))
    else:
        told = Message("from the picture: {count} rulings have the same verdict", count=same)
    findings.tell(told)
    if wrong:
        findings.tell(Message("from the picture: {count} say the opposite:", count=len(wrong)), agrees=False)
        _tell_rulings(wrong, findings)
    _tell_asked(evidence.manifest.ruling, moment.rulings, state.rulings, findings)


def _seen_again(evidence: Evidence, moment: ReadMoment, path: Path) -> TableState:
    """Through the whole chain, as on the first picture of a game."""
    image = decode_picture(evidence.files[FRAME], origin=f"{path}: {FRAME}")
    frame = Frame(image, evidence.manifest.t_ns, 0, "evidence")
    try:
        return judged(frame, moment.settings)
    except TableAssistError as problem:
        raise BadFileError("{path}: {file}: {problem}", path=path, file=FRAME, problem=problem.message) from None


def _tell_poses(moment: ReadMoment, state: TableState, findings: EvidenceFindings) -> None:
    seen = [piece for piece, at in moment.seen_ns.items() if at == max(moment.seen_ns.values())]
    both = pose_differences(moment.poses, state.tracks.poses, seen)
    off = [each for each in both if not each.agrees]
    if not both:
        findings.tell(Message("from the picture: no piece is seen both times"), agrees=not seen)
        return
    farthest = max(both, key=lambda each: each.apart_mm)
    what = template(
        "from the picture: {near} of {count} pieces lie within the plus-minus of where they were measured; the "
        "farthest off is {piece}, by {apart_mm:.3f} of {allowed_mm:.3f} mm"
    )
    findings.tell(Message(what, near=len(both) - len(off), count=len(both), **_apart(farthest)), agrees=not off)
    turned = template(
        "  {piece}: {apart_mm:.3f} mm apart, {allowed_mm:.3f} allowed; turned by {turned:.3f}°, {allowed:.3f}° allowed"
    )
    for each in off[:SHOWN]:
        by, allowed = math.degrees(each.turned_rad), math.degrees(each.allowed_rad)
        findings.tell(Message(turned, turned=by, allowed=allowed, **_apart(each)))


def _apart(each: PoseDifference) -> dict[str, str | float]:
    return {"piece": each.piece, "apart_mm": each.apart_mm, "allowed_mm": each.allowed_mm}


def _tell_rulings(differ: Sequence[RulingDifference], findings: EvidenceFindings) -> None:
    for each in differ[:SHOWN]:
        was, now = _verdict(each.then), _verdict(each.now)
        findings.tell(Message("  {ruling}: {was} then, {now} now", ruling=each.id, was=was, now=now))
    if len(differ) > SHOWN:
        findings.tell(Message("  ... and {count} more", count=len(differ) - SHOWN))


def _tell_asked(asked: str | None, then: Sequence[Ruling], now: Sequence[Ruling], findings: EvidenceFindings) -> None:
    """The ruling that it is all about."""
    if asked is None:
        return
    was, is_now = (next((each for each in some if each.id == asked), None) for some in (then, now))
    if was is None:
        findings.tell(Message("  {ruling}: is not among the rulings", ruling=asked), agrees=False)
        return
    then_words = _measured(was, Message("{verdict} then", verdict=_verdict(was)))
    now_words = _measured(is_now, Message("{verdict} now", verdict=_verdict(is_now)))
    findings.tell(Message("  {ruling}: {then}, {now}", ruling=asked, then=then_words, now=now_words))


def _verdict(ruling: Ruling | None) -> Message:
    return VERDICT_WORDS[None if ruling is None else ruling.verdict]


def _measured(ruling: Ruling | None, verdict: Message) -> Message:
    if ruling is None or ruling.measured_mm is None or ruling.sigma_mm is None:
        return verdict
    measured = {"measured_mm": ruling.measured_mm, "plus_minus_mm": plus_minus(ruling.sigma_mm)}
    return Message("{verdict} ({measured_mm:.2f} ± {plus_minus_mm:.2f} mm)", verdict=verdict, **measured)
