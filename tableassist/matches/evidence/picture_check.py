"""What evidence states, held against what its pictures show when they are measured anew."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import astuple

from tableassist.judging import VERDICT_WORDS
from tableassist.matches.evidence.findings import SHOWN, EvidenceFindings
from tableassist.messages import Message, template
from tableassist.pipeline.judged_again import (
    DECIDED,
    SAME_SIGMAS,
    RulingDifference,
    is_same_text,
    ruling_differences,
)
from tableassist.pipeline.pose_difference import PoseDifference, pose_differences
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling, Verdict
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import VERIFIED, Unverified
from tableassist.store.evidence import Manifest, ReadMoment

ROUNDED = 0.005
"""In mm and px: a number that only rounding may change. The least stated error of a place is ten times as large."""
FAR_SIGMAS = 3.5
"""Beyond this two measurements of one place are of two places: once in some thousand pieces by chance."""
LEAST_SHARE, MOST_SHARE = 0.95, 1.05
"""A stated sigma over the measured one, where the same picture gave both."""
LEAST_RECORDED_SHARE = 0.02
"""A match takes the mean of pictures that lost nothing, and may have read a tag or seen a hull that one picture out of
the video does not show: ten times better was seen, fifty times is no measurement."""


def check_picture(moment: ReadMoment, state: TableState, findings: EvidenceFindings, *, same: bool) -> None:
    """`state`: measured anew. `same`: by the program that made the evidence; another may measure a little otherwise."""
    _check_pieces(moment, state, findings, same=same)
    both = pose_differences(moment.at.poses, state.tracks.poses, independent=False)
    _tell_farthest(both, findings)
    for each in _first(both, lambda each: each.sigmas > SAME_SIGMAS):
        findings.off(_off_words(each), same_program=same or each.sigmas > FAR_SIGMAS)
    for each in _first(both, lambda each: each.tightest < LEAST_SHARE):
        what = template("{piece}: its stated error is {share:.3f} times the measured one: too small")
        findings.off(Message(what, piece=each.piece, share=each.tightest), same_program=same)
    for each in _first(both, lambda each: each.widest > MOST_SHARE):
        what = template("{piece}: its stated error is {share:.3f} times the measured one: too large")
        findings.off(Message(what, piece=each.piece, share=each.widest), same_program=same)
    _check_rulings(moment, state, findings, same=same)


def _check_pieces(moment: ReadMoment, state: TableState, findings: EvidenceFindings, *, same: bool) -> None:
    stated, seen = moment.at, state.tracks
    for piece in sorted(stated.poses.keys() - seen.poses.keys()):
        findings.off(Message("{piece} is not to be seen in the pictures", piece=piece), same_program=same)
    for piece in sorted(seen.poses.keys() - stated.poses.keys()):
        findings.off(Message("{piece} is in the pictures and was left out", piece=piece), same_program=same)
    doubts, reasons = state.scene.doubts, state.scene.reasons
    pairs: tuple[tuple[Message, Mapping[str, object], Mapping[str, object]], ...] = (
        (Message("when it was last seen"), stated.seen_ns, seen.seen_ns),
        (Message("the doubt about it"), stated.doubts, doubts),
        (Message("what was taken on trust"), _trusted(stated.unverified), _trusted(state.scene.unverified)),
        (Message("why it was not measured"), moment.reasons, reasons),
        (Message("by which tags, when and how well it was read"), _readings(stated.poses), _readings(seen.poses)),
        (Message("the gaps to pieces close by"), _gaps(stated.seen_gaps), _gaps(state.scene.seen_gaps)),
        (Message("where it could be"), moment.whereabouts, state.scene.whereabouts),
    )
    for what, ours, theirs in pairs:
        for piece in sorted(key for key in {**ours, **theirs} if not _is_same(ours.get(key), theirs.get(key)))[:SHOWN]:
            words = Message("{piece}: {what} is not what the pictures show", piece=piece, what=what)
            findings.off(words, same_program=same)


def _trusted(unverified: Mapping[str, Unverified]) -> Mapping[str, object]:
    """What the picture does not show, by piece."""
    shown = {piece: each for piece, each in unverified.items() if each != VERIFIED}
    return {piece: (each.masts, each.identity, each.hull_mm, each.raised_mm) for piece, each in shown.items()}


def _readings(poses: Mapping[str, PiecePose]) -> Mapping[str, object]:
    return {piece: (pose.tags, pose.t_ns, pose.residual_px) for piece, pose in poses.items()}


def _gaps(gaps: Mapping[str, tuple[SeenGap, ...]]) -> Mapping[str, object]:
    return {piece: tuple(map(astuple, each)) for piece, each in gaps.items() if each}


def _is_same(stated: object, seen: object) -> bool:
    """But for what another processor rounds otherwise."""
    if isinstance(stated, str | Message) and isinstance(seen, str | Message):
        return is_same_text(stated, seen)
    if isinstance(stated, tuple) and isinstance(seen, tuple):
        return len(stated) == len(seen) and all(map(_is_same, stated, seen))
    if isinstance(stated, float) and isinstance(seen, float | int):
        return abs(stated - seen) <= ROUNDED
    return stated == seen


def _tell_farthest(both: tuple[PoseDifference, ...], findings: EvidenceFindings) -> None:
    if not both:
        findings.tell(Message("from the picture: no piece is seen"))
        return
    farthest = max(both, key=lambda each: each.sigmas)
    what = template(
        "from the picture: {count} pieces measured again; the farthest off is {piece}, by {sigmas:.3f} of its stated "
        "error ({apart_mm:.3f} mm)"
    )
    told = {"piece": farthest.piece, "sigmas": farthest.sigmas, "apart_mm": farthest.apart_mm}
    findings.tell(Message(what, count=len(both), **told))


def _off_words(each: PoseDifference) -> Message:
    what = template("{piece} is {sigmas:.2f} of its error ({apart_mm:.2f} mm) from where the picture shows it")
    return Message(what, piece=each.piece, sigmas=each.sigmas, apart_mm=each.apart_mm)


def _first(both: Iterable[PoseDifference], is_meant: Callable[[PoseDifference], bool]) -> list[PoseDifference]:
    return [each for each in both if is_meant(each)][:SHOWN]


def _check_rulings(moment: ReadMoment, state: TableState, findings: EvidenceFindings, *, same: bool) -> None:
    differ = ruling_differences(moment.rulings, state.rulings)
    more = [each for each in differ if each.is_more_than_rounding]
    count = len(moment.rulings)
    if not differ:
        findings.tell(
            Message("from the picture: {count} rulings derived again, the same to the last digit", count=count)
        )
    elif not more:
        what = template("from the picture: {count} rulings derived again, the same but for {others} last digits")
        findings.tell(Message(what, count=count, others=len(differ)))
    for each in more[:SHOWN]:
        findings.off(stated_words(each), same_program=same or each.contradicts)
    if len(more) > SHOWN:
        findings.off(Message("... and {count} more rulings", count=len(more) - SHOWN), same_program=same)


def stated_words(each: RulingDifference) -> Message:
    if each.verdict_differs:
        words = {"ruling": each.id, "stated": verdict_words(each.then), "now": verdict_words(each.now)}
        return Message("{ruling}: stated {stated}, the picture says {now}", **words)
    return Message("{ruling}: its numbers, words or section are not what the picture gives", ruling=each.id)


def verdict_words(ruling: Ruling | None) -> Message:
    return VERDICT_WORDS[None if ruling is None else ruling.verdict]


def check_record(moment: ReadMoment, state: TableState, about: Manifest, findings: EvidenceFindings) -> None:
    """What was measured and called at the table: in other pictures of the same pieces, so within both errors."""
    then = moment.then
    if then is None:
        return
    for name in then.twice:
        findings.differs(Message("recorded.json names {name} twice", name=name))
    for piece in sorted(state.tracks.poses.keys() - then.poses.keys())[:SHOWN]:
        findings.not_proven(Message("{piece} is in the picture, and its place at the table is not stated", piece=piece))
    asked = next((each for each in moment.rulings if each.id == about.ruling), None)
    if asked is not None and about.ruling not in {each.id for each in moment.calls}:
        what = template("{ruling}: what was called at the table is not stated")
        findings.not_proven(Message(what, ruling=asked.id))
    both = pose_differences(then.poses, state.tracks.poses, independent=True)
    # At the table a piece may have been missed that this picture shows, and was taken to lie where it lay before.
    missed = {piece for piece, seen_ns in state.tracks.seen_ns.items() if then.seen_ns.get(piece, seen_ns) < seen_ns}
    for each in _first(both, lambda each: each.sigmas > FAR_SIGMAS and each.piece in missed):
        what = template("at the table {piece} was not seen at this time, and the picture shows it in another place")
        findings.not_proven(Message(what, piece=each.piece))
    for each in _first(both, lambda each: each.sigmas > FAR_SIGMAS and each.piece not in missed):
        what = template("at the table {piece} was measured {sigmas:.1f} errors from where the picture shows it")
        findings.differs(Message(what, piece=each.piece, sigmas=each.sigmas))
    for each in _first(both, lambda each: each.tightest < LEAST_RECORDED_SHARE):
        what = template(
            "at the table {piece}'s error was stated as {share:.3f} times what the picture gives: too small"
        )
        findings.differs(Message(what, piece=each.piece, share=each.tightest))
    _tell_calls(moment, state, about.ruling, missed, findings)


def _tell_calls(
    moment: ReadMoment, state: TableState, asked: str | None, missed: Collection[str], findings: EvidenceFindings
) -> None:
    """A call at the table that this picture does not bear out is told, and never passes for proven."""
    now = {ruling.id: ruling.verdict for ruling in state.rulings}
    said = {each.id: (each.verdict, now.get(each.id)) for each in moment.calls}
    opposite = [key for key, calls in said.items() if set(calls) == {Verdict.YES, Verdict.NO}]
    for key in opposite[:SHOWN]:
        words = _then_and_now(key, *said[key])
        if missed:
            what = template("{ruling}: called {then} at the table, when {missed} was not seen; the picture says {now}")
            findings.not_proven(Message(what, missed=", ".join(sorted(missed)), **words))
        else:
            findings.differs(Message("{ruling}: called {then} at the table, the picture says {now}", **words))
    bolder = [key for key, (then, since) in said.items() if then in DECIDED and since not in DECIDED]
    if bolder:
        what = template(
            "at the table {count} calls were made that are too close, or not to be seen, in this one picture; the "
            "picture does not prove them"
        )
        findings.tell(Message(what, count=len(bolder)))
    if asked in said and said[asked][0] is not said[asked][1]:
        words = _then_and_now(asked, *said[asked])
        findings.tell(Message("  {ruling}: {then} at the table, {now} in this picture", **words))


def _then_and_now(ruling: str, then: Verdict, now: Verdict | None) -> dict[str, str | Message]:
    return {"ruling": ruling, "then": VERDICT_WORDS[then], "now": VERDICT_WORDS[now]}
