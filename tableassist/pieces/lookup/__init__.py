"""Find cards of the catalogue by what people type, by links or by a fleet list; and list what is odd about them."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.pieces.lookup.fleet_lists import (
        CardMatch,
        FleetList,
        ListedCard,
        index_cards,
        match_card,
        parse_fleet_text,
    )
    from tableassist.pieces.lookup.remarks import Remark, find_remarks
    from tableassist.pieces.lookup.search import (
        CardQuery,
        FoundCard,
        NameMatch,
        NumberRange,
        are_linked,
        find_cards,
        list_card_names,
        list_keywords,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "fleet_lists": "CardMatch FleetList ListedCard index_cards match_card parse_fleet_text",
            "remarks": "Remark find_remarks",
            "search": "CardQuery FoundCard NameMatch NumberRange are_linked find_cards list_card_names list_keywords",
        },
    )

__all__ = [
    "CardMatch",
    "CardQuery",
    "FleetList",
    "FoundCard",
    "ListedCard",
    "NameMatch",
    "NumberRange",
    "Remark",
    "are_linked",
    "find_cards",
    "find_remarks",
    "index_cards",
    "list_card_names",
    "list_keywords",
    "match_card",
    "parse_fleet_text",
]
