"""The add-on for three players and more, on top of any edition. It changes the set-up and the end, and nothing that is
measured."""

from dataclasses import dataclass, replace

from tableassist.rulebook.editions.edition import Edition
from tableassist.rulebook.editions.terms.ending import EndingTerms, EndsBy
from tableassist.rulebook.editions.terms.setup import HomeChoice


@dataclass(frozen=True, slots=True)
class Multiplayer:
    islands_a_player: int = 3  # multiplayer, Preparation
    treasures_a_player: int = 6  # multiplayer, Preparation
    treasures_an_island: int = 3  # multiplayer, Setup
    section: str = "multiplayer, Preparation; Setup"


MULTIPLAYER = Multiplayer()


def with_multiplayer(edition: Edition) -> Edition:
    setup = replace(
        edition.setup,
        islands=None,
        islands_a_player=MULTIPLAYER.islands_a_player,
        islands_must=True,
        islands_section=MULTIPLAYER.section,
        order_by_roll=False,
        first_section=MULTIPLAYER.section,
        homes=HomeChoice.OWN,
        home_is_open=False,
        home_section=MULTIPLAYER.section,
    )
    treasure = replace(
        edition.treasure,
        coins_a_player=MULTIPLAYER.treasures_a_player,
        gold_a_player=None,  # of any value
        coins_an_island=MULTIPLAYER.treasures_an_island,
        revealed_at_home=False,
        treasure_section=MULTIPLAYER.section,
    )
    ending = EndingTerms(
        ends_by=EndsBy.END_TOKEN, gold_on_ships_counts=True, section="multiplayer, Treasure and Victory"
    )
    return replace(edition, setup=setup, treasure=treasure, ending=ending)
