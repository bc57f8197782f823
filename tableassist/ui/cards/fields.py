"""The fields of a card game's offers as a person fills them in, and the offers in groups. No widgets."""

from collections.abc import Callable, Iterable

from tableassist.messages import tr
from tableassist.rulebook.cardgame import CardGame, CardOffer
from tableassist.rulebook.play import Need
from tableassist.table.offer_choices import choices_of, need_label, plays_and_others
from tableassist.ui.game.acting.act_fields import ActField, FieldKind
from tableassist.ui.game.offers import OfferGroups


def card_fields(game: CardGame) -> Callable[[CardOffer], tuple[ActField, ...]]:
    """Of any offer of this game."""
    return lambda offer: tuple(_field(game, need) for need in offer.needs)


def _field(game: CardGame, need: Need) -> ActField:
    label, choices = need_label(need), choices_of(game, need)
    if need.field != "pirates":
        return ActField(need.field, label, FieldKind.ONE, choices)
    value = need.choices if len(need.choices) == need.most else None
    return ActField(need.field, label, FieldKind.SOME, choices, need.least, need.most, value)


def offer_groups(game: CardGame, offers: Iterable[CardOffer]) -> OfferGroups:
    """Movement cards first; then what else may be done."""
    plays, others = plays_and_others(game, offers)
    groups = ((tr("Play a movement card"), plays), (tr("Or"), others))
    return tuple((heading, some) for heading, some in groups if some)
