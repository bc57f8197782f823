"""A moment of a match as a zip that anybody can judge again.

What it states is what its own pictures show when they are measured by themselves, so that whoever judges it derives the
same. What was measured and called at the table, from more pictures than go into a zip, stands beside it.
"""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from tableassist import __version__
from tableassist.errors import BadRequestError, one_line
from tableassist.matches.evidence.pictures import (
    ChosenPictures,
    chosen_pictures,
    picture_files,
    picture_kind,
    view_facts,
)
from tableassist.matches.evidence.table_facts import unlike_table
from tableassist.matches.recorded_match import moment_ns, open_match
from tableassist.matches.replay.replay import Replay
from tableassist.messages import current_language, say, template
from tableassist.pipeline.confirmations import without_ended
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import RULES, Ruling, Verdict
from tableassist.rulebook.engine import RuleGroup
from tableassist.store.evidence import (
    MOST_DOUBT,
    Evidence,
    MadeEdit,
    MadeOverruling,
    TableChanges,
    evidence_of,
    key_words,
    moment_files,
    recorded,
    signed,
    write_evidence,
)
from tableassist.store.files import check_new_file
from tableassist.store.keys import Handover, TableKey
from tableassist.store.match import is_being_recorded
from tableassist.store.match.chain import Standing, check_chain, check_stills, check_video
from tableassist.store.score import time_words

MOST_DOUBTS = 20
TOLD_GROUPS = (RuleGroup.SHOOTING, RuleGroup.CONTACT, RuleGroup.TERRAIN)
TOLD_RULES = frozenset(rule.id for rule in RULES if rule.group in TOLD_GROUPS and rule.notable and rule.part_of is None)


@dataclass(frozen=True, slots=True)
class Signing:
    """With what it is signed."""

    key: TableKey
    handovers: tuple[Handover, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenEvidence:
    path: Path
    files: int
    asked: tuple[Verdict | None, Verdict | None]
    """Of the ruling that it is about: as called at the table, and as its picture alone shows it."""


def make_evidence(
    match: Path,
    at: str | int,
    out: Path | None = None,
    *,
    ruling: str | None = None,
    signing: Signing | None = None,
) -> WrittenEvidence:
    """`at`: as a person types it, or a time of the match in nanoseconds. `out`: None names it after match and time."""
    with open_match(match) as replay:
        t_ns = at if isinstance(at, int) else moment_ns(replay, at)
        then = _pictured(replay, t_ns)
        pictures = chosen_pictures(replay, then)
        moment, files = _shown(replay, then, pictures, ruling)
        evidence = evidence_of(
            files,
            made_by=f"tableassist {__version__}",
            match_id=replay.facts.match_id,
            match_name=replay.facts.name,
            t_ns=then.state.t_ns,
            at_s=(then.state.t_ns - replay.first_ns) / 1e9,
            wall=replay.wall_at(then.state.t_ns).isoformat(),
            ruling=ruling,
            registered=moment.state.registration is not None,
            picture=picture_kind(replay, then.state.t_ns),
            table=moment.settings.name,
            public_key="" if signing is None else key_words(signing.key.public),
            language=current_language().code,
            match_doubts=_match_doubts(replay, then.state.t_ns, pictures),
            film_mm=None if pictures is None else pictures.last.film_mm,
            views={} if pictures is None else view_facts(pictures.views),
            earlier={}
            if pictures is None
            else {str(each.t_ns): tuple(sorted(each.pieces)) for each in pictures.earlier},
        )
        since = time_words(then.state.t_ns - replay.first_ns)
        to = out or Path(f"{replay.facts.name}-{since.replace(':', '-')}.zip")
    check_new_file(to)
    write_evidence(to, _signed(evidence, signing))
    return WrittenEvidence(to, len(evidence.files), (_verdict(then, ruling), _verdict(moment, ruling)))


def _match_doubts(replay: Replay, t_ns: int, pictures: ChosenPictures | None) -> tuple[str, ...]:
    """What keeps the match from vouching for this moment: its rows, its stills, and the video files of the pictures are
    compared with what was signed. The rest of the video has no say in it, and takes minutes."""
    match, times = replay.folder, [t_ns, *(each.t_ns for each in (() if pictures is None else pictures.earlier))]
    checked = check_chain(match)
    found = list(checked.found)
    if checked.chain.is_there:
        found += check_stills(match, replay.chained_stills, checked.chain)
        found += check_video(
            match,
            checked.chain,
            (),
            is_recorded_now=is_being_recorded(match),
            only=replay.segments_at(times),
        )
    doubts = [one_line(say(each.message), MOST_DOUBT) for each in found if each.standing is not Standing.TOLD]
    return tuple(doubts[:MOST_DOUBTS])


def _signed(evidence: Evidence, signing: Signing | None) -> Evidence:
    return evidence if signing is None else signed(evidence, signing.key, signing.handovers)


def _pictured(replay: Replay, t_ns: int) -> Moment:
    """The last moment that has a picture of its own: a busy encoder leaves some out. Without any, the very moment."""
    at_ns = replay.picture_time(t_ns)
    moment = replay.at(t_ns if at_ns is None else at_ns)
    # One picture does not show that a ship was touched before it: what has ended is not stated.
    return replace(moment, settings=without_ended(moment.settings, moment.state.ended))


def _shown(
    replay: Replay, then: Moment, pictures: ChosenPictures | None, ruling: str | None
) -> tuple[Moment, dict[str, bytes]]:
    """The moment as its pictures show it, and all files; without a picture, as it was recorded."""
    t_ns, moment = then.state.t_ns, then if pictures is None else replace(then, state=pictures.state)
    about = asked_rulings(moment, ruling, known=then.state.rulings)
    files = moment_files(
        moment,
        replay.bundle,
        standing_at(replay, t_ns),
        about,
        changes=_changes(replay, then.settings, t_ns),
        then=None if pictures is None else recorded(then.state, moment.state.rulings, ruling),
    )
    return moment, files | picture_files(pictures, moment.settings)


def _changes(replay: Replay, settings: TableSettings, t_ns: int) -> TableChanges:
    edits = [MadeEdit(_day_and_time(each.wall_ms), each.words) for each in replay.edits if each.t_ns <= t_ns]
    pieces = () if replay.bundle is None else unlike_table(settings, replay.bundle).pieces
    return TableChanges(pieces=list(pieces), edits=edits)


def standing_at(replay: Replay, t_ns: int) -> tuple[MadeOverruling, ...]:
    """The overrulings of this very moment. They are made after it, while it is looked at."""
    latest = replay.overrulings[-1].standing if replay.overrulings else ()
    made = []
    for each in latest:
        if each.t_ns == t_ns:
            first = next(note for note in replay.overrulings if each in note.standing)
            made.append(MadeOverruling(each, _day_and_time(first.wall_ms)))
    return tuple(made)


def _day_and_time(wall_ms: int) -> str:
    return datetime.fromtimestamp(wall_ms / 1000, UTC).isoformat(timespec="seconds")


def _verdict(moment: Moment, ruling: str | None) -> Verdict | None:
    return next((each.verdict for each in moment.state.rulings if each.id == ruling), None)


def asked_rulings(moment: Moment, ruling: str | None, known: Sequence[Ruling]) -> Sequence[Ruling]:
    """That one, of those that were `known` at the table; else all that say more than a plain no."""
    return told_rulings(moment.state.rulings, _checked_id(ruling, [*known, *moment.state.rulings]))


def told_rulings(rulings: Sequence[Ruling], ruling: str | None) -> Sequence[Ruling]:
    if ruling is not None:
        return [each for each in rulings if each.id == ruling]
    told = (each for each in rulings if each.rule in TOLD_RULES)
    return [each for each in told if each.verdict in (Verdict.YES, Verdict.TOO_CLOSE)]


def _checked_id(ruling: str | None, known: Sequence[Ruling]) -> str | None:
    ids = {each.id for each in known}
    if ruling is None or ruling in ids:
        return ruling
    near = difflib.get_close_matches(ruling, ids, n=1)
    if near:
        raise BadRequestError("--ruling: got '{ruling}', did you mean '{near}'?", ruling=ruling, near=near[0])
    what = template("--ruling: got '{ruling}', expected one such as ram:SHIP:SHIP or shot:SHIP:SHIP:CANNON")
    raise BadRequestError(what, ruling=ruling)
