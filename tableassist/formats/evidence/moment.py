"""A moment of a match as the files of a piece of evidence, and what they say again."""

import importlib.metadata
import math
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import numpy as np

from tableassist import __version__
from tableassist.formats.evidence.bundle import (
    MISSING,
    OVERRULINGS,
    POSES,
    RULING,
    RULINGS,
    SETTINGS,
    TABLE,
    VERSIONS,
    Evidence,
)
from tableassist.formats.io.bad_file import bad_file, not_ours
from tableassist.formats.io.written_messages import from_words, in_words
from tableassist.formats.match.settings import PARTS, settings_from, settings_parts
from tableassist.formats.score.chronicle_words import VERDICT_WORDS, asked_words, distance_words
from tableassist.formats.table.bundle import TableBundle
from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message, say, template, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.scene import Scene
from tableassist.scene.unverified import VERIFIED, Unverified
from tableassist.vision.localisation.tracking import Tracks

T = TypeVar("T")
MOST_PIECES, MOST_ERRORS, MOST_TAGS, MOST_MASTS = 400, 400, 50, 50
Number = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Time = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Row = Annotated[list[Number], msgspec.Meta(max_length=MOST_ERRORS)]
Three = Annotated[list[Row], msgspec.Meta(min_length=3, max_length=3)]
Reasons = Annotated[dict[str, Annotated[str, msgspec.Meta(max_length=2000)]], msgspec.Meta(max_length=MOST_PIECES)]
LIBRARIES = ("numpy", "opencv-python-headless", "pyapriltags", "scipy", "shapely", "msgspec")


def moment_files(
    moment: Moment, bundle: TableBundle | None, overrulings: Sequence[Overruling], about: Sequence[Ruling]
) -> dict[str, bytes]:
    """All but the pictures. `about`: the rulings that are told in words."""
    files = {
        POSES: poses_json(moment.state.tracks, moment.state.scene),
        RULINGS: _json(list(moment.state.rulings)),
        OVERRULINGS: _json(list(overrulings)),
        RULING: _told(about, moment.settings, overrulings).encode("utf-8"),
        VERSIONS: _json(versions()),
    }
    if moment.state.scene.reasons:
        files[MISSING] = _json({piece: str(reason) for piece, reason in moment.state.scene.reasons.items()})
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
    reasons: Mapping[str, str]
    """Why pieces were not measured; evidence of an older version does not say."""
    unverified: Mapping[str, Unverified]
    """What was taken on trust; likewise."""
    rulings: tuple[Ruling, ...]
    overrulings: tuple[Overruling, ...]
    versions: Mapping[str, str]


def read_moment(evidence: Evidence, where: Path) -> ReadMoment:
    parts = {part: _file(evidence, f"{SETTINGS}{part}.json", where) for part in PARTS}
    read = read_poses(_file(evidence, POSES, where), f"{where}: {POSES}")
    settings = _settings(parts, where)
    reasons = _decoded(evidence, MISSING, Reasons, where) if MISSING in evidence.files else {}
    for name, named in ((POSES, read.poses.keys()), (MISSING, reasons.keys())):
        if strangers := sorted(named - {piece.id for piece in settings.pieces}):
            what = template("got a piece {piece!r:.80} that is not on the table")
            raise bad_file(f"{where}: {name}", what, piece=strangers[0])
    return ReadMoment(
        settings=settings,
        poses=read.poses,
        seen_ns=read.seen_ns,
        doubts=read.doubts,
        reasons=reasons,
        unverified=read.unverified,
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
    for condition in ruling.conditions:
        yield condition.told
    for each in overrulings:
        if each.ruling.id == ruling.id:
            by, called = each.by or Message("somebody"), VERDICT_WORDS[each.verdict]
            yield Message("overruled: {verdict}, by {by}: {reason}", verdict=called, by=by, reason=each.reason)
    yield Message("id: {id}", id=ruling.id)


class PoseEntry(msgspec.Struct, forbid_unknown_fields=True):
    piece: str
    x_mm: Number
    y_mm: Number
    heading_rad: Number
    own: Three
    """The covariance of (x_mm, y_mm, heading_rad) that only this piece suffers."""
    shared: Three
    """How the pose answers to unit errors that all pieces have in common: covariance = own + shared shared'."""
    t_ns: Time
    seen_ns: Time
    tags: Annotated[list[int], msgspec.Meta(max_length=MOST_TAGS)]
    residual_px: Number
    doubt: Annotated[str, msgspec.Meta(max_length=400)] = ""
    """Why the piece cannot be where it was measured, to be read after its name: nothing was called about it."""
    masts_not_shown: Annotated[list[int], msgspec.Meta(max_length=MOST_MASTS)] = []
    """Of these the picture does not tell whether they stand."""
    hull_may_be_off_mm: Number = 0.0
    """From where its tag has it, as far as the picture tells."""


Entries = Annotated[list[PoseEntry], msgspec.Meta(max_length=MOST_PIECES)]


@dataclass(frozen=True, slots=True, eq=False)
class ReadPoses:
    poses: Mapping[str, PiecePose]
    seen_ns: Mapping[str, int]
    """When each piece was last seen."""
    doubts: Mapping[str, str]
    unverified: Mapping[str, Unverified]


def poses_json(tracks: Tracks, scene: Scene) -> bytes:
    entries, doubts = [], scene.doubts
    for piece, track in tracks.tracks.items():
        pose, at, on_trust = track.pose, track.pose.pose, scene.unverified.get(piece, VERIFIED)
        place = at.x_mm, at.y_mm, at.heading_rad, pose.own.tolist(), pose.shared.tolist(), pose.t_ns, track.seen_ns
        said = str(doubts.get(piece, "")), list(on_trust.masts), on_trust.hull_mm
        entries.append(PoseEntry(piece, *place, list(pose.tags), pose.residual_px, *said))
    return msgspec.json.format(msgspec.json.encode(entries), indent=1)


def read_poses(content: bytes, where: str) -> ReadPoses:
    try:
        entries = msgspec.json.decode(content, type=Entries)
        poses = {entry.piece: _pose(entry) for entry in entries}
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(where, problem) from None
    doubts = {entry.piece: entry.doubt for entry in entries if entry.doubt}
    on_trust = {entry.piece: Unverified(tuple(entry.masts_not_shown), entry.hull_may_be_off_mm) for entry in entries}
    return ReadPoses(poses, {entry.piece: entry.seen_ns for entry in entries}, doubts, on_trust)


def _pose(entry: PoseEntry) -> PiecePose:
    if not -math.pi <= entry.heading_rad < math.pi:
        raise ValueError(f"{entry.piece!r:.80}: heading_rad: got {entry.heading_rad}, expected -pi to pi")
    own, shared = _matrix(entry.own, entry.piece), _matrix(entry.shared, entry.piece)
    if own.shape != (3, 3) or not (np.diag(own) >= 0).all():
        raise ValueError(f"{entry.piece!r:.80}: own: expected a covariance of three")
    place = PlanarPose(entry.x_mm, entry.y_mm, entry.heading_rad)
    return PiecePose(place, own, shared, entry.t_ns, tuple(entry.tags), entry.residual_px)


def _matrix(rows: list[list[float]], piece: str) -> Floats:
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"{piece!r:.80}: rows of different length")
    return np.array(rows, dtype=np.float64).reshape(3, -1)
