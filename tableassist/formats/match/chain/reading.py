"""The chain of a match as it was read, before anything of it is believed."""

from dataclasses import dataclass
from typing import TypeVar

import msgspec

from tableassist.formats.match.chain.records import MOST_LINKS, Covered, Head, HeadState, LinkBody
from tableassist.formats.match.database import ReadOnlyDatabase

MOST_HEADS = 1_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Link:
    number: int
    body: str
    """As it stands in the match: the digest is over this text."""
    sha256: str
    said: LinkBody | None
    """None where it cannot be read."""


@dataclass(frozen=True, slots=True)
class SignedHead:
    head: Head
    state: HeadState | None


@dataclass(frozen=True, slots=True)
class ReadChain:
    links: tuple[Link, ...]
    heads: tuple[SignedHead, ...]

    @property
    def is_there(self) -> bool:
        return bool(self.links or self.heads)

    @property
    def last(self) -> HeadState | None:
        return self.heads[-1].state if self.heads else None

    @property
    def is_closed(self) -> bool:
        return self.last is not None and self.last.is_closed

    @property
    def was_killed(self) -> bool:
        """Whether its recorder was ever stopped by force."""
        return not self.is_closed or any(link.said is not None and link.said.after_crash for link in self.links)

    def covered(self) -> tuple[tuple[Covered, int, int], ...]:
        """In order, each with the time before and after; last what no link covers yet."""
        found, before = list[tuple[Covered, int, int]](), 0
        for said in (link.said for link in self.links):
            if said is not None:
                found.append((said.covered, before, said.until_ns))
                before = said.until_ns
        if self.last is not None:
            found.append((self.last.open, before, self.last.until_ns))
        return tuple(found)


def read_chain(database: ReadOnlyDatabase) -> ReadChain:
    links = database.typed("SELECT id, body, sha256 FROM chain ORDER BY id", tuple[int, str, str], most=MOST_LINKS)
    query = "SELECT id, state, public_key, signature FROM heads ORDER BY id"
    heads = [Head(*row) for row in database.typed(query, tuple[int, str, bytes, bytes], most=MOST_HEADS)]
    return ReadChain(
        tuple(Link(number, body, sha256, _decoded(body, LinkBody)) for number, body, sha256 in links),
        tuple(SignedHead(head, _decoded(head.state, HeadState)) for head in heads),
    )


def _decoded(text: str, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
