"""What may be done now: every act that the rules allow with what it needs, and rulings as answers in the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from tableassist.messages import Message, template
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import Opinion
from tableassist.rulebook.referee.acts.act import ENEMY_ROLL, ROLL, Offer
from tableassist.rulebook.referee.acts.boarding import (
    ANY,
    Board,
    BoardingPrize,
    DeclineBoarding,
    LoseCrew,
    loser_picks_crew,
    people_aboard,
)
from tableassist.rulebook.referee.acts.cargo import ExploreShip, crew_moves, explorations, unloading
from tableassist.rulebook.referee.acts.fighting import Broadside, LoseMast, SpecialShot, broadsides, special_shots
from tableassist.rulebook.referee.acts.islands import MarkIsland, MysteriousRoll, Reveal, event_cards, marks
from tableassist.rulebook.referee.acts.ramming import Ram, Tow, rams
from tableassist.rulebook.referee.acts.sailing import after_moves, moves
from tableassist.rulebook.referee.acts.shooting import Seen, Shoot, cannon_number, list_shots_now, marine_shots, shots
from tableassist.rulebook.referee.acts.table import EndTurn, declarations
from tableassist.rulebook.referee.acts.terrain import (
    DriftIceberg,
    RollForIcebergs,
    RollTerrain,
    WhirlpoolLoss,
    offer_terrain,
)
from tableassist.rulebook.referee.acts.yards import fort_cargo, forts, repairs, scuttling
from tableassist.rulebook.referee.foul import Foul
from tableassist.rulebook.referee.referee import AnyAct, judge_act, list_duties, question_of
from tableassist.rulebook.referee.setup.treasure import set_up_offers
from tableassist.rulebook.ruling import Ruling, Verdict, cite
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.questions import cargo_space, cargo_used, name_of
from tableassist.rulebook.state.things import Duty, DutyKind, Unit


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
            crew = tuple(member.card.id for member in people_aboard(game, duty.piece))
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
    details = {"name": unit.name}
    if unit.masts_standing:
        masts = unit.masts_standing
        words = Message("{name} loses a mast to the whirlpool", **details)
        yield Offer(duty.player, WhirlpoolLoss(duty.piece, mast=masts[0]), words, (Need("mast", masts),))
    coins = tuple(coin.card.id for coin in game.coins_at(duty.piece))
    if coins:
        words = Message("{name} loses a coin to the whirlpool", **details)
        yield Offer(duty.player, WhirlpoolLoss(duty.piece, coin=coins[0]), words, (Need("coin", coins),))
    crew = tuple(member.card.id for member in game.crew_at(duty.piece) if not member.card.equipment)
    if crew:
        words = Message("{name} loses a crew to the whirlpool", **details)
        yield Offer(duty.player, WhirlpoolLoss(duty.piece, crew=crew[0]), words, (Need("crew", crew),))


def _prizes(game: GameState, duty: Duty) -> Iterator[Offer]:
    winner, details = game.units[duty.piece], {"other": name_of(game, duty.other)}
    crew = tuple(member.card.id for member in people_aboard(game, duty.other))
    if crew:
        picked = (ANY,) if loser_picks_crew(game) and len(crew) > 1 else crew
        words = Message("eliminate a crew of {other}", **details)
        yield Offer(duty.player, BoardingPrize(duty.piece, crew=picked[0]), words, (Need("crew", picked),))
    full = cargo_used(game, winner) >= cargo_space(game, winner)
    coins = tuple(coin.card.id for coin in game.coins_at(duty.other) if coin.is_unique or not full)
    if coins:
        words = Message("take a coin from {other}", **details)
        yield Offer(duty.player, BoardingPrize(duty.piece, coin=coins[0]), words, (Need("coin", coins),))
    yield Offer(duty.player, BoardingPrize(duty.piece), Message("take nothing from {other}", **details))


def offers(game: GameState, rulings: Iterable[Ruling] = ()) -> tuple[Offer, ...]:
    """Answers to what is owed come first; while one of them must be given there is nothing else."""
    if game.phase is Phase.SETTING_UP:
        return set_up_offers(game)
    if game.phase is Phase.OVER:
        coins = (duty for duty in list_duties(game) if duty.kind is DutyKind.COIN)
        return tuple(offer for duty in coins for offer in answers_to(game, duty))
    game.build_indexes()
    candidates = [offer for duty in list_duties(game) for offer in answers_to(game, duty)]
    if game.owed() is None:
        candidates += _by_choice(game, list_shots_now(game, rulings))
    return tuple(offer for offer in candidates if judge_act(game, offer.act).opinion is not Opinion.FOUL)


def _by_choice(game: GameState, seen: Seen) -> Iterator[Offer]:
    for unit in game.fleet(game.player):
        yield from _of(game, unit, seen)
    yield from marine_shots(game, seen)
    yield from event_cards(game, game.player)
    yield from forts(game, game.player)
    yield Offer(game.player, EndTurn(game.player), Message("{player} ends the turn", player=game.player))


def _of(game: GameState, unit: Unit, seen: Seen) -> Iterator[Offer]:
    yield from declarations(game, unit)
    yield from moves(game, unit)
    yield from after_moves(game, unit)
    yield from offer_terrain(game, unit)
    yield from shots(game, unit, seen)
    yield from broadsides(game, unit, seen)
    yield from special_shots(game, unit)
    yield from rams(game, unit)
    yield from explorations(game, unit)
    yield from unloading(game, unit)
    yield from crew_moves(game, unit)
    yield from repairs(game, unit)
    yield from scuttling(game, unit)
    yield from fort_cargo(game, unit)
    yield from marks(game, unit)


MEASURED_BY_RULING: Final = frozenset(
    {Foul.NO_SHOT, Foul.NO_CONTACT, Foul.UNKNOWN, Foul.NO_SUCH_CANNON, Foul.NOT_ABLE, Foul.RAM_IS_AUTOMATIC}
)
"""Fouls that repeat what the ruling measures, or that are about pieces and guns only the table knows of."""
BUT: Final = template("{reason}, but {why}")


def _shot(game: GameState, ruling: Ruling) -> AnyAct:
    cannon = cannon_number(game, ruling.subject, ruling.cannon or 0)
    return Shoot(ruling.subject, ruling.target, cannon, 1, ruling.verdict)


def _ability(game: GameState, ruling: Ruling) -> AnyAct:
    if ruling.target in game.islands:
        return MarkIsland(ruling.subject, ruling.target, ruling.verdict)
    return SpecialShot(ruling.subject, ruling.target, 1, ruling.verdict)


ACT_OF_RULE: Final[Mapping[str, Callable[[GameState, Ruling], AnyAct]]] = {
    "shot": _shot,
    "broadsides": lambda _game, ruling: Broadside(ruling.subject, ruling.target, 1, ruling.verdict),
    "ability": _ability,
    "ram": lambda _game, ruling: Ram(ruling.subject, ruling.target, 1),
    "board": lambda _game, ruling: Board(ruling.subject, ruling.target, 1, 1, ruling.verdict),
    "tow": lambda _game, ruling: Tow(ruling.subject, ruling.target),
    "explore": lambda _game, ruling: ExploreShip(ruling.subject, ruling.target),
}
"""By rule: the act that its yes allows."""


def answer_now(game: GameState, ruling: Ruling) -> Ruling:
    """Return the ruling as an answer about this moment of the game; the same value where nothing keeps her.

    Where turns are not counted there is nothing to add. A NO stays what it is, unless a judge has allowed the act.
    """
    act_of = ACT_OF_RULE.get(ruling.rule)
    if act_of is None or game.player_in_turn is None:
        return ruling
    call = ruling.rule, ruling.subject, ruling.target, ruling.cannon or 0
    if ruling.verdict is Verdict.NO and call not in game.overrulings:
        return ruling
    judgement = judge_act(game, act_of(game, ruling))
    if not judgement.reasons:
        return ruling
    first = judgement.reasons[0]
    if judgement.opinion is Opinion.FINE and first.code == Foul.OVERRULED and ruling.verdict is not Verdict.YES:
        return ruling.replace(verdict=Verdict.YES, probability=1.0, reason=first.words, conditions=())
    if judgement.opinion is not Opinion.FOUL or first.code in MEASURED_BY_RULING or ruling.verdict is Verdict.NO:
        return ruling
    reason = Message(BUT, reason=ruling.reason, why=first.words)
    answer = ruling.replace(verdict=Verdict.NO, probability=0.0, reason=reason, conditions=(), readings=())
    return answer.replace(citation=cite(first.section))


def answer_unless_decided(game: GameState, ruling: Ruling) -> Ruling:
    """The same for a list that shows what judges decided next to the machine's own call."""
    is_decided = (ruling.rule, ruling.subject, ruling.target, ruling.cannon or 0) in game.overrulings
    return ruling if is_decided else answer_now(game, ruling)


class AnswersNow:
    """The answers of the moment, for a list of rulings; the very same values while neither rulings nor game change."""

    def __init__(self) -> None:
        self._last: tuple[tuple[Ruling, ...], GameState, tuple[Ruling, ...]] | None = None

    def of(self, rulings: tuple[Ruling, ...], game: GameState) -> tuple[Ruling, ...]:
        if game.player_in_turn is None:
            return rulings
        if self._last is None or self._last[0] is not rulings or self._last[1] is not game:
            kept = {}
            if self._last is not None and self._last[1] is game:
                kept = {id(ruling): answer for ruling, answer in zip(self._last[0], self._last[2], strict=True)}
            answers = tuple(kept.get(id(ruling)) or answer_unless_decided(game, ruling) for ruling in rulings)
            self._last = rulings, game, answers
        return self._last[2]
