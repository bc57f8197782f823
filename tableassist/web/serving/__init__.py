"""What every application of ours for browsers stands on: server, guard, readers, how it is asked and answers."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.web.guard import Guard
    from tableassist.web.serving.app_server import AppServer, own_address, own_names
    from tableassist.web.serving.reader import NO_SEAT, TOO_MANY, StateReader, closed, first_word, wake_in
    from tableassist.web.serving.requests import HANDLERS, JSON, body_of, language_of, refused, token_of
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "app_server": "AppServer own_address own_names",
            "tableassist.web.guard": "Guard",
            "reader": "NO_SEAT StateReader TOO_MANY closed first_word wake_in",
            "requests": "HANDLERS JSON body_of language_of refused token_of",
        },
    )

__all__ = [
    "HANDLERS",
    "JSON",
    "NO_SEAT",
    "TOO_MANY",
    "AppServer",
    "Guard",
    "StateReader",
    "body_of",
    "closed",
    "first_word",
    "language_of",
    "own_address",
    "own_names",
    "refused",
    "token_of",
    "wake_in",
]
