"""The game before its first act, and what a piece of the table is as a card of the game."""

from collections.abc import Iterator
from functools import lru_cache

from tableassist.pieces import Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import HULLS
from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings, with_edition, with_house
from tableassist.rulebook.editions.terms import Edition
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.start import GameStart, ShipStart
from tableassist.rulebook.state.things import GONE, Coin, CrewMember, Duty, DutyKind, Island, TerrainPiece, Unit

CARGO_NOT_KNOWN = 1000
"""Of a ship without a card: she is never called full."""
_KEYWORD_OF_MODEL = {model: keyword for keyword, models in HULLS.items() for model in models.values()}


def keywords_of(piece: Piece) -> tuple[str, ...]:
    """List the keywords on her card, and the one that her hull is named after."""
    by_hull = _KEYWORD_OF_MODEL.get(piece.model.name)
    return piece.keywords if by_hull is None or by_hull in piece.keywords else (*piece.keywords, by_hull)


def card_of_piece(piece: Piece, owner: str = "") -> ShipStart:
    """Describe a piece as far as the table says, at sea; a catalogue may know its cargo and points better."""
    masts = tuple(cannon.mast or 0 for cannon in piece.cannons)
    return ShipStart(
        id=piece.id,
        owner=owner,
        name=piece.name,
        kind=piece.model.kind,
        masts=piece.model.upright_count,
        cannons="-".join(f"{cannon.rank}{cannon.reach.value}" for cannon in piece.cannons),
        # Left out where each cannon is on the mast of its number.
        cannon_masts=() if masts == tuple(range(1, len(masts) + 1)) else masts,
        base_move="+".join(segment.value for segment in piece.base_move),
        cargo=CARGO_NOT_KNOWN if piece.model.kind is PieceKind.SHIP else 0,
        nation=piece.nation or "",
        keywords=keywords_of(piece),
        effects=piece.effects,
        card=piece.card or "",
        at="",
    )


@lru_cache(maxsize=512)
def unit_of_nobody(piece: Piece) -> Unit:
    """Return a piece that is not in the game as a unit: whole, and of no player."""
    return Unit(card_of_piece(piece), "")


def new_game(start: GameStart) -> GameState:
    """Pieces that name no place are where their edition puts them: ships at home, if play has begun."""
    homes = {island.home: island.id for island in start.islands if island.home}
    forts = {ship.at: ship.id for ship in start.ships if ship.kind is PieceKind.FORT and ship.at and not is_gone(ship)}
    coins = {coin.id: coin for coin in _coins(start)}
    values = [coin.value for coin in coins.values()]
    total = start.starting_gold if start.starting_gold is not None else _sum(values)
    first = start.players[0].name if start.players else ""
    edition = edition_of(start)
    return GameState(
        start=start,
        edition=edition,
        phase=Phase.SETTING_UP if start.setting_up else Phase.PLAYING,
        order=tuple(player.name for player in start.players),
        player=first,
        units={ship.id: _unit(ship, homes, start) for ship in start.ships},
        crew={
            member.id: CrewMember(member, member.owner, member.at or GONE, cancelled=member.cancelled)
            for member in start.crew
        },
        islands={
            island.id: Island(
                island,
                island.home,
                frozenset(island.explored_by),
                frozenset(island.explored_by),
                bool(island.explored_by),
                fort=forts.get(island.id, ""),
            )
            for island in start.islands
        },
        terrain={piece.id: TerrainPiece(piece, placed_by=piece.by) for piece in start.terrain},
        coins=coins,
        gold={},
        facts={},
        starting_gold=total,
        duties=_first_duties(start, first, edition),
        events={player.name: player.events for player in start.players},
    )


def _first_duties(start: GameStart, player: str, edition: Edition) -> tuple[Duty, ...]:
    """Icebergs are rolled for at the beginning of every turn, the first too (complete, Iceberg)."""
    drifts = PieceKind.ICEBERG in edition.terrain.kinds
    if start.setting_up or not drifts or not any(piece.kind is PieceKind.ICEBERG for piece in start.terrain):
        return ()
    return (Duty(DutyKind.ICEBERGS, player, player),)


def edition_of(start: GameStart) -> Edition:
    """KeyError for an edition that nobody knows."""
    settings = RuleSettings(multiplayer=start.multiplayer)
    return with_house(with_edition(settings, EDITIONS[start.edition]), start.house).edition


def _unit(card: ShipStart, homes: dict[str, str], start: GameStart) -> Unit:
    if card.kind is PieceKind.FORT or start.setting_up:
        place = card.at or ""
    else:
        place = homes.get(card.owner, "") if card.at is None else card.at
    states = frozenset({PieceState.SUNK}) if is_gone(card) else frozenset(card.states)
    return Unit(card, card.owner, frozenset(card.masts_lost), states, docked_at=place, began_docked_at=place)


def is_gone(card: ShipStart) -> bool:
    """Say whether a piece of the set-up is out of the game: ticked as sunk, or a creature without a segment
    (complete, Sea Creatures)."""
    has_lost_all = 0 < card.masts <= len(card.masts_lost)
    return PieceState.SUNK in card.states or (card.kind is PieceKind.SEA_CREATURE and has_lost_all)


def _coins(start: GameStart) -> Iterator[Coin]:
    for island in start.islands:
        for coin in island.coins:
            yield Coin(coin, island.id, _worth(coin.value, coin.unique), face_up=bool(island.home))
    for ship in start.ships:
        for start_coin in ship.coins:
            yield Coin(start_coin, ship.id, _worth(start_coin.value, start_coin.unique))


def _worth(value: int | None, unique: str) -> int | None:
    """A unique treasure is worth nothing at first, unless somebody says otherwise."""
    return 0 if unique and value is None else value


def _sum(values: list[int | None]) -> int | None:
    known_values = [value for value in values if value is not None]
    return sum(known_values) if len(known_values) == len(values) and values else None
