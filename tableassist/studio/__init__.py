"""The synthetic camera: renders a table of known geometry as a camera would see it, and tells the truth about it.

`surfaces` < `optics` < `staging` < `solids`, `dice` < `rendering`. It takes layouts and frames from `vision` as
values and none of its code: what is tested must not also be the test.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.studio.cards.card_table import card_camera
    from tableassist.studio.cards.film import PlayedTable, card_film, played_tables
    from tableassist.studio.dice import with_demo_dice
    from tableassist.studio.stages import Stage, stage_named, stage_names
    from tableassist.studio.staging.demo_game import demo_game
    from tableassist.studio.staging.staged_game import KeyMoment, StagedGame
    from tableassist.studio.staging.table_faults import TableFault
    from tableassist.studio.studio_source import StudioSource
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "cards.card_table": "card_camera",
            "cards.film": "PlayedTable card_film played_tables",
            "dice": "with_demo_dice",
            "stages": "Stage stage_named stage_names",
            "staging.demo_game": "demo_game",
            "staging.staged_game": "KeyMoment StagedGame",
            "staging.table_faults": "TableFault",
            "studio_source": "StudioSource",
        },
    )

__all__ = [
    "KeyMoment",
    "PlayedTable",
    "Stage",
    "StagedGame",
    "StudioSource",
    "TableFault",
    "card_camera",
    "card_film",
    "demo_game",
    "played_tables",
    "stage_named",
    "stage_names",
    "with_demo_dice",
]
