"""What an act says, in words for people."""

from collections.abc import Mapping
from typing import Any

from tableassist.messages import Message, Text, template
from tableassist.rulebook import AnyAct
from tableassist.rulebook.cardgame import AnyCardAct, CardAct
from tableassist.rulebook.play import Amendment, AmendmentKind
from tableassist.store.game_words.card_acts import card_act_words

Names = Mapping[str, str]
"""Of pieces, coins and crew, by id."""
AMENDED = {
    AmendmentKind.STRIKE: template("act {number} is struck"),
    AmendmentKind.RESTORE: template("act {number} counts again"),
    AmendmentKind.STANDS: template("act {number} is allowed to stand"),
    AmendmentKind.FALLS: template("act {number} is no longer allowed to stand"),
}
NOTHING = Message("nothing")


def act_words(act: AnyAct | AnyCardAct, names: Names) -> Text:
    if isinstance(act, CardAct):
        return card_act_words(act, names)
    return act.describe({field: _named(getattr(act, field), names) for field in act.__struct_fields__})


def by_card(words: Text, card: str) -> Text:
    """Card text overrules the rules."""
    return Message("{act}, by the card {card}", act=words, card=card) if card else words


def amendment_words(amendment: Amendment) -> Text:
    return Message(AMENDED[amendment.change], number=amendment.entry)


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, tuple):
        return tuple(names.get(each, str(each)) for each in value) or NOTHING
    return names.get(value, value) if isinstance(value, str) else "" if value is None else value
