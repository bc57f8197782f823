"""What is so now, retained by the bus: of a table, and of the hub."""

from typing import Annotated

import msgspec

from tableassist.store.league_records import Id, Line, Milliseconds, Words


class TableStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """Also sent by the broker as the table's will, with `online` false."""

    online: bool
    wall_ms: Milliseconds = 0
    """By the table's clock when it was sent: the hub tells by it how wrong the clock is."""
    name: Words = ""
    match: Words = ""
    """The id of the match that is played; empty between matches."""
    next_number: int = 1
    """Of the match's next record."""
    waiting: int = 0
    """Records that the hub has not yet confirmed."""
    health: tuple[Words, ...] = ()
    """What is wrong at the table, in words: camera, mat, disk."""
    camera: bool = True
    program: Words = ""


class PlayerShown(msgspec.Struct, frozen=True, omit_defaults=True):
    name: Words
    score: int = 0
    ships_left: int = 0
    gold: int = 0


class LeagueTableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A small live picture of the table, without what is hidden from spectators."""

    match: Words
    wall_ms: Milliseconds
    name: Words = ""
    players: tuple[PlayerShown, ...] = ()
    turn: Words = ""
    round: int = 0
    acts: int = 0
    last: Words = ""
    """The last act in words."""
    mat_mm: tuple[float, float] = (0.0, 0.0)
    plan: Annotated[tuple[Line, ...], msgspec.Meta(max_length=2_000)] = ()
    """Elements of an SVG in mat millimetres, as the pages draw them."""
    warnings: tuple[Words, ...] = ()
    too_close: int = 0
    """Questions that are too close to call now."""
    calls: tuple[Words, ...] = ()
    """Players who have called the judge."""
    ended: bool = False


class HubStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    hub: Id
    """Made anew at each start."""
    online: bool
    wall_ms: Milliseconds
    since_ms: Milliseconds = 0
    league: Words = ""
    title: Words = ""
    public_key: Words = ""
    """In base64: commands are signed with it."""
    desk: Words = ""
    """Address of the judge's desk."""
