"""A match against what this computer remembers of it, from when it was recorded here."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tableassist.messages import template
from tableassist.store.match.chain.finding import MatchFinding, differs
from tableassist.store.match.chain.reading import ReadChain, read_chain
from tableassist.store.match.chain.remembered import remembered_head
from tableassist.store.match.database import ReadOnlyDatabase
from tableassist.store.match.notes import MatchNotes


def check_memory(
    root: Path, match_id: str, chain: ReadChain, frames: int, *, is_recorded_now: bool
) -> Iterator[MatchFinding]:
    """`root`: the folder of the user's keys, where the memory is."""
    known = remembered_head(root, match_id)
    if known is None:
        return
    if not chain.is_there:
        yield differs("it was chained when this computer recorded it, and the chain is gone")
    elif known.frames > frames:
        what = template(
            "the end was cut off, or this is an older copy: this computer recorded {frames} frames, and {found} "
            "are there"
        )
        yield differs(what, frames=known.frames, found=frames)
    elif known.links > len(chain.links) or chain.links[known.links - 1].sha256 != known.chain:
        yield differs("this is not the match of this name that this computer recorded: the chain is another one")
    elif known.is_closed and not chain.is_closed and not is_recorded_now:
        yield differs("the end was changed: this computer closed the match, and it says that it was never closed")


def is_as_remembered(root: Path, folder: Path) -> bool:
    """Whether recording on into this match may take the place of what is remembered of it: a forged match under the
    same id may not. `folder`: of the match."""
    with closing(ReadOnlyDatabase(folder)) as database, database.snapshot():
        facts, chain = MatchNotes(database, folder).facts(), read_chain(database)
        frames = database.typed("SELECT coalesce(max(first_frame + frame_count), 0) FROM blocks", tuple[int], most=1)
        return not any(check_memory(root, facts.match_id, chain, frames[0][0], is_recorded_now=True))
