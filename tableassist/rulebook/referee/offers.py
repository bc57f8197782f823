"""What may be done now: every act that the rules allow, with what it needs."""

from collections.abc import Iterable, Iterator

from tableassist.messages import Message
from tableassist.rulebook.play.log import Opinion
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.offering import cargo, fighting, sailing
from tableassist.rulebook.referee.offering.answers import answers_to
from tableassist.rulebook.referee.offering.offer import Offer
from tableassist.rulebook.referee.offering.seen import Seen, seen_now
from tableassist.rulebook.referee.owed import owed
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.offers import set_up_offers
from tableassist.rulebook.ruling.ruling import Ruling
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.things import DutyKind, Unit


def offers(game: GameState, rulings: Iterable[Ruling] = ()) -> tuple[Offer, ...]:
    """Answers to what is owed come first; while one of them must be given there is nothing else."""
    if game.phase is Phase.SETTING_UP:
        return set_up_offers(game)
    if game.phase is Phase.OVER:
        coins = (each for each in owed(game) if each.kind is DutyKind.COIN)
        return tuple(offer for duty in coins for offer in answers_to(game, duty))
    candidates = [each for duty in owed(game) for each in answers_to(game, duty)]
    if game.owed() is None:
        candidates += _by_choice(game, seen_now(game, rulings))
    return tuple(each for each in candidates if judge_act(game, each.act).opinion is not Opinion.FOUL)


def _by_choice(game: GameState, seen: Seen) -> Iterator[Offer]:
    for unit in game.fleet(game.player):
        yield from _of(game, unit, seen)
    yield from fighting.marine_shots(game, seen)
    yield from cargo.event_cards(game, game.player)
    yield from cargo.forts(game, game.player)
    yield Offer(game.player, EndTurn(game.player), Message("{player} ends the turn", player=game.player))


def _of(game: GameState, unit: Unit, seen: Seen) -> Iterator[Offer]:
    yield from sailing.declarations(game, unit)
    yield from sailing.moves(game, unit)
    yield from sailing.after_moves(game, unit)
    yield from sailing.laid(game, unit)
    yield from fighting.shots(game, unit, seen)
    yield from fighting.special_shots(game, unit)
    yield from fighting.rams(game, unit)
    yield from cargo.explorations(game, unit)
    yield from cargo.unloading(game, unit)
    yield from cargo.crew_moves(game, unit)
    yield from cargo.repairs(game, unit)
    yield from cargo.scuttling(game, unit)
    yield from cargo.fort_cargo(game, unit)
    yield from cargo.marks(game, unit)
