"""What stands in the chain: links, and heads that are signed."""

from enum import StrEnum

import msgspec

from tableassist.formats.match.film.packets import Filmed

PURPOSE = b"tableassist match 1\n"
"""Goes before what is signed."""
MOST_LINKS = 1_000_000


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
    wall_ms: int
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
    wall_ms: int
    is_closed: bool
    kind: LinkKind
    """What the link will be that covers what is open."""


class Head(msgspec.Struct, frozen=True):
    """A row of `heads`. Both are empty where the recorder had no key."""

    id: int
    state: str
    public_key: bytes
    signature: bytes


def signed_text(state: str) -> bytes:
    return PURPOSE + state.encode("utf-8", "surrogatepass")
