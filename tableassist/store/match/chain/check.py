"""Whether a match is as its chain says: nothing changed, left out, added or cut off."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tableassist.messages import template
from tableassist.store.keys.digits import fingerprint
from tableassist.store.keys.signature import verify
from tableassist.store.match.chain.additions import NOUNS, additions
from tableassist.store.match.chain.digests import (
    NOTHING_BEFORE,
    ROW_TABLES,
    digest_of_facts,
    digest_of_rows,
    link_digest,
    row_bytes,
)
from tableassist.store.match.chain.finding import MatchFinding, Standing, differs, not_proven, told, wrong_signer
from tableassist.store.match.chain.reading import ReadChain, SignedHead, read_chain
from tableassist.store.match.chain.records import HeadState, LinkKind, RowRange, signed_text
from tableassist.store.match.database import ReadOnlyDatabase
from tableassist.store.match.notes import MatchFacts, MatchNotes

NOTED_TABLES = frozenset({"acts", "edits", "marks", "overrulings"})
"""In which a person adds something to a match that is over."""


@dataclass(frozen=True, slots=True)
class CheckedChain:
    chain: ReadChain
    found: tuple[MatchFinding, ...]
    match: MatchFacts
    """What the match says of itself."""
    frames: int
    """How many are there."""


def check_chain(folder: Path) -> CheckedChain:
    """All at one time, also of a match that is being recorded. Who signed is for the caller to judge."""
    with closing(ReadOnlyDatabase(folder)) as database, database.snapshot():
        chain = read_chain(database)
        facts, checked = MatchNotes(database, folder).facts(), _Checked(database, chain)
        structure = tuple(_structure(database))
        if not chain.is_there:
            found: tuple[MatchFinding, ...] = (
                not_proven("unchained: made by a version that kept no chain, or its chain was removed"),
            )
        else:
            found = (*_links(chain), *_heads(chain), *checked.end(), *checked.rows(), *checked.facts())
        return CheckedChain(chain, (*structure, *found, *_history(checked)), facts, checked.frames)


def _structure(database: ReadOnlyDatabase) -> Iterator[MatchFinding]:
    """Trees and indexes are not signed, and whoever reads by one that leaves rows out sees another match than the one
    that was signed. SQLite's own check compares every index with its table, and the order of every tree."""
    (answer, *_) = database.integrity_problems()
    if answer != "ok":
        yield differs("the database is damaged: {problem}", problem=answer[:200])


def _links(chain: ReadChain) -> Iterator[MatchFinding]:
    before = NOTHING_BEFORE
    for place, link in enumerate(chain.links, 1):
        if link.number != place:
            yield differs("the chain has no link {number}: it was cut, or put together from two", number=place)
            return
        if link.said is None or link.sha256 != link_digest(before, link.body):
            yield differs("link {number} of the chain does not follow from the one before", number=place)
            return
        before = link.sha256
    first = chain.links[0].said if chain.links else None
    if first is None or first.kind not in (LinkKind.BEGUN, LinkKind.KEPT, LinkKind.ADOPTED):
        yield differs("the chain has no beginning")


def _heads(chain: ReadChain) -> Iterator[MatchFinding]:
    if not chain.heads:
        yield differs("the signed head of the chain was removed")
    for place, each in enumerate(chain.heads):
        state = each.state
        if state is None:
            yield differs("the head of the chain cannot be read")
            continue
        before = digest_of_rows(earlier.head.row for earlier in chain.heads[:place])
        if state.heads_before not in ("", before):
            key = fingerprint(each.head.public_key)
            yield differs("a signature was removed or replaced that stood before the one with the key {key}", key=key)
        if each.head.signature and not verify(each.head.public_key, each.head.signature, signed_text(each.head.state)):
            yield wrong_signer("the signature does not hold: the match was changed after it was signed")
        elif not each.head.signature:
            yield not_proven("not signed: anyone who has the match could have rebuilt the whole chain")
        yield from _fits(chain, each, state)
    first = chain.links[0].said if chain.links else None
    signer = chain.heads[0].head.public_key.hex() if chain.heads else ""
    if first is not None and chain.heads and signer != first.public_key:
        yield wrong_signer("the table that began the match has not signed it: the signature was removed or replaced")


def _fits(chain: ReadChain, each: SignedHead, state: HeadState) -> Iterator[MatchFinding]:
    first = chain.links[0].said if chain.links else None
    if first is not None and state.match != first.match:
        yield differs("the head of the chain is of another match")
    is_last = each is chain.heads[-1]
    if state.links > len(chain.links):
        what = template("the end was cut off: the signed head counts {links} links, the chain has {found}")
        yield differs(what, links=state.links, found=len(chain.links))
    elif state.links < 1 or chain.links[state.links - 1].sha256 != state.chain:
        yield differs("the chain is not the one that was signed")
    elif is_last and state.links < len(chain.links):
        yield differs("the chain goes on after its signed head")
    elif not is_last:
        after = chain.links[state.links].said if state.links < len(chain.links) else None
        if after is None or after.covered != state.open:
            yield differs("what the table had signed last was changed before the match was resumed")


class _Checked:
    def __init__(self, database: ReadOnlyDatabase, chain: ReadChain) -> None:
        self._database = database
        self.chain = chain

    def seconds(self, t_ns: int) -> float:
        """Since the match began."""
        first_ns = 0 if self.chain.last is None else self.chain.last.first_ns
        return max(0.0, (t_ns - first_ns) / 1e9)

    def end(self) -> Iterator[MatchFinding]:
        state = self.chain.last
        frames = self.frames
        if state is not None and frames < state.frames:
            (last_ns,) = self._one("SELECT coalesce(max(last_ns), 0) FROM blocks")
            what = template(
                "the end was cut off: {frames} frames up to {until_s:.1f} s were signed, and {found} up to "
                "{found_s:.1f} s are there"
            )
            until_s, found_s = self.seconds(state.until_ns), self.seconds(last_ns)
            yield differs(what, frames=state.frames, until_s=until_s, found=frames, found_s=found_s)

    def rows(self) -> Iterator[MatchFinding]:
        expected: Counter[str] = Counter()
        for covered, before_ns, until_ns in self.chain.covered():
            for table, rows in covered.rows.items():
                expected[table] += rows.count
                yield from self._compared(table, rows, self.seconds(before_ns), self.seconds(until_ns))
        for table in ROW_TABLES:
            (count,) = self._one(f"SELECT count(*) FROM {table}")
            if count > expected[table]:
                added = count - expected[table]
                yield differs("added, and not in the chain: {what} ({count})", count=added, what=NOUNS[table])

    def _compared(self, table: str, rows: RowRange, from_s: float, to_s: float) -> Iterator[MatchFinding]:
        if table not in ROW_TABLES:
            yield differs("the chain is about something that no match has: {what}", what=table[:40])
            return
        digest, count = hashlib.sha256(), 0
        query = f"SELECT * FROM {table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        for row in self._database.each_row(query, (rows.first, rows.last)):
            digest.update(row_bytes(row))
            count += 1
        facts = {"what": NOUNS[table], "from_s": from_s, "to_s": to_s}
        if count < rows.count:
            missing = rows.count - count
            yield differs("{from_s:.1f} to {to_s:.1f} s: missing: {what} ({count})", count=missing, **facts)
        elif count > rows.count:
            yield differs("{from_s:.1f} to {to_s:.1f} s: added: {what} ({count})", count=count - rows.count, **facts)
        elif digest.hexdigest() != rows.sha256:
            yield differs("{from_s:.1f} to {to_s:.1f} s: changed: {what}", **facts)

    def facts(self) -> Iterator[MatchFinding]:
        first = self.chain.links[0].said if self.chain.links else None
        known = {str(key): str(value) for key, value in self._database.each_row("SELECT key, value FROM meta")}
        changed = any(link.said is not None and link.said.facts_changed for link in self.chain.links)
        if changed or any(each.meta != digest_of_facts(known) for each in self._still_said()):
            yield differs("what the match says of itself was changed: its name, table, players, or when it was closed")
        if first is not None and first.match != known.get("match_id"):
            yield differs("the chain is of another match")
        files = digest_of_rows(self._database.each_row("SELECT name, sha256, content FROM files ORDER BY name"))
        if first is not None and files != first.files:
            yield differs("the table file, or a file that it refers to, was changed")
        for name, content in self._database.each_row("SELECT sha256, content FROM parts ORDER BY sha256"):
            if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != name:
                yield differs("a part of the settings was changed")

    def _still_said(self) -> Iterator[HeadState]:
        """Heads whose word on the whole match still stands: a note changes nothing of it, only who resumes a match."""
        for each in self.chain.heads:
            later = [] if each.state is None else self.chain.links[max(0, each.state.links) :]
            if each.state is not None and not any(link.said and link.said.kind is LinkKind.RESUMED for link in later):
                yield each.state

    def _one(self, query: str) -> tuple[int, ...]:
        (row,) = self._database.typed(query, tuple[int, ...], most=1)
        return row

    @property
    def frames(self) -> int:
        return self._one("SELECT coalesce(max(first_frame + frame_count), 0) FROM blocks")[0]


def _history(checked: _Checked) -> Iterator[MatchFinding]:
    """How the match began, where its recorder was stopped, and what was added when it was over."""
    said = [link.said for link in checked.chain.links if link.said is not None]
    if said and said[0].kind is LinkKind.KEPT:
        seconds = checked.seconds(said[0].until_ns)
        yield told(
            "the first {seconds:.0f} s were in the replay buffer, and were signed when it was kept", seconds=seconds
        )
    if said and said[0].kind is LinkKind.ADOPTED:
        seconds = checked.seconds(said[0].until_ns)
        yield not_proven(
            "the first {seconds:.0f} s were recorded without a chain, and were taken over as they were", seconds=seconds
        )
    for link in said:
        if link.kind is LinkKind.RESUMED:
            at_s = checked.seconds(link.until_ns)
            yield (
                told("stopped by force at {at_s:.1f} s, and resumed", at_s=at_s)
                if link.after_crash
                else told("closed at {at_s:.1f} s, and resumed", at_s=at_s)
            )
    for addition in additions(checked.chain):
        yield MatchFinding(Standing.TOLD, addition.words)
        if addition.table not in NOTED_TABLES:
            what = template("a note after the end brings {what}, which only a recorder writes")
            yield differs(what, what=NOUNS.get(addition.table, addition.table))
    if any(note.covered.video for note in checked.chain.notes()):
        yield differs("a note after the end brings video, which only a recorder writes")
