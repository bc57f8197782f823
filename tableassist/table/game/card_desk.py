"""The desk where a card game is kept: what people say, what the table shows, where the two differ."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec.structs

from tableassist.pipeline.card_game.differences import CardDifference, card_differences
from tableassist.pipeline.card_game.explain import (
    Explained,
    explain,
    has_begun,
    is_as_recorded,
    is_turn_over,
    open_seen,
    turned_up,
)
from tableassist.pipeline.card_game.outcomes import CardOutcome, discard_of
from tableassist.pipeline.card_game.proposal import (
    CARD_POLICIES,
    CardProposal,
    CardProposalKind,
    ProposedCardActs,
)
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.pipeline.cards.settling import CardsFollowed, same_cards
from tableassist.pipeline.game.offer_values import Value
from tableassist.pipeline.game.policy import Policy, policy_for
from tableassist.pipeline.game.watching import FrameRate
from tableassist.rulebook import Entry, Log, Source
from tableassist.rulebook.cardgame import (
    CARD_GAME,
    AnyCardAct,
    CardDuty,
    CardGame,
    CardOffer,
    CardStart,
    RefereedCardGame,
    referee_card_game,
)
from tableassist.rulebook.cardgame.actions import PlayMovement, RepairShips
from tableassist.store.game_words import card_act_words
from tableassist.table.game.controller import GameController, LoggedGame, keep_nothing

CARDS: Final = LoggedGame(CARD_GAME, referee_card_game)
SEEN, MAYBE = 0.995, 0.5
ASK_NS = 6_000_000_000
"""A table that rests so long and may be meant in several ways is asked about: until then players may go on."""
FOULS = 4
"""While one of so many last acts is a foul that nobody has answered, nothing is taken by itself."""
DIFFERS_NS = 3_000_000_000
"""One that rests so long and is not as the record has it: what differs is told."""


class CardDesk(GameController[CardStart, CardGame, AnyCardAct, RefereedCardGame, CardProposalKind]):
    def __init__(
        self,
        start: CardStart,
        log: Log[AnyCardAct] | None = None,
        *,
        policies: Mapping[CardProposalKind, Policy] = CARD_POLICIES,
        keep: Callable[[str], None] = keep_nothing,
    ) -> None:
        super().__init__(CARDS, start, log, policies=policies, keep=keep)
        self.seen: CardsSeen | None = None
        """The table as it last lay at rest."""
        self.is_waiting = False
        """Something moves, or a hand is in the row."""
        self.differences: tuple[CardDifference, ...] = ()
        self._before: CardsSeen | None = None
        """The table when it last was as the record has it and no act had begun, or became an act."""
        self._in_step: CardGame | None = None
        """The game that the table has been seen to agree with."""
        self._over: tuple[int, CardsSeen] | None = None
        """A turn that was seen to be over though nobody knows by which act, and the table then."""
        self._discarded, self._still_open = "", ""
        """The movement card that was discarded last; the same while it has not been seen to leave its place."""
        self._rests_since_ns, self._t_ns = 0, 0
        self._rate = FrameRate()
        self._worked_on: tuple[object, ...] = ()
        self._answered: tuple[object, ...] = ()
        """Questions about this table that were answered by no."""
        self._struck: frozenset[int] = self.log.struck
        self._refused: frozenset[tuple[int, AnyCardAct]] = frozenset()
        """Acts that were struck, by their turn: they are not taken by themselves again."""

    def offers(self) -> tuple[CardOffer, ...]:
        """With the hand rule they show what a player holds: for his eyes only."""
        return CARD_GAME.offers(self.game)

    def owed(self) -> tuple[CardDuty, ...]:
        return CARD_GAME.duties(self.game)

    @property
    def players(self) -> tuple[str, ...]:
        return self.game.players

    def choose(
        self,
        offer: CardOffer,
        values: Mapping[str, Value] | None = None,
        *,
        by: str = "",
        t_ns: int | None = None,
        source: Source = Source.PERSON,
    ) -> int | None:
        """The number of the entry; None where something that it needs is missing."""
        values = {} if values is None else values
        if any(need.least and need.choices and need.field not in values for need in offer.needs):
            return None
        return self.say(msgspec.structs.replace(offer.act, **values), by=by, t_ns=t_ns, source=source)

    # What is seen

    def take_cards(self, followed: CardsFollowed, t_ns: int) -> None:
        """After each picture. Times are the match's."""
        self._rate = self._rate.after(t_ns)
        new = followed.settled
        if new is None:
            return
        changed = self.seen is None or not same_cards(new, self.seen)
        if changed or followed.is_waiting:
            self._rests_since_ns = t_ns
        if changed:
            self._answered = ()
        self.seen, self.is_waiting, self._t_ns = new, followed.is_waiting, t_ns
        now = (new, self.log, self.is_waiting, self._rests(ASK_NS), self._rests(DIFFERS_NS), self._rate.is_slow)
        if now != self._worked_on:
            self._worked_on = now
            self._follow_change()

    def _rests(self, for_ns: int) -> bool:
        return not self.is_waiting and self._t_ns - self._rests_since_ns >= for_ns

    def correct(self, difference: CardDifference, *, by: str = "", t_ns: int | None = None) -> None:
        """The table is right: the record is put right to it."""
        if difference.correction is not None:
            self.say(difference.correction, by=by, t_ns=t_ns)

    # What becomes of proposals

    def accept(self, number: int, option: int = 0, *, by: str = "") -> None:
        """A person's word for it. `option`: which of the ways in which it may be meant."""
        proposal = self.proposal(number)
        if proposal is None:
            return
        self._forget(number)
        self._take(proposal, proposal.options[option], by=by, certainty=1.0)
        self._follow_change()

    def dismiss(self, number: int) -> None:
        """It did not happen."""
        proposal = self.proposal(number)
        if proposal is not None:
            self._answered = (*self._answered, _acts_of_options(proposal))
            self._forget(number)
            self._follow_change()

    def _take(self, proposal: CardProposal, option: ProposedCardActs, *, certainty: float, by: str = "") -> None:
        for act in option.acts:
            self._kept.append(Entry(0, act, Source.CAMERA, by, proposal.t_ns, certainty=certainty))
            self._discarded, self._still_open = discard_of(act) or self._discarded, ""
        self._before = self.seen

    def _work(self) -> None:
        """Act after act, as long as the table shows one that is sure."""
        self._note_struck()
        if self.seen is not None:
            self._note_discard(open_seen(self.seen))
        while self.seen is not None and not self.is_waiting and self._took_one(self.seen):
            pass
        if self.seen is None:
            return
        proposal = self._proposal(self.seen)
        self._ask(proposal if proposal is not None and _acts_of_options(proposal) not in self._answered else None)
        self._compare(self.seen)

    def _took_one(self, seen: CardsSeen) -> bool:
        if is_as_recorded(self.game, seen) and seen.row_is_sure:
            self._in_step = self.game
        proposal = self._proposal(seen)
        # A hand over the cards is waited for (`is_waiting`); with too few pictures nothing is booked without a person.
        if proposal is None or self._rate.is_slow or policy_for(proposal, self.policies) is not Policy.ACCEPT:
            return False
        self._take(proposal, proposal.likeliest, certainty=proposal.certainty)
        return True

    def _proposal(self, seen: CardsSeen) -> CardProposal | None:
        cards = turned_up(self.game, seen, self._still_open)
        if cards:
            return self._of(CardProposalKind.TURN_UP, (cards[0],), SEEN)
        in_step = self._in_step is self.game
        found = explain(self.game, seen, self._before, in_step=in_step)
        if found is None or not (found.is_sure or found.is_done or self._rests(ASK_NS)):
            return None
        return self._propose_explained(found)

    def _propose_explained(self, found: Explained) -> CardProposal:
        acts = tuple(option.act for option in sorted(found.options, key=_likeliness))
        refused = any((self.game.turn, act) in self._refused for act in acts) or self._is_late()
        kind = CardProposalKind.PASS
        if isinstance(acts[0], PlayMovement | RepairShips):
            kind = CardProposalKind.PLAY if isinstance(acts[0], PlayMovement) else CardProposalKind.REPAIR
        return self._of(kind, acts, SEEN if found.is_sure and not refused else MAYBE / len(acts))

    def _is_late(self) -> bool:
        """The turn was over before, or people have said what the rules do not allow: this may be another player's act
        than the record thinks."""
        if any(act.is_unanswered for act in self.refereed.acts[-FOULS:]):
            return True
        if self._over is None or self.seen is None or self._over[0] != self.game.turn:
            return False
        return not same_cards(self._over[1], self.seen)

    def _of(self, kind: CardProposalKind, acts: tuple[AnyCardAct, ...], certainty: float) -> CardProposal:
        names = self.start.names
        options = tuple(ProposedCardActs((act,), card_act_words(act, names), certainty) for act in acts)
        return CardProposal(kind, "", self._t_ns, options)

    def _ask(self, proposal: CardProposal | None) -> None:
        """One question at a time: it goes when the table or the record has answered it."""
        asked = next(iter(self.proposals), None)
        if asked is not None and proposal is not None and _acts_of_options(asked) == _acts_of_options(proposal):
            return
        if asked is not None:
            self._forget(asked.number)
        if proposal is not None and not self.is_waiting and self._propose(proposal) is None:
            self._answered = (*self._answered, _acts_of_options(proposal))

    def _compare(self, seen: CardsSeen) -> None:
        if is_turn_over(self.game, seen) and (self._over is None or self._over[0] != self.game.turn):
            self._over = self.game.turn, seen
        differ = card_differences(self.game, seen)
        if not differ and not has_begun(self.game, seen, self._before):
            self._before = seen
        told = [each for each in differ if self._rests(DIFFERS_NS) or each in self.differences]
        self.differences = () if self.proposals else tuple(told)

    def _note_discard(self, out: tuple[str, ...]) -> None:
        cards = [card for act in self.refereed.acts[-3:] if (card := discard_of(act.judged.entry.act))]
        last = cards[-1] if cards else ""
        if last != self._discarded:
            self._discarded = self._still_open = last
        if self._still_open not in out:
            self._still_open = ""

    def _note_struck(self) -> None:
        out = self.log.struck
        gone = [entry for entry in self.log.entries if entry.number in out - self._struck]
        if gone:
            self._before = None
        self._refused |= {(self.game.turn, each.act) for each in gone if each.source is Source.CAMERA}
        self._struck = out


def _likeliness(outcome: CardOutcome) -> tuple[bool, bool, bool]:
    """Played, rather than passed away; an act that shows, rather than one that does nothing; a pass, rather than a
    repair of nothing."""
    act = outcome.act
    return not isinstance(act, PlayMovement), not outcome.is_shown, isinstance(act, RepairShips)


def _acts_of_options(proposal: CardProposal) -> tuple[tuple[AnyCardAct, ...], ...]:
    return tuple(option.acts for option in proposal.options)
