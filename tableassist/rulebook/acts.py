"""Acts of the constructible game that other packages make or look for, and their text. All of them: `PIRATES.acts`."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.referee.acts.act import Act
    from tableassist.rulebook.referee.acts.boarding import Board
    from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
    from tableassist.rulebook.referee.acts.facts import Fact, Overrule
    from tableassist.rulebook.referee.acts.fighting import LoseMast
    from tableassist.rulebook.referee.acts.ramming import Ram
    from tableassist.rulebook.referee.acts.sailing import Move
    from tableassist.rulebook.referee.acts.shooting import Shoot
    from tableassist.rulebook.referee.acts.table import EndTurn
    from tableassist.rulebook.referee.acts.text import MOST_TEXT, fields_of, options_text, read_act
    from tableassist.rulebook.referee.acts.yards import Repair
    from tableassist.rulebook.referee.setup.homes import AssignCrew, ChooseHome, PlaceShip
    from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
    from tableassist.rulebook.referee.setup.treasure import BeginPlay, Contribute, DealTreasure
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "tableassist.rulebook.referee.acts.act": "Act",
            "tableassist.rulebook.referee.acts.boarding": "Board",
            "tableassist.rulebook.referee.acts.corrections": "Correct CorrectionKind",
            "tableassist.rulebook.referee.acts.facts": "Fact Overrule",
            "tableassist.rulebook.referee.acts.fighting": "LoseMast",
            "tableassist.rulebook.referee.acts.ramming": "Ram",
            "tableassist.rulebook.referee.acts.sailing": "Move",
            "tableassist.rulebook.referee.acts.shooting": "Shoot",
            "tableassist.rulebook.referee.acts.table": "EndTurn",
            "tableassist.rulebook.referee.acts.text": "MOST_TEXT fields_of options_text read_act",
            "tableassist.rulebook.referee.acts.yards": "Repair",
            "tableassist.rulebook.referee.setup.homes": "AssignCrew ChooseHome PlaceShip",
            "tableassist.rulebook.referee.setup.layout": "PlaceIsland PlaceTerrain RollForFirst",
            "tableassist.rulebook.referee.setup.treasure": "BeginPlay Contribute DealTreasure",
        },
    )

__all__ = [
    "MOST_TEXT",
    "Act",
    "AssignCrew",
    "BeginPlay",
    "Board",
    "ChooseHome",
    "Contribute",
    "Correct",
    "CorrectionKind",
    "DealTreasure",
    "EndTurn",
    "Fact",
    "LoseMast",
    "Move",
    "Overrule",
    "PlaceIsland",
    "PlaceShip",
    "PlaceTerrain",
    "Ram",
    "Repair",
    "RollForFirst",
    "Shoot",
    "fields_of",
    "options_text",
    "read_act",
]
