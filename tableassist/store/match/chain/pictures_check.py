"""Whether the video files and stills of a match are those that its chain is about."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tableassist.messages import template
from tableassist.store.match.chain.finding import MatchFinding, differs, told
from tableassist.store.match.chain.reading import ReadChain
from tableassist.store.match.film.packets import Filmed, PacketDigest, film_contents, filmed_in
from tableassist.store.match.folder import segment_name
from tableassist.store.match.notes import Still
from tableassist.store.match.stills import still_digest, still_name, still_times

MOST_TAIL_US = 3_000_000
"""Of a recorder that was killed: pictures that were written, and not signed any more."""


def check_video(
    folder: Path, chain: ReadChain, numbers: Sequence[int], *, is_recorded_now: bool, only: frozenset[int] | None = None
) -> Iterator[MatchFinding]:
    """`numbers`: of all its files, also of one that had hardly begun when the recorder was killed. `only`: the
    numbers of the files that are wanted; None for all."""
    noted: dict[int, list[Filmed]] = {number: [PacketDigest().filmed(number, is_complete=False)] for number in numbers}
    for covered, _before, _until in chain.covered():
        for filmed in covered.video:
            noted.setdefault(filmed.number, []).append(filmed)
    for number, steps in sorted(noted.items()):
        if only is not None and number not in only:
            continue
        yield from _check_file(folder / segment_name(number), number, steps, is_recorded_now)
        if not is_recorded_now:
            yield from _check_container(folder / segment_name(number), is_complete=steps[-1].is_complete)
    if only is None and not is_recorded_now:
        yield from _check_added(folder, frozenset(map(segment_name, noted)), chain)


def _check_container(path: Path, *, is_complete: bool) -> Iterator[MatchFinding]:
    """A second track, or bytes beside the pictures, would be shown by another program. A file that its recorder could
    not close ends in the middle of what it wrote."""
    streams, spare = film_contents(path)
    if streams > 1:
        yield differs("{file}: {count} tracks, expected the pictures alone", file=path.name, count=streams)
    elif is_complete and spare > 0:
        yield differs("{file}: {count} bytes that belong to no picture", file=path.name, count=spare)


def _check_added(folder: Path, noted: frozenset[str], chain: ReadChain) -> Iterator[MatchFinding]:
    for path in sorted(folder.glob("video-*.mp4")):
        if path.name in noted:
            continue
        if chain.was_killed:  # between the file and its row; nobody is shown it
            yield told("{file}: not in the chain, and left out", file=path.name)
        else:
            yield differs("{file}: the video is not in the chain: it was added", file=path.name)


def _check_file(path: Path, number: int, steps: list[Filmed], is_recorded_now: bool) -> Iterator[MatchFinding]:
    if not path.is_file():
        if any(step.packets for step in steps):
            yield differs("{file}: the video file is missing", file=path.name)
        return
    wanted = {step.packets: step for step in steps if step.packets}
    safe_us, count, last_us = 0, 0, 0
    for found in filmed_in(path, number):
        count, last_us = found.packets, found.last_us
        step = wanted.get(count)
        if step is not None and step.decoding not in ("", found.decoding):
            what = template("{file}: tells players to decode its pictures otherwise than they were recorded")
            yield differs(what, file=path.name)
            return
        if step is not None and step.sha256 != found.sha256:
            what = template("{file}: not the video that was recorded, from {at_s:.1f} s of the file on")
            yield differs(what, file=path.name, at_s=safe_us / 1e6)
            return
        safe_us = last_us if step is not None else safe_us
    if not is_recorded_now:
        yield from _check_length(path.name, steps[-1], count, last_us)


def _check_length(file: str, last: Filmed, count: int, last_us: int) -> Iterator[MatchFinding]:
    if count < last.packets:
        what = template("{file}: {missing} of {packets} pictures are missing or cannot be read")
        yield differs(what, file=file, missing=last.packets - count, packets=last.packets)
    elif count > last.packets and (last.is_complete or last_us - last.last_us > MOST_TAIL_US):
        yield differs("{file}: {added} pictures were added at the end", file=file, added=count - last.packets)


def check_stills(folder: Path, stills: tuple[Still, ...], chain: ReadChain) -> Iterator[MatchFinding]:
    for still in stills:
        sha256 = still_digest(folder, still.t_ns)
        if sha256 is None:
            yield differs("{file}: the still is missing or cannot be read", file=still_name(still.t_ns))
        elif sha256 != still.sha256:
            yield differs("{file}: not the picture that was kept", file=still_name(still.t_ns))
    for t_ns in sorted(still_times(folder) - {still.t_ns for still in stills}):
        # A kill between the file and its row leaves one; nobody is shown it.
        if chain.was_killed:
            yield told("{file}: not in the chain, and left out", file=still_name(t_ns))
        else:
            yield differs("{file}: the still is not in the chain: it was added", file=still_name(t_ns))
