"""The game in a battle report: what each player has, what was lost, and every act with its judgement."""

from tableassist.formats.score.act_words import act_words
from tableassist.formats.score.chronicle_words import time_words
from tableassist.formats.score.result_words import judged_words
from tableassist.messages import say, sentence
from tableassist.referee.ending.gold import score
from tableassist.referee.refereed import RefereedAct, RefereedGame, hits_taken, names_of, ships_lost


def game_values(refereed: RefereedGame) -> dict[str, object]:
    """For a template."""
    gold, hits, lost = score(refereed.game), hits_taken(refereed), ships_lost(refereed)
    winners = () if refereed.game.ending is None else refereed.game.ending.winners
    return {
        "players": [
            {"name": each, "gold": gold[each], "hits": hits[each], "lost": lost[each], "won": each in winners}
            for each in refereed.game.order
        ],
        "acts": [_act(each) for each in refereed.acts],
    }


def _act(each: RefereedAct) -> dict[str, object]:
    entry = each.judged.entry
    return {
        "number": entry.number,
        "when": "" if entry.t_ns is None else time_words(entry.t_ns),
        "words": sentence(act_words(entry.act, names_of(each.game))),
        "judged": [say(words) for words in judged_words(each.judged)],
        "is_foul": each.judged.judgement.is_foul,
    }
