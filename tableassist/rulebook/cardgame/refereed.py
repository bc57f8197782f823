"""A card game played through: each act with the referee's judgement, and the game after it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tableassist.rulebook.cardgame.acts import AnyCardAct
from tableassist.rulebook.cardgame.referee import CARD_GAME
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.cardgame.state.new_game import new_card_game
from tableassist.rulebook.cardgame.state.start import CardStart
from tableassist.rulebook.play.folding import Judged, play_one
from tableassist.rulebook.play.log import Entry, Log, acts_that_count, struck


@dataclass(frozen=True, slots=True)
class RefereedCardAct:
    judged: Judged[AnyCardAct]
    before: CardGame
    game: CardGame
    """After it."""

    @property
    def number(self) -> int:
        return self.judged.entry.number

    @property
    def is_unanswered(self) -> bool:
        """A foul that nobody let stand."""
        return not self.judged.took_effect


@dataclass(frozen=True, slots=True)
class RefereedCardGame:
    start: CardGame
    acts: tuple[RefereedCardAct, ...]
    """In the order of play."""
    game: CardGame
    struck: frozenset[int]

    @property
    def fouls(self) -> tuple[RefereedCardAct, ...]:
        return tuple(each for each in self.acts if each.is_unanswered)


def referee_card_game(start: CardStart, log: Log[AnyCardAct], until: int | None = None) -> RefereedCardGame:
    """`until`: the number of the act that is the last."""
    first = new_card_game(start)
    acts = tuple(_acts(first, log, until))
    return RefereedCardGame(first, acts, acts[-1].game if acts else first, struck(log))


def with_card_entry(refereed: RefereedCardGame, entry: Entry[AnyCardAct]) -> RefereedCardGame:
    """The same game with one more act at its end."""
    before = refereed.game
    game, judged = play_one(before, entry, CARD_GAME)
    return replace(refereed, acts=(*refereed.acts, RefereedCardAct(judged, before, game)), game=game)


def _acts(game: CardGame, log: Log[AnyCardAct], until: int | None) -> Iterator[RefereedCardAct]:
    if until == 0:
        return
    for entry in acts_that_count(log):
        before = game
        game, judged = play_one(game, entry, CARD_GAME)
        yield RefereedCardAct(judged, before, game)
        if entry.number == until:
            return
