"""How a game begins on a table: its pieces, with what their cards say, as a set-up for the referee."""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec.structs

from tableassist.formats.catalogue.file import packaged_catalogue
from tableassist.formats.table.entry import TableEntry
from tableassist.formats.table.file import ReadTable
from tableassist.ledger.ledger import Ledger
from tableassist.pieces.catalogue import CrewCard, Rarity, ShipCard
from tableassist.pieces.links import are_linked, known_names
from tableassist.pieces.model import SAILING_KINDS, TERRAIN_KINDS, PieceKind
from tableassist.pieces.piece import Piece
from tableassist.referee.state.start import (
    CrewStart,
    GameStart,
    IslandStart,
    PlayerStart,
    ShipStart,
    TerrainStart,
)
from tableassist.rules.contact.state import keywords_of
from tableassist.rules.editions.settings import RuleSettings

CARGO_NOT_KNOWN = 1000
"""Of a ship without a card: she is never called full."""
UNITS = SAILING_KINDS | {PieceKind.FORT}


class Aboard(NamedTuple):
    """A crew card in a game."""

    id: str
    owner: str
    ship: str
    card: CrewCard


def game_start_of(
    pieces: Iterable[Piece],
    ledger: Ledger,
    rules: RuleSettings,
    *,
    owners: Mapping[str, str] | None = None,
    setting_up: bool = False,
    name: str = "",
) -> GameStart:
    """`owners`: whose each ship is; left out, who commands her now. `setting_up`: homes, places and crew are left to
    the acts of the set-up."""
    owners, pieces = ledger.owners if owners is None else owners, tuple(pieces)
    units = [each for each in pieces if each.model.kind in UNITS and each.id in owners]
    crew = tuple(_crew(units, owners, ledger))
    limit = rules.points_limit
    return GameStart(
        name=name,
        edition=rules.edition.name,
        multiplayer=rules.multiplayer,
        house=dict(rules.house),
        players=tuple(PlayerStart(each) for each in ledger.players),
        ships=tuple(_ship(each, owners[each.id], ledger, _linked_to(each, crew, owners)) for each in units),
        crew=tuple(_member(each, crew, rules, unassigned=setting_up) for each in crew),
        islands=tuple(
            IslandStart(each.id, name=each.name, home="" if setting_up else ledger.homes.get(each.id, ""))
            for each in pieces
            if each.model.kind is PieceKind.ISLAND
        ),
        terrain=tuple(
            TerrainStart(each.id, each.model.kind, name=each.name, by=each.owner or "")
            for each in pieces
            if each.model.kind in TERRAIN_KINDS
        ),
        build_total=0 if limit is None else math.floor(limit),
        setting_up=setting_up,
    )


def start_of_table(read: ReadTable, *, setting_up: bool = False) -> GameStart:
    settings = read.settings
    start = game_start_of(settings.pieces, settings.ledger, settings.rules, setting_up=setting_up, name=settings.name)
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


def crew_id(ship: str, place: int) -> str:
    """Of the crew at this place of her list, from 1."""
    return f"{ship}-{place}"


def _crew(units: Iterable[Piece], owners: Mapping[str, str], ledger: Ledger) -> Iterator[Aboard]:
    for unit in units:
        for place, key in enumerate(ledger.crews.get(unit.id, ()), start=1):
            card = packaged_catalogue().card(key)
            if isinstance(card, CrewCard):
                yield Aboard(crew_id(unit.id, place), owners[unit.id], unit.id, card)


def _ship(piece: Piece, owner: str, ledger: Ledger, links: tuple[str, ...]) -> ShipStart:
    card = packaged_catalogue().card(piece.card) if piece.card is not None else None
    ship = card if isinstance(card, ShipCard) else None
    masts = ship.masts if ship is not None else piece.model.upright_count
    lost = ledger.masts_lost.get(piece.id, frozenset())
    return ShipStart(
        id=piece.id,
        owner=owner,
        name=piece.name,
        kind=piece.model.kind,
        masts=masts,
        cannons="-".join(f"{each.rank}{each.reach.value}" for each in piece.cannons),
        cannon_masts=_cannon_masts(piece),
        base_move="+".join(each.value for each in piece.base_move),
        cargo=_cargo(piece, ship),
        points=math.ceil(piece.points),
        gold_cost=getattr(card, "gold_cost", 0),
        nation=piece.nation or "",
        keywords=(*piece.keywords, *sorted(keywords_of(piece).difference(piece.keywords))),
        effects=piece.effects,
        links=links,
        card=piece.card or "",
        masts_lost=tuple(sorted(each for each in lost if each <= masts)),
        states=tuple(sorted(ledger.states.get(piece.id, ()))),
    )


def _cannon_masts(piece: Piece) -> tuple[int, ...]:
    """Left out where each cannon is on the mast of its number."""
    masts = tuple(each.mast or 0 for each in piece.cannons)
    return () if masts == tuple(range(1, len(masts) + 1)) else masts


def _cargo(piece: Piece, card: ShipCard | None) -> int:
    if card is not None:
        return card.cargo
    return CARGO_NOT_KNOWN if piece.model.kind is PieceKind.SHIP else 0


def _member(aboard: Aboard, crew: tuple[Aboard, ...], rules: RuleSettings, *, unassigned: bool) -> CrewStart:
    card = aboard.card
    mates = [each for each in crew if each.owner == aboard.owner and each is not aboard]
    links = tuple(each.id for each in mates if _link(card, each.card))
    return CrewStart(
        id=aboard.id,
        owner=aboard.owner,
        name=card.name,
        at=None if unassigned else aboard.ship,
        points=card.points,
        nation=card.nation.value,
        effects=rules.crew_effects.get(card.key, card.effects),
        links=links,
        card=card.key,
        generic=card.rarity is Rarity.GENERIC,
    )


def _linked_to(piece: Piece, crew: tuple[Aboard, ...], owners: Mapping[str, str]) -> tuple[str, ...]:
    card = None if piece.card is None else packaged_catalogue().ship(piece.card)
    if card is None:
        return ()
    return tuple(each.id for each in crew if each.owner == owners[piece.id] and _link(card, each.card))


def _link(one: ShipCard | CrewCard, other: CrewCard) -> bool:
    return are_linked(one, other, _names())


@cache
def _names() -> frozenset[str]:
    return known_names(packaged_catalogue())
