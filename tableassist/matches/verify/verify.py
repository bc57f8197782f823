"""A recorded match verified: chain, signatures, pictures, and every moment judged again."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from tableassist.errors import BadFileError, TableAssistError
from tableassist.matches.recording.recorder import MOST_CUT_OFF_S
from tableassist.matches.replay.check import Checked, checked_moments
from tableassist.matches.replay.replay import Replay
from tableassist.matches.verify.acts import check_acts
from tableassist.matches.verify.findings import MatchFindings, MatchOutcome
from tableassist.matches.verify.signer import MatchReaderKeys, check_signers, new_signer
from tableassist.matches.verify.video import check_video_content
from tableassist.messages import Message, template
from tableassist.process import Progress, no_progress, told_by_time
from tableassist.store.keys import (
    key_folder,
    read_known_tables,
    read_public_key,
    remembered,
    table_key_or_none,
    write_known_tables,
)
from tableassist.store.match import is_being_recorded
from tableassist.store.match.chain import (
    CheckedChain,
    MatchFinding,
    ReadChain,
    RememberedNote,
    Standing,
    check_chain,
    check_copy,
    check_files,
    check_memory,
    check_stills,
    check_video,
    differs,
    remember_note,
    remembered_note,
    told,
    utc_minutes,
)

OnMoment = Callable[[Checked, Replay], None]


def reader_keys(named: tuple[Path, ...] = (), *, is_signature_demanded: bool = False) -> MatchReaderKeys:
    """Of the person at this computer."""
    folder = key_folder()
    own = table_key_or_none(folder)
    return MatchReaderKeys(
        named=tuple((path.name, read_public_key(path)) for path in named),
        is_signature_demanded=is_signature_demanded,
        tables=read_known_tables(folder),
        own=None if own is None else own.public,
    )


def verify_match(
    folder: Path,
    reader: MatchReaderKeys,
    on_differing: OnMoment = lambda _checked, _replay: None,
    progress: Progress = no_progress,
) -> MatchFindings:
    """BadFileError where it cannot be read, and nothing says that somebody has changed it. `on_differing` hears of each
    moment that is judged or recorded otherwise."""
    checked_chain = check_chain(folder)
    chain, match = checked_chain.chain, checked_chain.match
    found = (*checked_chain.found, *check_signers(chain, match.table, reader))
    found = (*found, *_remembered(folder, checked_chain), *_ending(folder, chain))
    found = (*found, *check_files(folder, chain))
    moments = differing = 0
    try:
        if not is_being_recorded(folder):
            found = (*found, *check_copy(folder))
        with Replay(folder) as replay:
            if chain.is_there:
                is_now, numbers = is_being_recorded(folder), replay.segment_numbers
                found = (*found, *check_video(folder, chain, numbers, is_recorded_now=is_now))
                found = (*found, *check_stills(folder, replay.chained_stills, chain))
            if replay.frame_count:
                found = (*found, *check_video_content(replay))
            found = (*found, *check_acts(replay))
            for checked in _judged_again(replay, progress):
                moments += 1
                if not checked.is_same:
                    differing += 1
                    on_differing(checked, replay)
    except BadFileError as problem:
        if all(each.standing in (Standing.TOLD, Standing.NOT_PROVEN) for each in found):
            raise
        found = (*found, differs("it cannot be read any further: {problem}", problem=problem.message))
    findings = MatchFindings(found, moments, differing, match.app_version)
    if findings.outcome is MatchOutcome.AGREES:
        _remember_signer(chain, match.table, reader)
        _remember_notes(chain, match.match_id)
    return findings


def _judged_again(replay: Replay, progress: Progress) -> Iterator[Checked]:
    between, what = (replay.first_ns, replay.last_ns), Message("judging again")
    return told_by_time(checked_moments(replay), lambda each: each.t_ns, between, what, progress)


def _ending(folder: Path, chain: ReadChain) -> Iterator[MatchFinding]:
    if chain.last is None or chain.last.is_closed:
        return
    if is_being_recorded(folder):
        yield told("it is being recorded")
        return
    what = template(
        "it was never closed: the recorder was stopped by force. Everything up to the last commit is signed. The "
        "match does not show whether the game continued after that; without the table's key, at most the last "
        "{seconds:.0f} s could have been cut off"
    )
    yield told(what, seconds=MOST_CUT_OFF_S)


def _remembered(folder: Path, checked: CheckedChain) -> Iterator[MatchFinding]:
    """What this computer remembers of a match that was recorded on it."""
    chain = checked.chain
    is_now = is_being_recorded(folder)
    yield from check_memory(key_folder(), checked.match.match_id, chain, checked.frames, is_recorded_now=is_now)
    note = remembered_note(key_folder(), checked.match.match_id)
    if note is not None and note.link not in {each.link for each in chain.notes()}:
        yield told(
            "a note that this computer knows of, of {when} UTC, is not in this copy",
            when=utc_minutes(note.wall_ms),
        )


def _remember_notes(chain: ReadChain, match_id: str) -> None:
    """So that a note which somebody removes later is missed here."""
    notes = chain.notes()
    if notes:
        remember_note(key_folder(), RememberedNote(match_id, notes[-1].link, notes[-1].wall_ms))


def _remember_signer(chain: ReadChain, table: str, reader: MatchReaderKeys) -> None:
    public, now = new_signer(chain, table, reader), datetime.now(UTC).isoformat(timespec="seconds")
    if public is not None:
        with suppress(TableAssistError):
            write_known_tables(key_folder(), remembered(reader.tables, name=table, public=public, when=now))
