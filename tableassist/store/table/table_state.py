"""The state of a table on which no game is refereed: its pieces, with what their cards and the notes say."""

import math
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec.structs

from tableassist.pieces import SAILING_KINDS, TERRAIN_KINDS, Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import CrewCard, Rarity, ShipCard
from tableassist.pieces.lookup import are_linked, list_card_names
from tableassist.rulebook import GameStart, GameState, RuleSettings, new_game
from tableassist.rulebook.state import (
    CrewMember,
    CrewStart,
    IslandStart,
    PlayerStart,
    ShipStart,
    TerrainStart,
    Unit,
    card_of_piece,
)
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.table.notes import TableNotes

UNITS = SAILING_KINDS | {PieceKind.FORT}


def table_state(pieces: Iterable[Piece], notes: TableNotes, rules: RuleSettings, *, name: str = "") -> GameState:
    """Return the state of a table on which no game is refereed: all its pieces, as the notes have them."""
    pieces = tuple(pieces)
    units = [each for each in pieces if each.model.kind in UNITS]
    tokens = [each for each in pieces if each.model.kind not in UNITS | TERRAIN_KINDS | {PieceKind.ISLAND}]
    start = GameStart(
        name=name,
        edition=rules.edition.name,
        multiplayer=rules.multiplayer,
        house=dict(rules.house),
        players=tuple(PlayerStart(each) for each in notes.players),
        ships=tuple(_ship(each, notes) for each in units),
        crew=(*_crew(units, notes, rules), *_tokens(tokens, notes)),
        islands=tuple(
            IslandStart(each.id, name=each.name, home=notes.homes.get(each.id, ""), gone=_is_gone(each, notes))
            for each in pieces
            if each.model.kind is PieceKind.ISLAND
        ),
        terrain=tuple(
            TerrainStart(
                each.id,
                each.model.kind,
                name=each.name,
                by=notes.owners.get(each.id) or each.owner or "",
                gone=_is_gone(each, notes),
            )
            for each in pieces
            if each.model.kind in TERRAIN_KINDS
        ),
        build_total=0 if rules.points_limit is None else math.floor(rules.points_limit),
    )
    state = new_game(with_links(start))
    return state.replace(
        player=notes.turn or "",
        duties=(),
        units={key: _as_noted(each, notes) for key, each in state.units.items()},
    )


def _is_gone(piece: Piece, notes: TableNotes) -> bool:
    return PieceState.SUNK in notes.states.get(piece.id, ())


def _as_noted(unit: Unit, notes: TableNotes) -> Unit:
    """Take what a card does not say: who has captured her, and who tows whom."""
    ship = unit.card.id
    return msgspec.structs.replace(
        unit,
        owner=notes.owners.get(ship, ""),
        towed_by=notes.towed_by.get(ship, ""),
        towing=tuple(towed for towed, tower in notes.towed_by.items() if tower == ship),
    )


def with_new_crew(state: GameState, ship: str, card: CrewCard, rules: RuleSettings) -> GameState:
    """Put a crew aboard that this table has not known before."""
    taken = {*state.crew}
    number = next(n for n in range(1, len(taken) + 2) if crew_id(ship, n) not in taken)
    unit = state.units.get(ship)
    owner = "" if unit is None else unit.owner
    member = _member(crew_id(ship, number), owner, ship, card.key, card, rules)
    return state.replace(crew={**state.crew, member.id: CrewMember(member, owner, ship)})


def crew_id(ship: str, place: int) -> str:
    """Of the crew at this place of her list, from 1."""
    return f"{ship}-{place}"


def _ship(piece: Piece, notes: TableNotes) -> ShipStart:
    """Describe her by her piece, and by her card where the catalogue has it. Her owner is who brought her."""
    card = packaged_catalogue().card(piece.card) if piece.card is not None else None
    ship = card if isinstance(card, ShipCard) else None
    own = card_of_piece(piece, notes.fleets.get(piece.id) or notes.owners.get(piece.id, ""))
    return msgspec.structs.replace(
        own,
        masts=own.masts if ship is None else ship.masts,
        cargo=own.cargo if ship is None else ship.cargo,
        points=math.ceil(piece.points),
        gold_cost=getattr(card, "gold_cost", 0),
        masts_lost=tuple(sorted(notes.masts_lost.get(piece.id, ()))),
        states=tuple(sorted(notes.states.get(piece.id, ()))),
    )


def _crew(units: Iterable[Piece], notes: TableNotes, rules: RuleSettings) -> Iterator[CrewStart]:
    for unit in units:
        owner = notes.owners.get(unit.id, "")
        for place, key in enumerate(notes.crews.get(unit.id, ()), start=1):
            card = packaged_catalogue().card(key)
            crew = card if isinstance(card, CrewCard) else None
            cancelled = PieceState.CANCELLED in notes.states.get(key, ())
            member = _member(crew_id(unit.id, place), owner, unit.id, key, crew, rules)
            yield msgspec.structs.replace(member, cancelled=cancelled)


def _member(id_: str, owner: str, ship: str, key: str, card: CrewCard | None, rules: RuleSettings) -> CrewStart:
    """Describe a crew by its card, and by what the table file says of the card's effects."""
    own = CrewStart(id=id_, owner=owner, at=ship, card=key)
    if card is not None:
        own = msgspec.structs.replace(
            own,
            name=card.name,
            points=card.points,
            nation=card.nation.value,
            effects=card.effects,
            generic=card.rarity is Rarity.GENERIC,
        )
    nation = rules.crew_nations.get(key, own.nation)
    return msgspec.structs.replace(own, nation=nation, effects=rules.crew_effects.get(key, own.effects))


def _tokens(pieces: Iterable[Piece], notes: TableNotes) -> Iterator[CrewStart]:
    """Marines that are pieces on the mat: they have an owner, and are aboard nothing."""
    for each in pieces:
        owner = notes.owners.get(each.id)
        if owner is not None:
            yield CrewStart(id=each.id, owner=owner, name=each.name, keywords=each.keywords, effects=each.effects)


def with_links(start: GameStart) -> GameStart:
    """Link ships and crew of one player, as their cards in the catalogue say."""
    if not any(each.card for each in start.crew):
        return start
    cards = {each.id: card for each in start.crew if (card := _crew_card(each)) is not None}
    crew = tuple(
        msgspec.structs.replace(each, links=_linked(each, cards.get(each.id), start.crew, cards)) for each in start.crew
    )
    ships = tuple(
        msgspec.structs.replace(each, links=_linked(each, packaged_catalogue().ship(each.card), start.crew, cards))
        if each.card
        else each
        for each in start.ships
    )
    return msgspec.structs.replace(start, crew=crew, ships=ships)


def _crew_card(crew: CrewStart) -> CrewCard | None:
    card = packaged_catalogue().card(crew.card) if crew.card else None
    return card if isinstance(card, CrewCard) else None


def _linked(
    thing: ShipStart | CrewStart,
    card: ShipCard | CrewCard | None,
    crew: Iterable[CrewStart],
    cards: dict[str, CrewCard],
) -> tuple[str, ...]:
    if card is None:
        return ()
    mates = (each for each in crew if each is not thing and each.owner == thing.owner and each.id in cards)
    return tuple(each.id for each in mates if _link(card, cards[each.id]))


def _link(one: ShipCard | CrewCard, other: CrewCard) -> bool:
    return are_linked(one, other, _names())


@cache
def _names() -> frozenset[str]:
    return list_card_names(packaged_catalogue())
