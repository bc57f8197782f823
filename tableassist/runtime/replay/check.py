"""A match judged again from its first moment to its last, against what was said then."""

from collections.abc import Iterator
from dataclasses import dataclass

from tableassist.formats.match.blocks.rulings import Question, RulingChange, asked_by, digest_of, verdict_changes
from tableassist.pipeline.moment import Moment
from tableassist.rules.ruling.ruling import Verdict
from tableassist.runtime.replay.replay import Replay

Verdicts = dict[Question, Verdict]


@dataclass(frozen=True, slots=True)
class Checked:
    """One moment, judged again."""

    t_ns: int
    is_same: bool
    """To the last digit."""
    others: tuple[RulingChange, ...] = ()
    """The verdicts that are others now: `before` as it was said, `after` as it is judged now. May be empty where only
    figures or words differ."""


def checked_moments(replay: Replay) -> Iterator[Checked]:
    said: Verdicts = {}
    changes = iter(replay.ruling_changes())
    waiting = next(changes, None)
    digest, rulings = b"", None
    for moment in replay.moments():
        while waiting is not None and waiting.t_ns <= moment.state.t_ns:
            _say(said, waiting)
            waiting = next(changes, None)
        told = replay.digest_of(moment)
        if told or moment.state.rulings is not rulings:
            digest, rulings = told or digest, moment.state.rulings
            same = digest_of(rulings) == digest
        else:
            same = True
        yield Checked(moment.state.t_ns, True) if same else _differing(moment, said)


def _say(said: Verdicts, change: RulingChange) -> None:
    if change.after is None:
        said.pop(change.question, None)
    else:
        said[change.question] = change.after


def _differing(moment: Moment, said: Verdicts) -> Checked:
    now = {asked_by(ruling): ruling.verdict for ruling in moment.state.rulings}
    t_ns = moment.state.t_ns
    return Checked(t_ns, False, tuple(verdict_changes(said, now, t_ns)))
