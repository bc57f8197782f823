"""A moment of a match as the files of a piece of evidence, and what they say again."""

import importlib.metadata
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from tableassist import __version__
from tableassist.formats.evidence.bundle import OVERRULINGS, POSES, RULING, RULINGS, SETTINGS, TABLE, VERSIONS, Evidence
from tableassist.formats.evidence.poses import poses_json, read_poses
from tableassist.formats.io.bad_file import bad_file, not_ours
from tableassist.formats.io.written_messages import from_words, in_words
from tableassist.formats.match.settings import PARTS, settings_from, settings_parts
from tableassist.formats.score.chronicle_words import VERDICT_WORDS, asked_words, distance_words
from tableassist.formats.table.bundle import TableBundle
from tableassist.messages import Message, say, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling
from tableassist.scene.piece_pose import PiecePose

T = TypeVar("T")
LIBRARIES = ("numpy", "opencv-python-headless", "pyapriltags", "scipy", "shapely", "msgspec")


def moment_files(
    moment: Moment, bundle: TableBundle | None, overrulings: Sequence[Overruling], about: Sequence[Ruling]
) -> dict[str, bytes]:
    """All but the pictures. `about`: the rulings that are told in words."""
    files = {
        POSES: poses_json(moment.state.tracks, moment.state.placement.doubts),
        RULINGS: _json(list(moment.state.rulings)),
        OVERRULINGS: _json(list(overrulings)),
        RULING: _told(about, moment.settings, overrulings).encode("utf-8"),
        VERSIONS: _json(versions()),
    }
    files |= {f"{SETTINGS}{part}.json": content for part, content in settings_parts(moment.settings).items()}
    files |= {f"{TABLE}{name}": content for name, content in ({} if bundle is None else bundle.files).items()}
    return files


@dataclass(frozen=True, slots=True, eq=False)
class ReadMoment:
    """What evidence says of its moment: enough to judge it again."""

    settings: TableSettings
    poses: Mapping[str, PiecePose]
    seen_ns: Mapping[str, int]
    doubts: Mapping[str, str]
    """Pieces that could not be where they were measured, with why."""
    rulings: tuple[Ruling, ...]
    overrulings: tuple[Overruling, ...]
    versions: Mapping[str, str]


def read_moment(evidence: Evidence, where: Path) -> ReadMoment:
    parts = {part: _file(evidence, f"{SETTINGS}{part}.json", where) for part in PARTS}
    poses, seen_ns, doubts = read_poses(_file(evidence, POSES, where), f"{where}: {POSES}")
    settings = _settings(parts, where)
    strangers = sorted(poses.keys() - {piece.id for piece in settings.pieces})
    if strangers:
        raise bad_file(f"{where}: {POSES}", "got a piece {piece!r:.80} that is not on the table", piece=strangers[0])
    return ReadMoment(
        settings=settings,
        poses=poses,
        seen_ns=seen_ns,
        doubts=doubts,
        rulings=tuple(_decoded(evidence, RULINGS, list[Ruling], where)),
        overrulings=tuple(_decoded(evidence, OVERRULINGS, list[Overruling], where)),
        versions=_decoded(evidence, VERSIONS, dict[str, str], where),
    )


def _settings(parts: Mapping[str, bytes], where: Path) -> TableSettings:
    """A stranger's settings may be of the right form and make no sense."""
    try:
        return settings_from(parts, where)
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as problem:
        raise not_ours(f"{where}: {SETTINGS}", problem) from None


def versions() -> dict[str, str]:
    """Of all that has a say in a ruling."""
    return {
        "tableassist": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        **{name: importlib.metadata.version(name) for name in LIBRARIES},
    }


def _file(evidence: Evidence, name: str, where: Path) -> bytes:
    if name not in evidence.files:
        raise bad_file(where, "{name} is missing", name=name)
    return evidence.files[name]


def _decoded(evidence: Evidence, name: str, kind: type[T], where: Path) -> T:
    try:
        return msgspec.json.decode(_file(evidence, name, where), type=kind, dec_hook=from_words)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(f"{where}: {name}", problem) from None


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=in_words), indent=1)


def _told(about: Sequence[Ruling], settings: TableSettings, overrulings: Sequence[Overruling]) -> str:
    """For people, in their language: the question, the answer, what was measured, and where the rule stands."""
    edition = settings.rules.edition.name
    parts = [tr("Table: {table}. Edition: {edition}.", table=settings.name, edition=edition)]
    names = {piece.id: piece.name for piece in settings.pieces}
    parts += ["\n  ".join(say(line) for line in _lines(ruling, names, overrulings)) for ruling in about]
    return "\n\n".join(parts) + "\n"


def _lines(ruling: Ruling, names: Mapping[str, str], overrulings: Sequence[Overruling]) -> Iterator[Message]:
    verdict = VERDICT_WORDS[ruling.verdict]
    yield Message("{question}: {verdict}", question=asked_words(ruling, names), verdict=verdict)
    yield Message("why: {reason}", reason=ruling.reason)
    if (distance := distance_words(ruling)) is not None:
        yield Message("measured: {distance}", distance=distance)
    if ruling.probability is not None:
        yield Message("probability of yes: {probability:.4f}", probability=ruling.probability)
    yield Message("rule: {citation}", citation=ruling.citation)
    for name in ruling.house:
        yield Message("house rule: {name}", name=name)
    for reading in ruling.readings:
        yield Message("if {words}: {verdict}", words=reading.words, verdict=VERDICT_WORDS[reading.verdict])
    for each in overrulings:
        if each.ruling.id == ruling.id:
            by, called = each.by or Message("somebody"), VERDICT_WORDS[each.verdict]
            yield Message("overruled: {verdict}, by {by}: {reason}", verdict=called, by=by, reason=each.reason)
    yield Message("id: {id}", id=ruling.id)
