"""The desk where a game is kept while it is played: what people say, what the camera proposes, what the referee thinks.

`GameController` has what it shares with the desk of the card game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tableassist.pipeline.game.from_dice import awaited, proposed_roll
from tableassist.pipeline.game.from_masts import proposed_mast
from tableassist.pipeline.game.from_moves import proposed_move
from tableassist.pipeline.game.offer_values import Picked, Value
from tableassist.pipeline.game.policy import DEFAULT_POLICIES, SURE, Policy, policy_for
from tableassist.pipeline.game.proposal import Proposal, ProposalKind, ProposedActs
from tableassist.pipeline.game.watching import TableWatch
from tableassist.pipeline.hull_looks import MastContradiction
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.rulebook import (
    PIRATES,
    AnyAct,
    Entry,
    GameStart,
    GameState,
    Log,
    Offer,
    RefereedGame,
    Ruling,
    Source,
    referee_game,
)
from tableassist.rulebook.acts import Move
from tableassist.rulebook.play import AmendmentKind
from tableassist.rulebook.referee import judge_act
from tableassist.rulebook.state import Duty
from tableassist.table.game.controller import GameController, LoggedGame, keep_nothing
from tableassist.vision.hull.masts import MastSeen

STEADY_NS = 1_000_000_000
"""A mast that is seen to be gone for so long is gone."""
GONE_NS, BACK_NS = 6_000_000_000, 20_000_000_000
"""A mast that is gone without a hit, or stands though it is lost, for so long is asked about: the die may still roll,
and the hand that takes the mast off comes later than the answer."""
FREE_ROLL_NS = 30_000_000_000
"""A die that was rolled before anybody said what for is used for what is picked within this."""
POORLY_SEEN: Final = 0.9
"""How sure a die is at most that was read while a hand was over the table, or with too few pictures a second."""
CONSTRUCTIBLE: Final = LoggedGame(PIRATES, referee_game)


class Rolled(NamedTuple):
    values: tuple[int, ...]
    certainty: float
    t_ns: int | None
    source: Source
    by: str = ""
    """Who said what the dice show."""
    for_player: str = ""
    """The only player whose pick or duty these dice may answer; empty: any player's."""

    def is_for(self, picked: Picked) -> bool:
        return self.for_player in ("", picked.offer.player)


class GameDesk(GameController[GameStart, GameState, AnyAct, RefereedGame, ProposalKind]):
    def __init__(
        self,
        start: GameStart,
        log: Log[AnyAct] | None = None,
        *,
        policies: Mapping[ProposalKind, Policy] = DEFAULT_POLICIES,
        keep: Callable[[str], None] = keep_nothing,
    ) -> None:
        super().__init__(CONSTRUCTIBLE, start, log, policies=policies, keep=keep)
        self.armed: Picked | None = None
        """What a player has picked and has still to roll for."""
        self._free: Rolled | None = None
        self._queue: list[FoundMove] = []
        self._found: dict[int, FoundMove] = {}
        """Moves that became acts, by entry."""
        self._asked_moves: dict[int, FoundMove] = {}
        """By the proposal that waits; no more than one."""
        self._asked_rolls: dict[int, Picked] = {}
        """What the dice that are asked about were rolled for; no more than one."""
        self._masts: dict[MastContradiction, int] = {}
        """Since when each has been seen."""
        self._asked_masts: dict[int, MastContradiction] = {}
        self._dismissed_masts: frozenset[MastContradiction] = frozenset()
        self._watch = TableWatch()
        self._slow_moves: set[FoundMove] = set()
        """Found while too few pictures came: asked about, also when more come later."""

    # What is so now

    @property
    def free_roll(self) -> tuple[int, ...]:
        """Dice that lie there, and nobody has said what for."""
        return () if self._free is None else self._free.values

    @property
    def free_until_ns(self) -> int | None:
        """Until when those dice are kept; None: there are none, or nobody knows when they were rolled."""
        return None if self._free is None or self._free.t_ns is None else self._free.t_ns + FREE_ROLL_NS

    def offers(self, rulings: Sequence[Ruling] = ()) -> tuple[Offer, ...]:
        return PIRATES.offers(self.game, rulings)

    def owed(self) -> tuple[Duty, ...]:
        return PIRATES.duties(self.game)

    @property
    def players(self) -> tuple[str, ...]:
        return self.game.order

    # What people say

    def choose(
        self,
        offer: Offer,
        values: Mapping[str, Value] | None = None,
        *,
        by: str = "",
        t_ns: int | None = None,
        source: Source = Source.PERSON,
    ) -> int | None:
        """The number of the entry; None while something has still to be rolled."""
        picked = Picked(offer, dict(values or {}), by)
        if picked.missing:
            self.armed = picked
            self._use_free_roll(t_ns)
            self._follow_change()
            return None
        self.armed = None
        return self.say(picked.act, by=by, t_ns=t_ns, source=source)

    def disarm(self) -> None:
        self.armed = self._free = None
        self._follow_change()

    def type_roll(
        self,
        value: int,
        *,
        by: str = "",
        t_ns: int | None = None,
        source: Source = Source.PERSON,
        for_player: str = "",
    ) -> None:
        """Take a die that somebody typed or tapped. `for_player`: the only player it counts for; empty: any."""
        self._take_roll(Rolled((value,), 1.0, t_ns, source, by, for_player))
        self._follow_change()

    # What is seen

    def take_watch(self, watch: TableWatch) -> None:
        """How well the camera sees now. What is seen under a poor view is asked; a move that waited only because a hand
        was over the table is booked when the hand is gone."""
        before, self._watch = self._watch, watch
        if watch.is_clear and not before.is_clear and self._asked_moves:
            self._follow_change()

    def take_moves(self, moves: Sequence[FoundMove]) -> None:
        """In the order in which they settled. Times are the match's."""
        self._queue += moves
        if self._watch.is_slow:
            self._slow_moves.update(moves)
        self._follow_change()

    def take_rolls(self, values: Sequence[int], certainty: float, t_ns: int) -> None:
        """Dice that have come to rest, all that were rolled at once."""
        if values:
            sure = certainty if self._watch.is_clear else min(certainty, POORLY_SEEN)
            self._take_roll(Rolled(tuple(values), sure, t_ns, Source.CAMERA))
            self._follow_change()

    def take_masts(self, seen: Sequence[MastContradiction], t_ns: int) -> None:
        """Where picture and game contradict each other now; called again and again while they do."""
        seen = [each for each in seen if not self._is_settled(each)]
        self._masts = {each: self._masts.get(each, t_ns) for each in seen}
        self._dismissed_masts &= set(seen)
        before = self.log, self.proposals
        for number, mast in tuple(self._asked_masts.items()):
            if mast not in self._masts:
                self._forget(number)
        for each, since_ns in tuple(self._masts.items()):
            if each not in self._dismissed_masts and not self._is_settled(each):
                self._look_at_mast(each, t_ns - since_ns, t_ns)
        if before != (self.log, self.proposals):
            self._follow_change()

    # What becomes of proposals

    def accept(self, number: int, option: int = 0, *, by: str = "") -> None:
        """A person's word for it. `option`: which of the ways in which it may be meant."""
        proposal = self.proposal(number)
        if proposal is None:
            return
        found = self._asked_moves.get(number)
        self._forget(number)
        self._take(proposal, proposal.options[option], found, by=by, certainty=1.0)
        self._follow_change()

    def dismiss(self, number: int) -> None:
        """It did not happen."""
        mast = self._asked_masts.get(number)
        if mast is not None:
            self._dismissed_masts |= {mast}
        self.armed = self._asked_rolls.get(number, self.armed)
        self._forget(number)
        self._follow_change()

    def _take(
        self, proposal: Proposal, option: ProposedActs, found: FoundMove | None, *, certainty: float, by: str = ""
    ) -> None:
        if proposal.strikes is not None:
            self._kept.amend(AmendmentKind.STRIKE, proposal.strikes, by=by, t_ns=proposal.t_ns, source=Source.CAMERA)
        after = proposal.after
        for act in option.acts:
            entry = Entry(0, act, Source.CAMERA, by, proposal.t_ns, certainty=certainty, after=after)
            number = self._kept.append(entry)
            after = None if after is None else number
            if found is not None and isinstance(act, Move):
                self._found[number] = found

    def _work(self) -> None:
        """Moves become acts in the order in which they were made: one that is asked about keeps the next waiting."""
        for number, found in tuple(self._asked_moves.items()):
            self._ask_again(number, found)
        while self._queue and not self._asked_moves:
            found = self._queue.pop(0)
            proposal = proposed_move(self.refereed, found, self._found)
            if proposal is None:
                continue
            if self._policy_for(proposal, found) is Policy.ACCEPT:
                self._take(proposal, proposal.likeliest, found, certainty=proposal.certainty)
            elif (asked := self._propose(proposal)) is not None:
                self._asked_moves[asked] = found
        if self.armed is not None and judge_act(self.game, self.armed.offer.act).is_foul:
            self.armed = None

    def _policy_for(self, proposal: Proposal, found: FoundMove | None = None) -> Policy:
        """Nothing that is seen under a poor view is booked without a person."""
        policy = policy_for(proposal, self.policies)
        is_sure = self._watch.is_clear and found not in self._slow_moves
        return Policy.ASK if policy is Policy.ACCEPT and not is_sure else policy

    def _ask_again(self, number: int, found: FoundMove) -> None:
        """What was said since may have settled it."""
        proposal = proposed_move(self.refereed, found, self._found)
        if proposal is None:
            self._forget(number)
        elif self._policy_for(proposal, found) is Policy.ACCEPT:
            self._forget(number)
            self._take(proposal, proposal.likeliest, found, certainty=proposal.certainty)
        else:
            new = replace(proposal, number=number)
            self.proposals = tuple(new if each.number == number else each for each in self.proposals)

    def _look_at_mast(self, seen: MastContradiction, for_ns: int, t_ns: int) -> None:
        proposal = proposed_mast(self.game, seen, self._masts, t_ns)
        if proposal is None or for_ns < STEADY_NS:
            return
        asked = next((number for number, mast in self._asked_masts.items() if mast == seen), None)
        if self._policy_for(proposal) is Policy.ACCEPT:
            if asked is not None:
                self._forget(asked)
            self._take(proposal, proposal.likeliest, None, certainty=proposal.certainty)
        elif asked is None and for_ns >= (GONE_NS if seen.seen is MastSeen.GONE else BACK_NS):
            number = self._propose(proposal)
            if number is None:
                self._dismissed_masts |= {seen}
            else:
                self._asked_masts[number] = seen

    def _is_settled(self, seen: MastContradiction) -> bool:
        """The picture was compared with an older state of the game."""
        unit = self.game.units.get(seen.piece)
        return unit is not None and (seen.mast in unit.masts_lost) is (seen.seen is MastSeen.GONE)

    def _take_roll(self, rolled: Rolled) -> None:
        """For what the game waits for; else it lies there until somebody says what for."""
        for number, asked in tuple(self._asked_rolls.items()):  # rolled again, or somebody has typed what it shows
            if rolled.is_for(asked):
                self.armed = asked
                self._forget(number)
        picked = awaited(self.game, self.armed)
        if picked is None or not rolled.is_for(picked):
            self._free = rolled
            return
        if len(rolled.values) < len(picked.missing_dice):
            fields = [die.field for die in picked.missing_dice]
            if rolled.certainty >= SURE:
                self.armed = picked.with_values(dict(zip(fields, rolled.values, strict=False)))
            return
        self._free = None
        proposal = proposed_roll(picked, rolled.values, rolled.certainty, rolled.t_ns or 0)
        if rolled.source is Source.CAMERA and policy_for(proposal, self.policies) is not Policy.ACCEPT:
            waits = self._propose(proposal)
            if waits is not None:
                self.armed = None
                self._asked_rolls[waits] = picked
            return
        self.armed = None
        option = proposal.likeliest
        # Whoever reads a die aloud does not act for its player.
        by = picked.by or (rolled.by if rolled.by == picked.offer.player else "")
        for act in option.acts:
            entry = Entry(0, act, rolled.source, by, rolled.t_ns, certainty=rolled.certainty, rolled_by=rolled.by)
            self._kept.append(entry)

    def _use_free_roll(self, t_ns: int | None) -> None:
        free, self._free = self._free, None
        if free is None or self.armed is None or not free.is_for(self.armed):
            return
        if t_ns is None or free.t_ns is None or t_ns - free.t_ns <= FREE_ROLL_NS:
            self._take_roll(free)

    def _forget(self, number: int) -> None:
        super()._forget(number)
        self._asked_moves.pop(number, None)
        self._asked_masts.pop(number, None)
        self._asked_rolls.pop(number, None)
