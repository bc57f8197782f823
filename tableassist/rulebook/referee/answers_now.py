"""Rulings as answers in the game: "in range and clear, but it is Mary's turn".

A ruling says what was measured and what the cards and the conditions of two pieces allow. Whether the act is allowed
now, with the turn, the actions that were used and the decisions of judges, is asked of the function that judges the
act itself, so that an answer before an act and the referee's word after it are the same, in the same words.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tableassist.messages import Message, template
from tableassist.rulebook.play.log import Opinion
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.cargo import ExploreShip, MarkIsland, Tow
from tableassist.rulebook.referee.acts.fighting import Board, Broadside, Ram, Shoot, SpecialShot
from tableassist.rulebook.referee.foul import Foul
from tableassist.rulebook.referee.offering.seen import cannon_number
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed, cite
from tableassist.rulebook.state.game import GameState

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
        return changed(ruling, verdict=Verdict.YES, probability=1.0, reason=first.words, conditions=())
    if judgement.opinion is not Opinion.FOUL or first.code in MEASURED_BY_RULING or ruling.verdict is Verdict.NO:
        return ruling
    reason = Message(BUT, reason=ruling.reason, why=first.words)
    answer = changed(ruling, verdict=Verdict.NO, probability=0.0, reason=reason, conditions=(), readings=())
    return changed(answer, citation=cite(first.section))


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
            kept = {} if self._last is None or self._last[1] is not game else _by_identity(*self._last[::2])
            answers = tuple(kept.get(id(each)) or answer_unless_decided(game, each) for each in rulings)
            self._last = rulings, game, answers
        return self._last[2]


def _by_identity(rulings: tuple[Ruling, ...], answers: tuple[Ruling, ...]) -> dict[int, Ruling]:
    return {id(ruling): answer for ruling, answer in zip(rulings, answers, strict=True)}
