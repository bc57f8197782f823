"""The match that is played at a table, told to the league: which one it is, and every line of its game, once.

A game that is kept goes on as the same match when it is resumed. What a kill cut off between the game's own journal and
the outbox is told then.
"""

import logging
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tableassist import __version__
from tableassist.errors import TableAssistError
from tableassist.store.files import write_bytes_safely
from tableassist.store.league_records import TABLE_LOG, ActSaid, AnyBody, MatchBegun, MatchEnded
from tableassist.table.hub_link.link import HubLink
from tableassist.table.hub_link.outbox import MatchKept, chain_of

log: Final = logging.getLogger(__name__)
MATCH_FILE: Final = "league.json"
MOST_BYTES: Final = 10_000
MOST_WORDS, MOST_LINE = 1_000, 100_000
LOG_FACT: Final = "table log"


class LeagueMatch(msgspec.Struct, frozen=True):
    """Which match a kept game is in its league; in the game's folder."""

    league: str
    table: str
    match: str


def clipped(words: str, most: int = MOST_WORDS) -> str:
    """As much as a record takes."""
    return words if len(words) <= most else words[: most - 1] + "…"


class MatchFeed:
    """Belongs to the table's thread, or the window's."""

    def __init__(self, link: HubLink) -> None:
        self._link = link
        self.match = ""
        """Empty while none is played."""
        self._names: set[str] = set()
        """Under which the game that is played was told."""
        self._folder: Path | None = None
        self._lost = False
        """Whether the disk has not taken an act: then the next one tells all that are missing."""

    def follow(self, lines: Sequence[str], begun: MatchBegun, folder: Path | None = None) -> bool:
        """The game with that file, the set-up first: as the match that it was before, else as a new one; whether it is
        new. `folder`: where it is kept. A match that was played in this folder before has ended."""
        before, self._folder = (self.match, self._folder), folder
        kept = None if folder is None else self._find_kept_in(folder)
        if kept is not None and not kept.refused and _is_same(kept, lines):
            self.match, self._names = kept.match, {kept.match}
            self._tell_missing(kept, lines)
            return False
        if before[0] and before[1] == folder:
            self._link.say(before[0], MatchEnded("another game was begun"))
        self._names = set()
        self.begin_anew(lines, begun)
        return True

    def begin_anew(self, lines: Sequence[str], begun: MatchBegun) -> None:
        """Under another id, with all that was said so far."""
        self.match = uuid.uuid4().hex
        self._names.add(self.match)
        self._link.say(self.match, msgspec.structs.replace(begun, start=lines[0] if lines else ""))
        for line in lines[1:]:
            self._link.say(self.match, ActSaid(line))
        if self._folder is not None:
            self._note(self._folder)

    def follow_recording(self, match: str, begun: MatchBegun) -> None:
        """A match without a game: one that is only recorded, by the id of its record."""
        self.match, self._names = match, {match}
        if self._link.outbox.match(match) is None:
            self._link.say(match, begun)

    def act(self, act: ActSaid, lines: Callable[[], Sequence[str]]) -> None:
        """`lines`: the game's file with this act at its end; only asked for where something was lost before."""
        if not self.match:
            return
        kept = self._link.outbox.match(self.match) if self._lost else None
        if kept is not None:
            self._tell_missing(kept, lines())
        elif self._link.say(self.match, act) is None:
            self._lost = True

    def say(self, body: AnyBody) -> int | None:
        """About the match that is played; between matches, in the table's own log."""
        return self._link.say(self.match or self.table_log(), body)

    def end(self, why: str) -> None:
        if self.match:
            self._link.say(self.match, MatchEnded(clipped(why)))
            self.match = ""

    def leave(self) -> None:
        """It is not played any more, but may be gone on with."""
        self.match, self._folder, self._names = "", None, set()

    def is_played(self, match: str) -> bool:
        """Also under an id that it had before."""
        return match in self._names or match == self._link.outbox.fact(LOG_FACT)

    def table_log(self) -> str:
        """The match that stands for none."""
        outbox, member = self._link.outbox, self._link.membership
        match = outbox.fact(LOG_FACT)
        if not match:
            match = uuid.uuid4().hex
            outbox.note_fact(LOG_FACT, match)
        if outbox.match(match) is None:
            self._link.say(match, MatchBegun(member.table, (), game=TABLE_LOG, program=__version__))
        return match

    def _tell_missing(self, kept: MatchKept, lines: Sequence[str]) -> None:
        said = [self._link.say(self.match, ActSaid(line)) for line in lines[1 + kept.acts :]]
        self._lost = None in said

    def _find_kept_in(self, folder: Path) -> MatchKept | None:
        member = self._link.membership
        try:
            with (folder / MATCH_FILE).open("rb") as file:
                noted = msgspec.json.decode(file.read(MOST_BYTES), type=LeagueMatch)
        except (OSError, msgspec.MsgspecError, ValueError):
            return None
        if (noted.league, noted.table) != (member.league, member.table):
            return None
        return self._link.outbox.match(noted.match)

    def _note(self, folder: Path) -> None:
        member = self._link.membership
        noted = LeagueMatch(member.league, member.table, self.match)
        try:
            write_bytes_safely(folder / MATCH_FILE, msgspec.json.encode(noted))
        except TableAssistError:
            log.warning("resumed, the game will be another match", exc_info=True)


def _is_same(kept: MatchKept, lines: Sequence[str]) -> bool:
    """Whether what was told of it is how this game began."""
    if kept.acts >= len(lines) or (kept.is_ended and kept.acts == 0):
        return False
    return kept.chain == chain_of(lines[: 1 + kept.acts])
