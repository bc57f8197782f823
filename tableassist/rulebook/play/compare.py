"""A log folded again: whether the referee thinks of each act as he did when it was said."""

from collections.abc import Iterator

from tableassist.rulebook.play.game import A, AnyGame, G, play_log, play_one
from tableassist.rulebook.play.judgement import Judgement, Opinion
from tableassist.rulebook.play.log import Amendment, Entry, Log


def compare_log(start: G, log: Log[A], rules: AnyGame[G, A]) -> Iterator[tuple[Entry[A], Judgement]]:
    """Each act that is judged otherwise now, with how; acts with which no view was kept are passed over. An act is
    judged as the log was when it was said: what was struck later still counted then."""
    game, is_newest = start, True
    for place, record in enumerate(log.records):
        if isinstance(record, Amendment):
            is_newest = False
            continue
        if not is_newest:
            game = play_log(start, Log(log.records[:place]), rules).game
        is_newest = record.after is None
        if is_newest:
            game, judged = play_one(game, record, rules)
        else:
            acts = play_log(start, Log(log.records[: place + 1]), rules).acts
            judged = next(each.judged for each in acts if each.number == record.number)
        if record.view is not None and what_counts(record.view) != what_counts(judged.judgement):
            yield record, judged.judgement


def work_of(log: Log[A]) -> int:
    """How many acts are folded to compare a log: after each amendment all that were said before."""
    said = work = 0
    for record in log.records:
        if isinstance(record, Amendment) or record.after is not None:
            work += said
        said += isinstance(record, Entry)
    return work + said


def what_counts(judgement: Judgement) -> tuple[Opinion, tuple[str, ...]]:
    """Of a judgement: its words may be another language's, or a newer version's."""
    return judgement.opinion, tuple(each.code for each in judgement.reasons)
