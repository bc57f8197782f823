"""The state of a card game: its set-up and readings, what lies on the table, and what is known of what does not."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
import msgspec.structs

from tableassist.messages import Message, Text
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS, CardPile, plain_name
from tableassist.rulebook.editions.house_rule import HouseRule

CardId = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
CardWords = Annotated[str, msgspec.Meta(max_length=200)]
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
OPEN_CARDS: Final = 3
"""Movement cards that lie face up (Card Game, Setup 5)."""


class CardStart(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    game: Literal["card"]
    players: tuple[CardId, ...]
    """Clockwise round the table."""
    row: tuple[CardId, ...]
    """The ships, front first."""
    names: dict[CardId, CardWords] = {}
    first: CardWords = ""
    """Who begins; empty: the first of the players."""
    upcoming: bool = False
    hand: bool = False
    extended: bool = False
    readings: dict[str, str] = {}
    damaged: tuple[CardId, ...] = ()
    adventures: tuple[CardId, ...] = ()
    """Top first, as far as they are known."""
    movements: tuple[CardId, ...] = ()
    """Top first, as far as they are known."""
    shuffles: tuple[tuple[CardId, ...], ...] = ()
    """The movement draw pile after each reshuffle."""
    pirates: dict[CardId, tuple[CardId, ...]] = {}
    hands: dict[CardId, tuple[CardId, ...]] = {}
    name: CardWords = ""
    """Of the table."""

    @property
    def begins(self) -> str:
        return self.first or self.players[0]

    @property
    def pirates_each(self) -> int:
        """Card Game, Setup 4."""
        return 3 if len(self.players) == FEWEST_PLAYERS else 2

    @property
    def hand_size(self) -> int:
        """Card Game, Hand of Movement Cards."""
        return 4 if len(self.players) == FEWEST_PLAYERS else 3

    @property
    def adventures_out(self) -> int:
        """How many lie face up (Card Game, Upcoming Adventures)."""
        return len(self.players) if self.upcoming else 1


def _reading(name: str, choices: tuple[str, ...], question: Message) -> HouseRule:
    return HouseRule(name, str, choices, question)


CARD_READINGS: Final[tuple[HouseRule, ...]] = (
    _reading(
        "mutiny",
        ("unrevealed", "undamaged", "literal"),
        Message(
            "Whether Mutiny strikes the first unrevealed or undamaged ship, or the first unrevealed one if the first "
            "undamaged one has an owner."
        ),
    ),
    _reading("mutiny-half", ("up", "down"), Message("How the half of the fame that Mutiny takes is rounded.")),
    _reading(
        "mutiny-again", ("nothing", "discards"), Message("What Mutiny does to a ship whose pirate is face up already.")
    ),
    _reading("nation-passes", ("yes", "no"), Message("Whether ships of a nation pass each other at the row's end.")),
    _reading("sabotage-none", ("void", "foul"), Message("Whether Sabotage may be played when all ships are damaged.")),
    _reading("repair-none", ("fine", "foul"), Message("Whether a player may repair when no ship is damaged.")),
    _reading("shuffle", ("when-needed", "when-empty"), Message("When the movement discards are shuffled.")),
    _reading(
        "extended-order", ("pile-first", "discards-first"), Message("Which cards are fame first in the extended game.")
    ),
    _reading(
        "short-pile",
        ("owed", "from-row", "lost"),
        Message("Where fame comes from when only upcoming adventures are left."),
    ),
    _reading(
        "fame-without-card",
        ("under-ship", "apart"),
        Message("Whether fame without a card can be lost and taken like any other, or only counts in the end."),
    ),
)
CARD_READINGS_BY_NAME: Final[Mapping[str, HouseRule]] = {reading.name: reading for reading in CARD_READINGS}


class Fame(msgspec.Struct, frozen=True):
    cards: int = 0
    owed: int = 0
    """Awarded when there were no cards left: it counts all the same."""

    @property
    def total(self) -> int:
        return self.cards + self.owed

    def part(self, count: int) -> "Fame":
        """So much of it, or all: cards first."""
        cards = min(count, self.cards)
        return Fame(cards, min(count - cards, self.owed))

    def plus(self, other: "Fame") -> "Fame":
        return Fame(self.cards + other.cards, self.owed + other.owed)

    def minus(self, other: "Fame") -> "Fame":
        return Fame(self.cards - other.cards, self.owed - other.owed)


class MovementHand(msgspec.Struct, frozen=True):
    known: tuple[str, ...] = ()
    size: int = 0
    """How many cards the player holds."""

    @property
    def unknown(self) -> int:
        return self.size - len(self.known)


class Accusation(msgspec.Struct, frozen=True):
    """One that the accused player has not answered."""

    accuser: str
    accused: str
    pirate: str


class CardEnding(msgspec.Struct, frozen=True):
    score: Mapping[str, int]
    winners: tuple[str, ...]
    """One; none where every player has lied."""
    liars: tuple[str, ...] = ()
    decided_by: str = "fame"
    """`fame`, `undamaged` or `forward`: what told the winner from the others."""


class CardGame(msgspec.Struct, frozen=True):
    start: CardStart
    player: str
    """Whose turn it is."""
    row: tuple[str, ...]
    """Front first."""
    damaged: frozenset[str]
    fame: Mapping[str, Fame]
    """By ship."""
    taken: Mapping[str, Fame]
    """By player: what accusations brought."""
    adventures: tuple[str, ...]
    """Face up: the active one, then the upcoming ones."""
    adventure_pile: CardPile
    movement_pile: CardPile
    open: tuple[str, ...]
    """The open movement cards by place; empty where the next one is not turned up yet."""
    hands: Mapping[str, MovementHand]
    pirates: Mapping[str, frozenset[str]]
    """By player, as far as they are known; hidden from everybody else."""
    revealed: Mapping[str, frozenset[str]]
    """Face up."""
    denied: Mapping[str, frozenset[str]]
    """Pirates that the player said not to be."""
    seen: frozenset[str]
    """Adventure cards that have lain face up."""
    adventure_discards: int = 0
    movement_discards: tuple[str, ...] = ()
    """The newest last."""
    shuffled: int = 0
    """How often the movement discards were."""
    turn: int = 1
    accusation: Accusation | None = None
    mutiny: str = ""
    """The ship that Mutiny struck, while nobody has said who owns her."""
    ended: bool = False
    ending: CardEnding | None = None
    """None until the game has ended and all pirates are known."""

    def replace(self, **fields: Any) -> "CardGame":
        """Return the game with these fields changed."""
        return msgspec.structs.replace(self, **fields)

    def reading(self, name: str) -> str:
        return self.start.readings.get(name, CARD_READINGS_BY_NAME[name].choices[0])

    def ship_name(self, ship: str) -> Text:
        return self.start.names.get(ship) or plain_name(ship)

    @property
    def players(self) -> tuple[str, ...]:
        return self.start.players

    @property
    def active(self) -> str | None:
        return self.adventures[0] if self.adventures else None

    @property
    def undamaged(self) -> tuple[str, ...]:
        """Front first."""
        return tuple(ship for ship in self.row if ship not in self.damaged)

    @property
    def face_up_pirates(self) -> frozenset[str]:
        return frozenset().union(*self.revealed.values())

    @property
    def waits(self) -> bool:
        """Whether an answer is owed before the adventure is carried out to its end."""
        return self.accusation is not None or bool(self.mutiny)

    @property
    def adventures_to_turn_up(self) -> int:
        """From a part of the pile that nobody knows."""
        if self.ended or self.waits:
            return 0
        return max(0, min(self.start.adventures_out - len(self.adventures), self.adventure_pile.count))

    @property
    def movements_to_turn_up(self) -> int:
        return 0 if self.ended else min(self.open.count(""), self.movement_pile.count)


def all_pirates(game: CardGame, player: str) -> frozenset[str]:
    """Of the player, as far as they are known."""
    return game.pirates[player] | game.revealed[player]


def is_pirate(game: CardGame, player: str, pirate: str) -> bool | None:
    """None where nobody but the player knows."""
    owner = owner_of(game, pirate)
    if owner is not None:
        return owner == player
    return None if len(all_pirates(game, player)) < game.start.pirates_each else False


def owner_of(game: CardGame, ship: str) -> str | None:
    """Empty: nobody owns her. None: not known."""
    owner = next((player for player in game.players if ship in all_pirates(game, player)), None)
    if owner is not None:
        return owner
    return "" if not game_has_secrets(game) else None


def game_has_secrets(game: CardGame) -> bool:
    """Whether some player's pirates are not known."""
    return any(len(all_pirates(game, player)) < game.start.pirates_each for player in game.players)


NO_PIRATES: frozenset[str] = frozenset()


def new_card_game(start: CardStart) -> CardGame:
    """The set-up was checked."""
    out = start.adventures[: start.adventures_out]
    hands = _hands(start)
    open_cards = () if start.hand else (*start.movements[:OPEN_CARDS], *("",) * OPEN_CARDS)[:OPEN_CARDS]
    return CardGame(
        start=start,
        player=start.begins,
        row=start.row,
        damaged=frozenset(start.damaged),
        fame=dict.fromkeys(SHIPS, Fame()),
        taken=dict.fromkeys(start.players, Fame()),
        adventures=out,
        adventure_pile=CardPile(start.adventures[len(out) :], len(ADVENTURES) - len(start.adventures)),
        movement_pile=_movement_pile(start, hands),
        open=open_cards,
        hands=hands,
        pirates={player: frozenset(start.pirates.get(player, ())) for player in start.players},
        revealed=dict.fromkeys(start.players, NO_PIRATES),
        denied=dict.fromkeys(start.players, NO_PIRATES),
        seen=frozenset(out),
    )


def _hands(start: CardStart) -> dict[str, MovementHand]:
    """Dealt one at a time round the table, from the first player on."""
    if not start.hand:
        return {}
    if start.hands:
        return {player: MovementHand(start.hands.get(player, ()), start.hand_size) for player in start.players}
    at = start.players.index(start.begins)
    order = (*start.players[at:], *start.players[:at])
    dealt = start.movements[: len(order) * start.hand_size]
    return {player: MovementHand(dealt[order.index(player) :: len(order)], start.hand_size) for player in start.players}


def _movement_pile(start: CardStart, hands: dict[str, MovementHand]) -> CardPile:
    if not start.hand:
        pile_cards, out = start.movements[OPEN_CARDS:], len(start.movements[:OPEN_CARDS])
    else:
        out = sum(hand.size for hand in hands.values())
        pile_cards = start.movements if start.hands else start.movements[out:]
    return CardPile(pile_cards, len(MOVEMENTS) - out - len(pile_cards))


def list_hidden_movements(game: CardGame) -> tuple[str, ...]:
    """Cards of which nobody has said where they are: in the pile below the known ones, or in a hand."""
    placed = {*game.open, *game.movement_discards, *game.movement_pile.known}
    placed.update(*(hand.known for hand in game.hands.values()))
    return tuple(card for card in MOVEMENTS if card not in placed)


def list_hidden_adventures(game: CardGame) -> tuple[str, ...]:
    """Those that have not lain face up and are not known to come."""
    placed = {*game.seen, *game.adventure_pile.known}
    return tuple(card for card in ADVENTURES if card not in placed)


def playable(game: CardGame, player: str) -> tuple[str, ...]:
    """The movement cards that the player may play or pass away: open, or in hand, or possibly in hand."""
    hand = game.hands.get(player)
    if hand is None:
        return tuple(card for card in game.open if card)
    return (*hand.known, *list_hidden_movements(game)) if hand.unknown else hand.known
