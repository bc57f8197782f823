"""The chain of a match as it was read, before anything of it is believed."""

from dataclasses import dataclass
from typing import TypeVar

import msgspec

from tableassist.store.match.chain.records import (
    MOST_LINKS,
    Covered,
    Head,
    HeadState,
    LinkBody,
    LinkKind,
    link_digest_of,
)
from tableassist.store.match.database import ReadOnlyDatabase

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

    def notes(self) -> tuple["AddedNote", ...]:
        """What was added when the match was over, oldest first, each with the key that signed it."""
        found = list[AddedNote]()
        for link in self.links:
            if link.said is not None and link.said.kind is LinkKind.NOTED:
                found.append(AddedNote(link.said.covered, link.said.wall_ms, self._signer_of(link.number), link.sha256))
        if self.last is not None and self.last.kind is LinkKind.NOTED:
            signer = self.heads[-1].head.public_key
            found.append(AddedNote(self.last.open, self.last.wall_ms, signer, link_digest_of(self.last)))
        return tuple(found)

    def _signer_of(self, number: int) -> bytes:
        """A head that left the link open signed it; else the first that counts it."""
        states = [(each.state, each.head.public_key) for each in self.heads if each.state is not None]
        for state, public_key in states:
            if state.links == number - 1:
                return public_key
        return next((public_key for state, public_key in states if state.links >= number), b"")


@dataclass(frozen=True, slots=True)
class AddedNote:
    covered: Covered
    wall_ms: int
    public_key: bytes
    """Empty where it was not signed."""
    link: str
    """The digest of its link."""


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
