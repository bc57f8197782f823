"""The command line. Heavy imports wait until a command needs them."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.cli.app import main
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "app": "main",
        },
    )

__all__ = [
    "main",
]
