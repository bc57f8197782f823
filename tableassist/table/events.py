"""What happens at a table, as small values: the closed union that `Table.subscribe` delivers.

An event says that something has changed; the newest `TableSnapshot` says how things are now.
"""

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """JSON tells the kinds apart by `event`."""


class MomentArrived(Event, frozen=True, tag="moment"):
    """The camera's newest picture has been measured and judged."""

    frame: int
    t_ns: int


class CameraChanged(Event, frozen=True, tag="camera"):
    """The camera sees, has stalled, or is gone."""

    state: str
    words: str
    """What is wrong; empty while all is well."""


class SettingsChanged(Event, frozen=True, tag="settings"):
    """The rules, the notes of the game's state or the confirmations have changed."""


class Edited(Event, frozen=True, tag="edited"):
    """A person has changed something or undone it."""

    words: str


class OverrulingsChanged(Event, frozen=True, tag="overrulings"):
    """A judge's decision was made or taken back."""

    count: int
    """How many are in force."""


class MarkSet(Event, frozen=True, tag="mark"):
    words: str


class MarkRemoved(Event, frozen=True, tag="mark-removed"):
    words: str


class UndoChanged(Event, frozen=True, tag="undo"):
    """What the person at the table's screen can undo and redo."""

    undo: str
    """What would be undone, in words; empty: nothing."""
    redo: str


class GameStarted(Event, frozen=True, tag="game-started"):
    """A game is played that was not."""


class GameStopped(Event, frozen=True, tag="game-stopped"):
    """No game is played any more, or another takes its place."""


class GameChanged(Event, frozen=True, tag="game"):
    acts: int
    """How many acts count."""


class ActWritten(Event, frozen=True, tag="act"):
    """A new line of the game's file."""

    line: str


class CardsMoved(Event, frozen=True, tag="cards"):
    """The cards have come to rest in another way, or a hand has come or gone."""


class Notice(Event, frozen=True, tag="notice"):
    """Something to tell the people at the table."""

    words: str


class Problem(Event, frozen=True, tag="problem"):
    """Something has failed; the game goes on."""

    words: str


class NotKept(Event, frozen=True, tag="not-kept"):
    """The game can no longer be saved while it is played."""

    words: str


class RulingAsked(Event, frozen=True, tag="asked"):
    ruling: str
    by: str
    """The player who asks; empty: somebody at the table's screen."""


class AskedRulingsClosed(Event, frozen=True, tag="asked-closed"):
    rulings: tuple[str, ...]


class JudgeCalled(Event, frozen=True, tag="judge-called"):
    player: str


class PhotoTaken(Event, frozen=True, tag="photo"):
    """Somebody has photographed the table, and it is judged with that photo, too."""

    photo: str
    """What it is called."""
    by: str
    """Who took it; empty: somebody at the table's screen."""


class MovesFound(Event, frozen=True, tag="moves"):
    """The camera has seen ships move."""

    pieces: tuple[str, ...]


AnyEvent = (
    MomentArrived
    | CameraChanged
    | SettingsChanged
    | Edited
    | OverrulingsChanged
    | MarkSet
    | MarkRemoved
    | UndoChanged
    | GameStarted
    | GameStopped
    | GameChanged
    | ActWritten
    | CardsMoved
    | Notice
    | Problem
    | NotKept
    | RulingAsked
    | AskedRulingsClosed
    | JudgeCalled
    | MovesFound
    | PhotoTaken
)


def event_schema() -> dict[str, Any]:
    """Generate the JSON schema of all events."""
    return msgspec.json.schema(AnyEvent)
