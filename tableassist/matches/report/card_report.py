"""The report of a match that was recorded at a card table."""

from tableassist import __version__
from tableassist.matches.card_past import CardPast
from tableassist.matches.recorded_match import card_score_of_match
from tableassist.matches.replay.replay import Replay
from tableassist.messages import Message
from tableassist.process import Progress, no_progress
from tableassist.store.files import encoded_jpeg, narrowed
from tableassist.store.match.chain import additions_to
from tableassist.store.report import CardReport
from tableassist.store.score import score_text

WIDTH_PX, MOST = 960, 12
"""Pictures, of the last turns: a page that can still be sent by mail."""


def card_report_of(replay: Replay, past: CardPast, progress: Progress = no_progress) -> CardReport:
    refereed = past.whole
    ends = {each.before.turn: past.times_ns[each.number] for each in refereed.acts}
    pictures = {}
    wanted = sorted(ends)[-MOST:]
    for done, turn in enumerate(wanted):
        progress(Message("painting"), done / len(wanted))
        t_ns = replay.picture_time(min(ends[turn], replay.last_ns))
        if t_ns is not None:
            pictures[turn] = encoded_jpeg(narrowed(replay.at(t_ns).frame.image, WIDTH_PX))
    return CardReport(
        name=replay.facts.name,
        table=past.game.start.name or replay.facts.table,
        date=replay.started.date().isoformat(),
        version=__version__,
        game=refereed,
        times_ns={number: t_ns - replay.first_ns for number, t_ns in past.times_ns.items()},
        pictures=pictures,
        score=score_text(card_score_of_match(replay, past.game)),
        additions=tuple(added.words for added in additions_to(replay.folder)),
    )
