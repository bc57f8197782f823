"""What is shown of a game beside its state: names of its things, who said what a die shows, and where the camera sees
another row of ships."""

from collections.abc import Mapping
from typing import Any, Final

from tableassist.messages import Message, tr
from tableassist.overlay.cards.row_words import RowMark
from tableassist.pipeline.card_game.differences import CardDifference, DifferenceKind
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.rulebook import Entry, GameState, Source
from tableassist.rulebook.cardgame import CardGame
from tableassist.rulebook.referee import DICE, names_of


def name_thing(game: GameState, thing: str) -> str:
    """Name a piece, a crew or a coin. A coin that lies face down is not read."""
    coin = game.coins.get(thing)
    if coin is None:
        return names_of(game).get(thing, thing)
    if coin.card.unique and coin.face_up:
        return coin.card.unique
    if coin.value is None or not coin.face_up:
        return tr("Coin {key}", key=thing)
    return tr("Coin {key}: {value} gold", key=thing, value=coin.value)


def names_of_things(game: GameState) -> dict[str, str]:
    """Name all pieces, crew and coins of a game, by id."""
    return {**names_of(game), **{coin: name_thing(game, coin) for coin in game.coins}}


DIE_WORDS: Final[Mapping[Source, Message]] = {
    Source.CAMERA: Message("die read by the camera"),
    Source.PHONE: Message("die from a phone"),
    Source.PERSON: Message("die typed in"),
    Source.RULE: Message("die by the rules"),
}


def die_source(entry: Entry[Any]) -> Source | None:
    """Say how the die of an act was read; None if the act has no die."""
    fields = DICE & set(entry.act.__struct_fields__)
    return entry.source if any(getattr(entry.act, name) for name in fields) else None


def row_marks(game: CardGame, seen: CardsSeen | None, differences: tuple[CardDifference, ...]) -> tuple[RowMark, ...]:
    """The spaces of the row in which something else lies."""
    if seen is None or seen.reason is not None:
        return ()
    marks = []
    faces = {difference.about for difference in differences if difference.kind is DifferenceKind.FACE}
    spaces = {difference.about for difference in differences if difference.kind is DifferenceKind.SPACE}
    for space in seen.spaces:
        if str(space.space) in spaces and space.ship is not None:
            marks.append(RowMark(space.space, tr("seen: {ship}", ship=game.ship_name(space.ship))))
        elif space.ship in faces:
            side = tr("seen: damaged") if space.damaged else tr("seen: undamaged")
            marks.append(RowMark(space.space, side))
    return tuple(marks)
