"""The game that a record keeps, in words for the time line and the list of acts. No widgets."""

from tableassist.errors import BadFileError
from tableassist.matches import card_past_of, game_of_match, happenings_of_match
from tableassist.matches.replay import Replay
from tableassist.messages import say
from tableassist.rulebook import referee_game
from tableassist.rulebook.referee import Happening, score
from tableassist.store.game_words import happening_words
from tableassist.ui.timeline.card_words import told_card_game
from tableassist.ui.timeline.past import SignKind, ToldAct, ToldGame


def told_game(replay: Replay) -> ToldGame | None:
    """None where the record keeps no game."""
    try:
        cards = card_past_of(replay)
        game = game_of_match(replay)
    except BadFileError as problem:
        return ToldGame(problem=say(problem.message))
    if cards is not None:
        return told_card_game(cards, replay)
    if game is None:
        return None
    refereed = referee_game(game.start, game.log)
    players = tuple(each.name for each in game.start.players)
    acts = tuple(_told(each, replay, players) for each in happenings_of_match(replay, game, refereed))
    return ToldGame(players, _of_all(score(refereed.start), players), acts)


def _told(each: Happening, replay: Replay, players: tuple[str, ...]) -> ToldAct:
    """At the time of the frame that is shown then: who goes there sees it done."""
    return ToldAct(
        t_ns=replay.frame_time(replay.first_ns + each.t_ns),
        turn=each.turn,
        player=each.before.player if each.turn else "",
        kind=None if each.kind is None else SignKind(each.kind.value),
        words=happening_words(each),
        gold=_of_all(each.gold, players),
    )


def _of_all(gold: dict[str, int], players: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(gold.get(player, 0) for player in players)
