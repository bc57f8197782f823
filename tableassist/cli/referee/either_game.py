"""What a terminal needs of a game, for the constructible one and the card game alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tableassist.cli.referee import told, told_cards
from tableassist.formats.cardgame.game_file import CardGameFile
from tableassist.formats.cardgame.lines import AnyGameFile
from tableassist.rulebook.cardgame.acts import CARD_ACT_BY_VERB
from tableassist.rulebook.cardgame.offers import card_offers
from tableassist.rulebook.cardgame.owed import cards_owed
from tableassist.rulebook.cardgame.referee import CARD_GAME
from tableassist.rulebook.cardgame.refereed import referee_card_game
from tableassist.rulebook.play.folding import GameRules
from tableassist.rulebook.play.log import Log
from tableassist.rulebook.play.offer import Offer
from tableassist.rulebook.referee.acts.all import ACT_BY_VERB
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.owed import owed
from tableassist.rulebook.referee.referee import PIRATES
from tableassist.rulebook.referee.refereed import referee_game
from tableassist.services.referee.card_json import card_act_object, card_game_object
from tableassist.services.referee.game_json import act_object, game_object


@dataclass(frozen=True, slots=True)
class TerminalGame:
    rules: GameRules[Any, Any]
    acts: Mapping[str, type[msgspec.Struct]]
    """By their verbs."""
    example: str
    """An act as it is typed."""
    referee: Callable[[Any, Log[Any], int | None], Any]
    offers: Callable[[Any], tuple[Offer[Any], ...]]
    owed: Callable[[Any], Sequence[Any]]
    tell_acts: Callable[[Any], None]
    tell_act: Callable[[Any, Sequence[Any]], None]
    tell_game: Callable[[Any, Sequence[Any]], None]
    tell_owed: Callable[[Any], None]
    act_object: Callable[[Any], dict[str, Any]]
    game_object: Callable[[Any], dict[str, Any]]


CONSTRUCTIBLE = TerminalGame(
    rules=PIRATES,
    acts=ACT_BY_VERB,
    example="h shoot o 1 5",
    referee=referee_game,
    offers=offers,
    owed=owed,
    tell_acts=lambda refereed: told.tell_acts(refereed.acts, refereed.start),
    tell_act=told.tell_act,
    tell_game=told.tell_game,
    tell_owed=told.tell_owed,
    act_object=act_object,
    game_object=game_object,
)
CARDS = TerminalGame(
    rules=CARD_GAME,
    acts=CARD_ACT_BY_VERB,
    example="Anne play lost-at-sea-1 ships=e1",
    referee=referee_card_game,
    offers=card_offers,
    owed=cards_owed,
    tell_acts=told_cards.tell_card_acts,
    tell_act=told_cards.tell_card_act,
    tell_game=told_cards.tell_card_game,
    tell_owed=told_cards.tell_cards_owed,
    act_object=card_act_object,
    game_object=card_game_object,
)


def terminal_game(game: AnyGameFile) -> TerminalGame:
    return CARDS if isinstance(game, CardGameFile) else CONSTRUCTIBLE
