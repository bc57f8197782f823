"""Whether a fleet is allowed: its cost and build total, nations, crew and equipment, what it may hold only once."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec.structs

from tableassist.messages import Message, Text, template
from tableassist.pieces.catalogue import EFFECT_NOT_KNOWN
from tableassist.rulebook.play.log import FINE, Judgement, Reason
from tableassist.rulebook.referee.acts.act import ADVICE, SetUpAct
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.homes import is_foreign_zero
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.questions import cargo_space, cargo_used, crew_points
from tableassist.rulebook.state.start import CrewStart, GameStart, ShipStart
from tableassist.rulebook.state.things import Unit
from tableassist.text_line import fold_name as folded


class ChooseTotal(SetUpAct, frozen=True, tag="choose-total"):
    """A player says to which build total the own fleet is built."""

    player: str
    points: int

    title = Message("Choosing a build total")
    text = template("{player} builds to {points} points")

    def assess(self, game: GameState) -> Judgement:
        section = game.edition.setup.fleet_section
        if not 0 < self.points <= MAX_TOTAL:
            return foul(Foul.UNKNOWN, Message("no fleet is built to {points} points", points=self.points), section)
        others = [total for player, total in game.set_up.totals.items() if player != self.player]
        if game.reading("build-totals") == "same" and any(total != self.points for total in others):
            words = Message("all fleets are built to the same total, got {points} and {other}", points=self.points,
                            other=others[0])  # fmt: skip
            return foul(Foul.BUILD_TOTALS, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        totals = {**game.set_up.totals, self.player: self.points}
        return game.replace(set_up=msgspec.structs.replace(game.set_up, totals=totals))


MAX_TOTAL = 1000


def find_agreed_total(start: GameStart, player: str = "") -> float | None:
    """What a fleet may cost by the set-up; None where nobody has agreed on anything else than the edition recommends.
    `player`: of this player, where totals differ."""
    own = next((candidate.build_total for candidate in start.players if candidate.name == player), 0)
    house = start.house.get("points-limit")
    return own or start.build_total or (None if house is None else float(house))


def total_of(game: GameState, player: str) -> float | None:
    """What this player's fleet may cost: as was said in the set-up, else as agreed before."""
    return game.set_up.totals.get(player) or find_agreed_total(game.start, player)


def different_totals(game: GameState) -> Judgement | None:
    """A foul where fleets are built to different totals and the table does not play so."""
    totals = {player: total_of(game, player) for player in game.order}
    if len(set(totals.values())) < 2 or game.reading("build-totals") == "own":
        return None
    default = game.edition.setup.build_total
    total_words = tuple(f"{player} {default if total is None else total:g}" for player, total in totals.items())
    words = Message("all fleets are built to the same total, got {totals}", totals=total_words)
    return foul(Foul.BUILD_TOTALS, words, game.edition.setup.fleet_section)


LIMIT = "Limit"
NO_DUPLICATES = template("{section}, The No-Duplicates Rule")


@dataclass(frozen=True, slots=True)
class FleetProblem:
    thing: str
    """The ship, crew or event that it is about, by id; empty: the fleet as a whole."""
    reason: Reason
    """Of code `advice` where the edition only recommends."""


def check_fleet(start: GameStart, player: str) -> tuple[Reason, ...]:
    """What the edition says against this player's fleet, or advises; nothing where all is well."""
    game = new_game(start)
    return tuple(problem.reason for problem in fleet_problems(game, player, limit=total_of(game, player)))


def fleet_problems(game: GameState, player: str, *, limit: float | None) -> tuple[FleetProblem, ...]:
    return (
        *_points(game, player, limit),
        *_nations(game, player),
        *_crews(game, player),
        *_limit_keyword(game, player),
        *_duplicates(game, player),
        *_unknown_effects(game, player),
    )


def fleet_points(game: GameState, player: str) -> int:
    """Ships, sea creatures, crew, equipment and events. Forts cost gold, during the game."""
    ships = sum(ship.points for ship in _ships(game, player) if not game.units[ship.id].is_fort)
    crew = sum(member.points for member in _crew(game, player))
    return ships + crew + sum(owner.event_points for owner in game.start.players if owner.name == player)


def _points(game: GameState, player: str, limit: float | None) -> Iterator[FleetProblem]:
    terms, total = game.edition.setup, fleet_points(game, player)
    details: dict[str, object] = {"total": total, "name": player}
    if limit is not None and total > limit:
        words = Message(
            "got a fleet of {total:g} points for {name}, expected at most {limit:g}", limit=limit, **details
        )
        yield _problem("", Foul.TOO_EXPENSIVE, words, terms.fleet_section)
    elif limit is None and total > terms.build_total:
        words = Message(
            "got a fleet of {total:g} points for {name}, expected {limit} as recommended",
            limit=terms.build_total,
            **details,
        )
        yield FleetProblem("", Reason(ADVICE, words, terms.fleet_section))


def _nations(game: GameState, player: str) -> Iterator[FleetProblem]:
    terms = game.edition.setup
    nations = tuple(sorted(nation.value for nation in terms.nations))
    for card in _cards(game, player):
        free = isinstance(card, CrewStart) and card.equipment
        if card.nation and card.nation not in nations and not free:
            details = {"name": _name(card), "nation": card.nation, "count": len(nations)}
            words = Message("got {name} of the nation {nation}, expected one of the {count} of this edition", **details)
            yield _problem(card.id, Foul.NOT_IN_EDITION, words, terms.fleet_section)


def _crews(game: GameState, player: str) -> Iterator[FleetProblem]:
    for card in _ships(game, player):
        if game.crew_at(card.id):
            yield from _aboard(game, game.units[card.id])


def _aboard(game: GameState, unit: Unit) -> Iterator[FleetProblem]:
    terms, details = game.edition.treasure, {"name": unit.name}
    if not unit.is_ship:
        words = Message("got crew on {name}, expected none: only ships carry crew", **details)
        yield _problem(unit.id, Foul.NO_CARGO, words, terms.crew_section)
        return
    used, space = cargo_used(game, unit), cargo_space(game, unit)
    if used > space:
        words = Message(
            "got {used} crew and coins on {name}, expected at most {space}", used=used, space=space, **details
        )
        yield _problem(unit.id, Foul.NO_ROOM, words, terms.cargo_section)
    points = crew_points(game, unit)
    if 0 < unit.card.points < points:
        words = Message(
            "got crew of {points} points on {name}, expected at most her own {own}",
            points=points,
            own=unit.card.points,
            **details,
        )
        yield _problem(unit.id, Foul.TOO_EXPENSIVE, words, terms.crew_section)
    for member in game.crew_at(unit.id):
        if is_foreign_zero(game, member, unit):
            words = Message(
                "got {crew} of 0 points on {name}, expected a ship of the nation {nation}",
                crew=member.name,
                nation=member.card.nation,
                **details,
            )
            yield _problem(member.id, Foul.WRONG_NATION, words, terms.crew_section)


def _limit_keyword(game: GameState, player: str) -> Iterator[FleetProblem]:
    if not game.edition.setup.limit_keyword:
        return
    section = game.edition.setup.limit_section
    limited = [card for card in _cards(game, player) if LIMIT in card.keywords]
    for card in limited[1:]:
        details = {"name": _name(card), "other": _name(limited[0])}
        words = Message(
            "got both {name} and {other} with the keyword Limit, expected only one such card in a fleet", **details
        )
        yield _problem(card.id, Foul.DUPLICATE, words, section)


def _duplicates(game: GameState, player: str) -> Iterator[FleetProblem]:
    """Generic crew and equipment may come in any number. A reprint is the same ship or character."""
    if not game.edition.setup.no_duplicates:
        return
    section = Message(NO_DUPLICATES, section=game.edition.setup.fleet_section)
    first: set[tuple[object, ...]] = set()
    for card in _cards(game, player):
        if isinstance(card, CrewStart) and (card.generic or card.equipment):
            continue
        key = _identity(card)
        if key in first:
            words = Message(
                "got {name} a second time for {player}, expected each once", name=_name(card), player=player
            )
            yield _problem(card.id, Foul.DUPLICATE, words, section)
        first.add(key)
    events = next((owner.events for owner in game.start.players if owner.name == player), ())
    for at, event in enumerate(events):
        if folded(event) in {folded(earlier) for earlier in events[:at]}:
            words = Message("got {name} a second time for {player}, expected each once", name=event, player=player)
            yield _problem(event, Foul.DUPLICATE, words, section)


def _unknown_effects(game: GameState, player: str) -> Iterator[FleetProblem]:
    """Say which cards are played as if they had no ability, unless somebody has stated what it does."""
    for card in _ships(game, player):
        if card.card in EFFECT_NOT_KNOWN and not card.effects:
            words = Message(
                "this program does not know the effect of {name} ({card}): play it as printed",
                name=_name(card),
                card=card.card,
            )
            yield FleetProblem(card.id, Reason(ADVICE, words, game.edition.setup.fleet_section))


def _identity(card: ShipStart | CrewStart) -> tuple[object, ...]:
    if isinstance(card, CrewStart):
        return "crew", folded(_name(card)), card.nation
    return card.kind, folded(_name(card)), card.nation, card.masts


def _problem(thing: str, code: Foul, words: Message, section: Text) -> FleetProblem:
    return FleetProblem(thing, Reason(code.value, words, section))


def _cards(game: GameState, player: str) -> tuple[ShipStart | CrewStart, ...]:
    return (*_ships(game, player), *_crew(game, player))


def _ships(game: GameState, player: str) -> tuple[ShipStart, ...]:
    return tuple(ship for ship in game.start.ships if ship.owner == player)


def _crew(game: GameState, player: str) -> tuple[CrewStart, ...]:
    return tuple(member for member in game.start.crew if member.owner == player)


def _name(card: ShipStart | CrewStart) -> str:
    return card.name or card.id
