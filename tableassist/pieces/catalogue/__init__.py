"""The published cards: ships, forts and crew, their sets, nations and hull models."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.pieces.catalogue.cards import (
        CARD_SETS,
        EFFECT_NOT_KNOWN,
        FORT_MODEL,
        HULLS,
        Card,
        CardKind,
        Catalogue,
        CrewCard,
        CrewType,
        Erratum,
        FortCard,
        Misprint,
        Nation,
        PrintedCannon,
        Rarity,
        RowProblem,
        ShipCard,
        choose_hull,
        hull_keywords,
        make_slug,
        normalize_key,
        parse_cannons,
        parse_move,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "cards": "CARD_SETS Card CardKind Catalogue CrewCard CrewType EFFECT_NOT_KNOWN Erratum "
            "FORT_MODEL FortCard HULLS Misprint Nation PrintedCannon Rarity RowProblem "
            "ShipCard choose_hull hull_keywords make_slug normalize_key parse_cannons "
            "parse_move",
        },
    )

__all__ = [
    "CARD_SETS",
    "EFFECT_NOT_KNOWN",
    "FORT_MODEL",
    "HULLS",
    "Card",
    "CardKind",
    "Catalogue",
    "CrewCard",
    "CrewType",
    "Erratum",
    "FortCard",
    "Misprint",
    "Nation",
    "PrintedCannon",
    "Rarity",
    "RowProblem",
    "ShipCard",
    "choose_hull",
    "hull_keywords",
    "make_slug",
    "normalize_key",
    "parse_cannons",
    "parse_move",
]
