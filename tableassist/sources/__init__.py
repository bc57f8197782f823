"""The source of a table, opened: a camera, a file, a stream, or the studio.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.sources.ahead import read_ahead
    from tableassist.sources.card_stage import (
        CARD_STAGE,
        FRAMES_PER_S,
        StagedCardGame,
        card_demo_source,
        card_demo_table,
        card_demo_truth,
        card_settings_for,
        staged_card_game,
    )
    from tableassist.sources.table_source import (
        demo_settings,
        demo_table_path,
        find_stage,
        open_table_source,
        stage_game,
        stage_table_text,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "ahead": "read_ahead",
            "card_stage": "CARD_STAGE FRAMES_PER_S StagedCardGame card_demo_source card_demo_table card_demo_truth "
            "card_settings_for staged_card_game",
            "table_source": "demo_settings demo_table_path find_stage open_table_source stage_game stage_table_text",
        },
    )

__all__ = [
    "CARD_STAGE",
    "FRAMES_PER_S",
    "StagedCardGame",
    "card_demo_source",
    "card_demo_table",
    "card_demo_truth",
    "card_settings_for",
    "demo_settings",
    "demo_table_path",
    "find_stage",
    "open_table_source",
    "read_ahead",
    "stage_game",
    "stage_table_text",
    "staged_card_game",
]
