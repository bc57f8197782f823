"""`tableassist verify`: a match verified, and what differs."""

from pathlib import Path

from tableassist.cli.terminal import progress_bar, tell
from tableassist.errors import one_line
from tableassist.judging import VERDICT_WORDS
from tableassist.matches.recording import matches_root
from tableassist.matches.replay import Checked, Replay
from tableassist.matches.verify import MatchFindings, MatchOutcome, reader_keys, verify_match
from tableassist.messages import Message, say, template, tr
from tableassist.store.match.chain import Standing
from tableassist.store.match_library import find_match
from tableassist.store.score import question_of

LEADS = {
    Standing.TOLD: template("{what}"),
    Standing.NOT_PROVEN: template("not proven: {what}"),
    Standing.WRONG_SIGNER: template("signature: {what}"),
    Standing.DIFFERS: template("differs: {what}"),
}
FINAL_WORDS = {
    MatchOutcome.AGREES: Message("It agrees."),
    MatchOutcome.DIFFERS: Message("It does NOT agree: see the differences above."),
    MatchOutcome.NOT_PROVEN: Message("NOT PROVEN: nothing contradicts it, but the points above are unproven."),
    MatchOutcome.WRONG_SIGNER: Message("WRONG SIGNATURE: see above."),
}


def verify_and_tell(name: str, keys: tuple[Path, ...], most: int, *, is_signature_demanded: bool) -> int:
    """The exit code."""
    folder = find_match(matches_root(), name)
    listed = _Listed(most)
    reader = reader_keys(keys, is_signature_demanded=is_signature_demanded)
    with progress_bar() as progress:
        findings = verify_match(folder, reader, listed.tell, progress)
    listed.tell_rest()
    _tell_moments(findings)
    for number, each in enumerate(findings.found):
        if number == most:
            tell(tr("... and {count} more", count=len(findings.found) - most))
            break
        tell(one_line(say(Message(LEADS[each.standing], what=each.message)), 400))
    tell(say(FINAL_WORDS[findings.outcome]))
    return int(findings.outcome)


class _Listed:
    """The moments that differ, the first of them in words."""

    def __init__(self, most: int) -> None:
        self._most, self._count = most, 0

    def tell(self, checked: Checked, replay: Replay) -> None:
        self._count += 1
        if self._count <= self._most:
            names = {piece.id: piece.name for piece in replay.settings_at(checked.t_ns).pieces}
            _tell(checked, replay.first_ns, names)

    def tell_rest(self) -> None:
        if self._count > self._most:
            tell(tr("... and {count} more moments", count=self._count - self._most))


def _tell_moments(findings: MatchFindings) -> None:
    facts = {"differ": findings.differing, "count": findings.moments, "version": findings.app_version}
    if findings.differing:
        said = template("{differ} of {count} moments are judged differently than they were (by tableassist {version})")
        tell(tr(said, **facts))
    elif findings.moments:
        tell(tr("{count} moments judged again: every ruling is the same, to the last digit", **facts))


def _tell(checked: Checked, first_ns: int, names: dict[str, str]) -> None:
    t_s = (checked.t_ns - first_ns) / 1e9
    if not checked.others:
        tell(tr("{t_s:9.3f} s  the same verdicts, with other figures or other words", t_s=t_s))
    for other in checked.others:
        verdicts = {"before": VERDICT_WORDS[other.before], "after": VERDICT_WORDS[other.after]}
        asked = question_of(other.question, names)
        if checked.is_record_changed:
            what = template("{t_s:9.3f} s  {question}: the record says {before}, the poses say {after}")
        else:
            what = template("{t_s:9.3f} s  {question}: was {before}, is {after}")
        tell(tr(what, t_s=t_s, question=asked, **verdicts))
