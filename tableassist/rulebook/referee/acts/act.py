"""What all acts have in common: they are frozen, and JSON tells them apart by `act`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import msgspec

from tableassist.messages import Message, Text
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.game import Offer as OfferOf
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Call, GameState
from tableassist.rulebook.state.things import DutyKind

Answer = Verdict | None
"""What was measured or stated: yes, no, too close; None where nobody said."""


class Act(msgspec.Struct, frozen=True, tag_field="act", omit_defaults=True, forbid_unknown_fields=True):
    """The first field is who acts: a piece or a player, by id. A struct, so that files are checked against it and its
    JSON schema comes from here. Each act is defined with its legality, its effect and its offers, in one module."""

    title: ClassVar[Message]
    """In a list of acts to choose from."""
    text: ClassVar[str] = ""
    """What it says, with gaps for its fields."""
    answers: ClassVar[DutyKind | None] = None
    """What it answers, so that it may be done while that is owed."""
    always: ClassVar[bool] = False
    """Whether it may be said at any time: facts, corrections, coins turned over."""
    in_set_up: ClassVar[bool] = False
    by_anybody: ClassVar[bool] = False
    """Whether no player says it for a fleet: what is seen, put right, agreed or decided."""

    def assess(self, _game: GameState) -> Judgement:
        """Say what the rules think of it now; that all it names is in the game has been checked before."""
        return FINE

    def fold(self, game: GameState) -> GameState:
        """Return the game after it, whatever the rules think of it."""
        return game

    def choose_text(self) -> str:
        """Return the text that fits what its fields hold."""
        return self.text

    def describe(self, values: Mapping[str, Any]) -> Text:
        """Put it into words. `values`: its fields, with names of pieces in place of their ids."""
        return Message(self.choose_text(), **values)

    def speaker(self, game: GameState) -> str:
        """Return the player whose word it is: who owes it, or whose fleet it is about; else whose turn it is."""
        first = str(getattr(self, self.__struct_fields__[0]))
        if self.answers in (DutyKind.MAST, DutyKind.CREW, DutyKind.PRIZE):
            for duty in game.duties:
                if (duty.kind, duty.piece) == (self.answers, first):
                    return duty.player
        if first in game.order:
            return first
        thing = game.units.get(first) or game.crew.get(first)
        return game.player if thing is None else thing.owner

    def calls(self) -> tuple[Call, ...]:
        """List the calls of the rules that it rests on, the whole before its parts: judges may have decided them."""
        return ()


class SetUpAct(Act, frozen=True):
    in_set_up = True


def verb_of(act: msgspec.Struct) -> str:
    """As it stands in files: `shoot`."""
    return str(act.__struct_config__.tag)


DIE_SIDES = 6

if TYPE_CHECKING:
    Offer: TypeAlias = OfferOf[Any]
else:
    Offer = OfferOf  # a call of the alias takes three times as long, and hundreds of offers are made at once

DIE = tuple(range(1, DIE_SIDES + 1))
ROLL = Need("roll", DIE)
ENEMY_ROLL = Need("enemy_roll", DIE)

ADVICE = "advice"


def advice(words: Message, section: Text) -> Reason:
    return Reason(ADVICE, words, section)


def fine_with(*reasons: Reason | None) -> Judgement:
    """Allowed; what is not None is said along with it."""
    given_reasons = tuple(reason for reason in reasons if reason is not None)
    return Judgement(Opinion.FINE, given_reasons) if given_reasons else FINE
