"""Forts, repairs and scuttling."""

from collections.abc import Iterator

from tableassist.messages import Message, template
from tableassist.pieces import Effect, PieceState
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import ROLL, Act, Answer, Offer
from tableassist.rulebook.referee.acts.cargo import no_room
from tableassist.rulebook.referee.changes import carry_coins, go_on, let_go, show_crew, unload
from tableassist.rulebook.referee.foul import Action, Foul, foul, give_action, judge_answer, no_action, not_hers
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import (
    effects_of,
    fort_at,
    is_at_home,
    is_at_own_fort,
    is_derelict,
    repairable_masts,
)
from tableassist.rulebook.state.things import Unit


class BuildFort(Act, frozen=True, tag="build-fort"):
    player: str
    fort: str
    island: str
    pay: tuple[str, ...] = ()
    """Coins from the home island."""
    corners: Answer = None
    """Whether two opposite corners lie wholly on the island."""

    title = Message("Building a fort")
    text = template("{player} builds {fort} on {island} and pays {pay}")

    def assess(self, game: GameState) -> Judgement:
        terms = game.edition.setup
        section = terms.fort_section
        if not terms.forts:
            return foul(Foul.NOT_IN_EDITION, Message("this edition has no forts"), section)
        if self.player != game.player:
            words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=self.player)
            return foul(Foul.NOT_YOUR_TURN, words, section)
        fort = game.units[self.fort]
        if not fort.is_fort or fort.owner != self.player or fort.docked_at or fort.gone:
            words = Message("{player} has no fort {fort} to build", player=self.player, fort=fort.name)
            return foul(Foul.NOT_YOURS, words, section)
        return _no_site(game, self) or _no_gold(game, self, fort) or _corners(game, self)

    def fold(self, game: GameState) -> GameState:
        """The gold goes inside, with the treasure of the island."""
        fort, home = game.units[self.fort], game.home_of(self.player)
        lying = tuple(coin.card.id for coin in game.coins_at(self.island))
        after = carry_coins(game, (*self.pay, *lying), to=self.fort)
        short = fort.card.gold_cost - sum(game.coins[coin].worth for coin in self.pay)
        if short > 0 and (there := game.gold.get(home, 0)):
            moved = min(short, there)
            gold = {**after.gold, home: there - moved, self.fort: after.gold.get(self.fort, 0) + moved}
            after = after.replace(gold={key: amount for key, amount in gold.items() if amount})
        after = after.with_island(after.islands[self.island], fort=self.fort)
        after = after.with_unit(fort, docked_at=self.island)
        if game.reading("unload-when-built") == "yes":
            for ship in after.fleet(self.player):
                if ship.is_ship and ship.docked_at == self.island:
                    after = unload(after, ship, to=self.fort)
        return go_on(after).replace(built_fort=True)


class LoadFromFort(Act, frozen=True, tag="load-from-fort"):
    ship: str
    fort: str
    take: tuple[str, ...]

    title = Message("Loading from a fort")
    text = template("{ship} loads {take} from {fort}")

    def assess(self, game: GameState) -> Judgement:
        unit, fort, section = game.units[self.ship], game.units[self.fort], game.edition.setup.fort_section
        details = {"name": unit.name, "fort": fort.name}
        free = game.reading("fort-load") == "free"
        if (bad := not_hers(game, unit) if free else no_action(game, unit, Action.EXPLORE)) is not None:
            return bad
        here = fort_at(game, unit.docked_at)
        if not unit.is_ship or here is None or here.card.id != self.fort or fort.owner != unit.owner:
            return foul(
                Foul.NOT_DOCKED, Message("{name} is not docked at a fort {fort} of her player", **details), section
            )
        coins = [game.coins[coin] for coin in self.take]
        if not self.take or any(coin.at != self.fort for coin in coins):
            return foul(Foul.NOT_THERE, Message("not all of these coins are in {fort}", **details), section)
        if (full := no_room(game, unit, coins=self.take)) is not None:
            return full
        if gold_in(game, self.fort) - sum(coin.worth for coin in coins) < fort.card.gold_cost:
            words = Message("at least {cost} gold must stay in {fort}", cost=fort.card.gold_cost, **details)
            return foul(Foul.NOT_ENOUGH_GOLD, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        unit = game.units[self.ship]
        after = game if game.reading("fort-load") == "free" else give_action(game, unit, Action.EXPLORE)
        return carry_coins(after, self.take, to=self.ship)


class Repair(Act, frozen=True, tag="repair"):
    ship: str
    mast: int

    title = Message("Repair")
    text = template("{ship} repairs mast {mast}")

    def assess(self, game: GameState) -> Judgement:
        unit, terms = game.units[self.ship], game.edition.turn
        if (bad := no_action(game, unit, Action.REPAIR)) is not None:
            return bad
        if not _at_a_yard(game, unit) and Effect.REPAIRS_ANYWHERE not in effects_of(game, unit):
            words = Message("{name} is not docked where she could be repaired", name=unit.name)
            return foul(Foul.NOT_DOCKED, words, terms.repair_section)
        if self.mast not in unit.masts_lost:
            words = Message("mast {mast} of {name} is not lost", mast=self.mast, name=unit.name)
            return foul(Foul.MAST_STANDS, words, terms.repair_section)
        if self.mast not in repairable_masts(game, unit):
            words = Message("a ram took mast {mast} of {name} out of the game", mast=self.mast, name=unit.name)
            return foul(Foul.MAST_REMOVED, words, terms.repair_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        unit = game.units[self.ship]
        after = give_action(game, unit, Action.REPAIR)
        if not _at_a_yard(game, unit):
            after = show_crew(after, unit, Effect.REPAIRS_ANYWHERE)
        now = after.units[self.ship]
        back = {self.mast}
        after = after.with_unit(
            now,
            masts_lost=now.masts_lost - back,
            masts_rammed=now.masts_rammed - back,
            states=now.states - {PieceState.DERELICT},
            scuttling=False,
        )
        if now.towed_by and game.reading("repair-ends-tow") == "yes":
            after = let_go(after, self.ship)
        return after


class Scuttle(Act, frozen=True, tag="scuttle"):
    ship: str
    roll: int

    title = Message("Scuttling")
    text = template("{ship} is to be scuttled: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        unit, terms = game.units[self.ship], game.edition.turn
        if not terms.scuttling:
            return foul(Foul.NOT_IN_EDITION, Message("this edition has no scuttling"), terms.scuttle_section)
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if not is_derelict(game, unit):
            return foul(Foul.NOT_DERELICT, Message("{name} is not derelict", name=unit.name), terms.scuttle_section)
        if unit.scuttling or (unit.turn.scuttle_tried and game.reading("scuttle-tries") == "one"):
            words = Message("{name} has already tried this turn", name=unit.name)
            return foul(Foul.ALREADY_TRIED, words, terms.scuttle_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """She sinks at the beginning of her player's next turn."""
        unit = game.units[self.ship]
        return game.with_unit(unit, scuttling=self.roll >= NEEDS, turn=unit.in_turn(scuttle_tried=True))


def _no_site(game: GameState, act: BuildFort) -> Judgement | None:
    island, section = game.islands[act.island], game.edition.setup.fort_section
    details = {"island": island.name, "player": act.player}
    if not island.is_wild:
        return foul(Foul.NOT_WILD, Message("{island} is a home island", **details), section)
    if island.fort:
        return foul(Foul.FORT_THERE, Message("a fort stands on {island}", **details), section)
    if act.player not in island.explored_by:
        return foul(Foul.NOT_EXPLORED, Message("{player} has not explored {island}", **details), section)
    if not any(unit.docked_at == act.island and unit.is_ship for unit in game.fleet(act.player)):
        return foul(Foul.NOT_DOCKED, Message("{player} has no ship docked at {island}", **details), section)
    return None


def _no_gold(game: GameState, act: BuildFort, fort: Unit) -> Judgement | None:
    home, section = game.home_of(act.player), game.edition.setup.fort_section
    coins = [game.coins[coin] for coin in act.pay]
    if len(set(act.pay)) != len(act.pay) or any(coin.at != home for coin in coins):
        return foul(Foul.NOT_THERE, Message("not all of these coins are on the home island"), section)
    if sum(coin.worth for coin in coins) + game.gold.get(home, 0) < fort.card.gold_cost:
        words = Message("{fort} costs {cost} gold", fort=fort.name, cost=fort.card.gold_cost)
        return foul(Foul.NOT_ENOUGH_GOLD, words, section)
    return None


def _corners(game: GameState, act: BuildFort) -> Judgement:
    if act.corners is None:
        return FINE
    return judge_answer(
        act.corners,
        Foul.SPACING,
        Message("two opposite corners must lie wholly on the island"),
        game.edition.setup.fort_section,
        unknown=Message("whether two opposite corners lie on the island is not settled"),
    )


def gold_in(game: GameState, place: str) -> int:
    return sum(coin.worth for coin in game.coins_at(place)) + game.gold.get(place, 0)


def _at_a_yard(game: GameState, unit: Unit) -> bool:
    """Her home island; in later editions also a fort of her player."""
    prize = unit.owner != unit.card.owner and game.reading("prize-repairs-home") == "no"
    if is_at_home(game, unit) and not prize:
        return True
    return game.edition.turn.repair_at_forts and is_at_own_fort(game, unit)


NEEDS = 5


def repairs(game: GameState, unit: Unit) -> Iterator[Offer]:
    masts = tuple(sorted(repairable_masts(game, unit)))
    if masts and unit.is_ship:
        words = Message("{name} is repaired", name=unit.name)
        yield Offer(unit.owner, Repair(unit.card.id, masts[0]), words, (Need("mast", masts),))


def scuttling(game: GameState, unit: Unit) -> Iterator[Offer]:
    if is_derelict(game, unit):
        words = Message("{name} is scuttled: needs 5+", name=unit.name)
        yield Offer(unit.owner, Scuttle(unit.card.id, 1), words, (ROLL,))


def fort_cargo(game: GameState, unit: Unit) -> Iterator[Offer]:
    fort = fort_at(game, unit.docked_at) if unit.docked_at and unit.is_ship else None
    if fort is None:
        return
    coins = tuple(coin.card.id for coin in game.coins_at(fort.card.id))
    for coin in coins:
        words = Message("{name} loads a coin from {fort}", name=unit.name, fort=fort.name)
        yield Offer(unit.owner, LoadFromFort(unit.card.id, fort.card.id, (coin,)), words)


def forts(game: GameState, player: str) -> Iterator[Offer]:
    """Paid with as few face-up coins as will do, the largest first. What else is owed is paid with all coins there are:
    any choice among face-down coins would tell their values."""
    if not game.edition.setup.forts:
        return
    home = game.home_of(player)
    coins = game.coins_at(home) if home else ()
    purse = sorted((coin for coin in coins if coin.face_up), key=lambda coin: -coin.worth)
    choices = tuple(coin.card.id for coin in coins)
    sites = dict.fromkeys(
        unit.docked_at for unit in game.fleet(player) if unit.is_ship and unit.docked_at in game.islands
    )
    for fort in game.units.values():
        if not fort.is_fort or fort.owner != player or fort.docked_at or fort.gone:
            continue
        short, pay = fort.card.gold_cost - game.gold.get(home, 0), []
        for coin in purse:
            if short > 0:
                pay.append(coin.card.id)
                short -= coin.worth
        if short > 0:
            pay = list(choices)
        for site in sites:
            words = Message(
                "{player} builds {fort} on {island}", player=player, fort=fort.name, island=game.islands[site].name
            )
            need = (Need("pay", choices, most=len(choices), least=0),)
            yield Offer(player, BuildFort(player, fort.card.id, site, tuple(pay)), words, need)
