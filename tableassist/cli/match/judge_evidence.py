"""`tableassist judge-evidence`: a stranger's evidence judged again, from its poses and from its picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tableassist import __version__
from tableassist.capture.picture import decode_picture
from tableassist.errors import BadFileError, TableAssistError
from tableassist.formats.evidence.bundle import CAMERAS_OWN, FRAME, OUT_OF_VIDEO, Evidence, read_evidence
from tableassist.formats.evidence.moment import ReadMoment, read_moment
from tableassist.formats.score.chronicle_words import VERDICT_WORDS, time_words
from tableassist.pipeline.judge import judged_from_poses
from tableassist.pipeline.judged_again import (
    PoseDifference,
    RulingDifference,
    pose_differences,
    ruling_differences,
)
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.ruling.ruling import Ruling
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

PICTURE_WORDS = {
    CAMERAS_OWN: "the picture is the camera's own, to the last bit",
    OUT_OF_VIDEO: "the picture comes out of the video, which loses a little of it",
}
UNJUDGED = (ValueError, TypeError, AttributeError, ArithmeticError, LookupError, AssertionError, np.linalg.LinAlgError)
"""What a stranger's settings may lead to that are of the right form and make no sense."""
MOST_QUESTIONS = 200_000
"""Cannons against pieces: a table of this size takes seconds, a hostile one would take hours."""
SHOWN = 8


@dataclass(slots=True)
class EvidenceFindings:
    """What is told, and whether all agrees."""

    lines: list[str] = field(default_factory=list)
    agrees: bool = True

    def tell(self, words: str, *, agrees: bool = True) -> None:
        self.lines.append("".join(c if c.isprintable() else "?" for c in words))
        self.agrees = self.agrees and agrees


def judge_evidence(path: Path, known_keys: Sequence[Path]) -> int:
    """0 where all agrees, 1 where something differs."""
    findings = checked_evidence(path, tuple(known_keys))
    for line in findings.lines:
        print(line)
    print("It agrees." if findings.agrees else "It does NOT agree: see above.")
    return 0 if findings.agrees else 1


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
        words = " ".join(str(problem).split())[:160]
        raise BadFileError(f"{path}: cannot be judged: {words}") from None
    return findings


def _check_size(settings: TableSettings, path: Path) -> None:
    cannons = sum(len(piece.cannons) for piece in settings.pieces) + len(settings.pieces)
    if cannons * len(settings.pieces) > MOST_QUESTIONS:
        raise BadFileError(f"{path}: got {len(settings.pieces)} pieces with {cannons} cannons, more than any game has")


def _tell_about(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings) -> None:
    about = evidence.manifest
    since = time_words(max(0, round(about.at_s * 1e9)))
    findings.tell(f"{about.match_name}, {since} after it began ({about.wall}); table: {moment.settings.name}")
    findings.tell(f"all {len(evidence.files)} files are as the manifest has them (SHA-256)")
    if about.picture in PICTURE_WORDS:
        findings.tell(PICTURE_WORDS[about.picture])
    made = moment.versions.get("tableassist", "?")
    findings.tell(f"made with tableassist {made}" + ("" if made == __version__ else f"; this is {__version__}"))
    for each in moment.overrulings:
        who = each.by or "somebody"
        findings.tell(
            f"overruled by {who}: {each.ruling.id}: {_verdict(each.ruling)} became {VERDICT_WORDS[each.verdict]}"
        )


def _tell_signer(evidence: Evidence, known_keys: tuple[Path, ...], path: Path, findings: EvidenceFindings) -> None:
    if evidence.signature is None:
        findings.tell("not signed")
        return
    from tableassist.formats.evidence.signature import signer_of

    signer = signer_of(evidence, known_keys, path)
    assert signer is not None
    if signer.name is not None:
        findings.tell(f"signed with the key of {signer.name} ({signer.fingerprint})")
    else:
        which = "none of the keys that you named" if known_keys else "name the keys that you know with --key"
        findings.tell(f"signed with the key {signer.fingerprint}: {which}")


def _from_poses(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings) -> None:
    about = evidence.manifest
    now: tuple[Ruling, ...] = ()
    if about.registered:
        now = judged_from_poses(moment.settings, moment.poses, moment.seen_ns, about.t_ns, moment.doubts)
    differ = ruling_differences(moment.rulings, now)
    told = f"from the stored poses: {len(moment.rulings)} rulings, "
    if not differ:
        findings.tell(told + "all the same to the last digit")
    elif not any(each.verdict_differs for each in differ):
        findings.tell(told + f"all the same verdict; {len(differ)} differ in a digit or a word")
    else:
        others = [each for each in differ if each.verdict_differs]
        findings.tell(told + f"{len(others)} have another verdict:", agrees=False)
        _tell_rulings(others, findings)
    _tell_asked("from the stored poses", about.ruling, moment.rulings, now, findings)


def _from_picture(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings, path: Path) -> None:
    if FRAME not in evidence.files:
        findings.tell("from the picture: none was recorded of this moment")
        return
    state = _seen_again(evidence, moment, path)
    if state.registration is None:
        findings.tell(f"from the picture: {state.warnings[0]}", agrees=not evidence.manifest.registered)
        return
    _tell_poses(moment, state, findings)
    differ = [each for each in ruling_differences(moment.rulings, state.rulings) if each.verdict_differs]
    wrong = [each for each in differ if each.contradicts]
    told = f"from the picture: {len(moment.rulings) - len(differ)} rulings have the same verdict"
    if differ:
        told += f"; {len(differ) - len(wrong)} are too close to call one time, or were not asked"
    findings.tell(told)
    if wrong:
        findings.tell(f"from the picture: {len(wrong)} say the opposite:", agrees=False)
        _tell_rulings(wrong, findings)
    _tell_asked("from the picture", evidence.manifest.ruling, moment.rulings, state.rulings, findings)


def _seen_again(evidence: Evidence, moment: ReadMoment, path: Path) -> TableState:
    """Through the whole chain, as on the first picture of a game."""
    image = decode_picture(evidence.files[FRAME], origin=f"{path}: {FRAME}")
    frame = Frame(image, evidence.manifest.t_ns, 0, "evidence")
    settings = moment.settings
    try:
        return step(first_state(settings), frame, settings, TagDetector(settings.tag_families).detect)
    except TableAssistError as problem:
        raise BadFileError(f"{path}: {FRAME}: {problem}") from None


def _tell_poses(moment: ReadMoment, state: TableState, findings: EvidenceFindings) -> None:
    seen = [piece for piece, at in moment.seen_ns.items() if at == max(moment.seen_ns.values())]
    both = pose_differences(moment.poses, state.tracks.poses, seen)
    off = [each for each in both if not each.agrees]
    if not both:
        findings.tell("from the picture: no piece is seen both times", agrees=not seen)
        return
    farthest = max(both, key=lambda each: each.apart_mm)
    findings.tell(
        f"from the picture: {len(both) - len(off)} of {len(both)} pieces lie within the plus-minus of where they were "
        f"measured; the farthest off is {farthest.piece}, by {farthest.apart_mm:.3f} of {farthest.allowed_mm:.3f} mm",
        agrees=not off,
    )
    for each in off[:SHOWN]:
        findings.tell(f"  {_pose_words(each)}")


def _pose_words(each: PoseDifference) -> str:
    return (
        f"{each.piece}: {each.apart_mm:.3f} mm apart, {each.allowed_mm:.3f} allowed; "
        f"turned by {np.degrees(each.turned_rad):.3f}°, {np.degrees(each.allowed_rad):.3f}° allowed"
    )


def _tell_rulings(differ: Sequence[RulingDifference], findings: EvidenceFindings) -> None:
    for each in differ[:SHOWN]:
        findings.tell(f"  {each.id}: {_verdict(each.then)} then, {_verdict(each.now)} now")
    if len(differ) > SHOWN:
        findings.tell(f"  ... and {len(differ) - SHOWN} more")


def _tell_asked(
    how: str, asked: str | None, then: Sequence[Ruling], now: Sequence[Ruling], findings: EvidenceFindings
) -> None:
    """The ruling that it is all about."""
    if asked is None:
        return
    was, is_now = (next((each for each in some if each.id == asked), None) for some in (then, now))
    words = f"  {asked}: {_verdict(was)} then{_measured(was)}, {_verdict(is_now)} now{_measured(is_now)}"
    findings.tell(words if was is not None else f"  {asked}: is not among the rulings", agrees=was is not None)
    if was is not None and how == "from the stored poses":
        findings.tell(f"  rule: {was.citation}; {was.reason}")


def _verdict(ruling: Ruling | None) -> str:
    return "not asked" if ruling is None else str(VERDICT_WORDS[ruling.verdict])


def _measured(ruling: Ruling | None) -> str:
    if ruling is None or ruling.measured_mm is None or ruling.sigma_mm is None:
        return ""
    return f" ({ruling.measured_mm:.2f} ± {2 * ruling.sigma_mm:.2f} mm)"
