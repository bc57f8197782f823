"""The game in a battle report: what each player has, what was lost, key moments, and every act with its judgement."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import say, sentence
from tableassist.rulebook import RefereedGame
from tableassist.rulebook.referee import Happening, score
from tableassist.store.game_words.happenings import told_sentences
from tableassist.store.game_words.results import ending_words, judged_words
from tableassist.store.score.chronicle_words import time_words
from tableassist.store.score.gold_plot import gold_plot


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """What the camera saw when something happened that decides games."""

    acts: tuple[Happening, ...]
    """At least one."""
    jpeg: bytes


def game_values(refereed: RefereedGame, told: Sequence[Happening], moments: Sequence[Photograph]) -> dict[str, object]:
    """For a template."""
    gold, hits, lost, over = (
        score(refereed.game),
        refereed.count_hits_taken(),
        refereed.count_ships_lost(),
        refereed.game.ending,
    )
    winners = () if over is None else over.winners
    return {
        "players": [
            {"name": each, "gold": gold[each], "hits": hits[each], "lost": lost[each], "won": each in winners}
            for each in refereed.game.order
        ],
        "ending": "" if over is None else sentence(ending_words(over)),
        "gold": gold_plot(refereed, told),
        "moments": [_moment(each) for each in moments],
        "acts": [_act(each) for each in told],
    }


def _moment(moment: Photograph) -> dict[str, str]:
    told = " ".join(words for act in moment.acts for words in told_sentences(act))
    caption = f"{time_words(moment.acts[0].t_ns)}  {told}"
    return {"caption": caption, "data": base64.b64encode(moment.jpeg).decode("ascii")}


def _act(each: Happening) -> dict[str, object]:
    judged = each.refereed.judged
    return {
        "number": judged.entry.number,
        "when": "" if judged.entry.t_ns is None else time_words(each.t_ns),
        "words": " ".join(told_sentences(each)),
        "judged": [say(words) for words in judged_words(judged)],
        "is_foul": judged.judgement.is_foul,
    }
