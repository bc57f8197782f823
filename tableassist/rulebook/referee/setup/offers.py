"""What the set-up waits for now."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.referee.acts.setup import BeginPlay
from tableassist.rulebook.referee.offering.offer import Offer
from tableassist.rulebook.referee.setup.acts import judge_set_up
from tableassist.rulebook.referee.setup.missing import missing
from tableassist.rulebook.state.game import GameState, Phase


def set_up_offers(game: GameState) -> tuple[Offer, ...]:
    """All that can be done now, and to begin once nothing is missing."""
    if game.phase is not Phase.SETTING_UP:
        return ()
    left = missing(game)
    if left:
        return tuple(each for each in left if _can_be_done(game, each))
    return (Offer(game.order[0], BeginPlay(game.order[0]), Message("{player} begins", player=game.order[0])),)


def _can_be_done(game: GameState, offer: Offer) -> bool:
    """What names nothing yet waits for something else: no island is free, no home chosen."""
    named = msgspec.structs.asdict(offer.act).values()
    return "" not in named and not judge_set_up(game, offer.act).is_foul


def next_steps(game: GameState) -> tuple[tuple[str, Message], ...]:
    """The same as a list to tell: who, and what."""
    return tuple((each.player, each.words) for each in set_up_offers(game))
