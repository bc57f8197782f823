"""The actions of a turn with movement cards: one is played, all ships are repaired, or the player passes."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.act import HAND, MOVEMENT, PASS, REPAIR, CardAct, CardFoul, card_foul
from tableassist.rulebook.cardgame.cards import movement_kind, movement_title
from tableassist.rulebook.cardgame.changes import are_neighbours, finish_action, move_nation, move_ships, replace_card
from tableassist.rulebook.cardgame.state import CardGame, playable
from tableassist.rulebook.play.game import Need, Offer
from tableassist.rulebook.play.log import FINE, Judgement


class PlayMovement(CardAct, frozen=True, tag="play"):
    player: str
    movement: str
    ships: tuple[str, ...] = ()

    title = Message("Play a movement card")
    text = template("{player} plays {movement}")

    def choose_text(self) -> str:
        return template("{player} plays {movement} on {ships}") if self.ships else self.text

    def assess(self, game: CardGame) -> Judgement:
        if (bad := not_held(game, self.player, self.movement, MOVEMENT)) is not None:
            return bad
        kind = movement_kind(self.movement)
        void = kind.damages and not game.undamaged
        if void and game.reading("sabotage-none") == "foul":
            return card_foul(CardFoul.ALL_DAMAGED, Message("every ship is damaged already"), MOVEMENT)
        bad = _wrong_number(self, 0 if void else kind.ships) or _wrong_ships(game, self)
        return FINE if bad is None else bad

    def fold(self, game: CardGame) -> CardGame:
        kind = movement_kind(self.movement)
        game = game.replace(player=self.player)
        if kind.damages:
            game = game.replace(damaged=game.damaged.union(self.ships))
        elif kind.nation:
            passes = game.reading("nation-passes") == "yes"
            game = game.replace(row=move_nation(game.row, kind.nation, kind.spaces, passes=passes))
        elif kind.spaces and self.ships:
            game = game.replace(row=move_ships(game.row, self.ships, kind.spaces))
        return finish_action(replace_card(game, self.player, self.movement), fog=kind.is_fog)

    @staticmethod
    def offers(game: CardGame, player: str) -> Iterator[Offer[Any]]:
        """Ships to choose from stand front first; of two, the second lies behind the first or in front of her."""
        for card in playable(game, player):
            ways = ship_choices(game, card)
            choices, count = tuple(dict.fromkeys(ship for ships in ways for ship in ships)), len(ways[0])
            words = Message("{player} plays {card} ({id})", player=player, card=movement_title(card), id=card)
            needs = (Need("ships", choices, most=count, least=count),) if count else ()
            yield Offer(player, PlayMovement(player, card, ways[0]), words, needs)


class RepairShips(CardAct, frozen=True, tag="repair"):
    player: str

    title = Message("Repair all ships")
    text = template("{player} repairs all ships")

    def assess(self, game: CardGame) -> Judgement:
        if not game.damaged and game.reading("repair-none") == "foul":
            return card_foul(CardFoul.NOTHING_DAMAGED, Message("no ship is damaged"), REPAIR)
        return FINE

    def fold(self, game: CardGame) -> CardGame:
        return finish_action(game.replace(player=self.player, damaged=frozenset()))

    @staticmethod
    def offers(_game: CardGame, player: str) -> Iterator[Offer[Any]]:
        yield Offer(player, RepairShips(player), Message("{player} repairs all ships", player=player))


class PassTurn(CardAct, frozen=True, tag="pass"):
    player: str
    discard: str = ""
    """A movement card to be replaced; empty: none."""

    title = Message("Pass")
    text = template("{player} passes")

    def choose_text(self) -> str:
        return template("{player} passes and has {discard} replaced") if self.discard else self.text

    def assess(self, game: CardGame) -> Judgement:
        bad = not_held(game, self.player, self.discard, PASS) if self.discard else None
        return FINE if bad is None else bad

    def fold(self, game: CardGame) -> CardGame:
        game = game.replace(player=self.player)
        return finish_action(replace_card(game, self.player, self.discard) if self.discard else game)

    @staticmethod
    def offers(game: CardGame, player: str) -> Iterator[Offer[Any]]:
        yield Offer(player, PassTurn(player), Message("{player} passes", player=player))
        cards = playable(game, player)
        if cards:
            words = Message("{player} passes and has a movement card replaced", player=player)
            yield Offer(player, PassTurn(player, cards[0]), words, (Need("discard", cards),))


def not_held(game: CardGame, player: str, card: str, section: str) -> Judgement | None:
    if card in playable(game, player):
        return None
    details = {"card": movement_title(card), "id": card, "player": player}
    if game.start.hand:
        return card_foul(CardFoul.NOT_IN_HAND, Message("{card} ({id}) is not in {player}'s hand", **details), HAND)
    return card_foul(CardFoul.NOT_OPEN, Message("{card} ({id}) is not face up", **details), section)


def _wrong_number(act: PlayMovement, count: int) -> Judgement | None:
    if len(set(act.ships)) == len(act.ships) == count:
        return None
    words = Message.plural(
        "{card}: got {got} ships, expected {count} ship",
        "{card}: got {got} ships, expected {count} different ships",
        count=count,
        card=movement_title(act.movement),
        got=len(act.ships),
    )
    return card_foul(CardFoul.WRONG_SHIPS, words, MOVEMENT)


def _wrong_ships(game: CardGame, act: PlayMovement) -> Judgement | None:
    names = [game.ship_name(ship) for ship in act.ships]
    if movement_kind(act.movement).damages and game.damaged.intersection(act.ships):
        words = Message("{ship} is damaged already", ship=names[0])
        return card_foul(CardFoul.ALREADY_DAMAGED, words, MOVEMENT)
    if len(act.ships) > 1 and not are_neighbours(game.row, *act.ships):
        words = Message("{ship} and {other} are not side by side", ship=names[0], other=names[1])
        return card_foul(CardFoul.NOT_NEIGHBOURS, words, MOVEMENT)
    return None


def ship_choices(game: CardGame, card: str) -> tuple[tuple[str, ...], ...]:
    """List what may be chosen for a movement card: no ship, one, or two neighbours, front first."""
    kind = movement_kind(card)
    if kind.ships > 1:
        return tuple(pairwise(game.row))
    ships = (game.undamaged if kind.damages else game.row) if kind.ships else ()
    return tuple((ship,) for ship in ships) or ((),)
