"""Where the table lies otherwise than the record has it, and what would put the record right."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message
from tableassist.pipeline.card_game.explain import adventures_seen, faces
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.rulebook.cardgame import CardGame, judge_card_act
from tableassist.rulebook.cardgame.actions import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.cards import adventure_title, movement_title


class DifferenceKind(StrEnum):
    SPACE = "space"
    FACE = "face"
    OPEN = "open"
    ADVENTURE = "adventure"
    FAME = "fame"


@dataclass(frozen=True, slots=True)
class CardDifference:
    """It goes away when the table is put right, or the record is corrected."""

    kind: DifferenceKind
    about: str
    """The space, ship or card."""
    words: Message
    """What to do on the table."""
    correction: CorrectCards | None
    """Puts the record right instead; None where too little is seen."""
    told: Message
    """What the correction says."""


def card_differences(game: CardGame, seen: CardsSeen) -> tuple[CardDifference, ...]:
    """Of what is sure in the picture. No card is named that does not lie there: the record may know of cards that
    nobody has turned up yet."""
    if game.ended:
        return tuple(_fame(game, seen))
    return (*_spaces(game, seen), *_faces(game, seen), *_open(game, seen), *_adventures(game, seen), *_fame(game, seen))


def _spaces(game: CardGame, seen: CardsSeen) -> Iterator[CardDifference]:
    row = tuple(each or "" for each in seen.row)
    right = _fine(game, CorrectCards(CardCorrection.ROW, row))
    for space, (ship, kept) in enumerate(zip(seen.row, game.row, strict=True), start=1):
        if ship not in (None, kept):
            words = Message("space {space} should be {ship}", space=space, ship=game.ship_name(kept))
            told = Message("the row is right as it lies")
            yield CardDifference(DifferenceKind.SPACE, str(space), words, right, told)


def _faces(game: CardGame, seen: CardsSeen) -> Iterator[CardDifference]:
    for ship, damaged in faces(seen).items():
        name = game.ship_name(ship)
        if damaged and ship not in game.damaged:
            words = Message("{ship} should show her undamaged side", ship=name)
            told = Message("{ship} is damaged", ship=name)
            yield _face(game, ship, CardCorrection.DAMAGED, words, told)
        elif not damaged and ship in game.damaged:
            words = Message("{ship} should show her damaged side", ship=name)
            told = Message("{ship} is not damaged", ship=name)
            yield _face(game, ship, CardCorrection.UNDAMAGED, words, told)


def _face(game: CardGame, ship: str, what: CardCorrection, words: Message, told: Message) -> CardDifference:
    return CardDifference(DifferenceKind.FACE, ship, words, _fine(game, CorrectCards(what, (ship,))), told)


def _open(game: CardGame, seen: CardsSeen) -> Iterator[CardDifference]:
    """A card lies open that should not, and none is to be turned up."""
    out = tuple(each.card for each in seen.open if each.card is not None)
    if game.start.hand or game.movements_to_turn_up:
        return
    right = _fine(game, CorrectCards(CardCorrection.OPEN, out))
    for card in out:
        if card not in game.open:
            words = Message("{card} should not be face up", card=movement_title(card))
            told = Message("the open cards are right as they lie")
            yield CardDifference(DifferenceKind.OPEN, card, words, right, told)


def _adventures(game: CardGame, seen: CardsSeen) -> Iterator[CardDifference]:
    out = adventures_seen(seen)
    if not out or game.active is None or out[0] == game.active:
        return
    card = adventure_title(out[0])
    right = _fine(game, CorrectCards(CardCorrection.ACTIVE, out[: game.start.adventures_out]))
    words = Message("{card} should not be the active adventure", card=card)
    told = Message("{card} is the active adventure", card=card)
    yield CardDifference(DifferenceKind.ADVENTURE, out[0], words, right, told)


def _fame(game: CardGame, seen: CardsSeen) -> Iterator[CardDifference]:
    """More cards than were counted, where they lie fanned; of fewer some may be hidden."""
    for ship, count in seen.fame:
        counted = game.fame[ship]
        if count > counted.cards:
            said = {"ship": game.ship_name(ship), "count": counted.cards, "seen": count}
            words = Message("{ship} should have {count} fame cards, {seen} are seen", **said)
            right = CorrectCards(CardCorrection.FAME, (ship, str(count + counted.owed)))
            told = Message("{ship} has {count} fame", ship=said["ship"], count=count + counted.owed)
            yield CardDifference(DifferenceKind.FAME, ship, words, _fine(game, right), told)


def _fine(game: CardGame, act: CorrectCards) -> CorrectCards | None:
    return None if judge_card_act(game, act).is_foul else act
