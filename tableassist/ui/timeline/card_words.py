"""The card game that a record keeps, in words for the time line and the list of acts. No widgets."""

from collections.abc import Mapping

from tableassist.matches import CardPast
from tableassist.matches.replay import Replay
from tableassist.messages import sentence
from tableassist.rulebook.cardgame import CardGame, RefereedCardAct
from tableassist.store.game_words import came_of, card_act_words, fame_of_players, judged_words, revealed_owners
from tableassist.ui.timeline.past import SignKind, ToldAct, ToldGame


def told_card_game(past: CardPast, replay: Replay) -> ToldGame:
    """Fame is a player's as far as the record says whose the ships are: at the end, or as pirates were revealed."""
    refereed = past.whole
    owners = revealed_owners(refereed.game)
    times = past.times_ns
    acts, last = [], replay.first_ns
    for each in refereed.acts:
        last = max(last, times.get(each.number, last))
        acts.append(_told(each, replay.frame_time(last), owners))
    return ToldGame(refereed.game.players, _fame(refereed.start, owners), tuple(acts), is_of_cards=True)


def _told(each: RefereedCardAct, t_ns: int, owners: Mapping[str, str]) -> ToldAct:
    entry = each.judged.entry
    said = [card_act_words(entry.act, each.game.start.names), *judged_words(each.judged)]
    if not each.is_unanswered:
        said += came_of(each.before, each.game)
    words = ". ".join(sentence(part) for part in said)
    kind = SignKind.FOUL if each.is_unanswered else None
    if each.game.ending is not None and each.before.ending is None:
        kind = SignKind.END
    return ToldAct(t_ns, each.before.turn, each.before.player, kind, words, _fame(each.game, owners))


def _fame(game: CardGame, owners: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(fame_of_players(game, owners).values())
