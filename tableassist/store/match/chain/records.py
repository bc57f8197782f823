"""What stands in the chain: links, and heads that are signed."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

import msgspec

from tableassist.store.match.chain.digests import link_digest
from tableassist.store.match.film.packets import Filmed

PURPOSE = b"tableassist match 1\n"
"""Goes before what is signed."""
MOST_LINKS = 1_000_000
WallMs = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_999)]
"""Time of day since 1970, up to the year 9999: what a calendar can show."""


class LinkKind(StrEnum):
    BEGUN = "begun"
    """A new match: nothing was recorded before."""
    KEPT = "kept"
    """The replay buffer was kept: the last minutes were recorded, and are vouched for from here on."""
    ADOPTED = "adopted"
    """A match that had no chain was resumed: who changed it before that cannot be told."""
    RECORDED = "recorded"
    RESUMED = "resumed"
    NOTED = "noted"
    """A person has noted something in a match that was over."""


class RowRange(msgspec.Struct, array_like=True, frozen=True):
    """RowRange of one table, from number to number, both included."""

    first: int
    last: int
    count: int
    sha256: str


class Covered(msgspec.Struct, frozen=True, omit_defaults=True):
    rows: dict[str, RowRange] = {}
    video: list[Filmed] = []


class LinkBody(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="v", tag=1):
    kind: LinkKind
    wall_ms: WallMs
    until_ns: int
    """The match's time of the last frame up to here."""
    covered: Covered
    match: str = ""
    """The three are said by the first link: the match's id, the digest of the table `files`, and who signs, in hex."""
    files: str = ""
    public_key: str = ""
    after_crash: bool = False
    """Of a match that is resumed: it had not been closed."""
    facts_changed: bool = False
    """Whoever goes on with the match has found `meta` other than it was signed."""


class HeadState(msgspec.Struct, frozen=True, tag_field="v", tag=1):
    """Signed. There is one a signer: the next takes its place, so that nobody has an older one to cut the match back
    to."""

    match: str
    links: int
    chain: str
    """The digest of the last of them."""
    open: Covered
    """What no link covers yet."""
    meta: str
    frames: int
    first_ns: int
    until_ns: int
    wall_ms: WallMs
    is_closed: bool
    kind: LinkKind
    """What the link will be that covers what is open."""
    heads_before: str = ""
    """The digest of the rows of all heads before this one, so that none of them can be removed or replaced. Empty in
    heads of versions that did not bind them."""

    def closing_link(self, *, facts_changed: bool = False) -> LinkBody:
        """The link that will cover what is still open."""
        return LinkBody(self.kind, self.wall_ms, self.until_ns, self.open, facts_changed=facts_changed)


class Head(msgspec.Struct, frozen=True):
    """A row of `heads`. Both are empty where the recorder had no key."""

    id: int
    state: str
    public_key: bytes
    signature: bytes

    @property
    def row(self) -> tuple[int, str, bytes, bytes]:
        return self.id, self.state, self.public_key, self.signature


def body_text(body: LinkBody) -> str:
    return msgspec.json.encode(body).decode()


def link_digest_of(state: HeadState) -> str:
    """Of the link that what is open in this head becomes: the name of a note, also before it is a link."""
    return link_digest(state.chain, body_text(state.closing_link()))


def utc_minutes(wall_ms: int) -> str:
    return f"{datetime.fromtimestamp(wall_ms / 1000.0, UTC):%Y-%m-%d %H:%M}"


def signed_text(state: str) -> bytes:
    return PURPOSE + state.encode("utf-8", "surrogatepass")
