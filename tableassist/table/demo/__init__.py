"""The demos of both games: their players, and the files that `tableassist demo` writes."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.demo.card_demo import ANSWERS, CardFollower, CardPlayers, write_card_demo
    from tableassist.table.demo.demo_files import demo_camera_words, write_demo
    from tableassist.table.demo.demo_game import DemoFollower
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_demo": "ANSWERS CardFollower CardPlayers write_card_demo",
            "demo_files": "demo_camera_words write_demo",
            "demo_game": "DemoFollower",
        },
    )

__all__ = [
    "ANSWERS",
    "CardFollower",
    "CardPlayers",
    "DemoFollower",
    "demo_camera_words",
    "write_card_demo",
    "write_demo",
]
