"""`tableassist verify`: a match judged again, and what differs."""

from pathlib import Path

from tableassist.cli.terminal import progress_bar, tell
from tableassist.messages import Message, template, tr
from tableassist.runtime.replay.check import Checked, checked_moments
from tableassist.services.judging import VERDICT_WORDS, question_words
from tableassist.services.progress import told_by_time
from tableassist.services.recorded_match import open_match


def verify_match(name: str, most: int) -> int:
    with open_match(Path(name)) as replay, progress_bar() as progress:
        names = {piece.id: piece.name for piece in replay.settings_at(replay.first_ns).pieces}
        differ = count = 0
        between, what = (replay.first_ns, replay.last_ns), Message("judging again")
        for checked in told_by_time(checked_moments(replay), lambda each: each.t_ns, between, what, progress):
            count += 1
            if not checked.is_same:
                differ += 1
                if differ <= most:
                    _tell(checked, replay.first_ns, names)
        version = replay.facts.app_version
    if differ > most:
        tell(tr("... and {count} more moments", count=differ - most))
    if differ:
        said = template("{differ} of {count} moments are judged differently than they were (by tableassist {version})")
        tell(tr(said, differ=differ, count=count, version=version))
        return 1
    tell(tr("{count} moments judged again: every ruling is the same, to the last digit", count=count))
    return 0


def _tell(checked: Checked, first_ns: int, names: dict[str, str]) -> None:
    t_s = (checked.t_ns - first_ns) / 1e9
    if not checked.others:
        tell(tr("{t_s:9.3f} s  the same verdicts, with other figures or other words", t_s=t_s))
    for other in checked.others:
        verdicts = {"before": VERDICT_WORDS[other.before], "after": VERDICT_WORDS[other.after]}
        asked = question_words(other.question, names)
        tell(tr("{t_s:9.3f} s  {question}: was {before}, is {after}", t_s=t_s, question=asked, **verdicts))
