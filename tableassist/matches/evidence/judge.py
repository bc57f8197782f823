"""A stranger's evidence judged again: measured anew from its pictures, and held against what it states."""

import logging
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from tableassist import __version__
from tableassist.capture import decode_picture
from tableassist.errors import BadFileError, TableAssistError, one_line
from tableassist.geometry import plus_minus
from tableassist.judging import VERDICT_WORDS
from tableassist.matches.evidence.derive import MOST_PICTURES, DatedPicture, ViewPicture, derived, read_views
from tableassist.matches.evidence.findings import SHOWN, EvidenceFindings
from tableassist.matches.evidence.make import told_rulings
from tableassist.matches.evidence.picture_check import check_picture, check_record, verdict_words
from tableassist.matches.evidence.pictures import from_above
from tableassist.matches.evidence.signer import Reader, check_signer
from tableassist.matches.evidence.table_facts import check_table
from tableassist.matches.evidence.witnessed import WitnessCheck, check_witness
from tableassist.messages import LANGUAGES, Message, speaking, template
from tableassist.pipeline.judge import judged_from_poses
from tableassist.pipeline.judged_again import ruling_differences
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling
from tableassist.store.evidence import (
    CAMERAS_OWN,
    LAST_WITH_OVERLAY,
    OUT_OF_VIDEO,
    Evidence,
    Member,
    ReadMoment,
    read_evidence,
    read_moment,
    rulings_in_words,
    versions,
)
from tableassist.store.files import bad_file
from tableassist.store.keys import read_known_tables, remembered, write_known_tables
from tableassist.store.score import time_words

PICTURE_WORDS = {
    CAMERAS_OWN: template("the picture is said to be the camera's own, to the last bit"),
    OUT_OF_VIDEO: template("the picture is said to come out of the video, which loses a little of it"),
}
UNJUDGED = (ValueError, TypeError, AttributeError, ArithmeticError, LookupError, AssertionError, np.linalg.LinAlgError)
"""What a stranger's settings may lead to that are of the right form and make no sense."""
MOST_QUESTIONS = 200_000
"""Cannons against pieces: a table of this size takes seconds, a hostile one would take hours."""
NEARLY = 3
"""Grey values by which two processors may differ in a picture that was turned to be seen from above."""
PATCH_PX, MOST_PATCH = 5, 3.0 * NEARLY
"""The mean difference of a patch: a letter of a forged word takes more than five pixels, and more than nine grey values
to be read."""


def checked_evidence(
    path: Path, reader: Reader | None = None, folder: Path | None = None, witness: WitnessCheck | None = None
) -> EvidenceFindings:
    """`folder`: of the known tables, to which a new one is added where nothing is wrong with its evidence. `witness`:
    what the hub of a league has signed about it."""
    asks = reader or Reader()
    if folder is not None:
        asks = replace(asks, tables=read_known_tables(folder))
    evidence = read_evidence(path)
    moment = read_moment(evidence, path)
    _check_size(evidence, moment.settings, path)
    findings = EvidenceFindings()
    _tell_about(evidence, moment, findings)
    if witness is not None:
        check_witness(path.read_bytes(), witness, findings)
    new = check_signer(evidence, moment.settings.name, asks, path, findings)
    _check_all(evidence, moment, findings, path)
    if new is not None and folder is not None and findings.agrees:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        write_known_tables(folder, remembered(asks.tables, name=new.name, public=new.public, when=now))
    return findings


def _check_all(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings, path: Path) -> None:
    same = evidence.manifest.format > 1 and dict(moment.versions) == versions()
    for name in moment.twice[:SHOWN]:
        findings.differs(Message("{name} is in it twice", name=name))
    if Member.OVERLAY in evidence.files:
        what = template("{file}, which evidence up to format {format} has, is not derived again: do not rely on it")
        findings.not_proven(Message(what, file=Member.OVERLAY, format=LAST_WITH_OVERLAY))
    for name in _left_out(evidence):
        findings.not_proven(Message("{name} was left out", name=name))
    try:
        check_table(evidence, moment, findings, path, same=same)
        rulings = _from_poses(evidence, moment, findings, same=same)
        _from_picture(evidence, moment, findings, path, rulings, same=same)
    except UNJUDGED as problem:
        logging.getLogger(__name__).warning("%s cannot be judged", path, exc_info=True)
        words = " ".join(str(problem).split())[:160]
        raise BadFileError("{path}: cannot be judged: {problem}", path=path, problem=words) from None


def _left_out(evidence: Evidence) -> list[str]:
    """What every piece of evidence has; those of format 1 had less."""
    about = evidence.manifest
    expected = [Member.RULING] if about.format == 1 else [Member.RULING, Member.CHANGES]
    if Member.FRAME in evidence.files and about.format > 1:
        expected += [Member.RECORDED, Member.RECTIFIED] if about.registered else [Member.RECORDED]
    expected += [f"{Member.EARLIER}{at}.png" for at in about.earlier]
    expected += [f"{Member.VIEWS}{name}" for name in about.views]
    return [name for name in expected if name not in evidence.files][:SHOWN]


def _check_size(evidence: Evidence, settings: TableSettings, path: Path) -> None:
    cannons = sum(len(piece.cannons) for piece in settings.pieces) + len(settings.pieces)
    if cannons * len(settings.pieces) > MOST_QUESTIONS:
        what = template("{path}: got {pieces} pieces with {cannons} cannons, more than any game has")
        raise BadFileError(what, path=path, pieces=len(settings.pieces), cannons=cannons)
    if (count := len(evidence.folder(Member.EARLIER))) > MOST_PICTURES:
        raise bad_file(path, "got {count} earlier pictures, expected at most {most}", count=count, most=MOST_PICTURES)


def _tell_about(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings) -> None:
    about = evidence.manifest
    when = {"since": time_words(max(0, round(about.at_s * 1e9))), "wall": about.wall}
    match, table = about.match_name, moment.settings.name
    findings.tell(Message("{match}, {since} after it began ({wall}); table: {table}", match=match, table=table, **when))
    findings.tell(Message("all {count} files are as the manifest has them (SHA-256)", count=len(evidence.files)))
    if about.format > 1 and about.table != table:
        findings.differs(
            Message("the manifest calls the table {one}, its settings {other}", one=about.table, other=table)
        )
    made = moment.versions.get("tableassist", "?")
    if about.format > 1 and about.made_by != f"tableassist {made}":
        findings.differs(Message("the manifest and versions.json name different versions of tableassist"))
    for name in sorted(moment.versions.keys() - versions().keys())[:SHOWN]:
        findings.not_proven(Message("versions.json names something that has no say in a number: {name:.80}", name=name))
    if made == __version__:
        findings.tell(Message("made with tableassist {version}", version=made))
    else:
        findings.tell(Message("made with tableassist {version}; this is {ours}", version=made, ours=__version__))
    findings.on_trust(Message("the name of the match and the time, which is that of the computer that recorded it"))
    for doubt in about.match_doubts[:SHOWN]:
        findings.not_proven(Message("of the match that it is cut from: {what}", what=one_line(doubt, 400)))
    for each in moment.overrulings:
        overruling = each.overruling
        words = {"who": each.who, "ruling": overruling.ruling.id, "when": each.when, "reason": overruling.reason}
        was, now = verdict_words(overruling.ruling), VERDICT_WORDS[overruling.verdict]
        what = template("overruled by {who} ({when}): {ruling}: {was} became {now}: {reason}")
        findings.on_trust(Message(what, was=was, now=now, **words))


def _from_poses(
    evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings, *, same: bool
) -> tuple[Ruling, ...]:
    """Judge the stated poses again.

    Return the stated rulings; where ours are the same to the last digit, ours: they can be told in every language, and
    a ruling out of a file knows its words only as they are written there.
    """
    about, at = evidence.manifest, moment.at
    now: tuple[Ruling, ...] = ()
    if about.registered:
        now = judged_from_poses(
            moment.settings,
            at.poses,
            at.seen_ns,
            about.t_ns,
            doubts=at.doubts,
            reasons=moment.reasons,
            unverified=at.unverified,
            seen_gaps=at.seen_gaps,
            whereabouts=moment.whereabouts,
        )
    differ = ruling_differences(moment.rulings, now)
    others = [each for each in differ if each.is_more_than_rounding]
    count = len(moment.rulings)
    if not differ:
        told = Message("from the stored poses: {count} rulings, all the same to the last digit", count=count)
    elif not others:
        what = template("from the stored poses: {count} rulings, {others} differ in a last digit")
        told = Message(what, count=count, others=len(differ))
    else:
        what = template("from the stored poses: {count} rulings, {others} come out differently")
        told = Message(what, count=count, others=len(others))
    findings.tell(told)
    for each in others[:SHOWN]:
        words = {"ruling": each.id, "was": verdict_words(each.then), "now": verdict_words(each.now)}
        off = Message("{ruling}: stated {was}, from the stored poses it is {now}", **words)
        findings.off(off, same_program=same or each.contradicts)
    _tell_asked(about.ruling, moment, now, findings)
    return moment.rulings if differ else now


def _from_picture(
    evidence: Evidence,
    moment: ReadMoment,
    findings: EvidenceFindings,
    path: Path,
    rulings: tuple[Ruling, ...],
    *,
    same: bool,
) -> None:
    about = evidence.manifest
    if Member.FRAME not in evidence.files:
        if about.picture:
            findings.differs(Message("the manifest says that there is a picture, and there is none"))
        findings.not_proven(Message("there is no picture: for where the pieces were there is only the sender's word"))
        return
    if about.picture in PICTURE_WORDS:
        findings.on_trust(Message(PICTURE_WORDS[about.picture]))
    elif about.format > 1:
        findings.differs(Message("the manifest does not say whether the picture is the camera's own or the video's"))
    last = DatedPicture(decode_picture(evidence.files[Member.FRAME], origin=f"{path}: {Member.FRAME}"), about.t_ns)
    last = replace(last, film_mm=about.film_mm)
    views = read_views(evidence, path)
    if views:
        form = template("pictures from other sides, said to be of this moment: {count}")
        findings.on_trust(Message(form, count=len(views)))
    state = _seen_again(last, _earlier(evidence, path, findings), moment.settings, path, views)
    if (state.registration is not None) is not about.registered:
        what = Message("whether the mat was made out is not what the picture shows")
        findings.off(what, same_program=same)
    if state.registration is None:
        findings.not_proven(Message("nothing is judged of this moment: {problem}", problem=state.warnings[0]))
        return
    check_picture(moment, state, findings, same=same)
    check_record(moment, state, about, findings)
    _check_from_above(evidence, last, state, moment, findings)
    _check_words(evidence, moment, findings, rulings, same=same)


def _earlier(evidence: Evidence, path: Path, findings: EvidenceFindings) -> list[DatedPicture]:
    """Of pieces that something hides in the picture of the moment."""
    found, about = [], evidence.manifest
    for name, content in evidence.folder(Member.EARLIER).items():
        stem = name.removesuffix(".png")
        if not stem.isdecimal() or len(stem) > 19 or int(stem) >= about.t_ns or stem not in about.earlier:
            raise bad_file(f"{path}: {Member.EARLIER}{name}", "expected the time of an earlier picture as its name")
        image = decode_picture(content, origin=f"{path}: {Member.EARLIER}{name}")
        found.append(DatedPicture(image, int(stem), frozenset(about.earlier[stem])))
        seconds = (about.t_ns - int(stem)) / 1e9
        if about.earlier[stem]:
            what = template("hidden in the picture, and not moved since one {seconds:.1f} s before: {pieces}")
            findings.on_trust(Message(what, seconds=seconds, pieces=", ".join(about.earlier[stem])))
        else:
            findings.differs(Message("the picture of {seconds:.1f} s before stands for no piece", seconds=seconds))
    return found


def _seen_again(
    last: DatedPicture, earlier: list[DatedPicture], settings: TableSettings, path: Path, views: list[ViewPicture]
) -> TableState:
    try:
        return derived(last, earlier, settings, views)
    except TableAssistError as problem:
        raise BadFileError("{path}: {file}: {problem}", path=path, file=Member.FRAME, problem=problem.message) from None


def _check_from_above(
    evidence: Evidence, picture: DatedPicture, state: TableState, moment: ReadMoment, findings: EvidenceFindings
) -> None:
    """The picture from above is worked out again."""
    if Member.RECTIFIED in evidence.files:
        theirs = decode_picture(evidence.files[Member.RECTIFIED], origin=Member.RECTIFIED)
        ours = from_above(picture.image, state, moment.settings)
        if ours is None or ours.shape != theirs.shape or not _looks_alike(ours, theirs):
            findings.differs(Message("{file} is not cut out of the picture", file=Member.RECTIFIED))


def _looks_alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Single pixels may differ between processors; a patch large enough to show something may not."""
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16)).astype(np.float32)
    patches = cv2.blur(apart, (PATCH_PX, PATCH_PX))
    return bool((apart > NEARLY).mean() < 1e-4 and float(patches.max()) <= MOST_PATCH)


def _check_words(
    evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings, rulings: tuple[Ruling, ...], *, same: bool
) -> None:
    """What people read must be what the stated rulings say; those are compared with the picture by themselves."""
    about = evidence.manifest
    if about.format == 1:
        findings.tell(Message("not checked: {file}, which is only for people to look at", file=Member.RULING))
        return
    if about.language not in LANGUAGES:
        what = template("{file} is in a language that this version does not speak: {language}")
        findings.not_proven(Message(what, file=Member.RULING, language=one_line(about.language, 20)))
        return
    with speaking(about.language):
        words = rulings_in_words(told_rulings(rulings, about.ruling), moment.settings, moment.overrulings)
    if words.encode("utf-8") != evidence.files.get(Member.RULING):
        findings.off(Message("{file} does not say what the rulings say", file=Member.RULING), same_program=same)


def _tell_asked(asked: str | None, moment: ReadMoment, now: tuple[Ruling, ...], findings: EvidenceFindings) -> None:
    """The ruling that it is all about."""
    if asked is None:
        return
    stated, again = (next((each for each in some if each.id == asked), None) for some in (moment.rulings, now))
    if stated is None:
        findings.not_proven(Message("{ruling} is not among the rulings", ruling=asked))
        return
    words = {"ruling": asked, "was": _measured(stated), "now": _measured(again)}
    findings.tell(Message("  {ruling}: stated {was}, again {now}", **words))
    findings.tell(Message("  rule: {citation}; {reason}", citation=stated.citation, reason=stated.reason))


def _measured(ruling: Ruling | None) -> Message:
    verdict = verdict_words(ruling)
    if ruling is not None and ruling.is_conditional:
        conditions = tuple(each.words for each in ruling.conditions)
        verdict = Message("{verdict} if {conditions}", verdict=verdict, conditions=conditions)
    if ruling is None or ruling.measured_mm is None or ruling.sigma_mm is None:
        return verdict
    measured = {"measured_mm": ruling.measured_mm, "plus_minus_mm": plus_minus(ruling.sigma_mm)}
    return Message("{verdict} ({measured_mm:.2f} ± {plus_minus_mm:.2f} mm)", verdict=verdict, **measured)
