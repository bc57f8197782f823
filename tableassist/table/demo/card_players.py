"""The players of a staged card game, who say what no camera sees."""

from dataclasses import dataclass, field
from typing import Final

from tableassist.pipeline.game.policy import SURE
from tableassist.rulebook import Source
from tableassist.rulebook.cardgame import AnyCardAct, CardDuty, CardDutyKind, judge_card_act
from tableassist.rulebook.cardgame.actions import AnswerAccusation, OwnUp, RevealPirates, TurnUp
from tableassist.sources import StagedCardGame
from tableassist.table.game.card_desk import CardDesk

ANSWERS: Final = (AnswerAccusation, OwnUp, RevealPirates, TurnUp)


@dataclass(slots=True)
class CardPlayers:
    """They know the truth: they say what is due and not to be seen, and answer what they are asked."""

    staged: StagedCardGame
    said: list[AnyCardAct] = field(default_factory=list)

    def speak(self, desk: CardDesk, t_s: float, *, t_ns: int | None = None) -> None:
        """`t_s`: of the film. `t_ns`: the match's time, where it is another."""
        t_ns = round(t_s * 1e9) if t_ns is None else t_ns
        for duty in desk.owed():
            if (answer := self._answer(duty)) is not None:
                self._say(desk, answer, t_ns)
        due = self.next_act(desk)
        if due is None:
            return
        number, act, source = due
        if source is Source.PERSON and t_s >= self.staged.due_s[number] and not judge_card_act(desk.game, act).is_foul:
            self._say(desk, act, t_ns)
        for proposal in desk.proposals:
            right = [place for place, each in enumerate(proposal.options) if each.acts == (act,)]
            if right:
                desk.accept(proposal.number, right[0], by=getattr(act, "player", ""))
            elif proposal.certainty >= SURE:
                # Asked only because the pictures come too slowly: the cards on the table are as the camera says.
                desk.accept(proposal.number)

    def next_act(self, desk: CardDesk) -> tuple[int, AnyCardAct, Source] | None:
        """Its number in the truth, from 1; None when all are in the log."""
        done = sum(not isinstance(each.act, ANSWERS) for each in desk.log.entries_that_count)
        entries = self.staged.truth.log.entries
        return (done + 1, entries[done].act, entries[done].source) if done < len(entries) else None

    def _say(self, desk: CardDesk, act: AnyCardAct, t_ns: int) -> None:
        self.said.append(act)
        desk.say(act, by=getattr(act, "player", ""), t_ns=t_ns)

    def _answer(self, duty: CardDuty) -> AnyCardAct | None:
        """Nobody but the players knows; what lies on the table the camera tells."""
        pirates = self.staged.truth.start.pirates
        match duty.kind:
            case CardDutyKind.ANSWER:
                return AnswerAccusation(duty.player, duty.ship in pirates[duty.player])
            case CardDutyKind.MUTINY:
                owner = next((player for player, ships in pirates.items() if duty.ship in ships), "")
                return OwnUp(owner, duty.ship)
            case CardDutyKind.REVEAL:
                return RevealPirates(duty.player, pirates[duty.player])
            case _:
                return None
