"""The constructible game for everything above the rule book: played through, and what came of each act."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final, TypeAlias

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.game import Game, Refereed, play_log
from tableassist.rulebook.play.game import RefereedAct as RefereedActOf
from tableassist.rulebook.play.log import Entry, Judgement, Log
from tableassist.rulebook.referee.acts.act import Offer
from tableassist.rulebook.referee.acts.boarding import Board
from tableassist.rulebook.referee.acts.fighting import Broadside, SpecialShot
from tableassist.rulebook.referee.acts.ramming import Ram
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.ending import score, scoring_places
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import ACT_BY_VERB, AnyAct, fold, judge_entry, list_duties, question_of
from tableassist.rulebook.ruling import Ruling
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart
from tableassist.rulebook.state.things import Duty, DutyKind

RefereedAct: TypeAlias = RefereedActOf[GameState, AnyAct]


class RefereedGame(Refereed[GameState, AnyAct]):
    """A constructible game played through."""

    __slots__ = ()

    def count_hits_taken(self) -> dict[str, int]:
        """Count by player how often a mast, segment or flag of theirs was lost."""
        hits = dict.fromkeys(self.game.order, 0)
        before = self.start
        for act in self.acts:
            for name, unit in act.game.units.items():
                was = before.units.get(name)
                if was is not None and was.owner in hits and unit is not was:
                    hits[was.owner] += len(unit.masts_lost - was.masts_lost)
            before = act.game
        return hits

    def count_ships_lost(self) -> dict[str, int]:
        """Count by player ships, forts and sea creatures of theirs that are gone, whoever commanded them then."""
        gone = [unit.card.owner for unit in self.game.units.values() if unit.gone]
        return {player: gone.count(player) for player in self.game.order}


class ConstructibleGame:
    """Pirates of the Spanish Main, from set-up to winner."""

    acts: Mapping[str, type[AnyAct]] = ACT_BY_VERB  # type: ignore[assignment]  # the verbs name these classes

    def start(self, set_up: GameStart) -> GameState:
        return new_game(set_up)

    def judge(self, game: GameState, entry: Entry[AnyAct]) -> Judgement:
        return judge_entry(game, entry)

    def apply(self, game: GameState, act: AnyAct) -> GameState:
        return fold(game, act)

    def offers(self, game: GameState, rulings: Iterable[Ruling] = (), /) -> tuple[Offer, ...]:
        return offers(game, rulings)

    def duties(self, game: GameState) -> tuple[Duty, ...]:
        return list_duties(game)

    def question(self, game: GameState, duty: Duty) -> Message:
        return question_of(game, duty)

    def view(self, game: GameState, player: str | None) -> GameState:
        """Coins that lie face down are known to the player who carries them, and to nobody else."""
        secret = [coin for coin in game.coins.values() if not coin.face_up and coin.value is not None]
        hidden = [coin for coin in secret if player is None or game.owners.get(coin.at) != player]
        return game.with_coins(tuple(msgspec.structs.replace(coin, value=None) for coin in hidden))


PIRATES: Final[Game[GameStart, GameState, AnyAct, Duty]] = ConstructibleGame()


def referee_game(start: GameStart, log: Log[AnyAct], until: int | None = None) -> RefereedGame:
    """`until`: the number of the act that is the last."""
    played = play_log(new_game(start), log, PIRATES, until)
    return RefereedGame(played.start, played.acts, played.game, played.struck)


def names_of(game: GameState) -> dict[str, str]:
    """Of everything that has a name beside its id."""
    things = (game.units, game.crew, game.islands, game.terrain)
    return {id_: thing.name for group in things for id_, thing in group.items()}


SHOTS = (Shoot, Broadside, SpecialShot)


class HappeningKind(StrEnum):
    """The weightiest first."""

    END = "end"
    SUNK = "sunk"
    FOUL = "foul"
    UNLOADED = "unloaded"
    RAM = "ram"
    BOARDING = "boarding"
    HIT = "hit"
    SHOT = "shot"
    """That hit nothing."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An act that counts, between the game before it and after it."""

    refereed: RefereedAct
    before: GameState
    t_ns: int
    """Since the match began. An act without a time, or one put in between much later, has that of the one before."""

    @property
    def act(self) -> AnyAct:
        return self.refereed.judged.entry.act

    @property
    def after(self) -> GameState:
        return self.refereed.game

    @property
    def turn(self) -> int:
        """0 is the set-up."""
        return 0 if self.before.phase is Phase.SETTING_UP else self.before.turn

    @property
    def kind(self) -> HappeningKind | None:
        """The weightiest; None of an act that needs no sign."""
        return next(iter(self.kinds), None)

    @property
    def kinds(self) -> tuple[HappeningKind, ...]:
        happened = {
            HappeningKind.END: self.before.ending is None and self.after.ending is not None,
            HappeningKind.SUNK: bool(self.sunk),
            HappeningKind.FOUL: self.refereed.judged.judgement.is_foul,
            HappeningKind.UNLOADED: bool(self.unloaded),
            HappeningKind.RAM: bool(self.rams),
            HappeningKind.BOARDING: self._counts and isinstance(self.act, Board),
            HappeningKind.HIT: bool(self.hits),
            HappeningKind.SHOT: self._counts and isinstance(self.act, SHOTS) and not self.hits and not self.sunk,
        }
        return tuple(kind for kind in HappeningKind if happened[kind])

    @property
    def hits(self) -> dict[str, int]:
        """By piece: how many masts, segments or flags went, or are owed since; 1 of a marine."""
        owed_before, owed_after = _masts_owed(self.before), _masts_owed(self.after)
        hits = {}
        for name, unit in self.after.units.items():
            was = self.before.units.get(name, unit)
            count = len(unit.masts_lost) - len(was.masts_lost) + owed_after.get(name, 0) - owed_before.get(name, 0)
            if count > 0:
                hits[name] = count
        target = getattr(self.act, "target", "")
        if isinstance(self.act, SHOTS) and self.before.crew.get(target) != self.after.crew.get(target):
            hits[target] = 1
        return hits

    @property
    def sunk(self) -> tuple[str, ...]:
        """Ships, sea creatures and forts that this act took out of the game."""
        after = self.after.units
        return tuple(name for name, was in self.before.units.items() if was.in_play and not after[name].in_play)

    @property
    def unloaded(self) -> dict[str, int]:
        """By ship: how many coins went ashore where they count."""
        ashore = {place for place in scoring_places(self.after) if not _is_ship(self.after, place)}
        coins_ashore: dict[str, int] = {}
        for name, coin in self.after.coins.items():
            was = self.before.coins.get(name)
            if was is not None and coin.at in ashore and _is_ship(self.before, was.at):
                coins_ashore[was.at] = coins_ashore.get(was.at, 0) + 1
        return coins_ashore

    @property
    def rams(self) -> tuple[tuple[str, str], ...]:
        """Who rammed whom."""
        if isinstance(self.act, Ram) and self._counts:
            return ((self.act.ship, self.act.target),)
        mover = self.act.ship if isinstance(self.act, Move) and self._counts else ""
        earlier_rams = {(ram.ship, ram.target) for ram in self.before.rams if ram.ship != mover}
        made = [(ram.ship, ram.target) for ram in self.after.rams]
        return tuple(pair for pair in made if pair not in earlier_rams)

    @property
    def boarding_won_by(self) -> str:
        """The ship that may take something; empty where none may."""
        earlier_duties = self.before.duties
        prizes = (duty for duty in self.after.duties if duty.kind is DutyKind.PRIZE and duty not in earlier_duties)
        return next((duty.piece for duty in prizes), "") if isinstance(self.act, Board) else ""

    @property
    def gold(self) -> dict[str, int]:
        """What each player has after it."""
        return score(self.after)

    @property
    def gold_before(self) -> dict[str, int]:
        return score(self.before)

    @property
    def _counts(self) -> bool:
        return self.refereed.judged.took_effect


def happenings(refereed: RefereedGame, noted_ns: Mapping[int, int] | None = None) -> Iterator[Happening]:
    """In the order of play; times never go back. `noted_ns`: when the record had each act at the latest, by number."""
    before = refereed.start
    for act, t_ns in zip(refereed.acts, _times(refereed.acts, noted_ns or {}), strict=True):
        yield Happening(act, before, t_ns)
        before = act.game


def _times(acts: Sequence[RefereedAct], noted_ns: Mapping[int, int]) -> Iterator[int]:
    """A game that goes on another day counts on, and a record counts anew: nothing was done after it was noted."""
    own = [_time_said_ns(act.judged.entry, noted_ns) for act in acts]
    plain = [
        None if refereed_act.judged.entry.after is not None else t_ns
        for refereed_act, t_ns in zip(acts, own, strict=True)
    ]
    latest, limits = inf, list[float]()
    for t_ns in reversed(plain):
        limits.append(latest)
        latest = latest if t_ns is None else t_ns
    now = 0
    for t_ns, limit in zip(own, reversed(limits), strict=True):
        now = now if t_ns is None or t_ns > limit else max(now, t_ns)
        yield now


def _time_said_ns(entry: Entry[AnyAct], noted_ns: Mapping[int, int]) -> int | None:
    times = [t_ns for t_ns in (entry.t_ns, noted_ns.get(entry.number)) if t_ns is not None]
    return min(times, default=None)


def _masts_owed(game: GameState) -> dict[str, int]:
    return {duty.piece: duty.count for duty in game.duties if duty.kind is DutyKind.MAST}


def _is_ship(game: GameState, place: str) -> bool:
    unit = game.unit(place)
    return unit is not None and unit.is_ship
