"""A match judged again from its first moment to its last, against what was said then."""

from collections.abc import Iterator
from dataclasses import dataclass

from tableassist.matches.replay.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling, Verdict
from tableassist.store.match.blocks import Question, RulingChange, asked_by, digest_of, verdict_changes

Verdicts = dict[Question, Verdict]


@dataclass(frozen=True, slots=True)
class Checked:
    """One moment, judged again."""

    t_ns: int
    is_same: bool
    """To the last digit, and the verdicts in the record are those."""
    others: tuple[RulingChange, ...] = ()
    """The verdicts that are others now: `before` as it was said, `after` as it is judged now. May be empty where only
    figures or words differ."""
    is_record_changed: bool = False
    """The moment is judged as it was, but the record tells other verdicts: somebody has changed them."""


def checked_moments(replay: Replay) -> Iterator[Checked]:
    record = _RecordedVerdicts(replay)
    digest, rulings = b"", None
    for moment, is_last_of_its_time in _with_next(replay.moments()):
        record.hear(moment)
        told = replay.digest_of(moment)
        is_new = moment.state.rulings is not rulings
        same = True
        if told or is_new:
            digest, rulings = told or digest, moment.state.rulings
            same = digest_of(rulings) == digest
        if not same:
            yield Checked(moment.state.t_ns, False, record.others(moment.state.rulings, moment.state.t_ns))
            continue
        wrong = record.newly_wrong(moment) if is_last_of_its_time else ()
        yield Checked(moment.state.t_ns, not wrong, wrong, is_record_changed=bool(wrong))


def _with_next(moments: Iterator[Moment]) -> Iterator[tuple[Moment, bool]]:
    """Each, and whether the next has another time: verdicts are recorded by time, and two moments may have one."""
    held = next(moments, None)
    for moment in moments:
        assert held is not None
        yield held, moment.state.t_ns != held.state.t_ns
        held = moment
    if held is not None:
        yield held, True


class _RecordedVerdicts:
    """What the record says stands, as time goes on."""

    def __init__(self, replay: Replay) -> None:
        self._changes = iter(replay.ruling_changes())
        self._waiting = next(self._changes, None)
        self._said: Verdicts = {}
        self._is_chained = replay.is_chained
        self._is_first_unknown = replay.begins_late
        self._looked: tuple[Ruling, ...] | None = None
        self._is_heard = False
        self._wrong: set[tuple[Question, Verdict | None, Verdict | None]] = set()

    def hear(self, moment: Moment) -> None:
        while self._waiting is not None and self._waiting.t_ns <= moment.state.t_ns:
            change, self._is_heard = self._waiting, True
            if change.before is None and change.question in self._said:
                self._said.clear()  # an older program, when it resumed a match, began anew
            if change.after is None:
                self._said.pop(change.question, None)
            else:
                self._said[change.question] = change.after
            self._waiting = next(self._changes, None)

    def others(self, rulings: tuple[Ruling, ...], t_ns: int) -> tuple[RulingChange, ...]:
        return tuple(verdict_changes(self._said, _verdicts(rulings), t_ns))

    def newly_wrong(self, moment: Moment) -> tuple[RulingChange, ...]:
        """Each once, for a wrong verdict stands until the next."""
        rulings = moment.state.rulings
        if rulings is self._looked and not self._is_heard:
            return ()
        self._looked, self._is_heard = rulings, False
        now = _verdicts(rulings)
        if self._is_first_unknown:
            # Of a replay buffer that was kept: what stood before its beginning was forgotten.
            self._said, self._is_first_unknown = {**now, **self._said}, False
        said = self._said if self._is_chained else {asked: self._said[asked] for asked in now if asked in self._said}
        found = tuple(verdict_changes(said, now, moment.state.t_ns))
        new = tuple(each for each in found if (each.question, each.before, each.after) not in self._wrong)
        self._wrong = {(each.question, each.before, each.after) for each in found}
        return new


def _verdicts(rulings: tuple[Ruling, ...]) -> Verdicts:
    return {asked_by(ruling): ruling.verdict for ruling in rulings}
