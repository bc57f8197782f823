"""Answers to what is owed."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.referee.acts.cargo import MysteriousRoll, Reveal
from tableassist.rulebook.referee.acts.fighting import Board, BoardingPrize, DeclineBoarding, LoseCrew, LoseMast
from tableassist.rulebook.referee.acts.sailing import DriftIceberg, RollForIcebergs, RollTerrain, WhirlpoolLoss
from tableassist.rulebook.referee.contact.boarding import ANY, loser_picks_crew, people_aboard
from tableassist.rulebook.referee.offering.offer import ENEMY_ROLL, ROLL, Offer
from tableassist.rulebook.referee.owed import question_of
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import cargo_space, cargo_used, name_of
from tableassist.rulebook.state.things import Duty, DutyKind


def answers_to(game: GameState, duty: Duty) -> Iterator[Offer]:
    words = question_of(game, duty)
    match duty.kind:
        case DutyKind.MAST:
            masts = game.units[duty.piece].masts_standing
            yield Offer(duty.player, LoseMast(duty.piece, masts[0]), words, (Need("mast", masts),))
        case DutyKind.TERRAIN:
            yield Offer(duty.player, RollTerrain(duty.piece, duty.other, 1), words, (ROLL,))
        case DutyKind.ICEBERGS:
            yield Offer(duty.player, RollForIcebergs(duty.player, 1), words, (ROLL,))
        case DutyKind.DRIFT:
            yield Offer(duty.player, DriftIceberg(duty.piece, 1), words, (ROLL, Need("touches")))
        case DutyKind.MYSTERIOUS:
            yield Offer(duty.player, MysteriousRoll(duty.piece, duty.other, 1), words, (ROLL,))
        case DutyKind.COIN:
            yield Offer(duty.player, Reveal(duty.piece, 0), words, (Need("value"),))
        case DutyKind.CREW:
            crew = tuple(each.card.id for each in people_aboard(game, duty.piece))
            yield Offer(duty.player, LoseCrew(duty.piece, crew[0]), words, (Need("crew", crew),))
        case DutyKind.WHIRLPOOL:
            yield from _losses(game, duty)
        case DutyKind.PRIZE:
            yield from _prizes(game, duty)
        case DutyKind.BOARDING:
            board = Board(duty.piece, duty.other, 1, 1)
            yield Offer(duty.player, board, words, (ROLL, ENEMY_ROLL))
            declined = Message("{player} sends no boarding party", player=duty.player)
            yield Offer(duty.player, DeclineBoarding(duty.player, duty.piece), declined)


def _losses(game: GameState, duty: Duty) -> Iterator[Offer]:
    unit = game.units[duty.piece]
    said = {"name": unit.name}
    if unit.masts_standing:
        masts = unit.masts_standing
        words = Message("{name} loses a mast to the whirlpool", **said)
        yield Offer(duty.player, WhirlpoolLoss(duty.piece, mast=masts[0]), words, (Need("mast", masts),))
    coins = tuple(each.card.id for each in game.coins_at(duty.piece))
    if coins:
        words = Message("{name} loses a coin to the whirlpool", **said)
        yield Offer(duty.player, WhirlpoolLoss(duty.piece, coin=coins[0]), words, (Need("coin", coins),))
    crew = tuple(each.card.id for each in game.crew_at(duty.piece) if not each.card.equipment)
    if crew:
        words = Message("{name} loses a crew to the whirlpool", **said)
        yield Offer(duty.player, WhirlpoolLoss(duty.piece, crew=crew[0]), words, (Need("crew", crew),))


def _prizes(game: GameState, duty: Duty) -> Iterator[Offer]:
    winner, said = game.units[duty.piece], {"other": name_of(game, duty.other)}
    crew = tuple(each.card.id for each in people_aboard(game, duty.other))
    if crew:
        picked = (ANY,) if loser_picks_crew(game) and len(crew) > 1 else crew
        words = Message("eliminate a crew of {other}", **said)
        yield Offer(duty.player, BoardingPrize(duty.piece, crew=picked[0]), words, (Need("crew", picked),))
    full = cargo_used(game, winner) >= cargo_space(game, winner)
    coins = tuple(each.card.id for each in game.coins_at(duty.other) if each.is_unique or not full)
    if coins:
        words = Message("take a coin from {other}", **said)
        yield Offer(duty.player, BoardingPrize(duty.piece, coin=coins[0]), words, (Need("coin", coins),))
    yield Offer(duty.player, BoardingPrize(duty.piece), Message("take nothing from {other}", **said))
