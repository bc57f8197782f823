"""What the catalogue prints of a ship or crew whose card is named: it need not be written again in a game's set-up."""

from pathlib import Path
from typing import Any

from tableassist.pieces.catalogue import Card, CrewCard, FortCard, ShipCard
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import nearest, not_known
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.models.file import find_model


def with_cards(raw: dict[str, Any], where: str) -> dict[str, Any]:
    """The set-up with what its cards say; what stands in the set-up goes before the card's."""
    return {
        key: [_with_card(each, f"{where}: {key}[{index}]") for index, each in enumerate(value)]
        if key in ("ships", "crew") and isinstance(value, list)
        else value
        for key, value in raw.items()
    }


def _with_card(raw: Any, where: str) -> Any:
    if not isinstance(raw, dict) or not isinstance(raw.get("card"), str) or not raw["card"]:
        return raw
    return {**card_fields(raw["card"], f"{where}.card"), **raw}


def card_fields(key: str, where: str) -> dict[str, Any]:
    """What the card of this key prints, as fields of a set-up; nothing of no card."""
    if not key:
        return {}
    catalogue = packaged_catalogue()
    card = catalogue.card(key)
    if card is None:
        known = tuple(each.key for each in catalogue.cards)
        raise bad_file(where, not_known(f"'{key}'", nearest(key, known), ("SM/PS-001",)))
    return _printed(card, where)


def _printed(card: Card, where: str) -> dict[str, Any]:
    """As the fields of a set-up."""
    said: dict[str, Any] = {
        "name": card.name,
        "nation": card.nation.value,
        "effects": [each.value for each in card.effects],
    }
    match card:
        case ShipCard():
            move = "+".join(each.value for each in card.base_move)
            said |= {"masts": card.masts, "cannons": card.cannons, "base_move": move, "cargo": card.cargo}
            kind = find_model(card.model, asked_in=Path(where), field="card").kind
            said |= {"points": card.points, "keywords": [*card.keywords], "kind": kind.value}
        case FortCard():
            said |= {"kind": "fort", "cannons": card.cannons, "masts": len(card.printed_cannons)}
            said |= {"gold_cost": card.gold_cost}
        case CrewCard():
            said |= {"points": card.points}
    return said
