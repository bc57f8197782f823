"""The chain of a match in the making: what has been put since the last link, and the head that is signed with each
commit."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec

from tableassist.store.keys.signature import TableKey, verify
from tableassist.store.match.chain.digests import (
    NOTHING_BEFORE,
    ROW_TABLES,
    digest_of_facts,
    digest_of_rows,
    link_digest,
    row_bytes,
)
from tableassist.store.match.chain.records import (
    Covered,
    Head,
    HeadState,
    LinkBody,
    LinkKind,
    RowRange,
    body_text,
    link_digest_of,
    signed_text,
)
from tableassist.store.match.chain.remembered import RememberedHead, RememberedNote
from tableassist.store.match.film.packets import Filmed, whole_film
from tableassist.store.match.folder import segment_name
from tableassist.store.match.stills import still_digest, still_times

Row = tuple[object, ...]


@dataclass(slots=True)
class _Batch:
    """What no link covers yet."""

    digests: dict[str, "_RunningRows"] = field(default_factory=dict)
    video: dict[int, Filmed] = field(default_factory=dict)

    def covered(self, block: Row | None) -> Covered:
        """With the block that is still growing."""
        rows = {table: running.rows() for table, running in self.digests.items()}
        if block is not None:
            grown = _RunningRows()
            grown.add(block)
            rows["blocks"] = grown.rows()
        return Covered(rows, list(self.video.values()))


class _RunningRows:
    def __init__(self) -> None:
        self._digest = sha256()
        self._first = self._last = self._count = 0

    def add(self, row: Row) -> None:
        number = row[0]
        assert isinstance(number, int)
        self._first = number if self._count == 0 else self._first
        self._last, self._count = number, self._count + 1
        self._digest.update(row_bytes(row))

    def rows(self) -> RowRange:
        return RowRange(self._first, self._last, self._count, self._digest.copy().hexdigest())


class ChainInMaking:
    """Made by `begun_chain` or `continued_chain`. Gives rows for the tables `chain` and `heads`; whoever commits writes
    them, together with the rows that they are about."""

    def __init__(
        self,
        *,
        match: str,
        links: int,
        last: str,
        heads_before: Sequence[Head],
        meta: dict[str, str],
        key: TableKey | None,
    ) -> None:
        self._match, self._links, self._last = match, links, last
        self._head_id = heads_before[-1].id + 1 if heads_before else 1
        self._heads_before = digest_of_rows(head.row for head in heads_before)
        self._meta, self._key = meta, key
        self._batch = _Batch()
        self.first_ns: int | None = None
        self.until_ns = self.wall_ms = self.frames = 0
        self.is_closed = False
        """Whether the last head said so."""
        self.remembered: RememberedHead | None = None
        """What the last head said, for this computer to keep apart from the match."""
        self.remembered_note: RememberedNote | None = None
        """The same of a note: what is still open in the last head."""

    def put(self, table: str, row: Row) -> None:
        """In the order of their numbers; a block when it does not grow any more."""
        if table == "meta":
            self._meta[str(row[0])] = str(row[1])
        elif table in ROW_TABLES:
            self._batch.digests.setdefault(table, _RunningRows()).add(row)

    def drop_fact(self, key: str) -> None:
        self._meta.pop(key, None)

    def film(self, filmed: Iterable[Filmed]) -> None:
        for each in filmed:
            self._batch.video[each.number] = each

    def saw(self, *, t_ns: int, wall_ms: int, frames: int) -> None:
        """The last frame, and how many there are."""
        self.first_ns = t_ns if self.first_ns is None else self.first_ns
        self.until_ns, self.wall_ms, self.frames = t_ns, wall_ms, frames

    def link(self, kind: LinkKind = LinkKind.RECORDED) -> Row:
        """Over all that was put since the last."""
        batch, self._batch = self._batch, _Batch()
        return self.add_link(LinkBody(kind, self.wall_ms, self.until_ns, batch.covered(None)))

    def add_link(self, body: LinkBody) -> Row:
        text = body_text(body)
        self._links, self._last = self._links + 1, link_digest(self._last, text)
        return self._links, text, self._last

    def head(self, block: Row | None, *, is_closed: bool, kind: LinkKind = LinkKind.RECORDED) -> Row:
        """`block`: the one that grows, as it is written now."""
        self.is_closed = is_closed
        counts = self.frames, self.until_ns, self.wall_ms
        self.remembered = RememberedHead(self._match, self._links, self._last, *counts, is_closed)
        state = HeadState(
            match=self._match,
            links=self._links,
            chain=self._last,
            open=self._batch.covered(block),
            meta=digest_of_facts(self._meta),
            frames=self.frames,
            first_ns=self.first_ns or 0,
            until_ns=self.until_ns,
            wall_ms=self.wall_ms,
            is_closed=is_closed,
            kind=kind,
            heads_before=self._heads_before,
        )
        self.remembered_note = RememberedNote(self._match, link_digest_of(state), self.wall_ms)
        text = msgspec.json.encode(state).decode()
        if self._key is None:
            return self._head_id, text, b"", b""
        return self._head_id, text, self._key.public, self._key.sign(signed_text(text))


def begun_chain(
    database: sqlite3.Connection,
    folder: Path,
    key: TableKey | None,
    kind: LinkKind,
    *,
    video: Mapping[int, Filmed],
    wall_ms: int,
) -> tuple[ChainInMaking, list[Row]]:
    """Over all that is there; and the rows of its links. `video`: what is known of files by number; others are read."""
    meta = _meta(database)
    chain = ChainInMaking(match=meta["match_id"], links=0, last=NOTHING_BEFORE, heads_before=(), meta=meta, key=key)
    _list_stills(database, folder)
    rows = {table: rows for table in ROW_TABLES if (rows := _rows(database, table)).count}
    numbers = [number for (number,) in database.execute("SELECT number FROM segments ORDER BY number")]
    filmed = [video.get(number) or whole_film(folder / segment_name(number), number) for number in numbers]
    files = digest_of_rows(database.execute("SELECT name, sha256, content FROM files ORDER BY name"))
    _continue_counting(chain, database, wall_ms)
    signer = "" if key is None else key.public.hex()
    body = LinkBody(kind, wall_ms, chain.until_ns, Covered(rows, filmed), meta["match_id"], files, signer)
    return chain, [chain.add_link(body)]


def continued_chain(
    database: sqlite3.Connection, key: TableKey | None, kind: LinkKind, *, wall_ms: int
) -> tuple[ChainInMaking, list[Row]] | None:
    """After the last head, whose open part becomes a link as it was signed: nothing is looked at again, so nothing that
    was changed meanwhile is vouched for. None where there is no chain."""
    heads = database.execute("SELECT id, state, public_key, signature FROM heads ORDER BY id").fetchall()
    links = database.execute("SELECT id, sha256 FROM chain ORDER BY id DESC LIMIT 1").fetchall()
    if not heads or not links:
        return None
    *earlier, head = (msgspec.convert(dict(zip(Head.__struct_fields__, row, strict=True)), Head) for row in heads)
    state = msgspec.json.decode(head.state, type=HeadState)
    meta = _meta(database)
    before = earlier if _is_ours(head, key) else [*earlier, head]
    chain = ChainInMaking(
        match=state.match, links=state.links, last=state.chain, heads_before=before, meta=meta, key=key
    )
    chain.first_ns = state.first_ns if state.frames else None
    chain.until_ns, chain.wall_ms, chain.frames = state.until_ns, state.wall_ms, state.frames
    chain.is_closed = state.is_closed
    changed = digest_of_facts(meta) != state.meta
    rows = [chain.add_link(state.closing_link(facts_changed=changed))]
    if kind is LinkKind.RESUMED:
        crashed = not state.is_closed
        rows.append(chain.add_link(LinkBody(kind, wall_ms, state.until_ns, Covered(), after_crash=crashed)))
    return chain, rows


def _is_ours(head: Head, key: TableKey | None) -> bool:
    if key is None:
        return head.public_key == b""
    return head.public_key == key.public and verify(head.public_key, head.signature, signed_text(head.state))


def _meta(database: sqlite3.Connection) -> dict[str, str]:
    return {str(key): str(value) for key, value in database.execute("SELECT key, value FROM meta")}


def _rows(database: sqlite3.Connection, table: str) -> RowRange:
    running = _RunningRows()
    for row in database.execute(f"SELECT * FROM {table} ORDER BY rowid"):
        running.add(row)
    return running.rows()


def _list_stills(database: sqlite3.Connection, folder: Path) -> None:
    known = ((t_ns, still_digest(folder, t_ns)) for t_ns in sorted(still_times(folder)))
    database.execute("DELETE FROM stills")
    rows = [row for row in known if row[1] is not None]
    database.executemany("INSERT INTO stills (t_ns, sha256) VALUES (?, ?)", rows)


def _continue_counting(chain: ChainInMaking, database: sqlite3.Connection, wall_ms: int) -> None:
    query = "SELECT min(first_ns), coalesce(max(last_ns), 0), coalesce(max(first_frame + frame_count), 0) FROM blocks"
    chain.first_ns, chain.until_ns, chain.frames = database.execute(query).fetchone()
    chain.wall_ms = wall_ms
