"""Dice that lie still, as the roll that the game waits for."""

from collections.abc import Sequence
from itertools import permutations

from tableassist.messages import Message
from tableassist.pipeline.game.offer_values import Picked
from tableassist.pipeline.game.proposal import Proposal, ProposalKind, ProposedActs
from tableassist.rulebook import PIRATES, GameState
from tableassist.rulebook.referee import answers_to

MAYBE = 0.5


def awaited(game: GameState, armed: Picked | None) -> Picked | None:
    """What the next die is for: the offer that a player has picked, or the one roll that is owed."""
    if armed is not None:
        return armed if armed.waits_for_dice else None
    asked = [offer for duty in PIRATES.duties(game) if duty.must for offer in answers_to(game, duty)]
    rolls = [picked for offer in asked if (picked := Picked(offer)).waits_for_dice]
    return rolls[0] if len(rolls) == 1 else None


def proposed_roll(picked: Picked, values: Sequence[int], certainty: float, t_ns: int) -> Proposal:
    """All ways in which these dice may answer; there are as many as it waits for, or more."""
    fields = [each.field for each in picked.missing_dice]
    ways = sorted(set(permutations(values, len(fields))))
    sure = certainty if len(ways) == 1 else min(certainty, MAYBE)
    options = tuple(_option(picked.with_values(dict(zip(fields, way, strict=True))), way, sure) for way in ways)
    return Proposal(ProposalKind.ROLL, "", t_ns, options)


def _option(filled: Picked, way: Sequence[int], certainty: float) -> ProposedActs:
    dice = tuple(str(each) for each in way)
    words = Message("{offer}: rolled {dice}", offer=filled.offer.words, dice=dice)
    return ProposedActs((filled.act,), words, certainty)
