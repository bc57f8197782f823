"""What people tell where the program does not know it: who owns a ship, which card was turned up, who was who."""

from collections.abc import Iterator
from typing import Any

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.act import (
    ADVENTURE,
    END,
    MOVEMENT,
    SETUP,
    CardAct,
    CardDuty,
    CardDutyKind,
    CardFoul,
    card_foul,
    card_question,
)
from tableassist.rulebook.cardgame.cards import ALL_ADVENTURES, SHIPS
from tableassist.rulebook.cardgame.changes import (
    answer_gate,
    deny_pirate,
    end_turn,
    find_struck_ship,
    players_with_secrets,
    put_on_open_place,
    reveal_pirates,
    strike_owner,
    turn_up_adventure,
    with_ending,
)
from tableassist.rulebook.cardgame.state import (
    CardGame,
    all_pirates,
    is_pirate,
    list_hidden_adventures,
    list_hidden_movements,
)
from tableassist.rulebook.play.game import Need, Offer
from tableassist.rulebook.play.log import FINE, Judgement


class OwnUp(CardAct, frozen=True, tag="mutiny"):
    """Who owns the ship that Mutiny struck."""

    player: str
    """Empty: nobody does."""
    pirate: str

    title = Message("Whose ship Mutiny struck")
    text = template("{player} owns {pirate}")
    answers = (CardDutyKind.MUTINY,)

    def choose_text(self) -> str:
        return self.text if self.player else template("{pirate} has no owner")

    def assess(self, game: CardGame) -> Judgement:
        if self.pirate != game.mutiny:
            details = {"ship": game.ship_name(game.mutiny), "other": game.ship_name(self.pirate)}
            return card_foul(
                CardFoul.NOT_ASKED, Message("the mutiny is on {ship}, not on {other}", **details), ADVENTURE
            )
        if self.player and is_pirate(game, self.player, self.pirate) is False:
            return _not_his(game, self.player, self.pirate, ADVENTURE)
        return FINE

    def fold(self, game: CardGame) -> CardGame:
        if not game.mutiny:
            return game
        ship = game.mutiny
        if ship != find_struck_ship(game):
            game = answer_gate(game, self.player)
            if game.mutiny:
                return game
        else:
            game = strike_owner(game, ship, self.player)
        return end_turn(game if self.player else deny_pirate(game, players_with_secrets(game), ship))

    @staticmethod
    def offer_answers(game: CardGame, duty: CardDuty) -> Iterator[Offer[Any]]:
        for player in game.players:
            owns = Message("{player} owns {ship}", player=player, ship=game.ship_name(duty.ship))
            yield Offer(player, OwnUp(player, duty.ship), owns)
        nobody = Message("{ship} has no owner", ship=game.ship_name(duty.ship))
        yield Offer("", OwnUp("", duty.ship), nobody)


class TurnUp(CardAct, frozen=True, tag="turn-up"):
    card: str
    """An adventure or an open movement card."""

    title = Message("A card is turned up")
    text = template("{card} is turned up")
    answers = (
        CardDutyKind.ADVENTURE,
        CardDutyKind.MOVEMENT,
    )

    def assess(self, game: CardGame) -> Judgement:
        is_adventure = self.card in ALL_ADVENTURES
        section = SETUP if is_adventure else MOVEMENT
        if not (game.adventures_to_turn_up if is_adventure else game.movements_to_turn_up):
            kind = Message("adventure card") if is_adventure else Message("movement card")
            words = Message("no {kind} is to be turned up now", kind=kind)
            return card_foul(CardFoul.NOT_ASKED, words, section)
        if self.card not in (list_hidden_adventures(game) if is_adventure else list_hidden_movements(game)):
            words = Message("{card} is not in the pile: it is elsewhere or has been seen", card=self.card)
            return card_foul(CardFoul.ELSEWHERE, words, section)
        return FINE

    def fold(self, game: CardGame) -> CardGame:
        if self.card in ALL_ADVENTURES:
            return turn_up_adventure(game, self.card) if game.adventures_to_turn_up else game
        return put_on_open_place(game, self.card) if game.movements_to_turn_up else game

    @staticmethod
    def offer_answers(game: CardGame, duty: CardDuty) -> Iterator[Offer[Any]]:
        cards = list_hidden_adventures(game) if duty.kind is CardDutyKind.ADVENTURE else list_hidden_movements(game)
        if cards:
            yield Offer("", TurnUp(cards[0]), card_question(game, duty), (Need("card", cards),))


class RevealPirates(CardAct, frozen=True, tag="reveal"):
    """All pirates of a player, at the end of the game."""

    player: str
    pirates: tuple[str, ...]

    title = Message("Reveal all pirates of a player")
    text = template("{player} was the pirate of {pirates}")
    answers = (CardDutyKind.REVEAL,)

    def assess(self, game: CardGame) -> Judgement:
        pirates_each = game.start.pirates_each
        if len(set(self.pirates)) != len(self.pirates) or len(self.pirates) != pirates_each:
            words = Message(
                "{player}: got {count} pirates, expected {each}",
                player=self.player,
                count=len(self.pirates),
                each=pirates_each,
            )
            return card_foul(CardFoul.PIRATE_COUNT, words, END)
        if self.player not in players_with_secrets(game):
            words = Message("{player}'s pirates are known already", player=self.player)
            return card_foul(CardFoul.NOT_ASKED, words, END)
        bad = next((pirate for pirate in self.pirates if is_pirate(game, self.player, pirate) is False), None)
        if bad is None:
            bad = next(
                (pirate for pirate in sorted(all_pirates(game, self.player)) if pirate not in self.pirates), None
            )
            if bad is None:
                return FINE
            words = Message("{player} has shown the pirate of {ship}", player=self.player, ship=game.ship_name(bad))
            return card_foul(CardFoul.ELSEWHERE, words, END)
        return _not_his(game, self.player, bad, END)

    def fold(self, game: CardGame) -> CardGame:
        if not game.ended:
            return game
        now = frozenset(self.pirates)
        game = game.replace(pirates={**game.pirates, self.player: now})
        return with_ending(reveal_pirates(game, self.player, *now))

    @staticmethod
    def offer_answers(game: CardGame, duty: CardDuty) -> Iterator[Offer[Any]]:
        """Those known already come first."""
        known_pirates = sorted(all_pirates(game, duty.player))
        more = [
            pirate for pirate in SHIPS if pirate not in known_pirates and is_pirate(game, duty.player, pirate) is None
        ]
        choices, count = (*known_pirates, *more), game.start.pirates_each
        needs = (Need("pirates", choices, count, count),)
        yield Offer(duty.player, RevealPirates(duty.player, choices[:count]), card_question(game, duty), needs)


def _not_his(game: CardGame, player: str, pirate: str, section: str) -> Judgement:
    words = Message("the pirate of {ship} cannot be {player}'s", ship=game.ship_name(pirate), player=player)
    return card_foul(CardFoul.ELSEWHERE, words, section)
