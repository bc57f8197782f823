"""How a refereed game stands, in words: opinions, fouls, score and winner."""

from collections.abc import Iterator
from typing import Any

from tableassist.messages import Message, Text, say, sentence, tr
from tableassist.rulebook import GameState, Phase, RefereedGame
from tableassist.rulebook.cardgame import CardEnding, CardGame, RefereedCardGame
from tableassist.rulebook.play import Judged, Opinion
from tableassist.rulebook.referee import score
from tableassist.rulebook.state import Ending
from tableassist.store.game_words.card_results import ending_words_of_cards

OPINIONS = {
    Opinion.FINE: Message("fine"),
    Opinion.FOUL: Message("FOUL"),
    Opinion.TOO_CLOSE: Message("too close to call"),
    Opinion.NOT_KNOWN: Message("not known"),
}
ENDINGS = {
    "more-than-half": Message("more than half of the gold is home"),
    "all-unloaded": Message("no gold is left to be brought home"),
    "one-can-move": Message("only one player can still move"),
    "half-cannot-move": Message("half of the players cannot move any more"),
    "end-token-home": Message("the ship with the last coin has come home"),
    "end-token-sunk": Message("the ship with the last coin has sunk"),
    "half-sunk": Message("half of the players have lost all their ships"),
    "agreed": Message("the players have agreed"),
}


def phase_words(game: GameState) -> str:
    if game.phase is Phase.PLAYING:
        return tr("Turn {turn}: it is {player}'s turn.", turn=game.turn, player=game.player)
    return tr("The set-up is not done.") if game.phase is Phase.SETTING_UP else tr("The game is over.")


def score_words(game: GameState) -> tuple[Text, ...]:
    return tuple(Message("{player} {gold}", player=player, gold=gold) for player, gold in score(game).items())


def ending_words(over: Ending) -> Message:
    why = ENDINGS.get(over.why, over.why)
    if len(over.winners) == 1:
        return Message("{player} has won: {why}.", player=over.winners[0], why=why)
    if not over.winners:
        return Message("{why}. The winner is announced when all coins are turned over.", why=why)
    return Message("{players} have the same: {why}.", players=over.winners, why=why)


def judged_words(judged: Judged[Any]) -> Iterator[Text]:
    """What is told of an act beside the act itself: nothing, where it is fine."""
    judgement = judged.judgement
    if judgement.opinion is Opinion.FINE:
        return
    yield OPINIONS[judgement.opinion]
    for reason in judgement.reasons:
        yield Message("{words} ({section})", words=reason.words, section=reason.section)
    if judgement.is_foul and judged.entry.stands:
        yield Message("the players let it stand")


def result_facts(refereed: RefereedGame | RefereedCardGame) -> list[tuple[str, str]]:
    """For a list of facts: score, fouls, and the end if it is over."""
    fouls = [(tr("Fouls"), str(len(refereed.fouls)))] if refereed.fouls else []
    if isinstance(refereed, RefereedCardGame):
        return [*fouls, *_card_result(refereed.game)]
    game = refereed.game
    facts = [(tr("Gold"), say(Message("{score}", score=score_words(game)))), *fouls]
    if game.ending is not None:
        facts.append((tr("Result"), sentence(ending_words(game.ending))))
    return facts


def _card_result(game: CardGame) -> list[tuple[str, str]]:
    if game.ending is None:
        return []
    fame = say(Message("{score}", score=fame_words(game.ending)))
    return [(tr("Fame"), fame), (tr("Result"), sentence(ending_words_of_cards(game.ending)))]


def fame_words(over: CardEnding) -> tuple[Text, ...]:
    return tuple(Message("{player} {gold}", player=player, gold=fame) for player, fame in over.score.items())
