"""Running games, kept between two starts of the program. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.kept.folder import GAME_FILE, make_game_folder, table_folder
    from tableassist.store.kept.game import (
        FoundGame,
        KeptGame,
        KeptMark,
        has_changed,
        kept_game,
        kept_games,
        last_game,
        resumed_settings,
        write_kept_game,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "folder": "GAME_FILE make_game_folder table_folder",
            "game": "FoundGame KeptGame KeptMark has_changed kept_game kept_games last_game resumed_settings "
            "write_kept_game",
        },
    )

__all__ = [
    "GAME_FILE",
    "FoundGame",
    "KeptGame",
    "KeptMark",
    "has_changed",
    "kept_game",
    "kept_games",
    "last_game",
    "make_game_folder",
    "resumed_settings",
    "table_folder",
    "write_kept_game",
]
