"""A game played through: each act with the referee's judgement and what is owed after it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tableassist.rulebook.play.folding import Judged, play_one
from tableassist.rulebook.play.log import Entry, Log, acts_that_count, struck
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.owed import owed
from tableassist.rulebook.referee.referee import PIRATES
from tableassist.rulebook.state.duty import Duty
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart


@dataclass(frozen=True, slots=True)
class RefereedAct:
    judged: Judged[AnyAct]
    game: GameState
    """After it."""

    @property
    def number(self) -> int:
        return self.judged.entry.number

    @property
    def owed(self) -> tuple[Duty, ...]:
        return owed(self.game)

    @property
    def is_unanswered(self) -> bool:
        """A foul that nobody let stand."""
        return not self.judged.took_effect


@dataclass(frozen=True, slots=True)
class RefereedGame:
    start: GameState
    acts: tuple[RefereedAct, ...]
    """In the order of play."""
    game: GameState
    struck: frozenset[int]

    @property
    def fouls(self) -> tuple[RefereedAct, ...]:
        return tuple(each for each in self.acts if each.is_unanswered)


def referee_game(start: GameStart, log: Log[AnyAct], until: int | None = None) -> RefereedGame:
    """`until`: the number of the act that is the last."""
    first = new_game(start)
    acts = tuple(_acts(first, log, until))
    return RefereedGame(first, acts, acts[-1].game if acts else first, struck(log))


def with_entry(refereed: RefereedGame, entry: Entry[AnyAct]) -> RefereedGame:
    """The same game with one more act at its end."""
    game, judged = play_one(refereed.game, entry, PIRATES)
    return replace(refereed, acts=(*refereed.acts, RefereedAct(judged, game)), game=game)


def _acts(game: GameState, log: Log[AnyAct], until: int | None) -> Iterator[RefereedAct]:
    if until == 0:
        return
    for entry in acts_that_count(log):
        game, judged = play_one(game, entry, PIRATES)
        yield RefereedAct(judged, game)
        if entry.number == until:
            return


def names_of(game: GameState) -> dict[str, str]:
    """Of everything that has a name beside its id."""
    things = (game.units, game.crew, game.islands, game.terrain)
    return {id_: each.name for group in things for id_, each in group.items()}


def hits_taken(refereed: RefereedGame) -> dict[str, int]:
    """By player: how often a mast, segment or flag of theirs was lost."""
    hits = dict.fromkeys(refereed.game.order, 0)
    before = refereed.start
    for each in refereed.acts:
        for name, unit in each.game.units.items():
            was = before.units.get(name)
            if was is not None and was.owner in hits and unit is not was:
                hits[was.owner] += len(unit.masts_lost - was.masts_lost)
        before = each.game
    return hits


def ships_lost(refereed: RefereedGame) -> dict[str, int]:
    """By player: ships, forts and sea creatures of theirs that are gone, whoever commanded them then."""
    gone = [each.card.owner for each in refereed.game.units.values() if each.gone]
    return {player: gone.count(player) for player in refereed.game.order}
