"""Why an act of the card game is not allowed: one code for each reason, and the chapter of its rule book."""

from enum import StrEnum

from tableassist.messages import Message
from tableassist.rulebook.play.judgement import Judgement
from tableassist.rulebook.play.judgement import foul as foul_of_code


class CardFoul(StrEnum):
    UNKNOWN = "unknown"
    """It names a player, ship or card that is not in the game."""
    GAME_OVER = "game-over"
    OWED = "owed"
    """Something else must be answered first."""
    NOT_OWED = "not-owed"
    """It answers what nobody asked."""
    NOT_YOUR_TURN = "not-your-turn"
    # Movement cards
    NOT_OPEN = "not-open"
    """The movement card does not lie face up."""
    NOT_IN_HAND = "not-in-hand"
    WRONG_SHIPS = "wrong-ships"
    """Too few or too many for this card, or one of them twice."""
    NOT_NEIGHBOURS = "not-neighbours"
    ALREADY_DAMAGED = "already-damaged"
    ALL_DAMAGED = "all-damaged"
    # Other actions
    NOTHING_DAMAGED = "nothing-damaged"
    ONESELF = "oneself"
    """A player accuses himself."""
    FACE_UP = "face-up"
    """The pirate has been revealed."""
    HAND_OF_ONE = "hand-of-one"
    NO_DISCARD = "no-discard"
    """The hand rule asks for a card."""
    NEEDLESS_DISCARD = "needless-discard"
    # Answers
    NOT_ASKED = "not-asked"
    """Another player, ship or card is asked for."""
    ELSEWHERE = "elsewhere"
    """The card or pirate cannot be the one: it is known to be elsewhere."""
    PIRATE_COUNT = "pirate-count"


TURN = "Card Game, Playing the Game"
MOVEMENT = "Card Game, Play a Movement Card"
REPAIR = "Card Game, Repair Ships"
ACCUSE = "Card Game, Accuse a Player"
PASS = "Card Game, Pass"
ADVENTURE = "Card Game, Executing the Active Adventure Card"
END = "Card Game, End of Game"
SETUP = "Card Game, Setup"
HAND = "Card Game, Hand of Movement Cards"


def card_foul(code: CardFoul, words: Message, section: str) -> Judgement:
    return foul_of_code(code.value, words, section)
