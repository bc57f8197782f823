"""How a game begins on a table: its pieces as they are, as a set-up for the referee."""

import math

import msgspec.structs

from tableassist.rulebook import GameStart, GameState, RuleSettings
from tableassist.rulebook.state import CrewMember, CrewStart, ShipStart, Unit
from tableassist.store.table.entry import TableEntry
from tableassist.store.table.file import ReadTable
from tableassist.store.table.table_state import with_links


def game_start_of(state: GameState, rules: RuleSettings, *, setting_up: bool = False, name: str = "") -> GameStart:
    """Return how a game begins on a table as it is now, with the pieces that somebody plays.

    `setting_up`: homes, places and crew are left to the acts of the set-up.
    """
    units = [each for each in state.units.values() if each.owner]
    aboard = [each for each in state.crew.values() if each.at in {unit.card.id for unit in units}]
    start = msgspec.structs.replace(
        state.start,
        name=name,
        edition=rules.edition.name,
        multiplayer=rules.multiplayer,
        house=dict(rules.house),
        ships=tuple(_ship_now(each) for each in units),
        crew=tuple(_crew_now(state, each, unassigned=setting_up) for each in aboard),
        islands=tuple(
            msgspec.structs.replace(each.card, home="" if setting_up else each.home) for each in state.islands.values()
        ),
        build_total=0 if rules.points_limit is None else math.floor(rules.points_limit),
        setting_up=setting_up,
    )
    return with_links(start)


def _ship_now(unit: Unit) -> ShipStart:
    return msgspec.structs.replace(
        unit.card,
        owner=unit.owner,
        masts_lost=tuple(sorted(each for each in unit.masts_lost if each <= unit.card.masts)),
        states=tuple(sorted(unit.states)),
        at=None,
    )


def _crew_now(state: GameState, member: CrewMember, *, unassigned: bool) -> CrewStart:
    owner = state.units[member.at].owner
    at = None if unassigned else member.at
    return msgspec.structs.replace(member.card, owner=owner, at=at, cancelled=member.cancelled)


def start_of_table(read: ReadTable, *, setting_up: bool = False) -> GameStart:
    settings = read.settings
    start = game_start_of(settings.state, settings.rules, setting_up=setting_up, name=settings.name)
    return with_entries(start, read.entry)


def with_entries(start: GameStart, entry: TableEntry) -> GameStart:
    """What only the table file says: event cards, and equipment aboard."""
    held = {each.name: each for each in entry.players}
    players = tuple(
        msgspec.structs.replace(
            each, events=tuple(held[each.name].events), event_points=math.ceil(held[each.name].event_points)
        )
        if each.name in held
        else each
        for each in start.players
    )
    owners = {each.id: each.owner for each in start.ships}
    equipment = tuple(
        CrewStart(
            f"{piece.id}-equipment-{place}",
            owners[piece.id],
            name=each.name,
            at=None if start.setting_up else piece.id,
            equipment=True,
            points=math.ceil(each.points),
        )
        for piece in entry.pieces
        if piece.id in owners
        for place, each in enumerate(piece.equipment, start=1)
    )
    return msgspec.structs.replace(start, players=players, crew=(*start.crew, *equipment))
