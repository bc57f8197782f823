"""Who is first, and in which order the others follow."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.setup import RollForFirst
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed


def judge_roll(game: GameState, act: RollForFirst) -> Judgement:
    if act.player not in still_to_roll(game):
        words = Message("{player} has no roll to make for the first turn", player=act.player)
        return foul(Foul.NOT_OWED, words, game.edition.setup.first_section)
    return FINE


def fold_roll(game: GameState, act: RollForFirst) -> GameState:
    rolls = (*game.set_up.rolls, (act.player, act.roll))
    after = changed(game, set_up=msgspec.structs.replace(game.set_up, rolls=rolls))
    if still_to_roll(after):
        return after
    ranked = _ranked(after, seats(after), 0)
    first = ranked[0]
    at = seats(after).index(first)
    order = ranked if _by_roll(after) else (*seats(after)[at:], *seats(after)[:at])
    return changed(after, order=order, player=first, set_up=msgspec.structs.replace(after.set_up, first=first))


def not_decided(game: GameState) -> Judgement | None:
    """Nothing is placed before the rolls: they say who begins."""
    if game.set_up.first:
        return None
    words = Message("who is first is not decided yet")
    return foul(Foul.NOT_READY, words, game.edition.setup.first_section)


def seats(game: GameState) -> tuple[str, ...]:
    """Clockwise round the table: each player's left neighbour is the next."""
    return tuple(each.name for each in game.start.players)


def still_to_roll(game: GameState) -> tuple[str, ...]:
    """Everybody once, then again those who tied for a place that matters."""
    return () if game.set_up.first else _waiting(game, seats(game), 0)


def _by_roll(game: GameState) -> bool:
    return game.edition.setup.order_by_roll and game.reading("order-of-others") == "by-roll"


def _waiting(game: GameState, players: tuple[str, ...], throw: int) -> tuple[str, ...]:
    if throw and len(players) == 1:
        return ()
    missing = tuple(each for each in players if len(_rolls_of(game, each)) <= throw)
    if missing:
        return missing
    groups = _tied(game, players, throw)
    matter = groups if _by_roll(game) else groups[:1]
    return tuple(each for group in matter for each in _waiting(game, group, throw + 1))


def _ranked(game: GameState, players: tuple[str, ...], throw: int) -> tuple[str, ...]:
    """Best first. Those whose tie does not matter stay as they sit."""
    if len(players) == 1 or any(len(_rolls_of(game, each)) <= throw for each in players):
        return players
    return tuple(each for group in _tied(game, players, throw) for each in _ranked(game, group, throw + 1))


def _tied(game: GameState, players: tuple[str, ...], throw: int) -> list[tuple[str, ...]]:
    """Those who rolled the same at this throw, highest first."""
    rolled = {each: _rolls_of(game, each)[throw] for each in players}
    return [
        tuple(each for each in players if rolled[each] == value) for value in sorted(set(rolled.values()), reverse=True)
    ]


def _rolls_of(game: GameState, player: str) -> tuple[int, ...]:
    return tuple(roll for name, roll in game.set_up.rolls if name == player)
