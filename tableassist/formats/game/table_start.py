"""How a game begins on a table: the pieces and the ledger of a table or case file, as a set-up for the referee."""

from typing import Any

from tableassist.ledger.ledger import Ledger
from tableassist.pieces.model import SAILING_KINDS, TERRAIN_KINDS, PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.editions.settings import RuleSettings

UNITS = SAILING_KINDS | {PieceKind.FORT}


def start_of_table(pieces: tuple[Piece, ...], ledger: Ledger, rules: RuleSettings) -> dict[str, Any]:
    """As the fields of a set-up. What no piece and no ledger knows is what the cards say, or is not said."""
    return {
        "edition": rules.edition.name,
        "multiplayer": rules.multiplayer,
        "house": dict(rules.house),
        "players": [{"name": player} for player in ledger.players],
        "ships": [_ship(each, ledger) for each in pieces if each.model.kind in UNITS and each.owner],
        "crew": [
            {"id": f"{ship}-{number}", "owner": ledger.owners.get(ship, ""), "at": ship, "card": key}
            for ship, keys in ledger.crews.items()
            for number, key in enumerate(keys, start=1)
        ],
        "islands": [
            {"id": each.id, "name": each.name, "home": ledger.homes.get(each.id, "")}
            for each in pieces
            if each.model.kind is PieceKind.ISLAND
        ],
        "terrain": [
            {"id": each.id, "name": each.name, "kind": each.model.kind.value, "by": each.owner or ""}
            for each in pieces
            if each.model.kind in TERRAIN_KINDS
        ],
    }


def _ship(piece: Piece, ledger: Ledger) -> dict[str, Any]:
    said: dict[str, Any] = {
        "id": piece.id,
        "owner": ledger.owners.get(piece.id, piece.owner),
        "name": piece.name,
        "kind": piece.model.kind.value,
        "masts": piece.model.upright_count,
        "cannons": "-".join(f"{each.rank}{each.reach.value}" for each in piece.cannons),
        "keywords": [*piece.keywords],
        "effects": [each.value for each in piece.effects],
        "points": round(piece.points),
        "masts_lost": sorted(ledger.masts_lost.get(piece.id, ())),
        "states": sorted(each.value for each in ledger.states.get(piece.id, ())),
    }
    if piece.base_move:
        said["base_move"] = "+".join(each.value for each in piece.base_move)
    if piece.nation:
        said["nation"] = piece.nation
    if piece.card:
        said["card"] = piece.card
    return said
