"""Oracle and engine with the same few functions, so that cases and random games can be run with either."""

import itertools

import msgspec

from tableassist.errors import BadFileError
from tableassist.rulebook.cardgame.act import CardDutyKind, cards_owed
from tableassist.rulebook.cardgame.referee import CARD_GAME, AnyCardAct, card_offers, whole_state
from tableassist.rulebook.cardgame.state import CardStart, new_card_game
from tableassist.rulebook.play.game import play_one
from tableassist.rulebook.play.log import Entry
from tableassist.store.game.check_card_start import check_card_start
from tests.rulebook.cardgame.oracle.ending import public_state
from tests.rulebook.cardgame.oracle.oracle import Oracle

TURN_UP = {CardDutyKind.ADVENTURE: "turn-up", CardDutyKind.MOVEMENT: "turn-up"}


class OracleTable:
    def __init__(self, start):
        self.oracle = Oracle(start)

    def state(self):
        return public_state(self.oracle.w)

    def offers(self):
        return self.oracle.legal()

    def owed(self):
        return sorted({each["act"] for each in self.oracle.w["owed"]})

    def act(self, act):
        """The code of the foul that it is, and nothing has changed; None where it was done."""
        code = self.oracle.foul(act)
        if code is None:
            self.oracle.do(act)
        return code


class EngineTable:
    def __init__(self, start):
        """ValueError where the set-up is refused."""
        asked = msgspec.convert(start, CardStart)
        try:
            check_card_start(asked, "set-up")
        except BadFileError as error:
            raise ValueError(str(error)) from error
        self.game = new_card_game(asked)

    def state(self):
        return whole_state(self.game)

    def offers(self):
        return [act for offer in card_offers(self.game) for act in complete_acts(offer)]

    def owed(self):
        return sorted({TURN_UP.get(each.kind, each.kind.value) for each in cards_owed(self.game)})

    def act(self, act, *, stands=False):
        entry = Entry(1, msgspec.convert(act, AnyCardAct), stands=stands)
        self.game, judged = play_one(self.game, entry, CARD_GAME)
        return judged.judgement.reasons[0].code if judged.judgement.is_foul else None


def complete_acts(offer):
    """Each act that an offer stands for: one for each choice of what it needs. Of two ships the second is the next in
    the row."""
    fields = [
        [(need.field, list(pair)) for pair in itertools.pairwise(need.choices)]
        if need.most == 2
        else [(need.field, [each] if need.field == "ships" else each) for each in need.choices]
        for need in offer.needs
    ]
    act = msgspec.to_builtins(offer.act)
    return [{**act, **dict(chosen)} for chosen in itertools.product(*fields)]
