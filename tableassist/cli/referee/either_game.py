"""What a terminal needs of a game, for the constructible one and the card game alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tableassist.cli.referee import told, told_cards
from tableassist.errors import BadRequestError
from tableassist.matches.games import JUDGE, Viewer, act_object, card_act_object, card_game_object, game_object
from tableassist.rulebook import PIRATES, Log, referee_game
from tableassist.rulebook.cardgame import CARD_GAME, referee_card_game
from tableassist.rulebook.play import Game
from tableassist.store.game import AnyGameFile, CardGameFile


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


CONSTRUCTIBLE = TerminalGame(
    rules=PIRATES,
    example="h shoot o 1 5",
    referee=referee_game,
    tell_acts=lambda refereed: told.tell_acts(refereed.acts, refereed.start),
    tell_act=told.tell_act,
    tell_game=told.tell_game,
    tell_owed=told.tell_owed,
    act_object=act_object,
    game_object=game_object,
)
CARDS = TerminalGame(
    rules=CARD_GAME,
    example="Anne play lost-at-sea-1 ships=e1",
    referee=referee_card_game,
    tell_acts=told_cards.tell_card_acts,
    tell_act=told_cards.tell_card_act,
    tell_game=told_cards.tell_card_game,
    tell_owed=told_cards.tell_cards_owed,
    act_object=lambda refereed, _viewer: card_act_object(refereed),
    game_object=lambda game, _viewer: card_game_object(game),
)


def terminal_game(game: AnyGameFile) -> TerminalGame:
    return CARDS if isinstance(game, CardGameFile) else CONSTRUCTIBLE


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
