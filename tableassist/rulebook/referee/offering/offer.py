"""An offer of the constructible game, and dice that an act needs."""

from typing import TYPE_CHECKING, TypeAlias

from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.game import Offer as OfferOf
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.named import DIE_SIDES

if TYPE_CHECKING:
    Offer: TypeAlias = OfferOf[AnyAct]
else:
    Offer = OfferOf  # a call of the alias takes three times as long, and hundreds of offers are made at once

DIE = tuple(range(1, DIE_SIDES + 1))
ROLL = Need("roll", DIE)
ENEMY_ROLL = Need("enemy_roll", DIE)
