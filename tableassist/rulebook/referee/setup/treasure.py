"""Treasure before the game: what each player contributes, and how it is dealt to the wild islands."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.name_matching import fold as folded
from tableassist.rulebook.play.log import Judgement, Reason
from tableassist.rulebook.referee.acts.setup import Contribute, DealTreasure
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.advice import advice, fine_with
from tableassist.rulebook.referee.setup.homes import homes_to_choose
from tableassist.rulebook.referee.setup.islands import placed_islands
from tableassist.rulebook.state.game import GameState, changed, with_coins
from tableassist.rulebook.state.start import CoinStart
from tableassist.rulebook.state.things import GONE, Coin

MOST_GOLD = 1000
"""That one coin may be worth."""
USUAL_COINS, USUAL_GOLD = 8, 15


def judge_contribute(game: GameState, act: Contribute) -> Judgement:
    terms = game.edition.treasure
    if act.player in game.set_up.contributed:
        words = Message("{player} has contributed already", player=act.player)
        return foul(Foul.ALREADY_PLACED, words, terms.treasure_section)
    if any(not 0 <= value <= MOST_GOLD for value in act.values):
        return foul(Foul.UNKNOWN, Message("no coin is worth that"), terms.treasure_section)
    names = [folded(each) for each in act.unique]
    if terms.one_unique_of_a_name and len(set(names)) < len(names):
        words = Message("a player contributes only one unique treasure of a name")
        return foul(Foul.DUPLICATE, words, terms.unique_section)
    number, gold = _number(game, act), _gold(game, act)
    if number is not None and (game.multiplayer or _is_must(game)):
        return foul(Foul.TREASURE_COUNT, number, terms.treasure_section)
    if gold is not None and (_is_must(game) or (terms.unique_beside_gold and act.unique)):
        return foul(Foul.TREASURE_GOLD, gold, terms.unique_section if act.unique else terms.treasure_section)
    return fine_with(*(None if words is None else advice(words, terms.treasure_section) for words in (number, gold)))


def _is_must(game: GameState) -> bool:
    """The texts say "should"; a table may take that for a must."""
    return game.reading("treasure-contribution") == "must"


def _number(game: GameState, act: Contribute) -> Message | None:
    """What is wrong with the number of coins. Unique treasure may count among them or come on top; in a multiplayer
    game it is one of the six."""
    counts = {len(act.values) + len(act.unique)}
    if not game.multiplayer:
        counts.add(len(act.values))
    wanted = _coins_wanted(game)
    if wanted is None or wanted in counts:
        return None
    return Message("{player} brings {count} coins, and it should be {wanted}", **_said(act, max(counts), wanted))


def _gold(game: GameState, act: Contribute) -> Message | None:
    wanted, brought = game.edition.treasure.gold_a_player, sum(act.values)
    if wanted is None or brought == wanted or not _has_own_total(game):
        return None
    return Message("{player} brings {count} gold, and it should be {wanted}", **_said(act, brought, wanted))


def _said(act: Contribute, count: int, wanted: int) -> dict[str, object]:
    return {"player": act.player, "count": count, "wanted": wanted}


def _coins_wanted(game: GameState) -> int | None:
    """By the edition for a game of its own build total; else as many as the first player brought."""
    wanted = game.edition.treasure.coins_a_player
    if wanted is not None and (game.multiplayer or _has_own_total(game)):
        return wanted
    if not game.set_up.contributed:
        return None
    first = game.set_up.contributed[0]
    return sum(each.card.by == first for each in game.coins.values())


def _has_own_total(game: GameState) -> bool:
    return game.start.build_total in (0, game.edition.setup.build_total)


def usual_contribution(game: GameState) -> tuple[int, ...]:
    """As many coins as are wanted, and together as much gold; else 8 coins of 15 gold (complete, Placing Treasure)."""
    count = _coins_wanted(game)
    count = USUAL_COINS if count is None else count
    gold = game.edition.treasure.gold_a_player or (USUAL_GOLD if count == USUAL_COINS else 2 * count)
    return (*(1,) * (count - 1), max(1, gold - count + 1)) if count else ()


def fold_contribute(game: GameState, act: Contribute) -> GameState:
    ids = _new_ids(game, len(act.values) + len(act.unique))
    coins = [CoinStart(key, value=value, by=act.player) for key, value in zip(ids, act.values, strict=False)]
    names = zip(ids[len(act.values) :], act.unique, strict=True)
    coins += [CoinStart(key, value=0, unique=name, by=act.player) for key, name in names]
    after = with_coins(game, tuple(Coin(each, GONE, each.value) for each in coins))
    contributed = tuple(dict.fromkeys((*game.set_up.contributed, act.player)))
    total = game.starting_gold if game.start.starting_gold is not None else (game.starting_gold or 0) + sum(act.values)
    return changed(after, starting_gold=total, set_up=msgspec.structs.replace(game.set_up, contributed=contributed))


def _new_ids(game: GameState, count: int) -> tuple[str, ...]:
    """c1, c2 and so on, but for those that the set-up has used."""
    free = (f"c{number}" for number in range(1, len(game.coins) + count + 1))
    return tuple(key for key in free if key not in game.coins)[:count]


def judge_deal(game: GameState, act: DealTreasure) -> Judgement:
    terms, island = game.edition.treasure, game.islands[act.island]
    if homes_to_choose(game):
        words = Message("not all homes are chosen: treasure goes to the wild islands")
        return foul(Foul.NOT_READY, words, terms.treasure_section)
    if late := players_to_contribute(game):
        words = Message("{player} has not contributed yet", player=late[0])
        return foul(Foul.NOT_READY, words, terms.treasure_section)
    if act.island not in wild_islands(game):
        words = Message("{island} is no wild island", island=island.name)
        return foul(Foul.NOT_WILD, words, terms.treasure_section)
    undealt = set(coins_to_deal(game))
    if len(set(act.coins)) < len(act.coins) or not set(act.coins) <= undealt:
        return foul(Foul.NOT_THERE, Message("a coin is dealt once"), terms.treasure_section)
    return _share(game, act)


def _share(game: GameState, act: DealTreasure) -> Judgement:
    """The same number to each wild island; where that cannot be, as near as it goes."""
    terms, there = game.edition.treasure, len(game.coins_at(act.island)) + len(act.coins)
    least, most = coins_an_island(game)
    said = {"island": game.islands[act.island].name, "there": there, "least": least, "most": most}
    if not least <= there <= most:
        words = Message("{island} would have {there} coins, and each wild island gets {least}", **said)
        if least != most:
            words = Message("{island} would have {there} coins, and each wild island gets {least} or {most}", **said)
        return foul(Foul.TREASURE_COUNT, words, terms.treasure_section)
    return fine_with(_not_as_printed(game, there))


def _not_as_printed(game: GameState, there: int) -> Reason | None:
    wanted = game.edition.treasure.coins_an_island
    if wanted is None or wanted == there:
        return None
    words = Message("{wanted} coins an island is the rule, which these coins and islands do not allow", wanted=wanted)
    return advice(words, game.edition.treasure.treasure_section)


def coins_an_island(game: GameState) -> tuple[int, int]:
    """At least and at most, so that all coins are dealt evenly."""
    islands = max(1, len(wild_islands(game)))
    coins = len(coins_to_deal(game)) + sum(len(game.coins_at(each)) for each in wild_islands(game))
    return coins // islands, -(-coins // islands)


def fold_deal(game: GameState, act: DealTreasure) -> GameState:
    """Shuffled face down, so that a table may say that nobody knows which coin is which."""
    unseen = game.reading("coins-dealt") == "unseen"
    dealt = []
    for key in act.coins:
        coin = game.coins[key]
        value = None if unseen and not coin.is_unique else coin.value
        dealt.append(msgspec.structs.replace(coin, at=act.island, value=value))
    return with_coins(game, tuple(dealt))


def wild_islands(game: GameState) -> tuple[str, ...]:
    return tuple(each for each in placed_islands(game) if game.islands[each].is_wild)


def coins_to_deal(game: GameState) -> tuple[str, ...]:
    return tuple(each.card.id for each in game.coins.values() if each.at == GONE)


def players_to_contribute(game: GameState) -> tuple[str, ...]:
    """None where the set-up has the treasure already."""
    if any(each.coins for each in game.start.islands):
        return ()
    return tuple(each for each in game.order if each not in game.set_up.contributed)
