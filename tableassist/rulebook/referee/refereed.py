"""The constructible game for everything above the rule book, and what a game played through tells."""

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.game import Game, Refereed, play_log, play_on
from tableassist.rulebook.play.game import RefereedAct as RefereedActOf
from tableassist.rulebook.play.log import Entry, Judgement, Log
from tableassist.rulebook.referee.acts.all import ACT_BY_VERB, AnyAct
from tableassist.rulebook.referee.offering.offer import Offer
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.owed import owed, question_of
from tableassist.rulebook.referee.referee import fold, judge_entry
from tableassist.rulebook.state.game import GameState, with_coins
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart
from tableassist.rulebook.state.things import Duty

RefereedAct: TypeAlias = RefereedActOf[GameState, AnyAct]


class RefereedGame(Refereed[GameState, AnyAct]):
    """A constructible game played through."""

    __slots__ = ()


class ConstructibleGame:
    """Pirates of the Spanish Main, from set-up to winner."""

    acts: Mapping[str, type[AnyAct]] = ACT_BY_VERB  # type: ignore[assignment]  # the verbs name these classes

    def start(self, set_up: GameStart) -> GameState:
        return new_game(set_up)

    def judge(self, game: GameState, entry: Entry[AnyAct]) -> Judgement:
        return judge_entry(game, entry)

    def apply(self, game: GameState, act: AnyAct) -> GameState:
        return fold(game, act)

    def offers(self, game: GameState) -> tuple[Offer, ...]:
        return offers(game)

    def duties(self, game: GameState) -> tuple[Duty, ...]:
        return owed(game)

    def question(self, game: GameState, duty: Duty) -> Message:
        return question_of(game, duty)

    def view(self, game: GameState, player: str | None) -> GameState:
        """Coins that lie face down are known to the player who carries them, and to nobody else."""
        secret = [each for each in game.coins.values() if not each.face_up and each.value is not None]
        hidden = [each for each in secret if player is None or game.owners.get(each.at) != player]
        return with_coins(game, tuple(msgspec.structs.replace(each, value=None) for each in hidden))


PIRATES: Final[Game[GameStart, GameState, AnyAct, Duty]] = ConstructibleGame()


def referee_game(start: GameStart, log: Log[AnyAct], until: int | None = None) -> RefereedGame:
    """`until`: the number of the act that is the last."""
    played = play_log(new_game(start), log, PIRATES, until)
    return RefereedGame(played.start, played.acts, played.game, played.struck)


def with_entry(refereed: RefereedGame, entry: Entry[AnyAct]) -> RefereedGame:
    """The same game with one more act at its end."""
    return play_on(refereed, entry, PIRATES)


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
