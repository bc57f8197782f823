"""What the commands of the referee say of a game of either kind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError
from tableassist.matches.games import JUDGE, Viewer, act_object, card_act_object, card_game_object, game_object
from tableassist.messages import Message, Text, say, sentence, template, tr
from tableassist.rulebook import PIRATES, GameState, Log, Offer, RefereedAct, RefereedGame, act_text, referee_game
from tableassist.rulebook.cardgame import (
    CARD_GAME,
    CardDuty,
    CardGame,
    CardOffer,
    RefereedCardAct,
    RefereedCardGame,
    referee_card_game,
)
from tableassist.rulebook.cardgame.cards import adventure_title, movement_title
from tableassist.rulebook.play import Game, Judged
from tableassist.rulebook.play import Offer as OfferOf
from tableassist.rulebook.referee import names_of, outlook
from tableassist.rulebook.state import Duty
from tableassist.store.game import AnyGameFile, CardGameFile
from tableassist.store.game_words import (
    OPINIONS,
    act_words,
    came_of,
    card_act_words,
    ending_words,
    ending_words_of_cards,
    fame_words,
    phase_words,
    score_words,
)


@dataclass(frozen=True, slots=True)
class TerminalGame:
    rules: Game[Any, Any, Any, Any]
    example: str
    """An act as it is typed."""
    referee: Callable[[Any, Log[Any], int | None], Any]
    tell_acts: Callable[[Any], None]
    tell_act: Callable[[Any, Sequence[Any]], None]
    tell_game: Callable[[Any, Sequence[Any]], None]
    tell_owed: Callable[[Any], None]
    act_object: Callable[[Any, Viewer], dict[str, Any]]
    game_object: Callable[[Any, Viewer], dict[str, Any]]


def viewer_of(game: AnyGameFile, player: str) -> Viewer:
    """Find the player who reads the game; empty: the judge."""
    if not player:
        return JUDGE
    if isinstance(game, CardGameFile):
        raise BadRequestError("--viewer: expected the constructible game")
    players = tuple(entrant.name for entrant in game.start.players)
    if player not in players:
        raise BadRequestError("--viewer: got '{player}', expected one of {players}", player=player, players=players)
    return Viewer(player)


def tell_acts(acts: Sequence[RefereedAct], start: GameState) -> None:
    """Turn by turn; `start` is the game before the first of them."""
    before, told = start, ""
    for act in acts:
        if (heading := phase_words(before)) != told:
            tell(heading)
        told = heading
        tell_act(act, PIRATES.duties(before))
        before = act.game


def tell_act(each: RefereedAct, before: Sequence[Duty]) -> None:
    """`before`: what was owed already, which is not told again."""
    tell_judged(each.judged, act_words(each.judged.entry.act, names_of(each.game)))
    for duty in PIRATES.duties(each.game):
        if duty not in before:
            tell("      " + tr("owed: {question}", question=PIRATES.question(each.game, duty)))


def tell_judged(judged: Judged[Any], words: Text) -> None:
    """An act of either game, with what the referee says of it."""
    entry, judgement = judged.entry, judged.judgement
    said = {"number": entry.number, "act": words, "opinion": OPINIONS[judgement.opinion]}
    tell(tr("{number:>4}. {act}: {opinion}", **said))
    for reason in judgement.reasons:
        tell("      " + tr("{code}: {words} ({section})", code=reason.code, words=reason.words, section=reason.section))
    if judgement.is_foul:
        tell("      " + (tr("the players let it stand") if entry.stands else tr("it changes nothing")))
    if judged.no_longer_holds:
        tell("      " + tr("it was not a foul when it was entered: an earlier action was changed"))


def tell_game(refereed: RefereedGame, offered: Sequence[Offer]) -> None:
    game = refereed.game
    tell("")
    tell(phase_words(game))
    tell(tr("Score: {score}", score=score_words(game)))
    for words in outlook(game):
        tell(sentence(words))
    if game.ending is not None:
        tell(sentence(ending_words(game.ending)))
    tell_owed(game)
    tell_offers(offered)


def tell_owed(game: GameState) -> None:
    for duty in PIRATES.duties(game):
        lead = template("Owed: {question}") if duty.must else template("May be answered: {question}")
        tell(tr(lead, question=PIRATES.question(game, duty)))


def tell_offers(offered: Sequence[OfferOf[Any]]) -> None:
    if offered:
        tell(tr("Possible actions:"))
    for number, offer in enumerate(offered, start=1):
        tell(f"{number:>4}  {say(offer.words)}   [{act_text(offer.act)}]")


def tell_card_acts(refereed: RefereedCardGame) -> None:
    """Turn by turn."""
    told = 0
    for act in refereed.acts:
        if act.before.turn != told:
            tell(_turn_words(act.before))
        told = act.before.turn
        tell_card_act(act, CARD_GAME.duties(act.before))


def _turn_words(game: CardGame) -> str:
    if game.ended:
        return tr("The game is over.")
    return tr("Turn {turn}: it is {player}'s turn.", turn=game.turn, player=game.player)


def tell_card_act(each: RefereedCardAct, before: Sequence[CardDuty]) -> None:
    """`before`: what was owed already, which is not told again."""
    tell_judged(each.judged, card_act_words(each.judged.entry.act, each.game.start.names))
    for words in came_of(each.before, each.game):
        tell("      " + say(words))
    for duty in CARD_GAME.duties(each.game):
        if duty not in before:
            tell("      " + tr("owed: {question}", question=CARD_GAME.question(each.game, duty)))


def tell_card_game(refereed: RefereedCardGame, offered: Sequence[CardOffer]) -> None:
    """What lies on the table, open to all."""
    game = refereed.game
    tell("")
    tell(_turn_words(game))
    for space, ship in enumerate(game.row, start=1):
        said = {"space": space, "ship": game.ship_name(ship), "id": ship, "fame": game.fame[ship].total}
        line = tr("{space}  {ship} ({id}), fame {fame}", **said)
        tell(f"  {line}" + (f"  {tr('damaged')}" if ship in game.damaged else ""))
    tell(tr("Adventures: {cards}; {count} in the pile", cards=_adventure_titles(game), count=game.adventure_pile.count))
    tell(
        tr("Movement cards: {cards}; {count} in the pile", cards=_movement_titles(game), count=game.movement_pile.count)
    )
    if game.ending is not None:
        tell(tr("Fame: {score}", score=fame_words(game.ending)))
        tell(sentence(ending_words_of_cards(game.ending)))
    tell_cards_owed(game)
    tell_offers(offered)


def _adventure_titles(game: CardGame) -> tuple[Text, ...]:
    return tuple(adventure_title(adventure) for adventure in game.adventures) or (Message("none"),)


def _movement_titles(game: CardGame) -> tuple[Text, ...]:
    return tuple(movement_title(each) for each in game.open if each) or (Message("none"),)


def tell_cards_owed(game: CardGame) -> None:
    for duty in CARD_GAME.duties(game):
        tell(tr("Owed: {question}", question=CARD_GAME.question(game, duty)))


CONSTRUCTIBLE = TerminalGame(
    rules=PIRATES,
    example="h shoot o 1 5",
    referee=referee_game,
    tell_acts=lambda refereed: tell_acts(refereed.acts, refereed.start),
    tell_act=tell_act,
    tell_game=tell_game,
    tell_owed=tell_owed,
    act_object=act_object,
    game_object=game_object,
)
CARDS = TerminalGame(
    rules=CARD_GAME,
    example="Anne play lost-at-sea-1 ships=e1",
    referee=referee_card_game,
    tell_acts=tell_card_acts,
    tell_act=tell_card_act,
    tell_game=tell_card_game,
    tell_owed=tell_cards_owed,
    act_object=lambda refereed, _viewer: card_act_object(refereed),
    game_object=lambda game, _viewer: card_game_object(game),
)


def terminal_game(game: AnyGameFile) -> TerminalGame:
    return CARDS if isinstance(game, CardGameFile) else CONSTRUCTIBLE
