"""Links: names that cards print, told from each other."""

import pytest

from tableassist.pieces.lookup import are_linked, list_card_names
from tableassist.store.models import packaged_catalogue

CATALOGUE = packaged_catalogue()
NAMES = list_card_names(CATALOGUE)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("SM/PC-008", "SM/PC-012", True),  # Fidel Zuan and Gaspar Zuan name each other
        ("SM/EC-002", "SM/EC-007", True),  # "Myng's Marauders" is printed "Myngs Marauders" on the other
        ("RV/4", "RV/021a", True),  # Pride names "Jean Laffite, Phillipe Laffite"; they name nobody
        ("RV/15", "RV/021a", False),
        ("SM/PC-008", "SM/T-008", False),
        ("RV/4", "RV/3", False),  # two ships
    ],
)
def test_either_card_may_name_the_other(one, other, expected):
    first, second = CATALOGUE.card(one), CATALOGUE.card(other)
    assert are_linked(first, second, NAMES) is expected
    assert are_linked(second, first, NAMES) is expected


def test_all_ships_of_a_nation():
    member = next(card for card in CATALOGUE.crew if card.link.casefold().startswith("all viking ships"))
    viking = next(card for card in CATALOGUE.ships if card.nation == "Viking")
    other = next(card for card in CATALOGUE.ships if card.nation == "English")
    assert are_linked(member, viking, NAMES)
    assert not are_linked(member, other, NAMES)
