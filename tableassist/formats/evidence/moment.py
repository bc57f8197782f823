"""A moment of a match as the files of a piece of evidence, and what they say again."""

import importlib.metadata
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from tableassist import __version__
from tableassist.errors import BadFileError
from tableassist.formats.evidence.bundle import (
    OVERRULINGS,
    POSES,
    RULING,
    RULINGS,
    SETTINGS,
    TABLE,
    VERSIONS,
    Evidence,
)
from tableassist.formats.evidence.poses import poses_json, read_poses
from tableassist.formats.match.settings import PARTS, settings_from, settings_parts
from tableassist.formats.table.bundle import TableBundle
from tableassist.geometry.plus_minus import plus_minus
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.scene.piece_pose import PiecePose

T = TypeVar("T")
LIBRARIES = ("numpy", "opencv-python-headless", "pyapriltags", "scipy", "shapely", "msgspec")
VERDICT_WORDS = {
    Verdict.YES: "YES",
    Verdict.NO: "NO",
    Verdict.TOO_CLOSE: "TOO CLOSE TO CALL",
    Verdict.NOT_SEEN: "NOT SEEN",
}


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
        raise BadFileError(f"{where}: {POSES}: got a piece {strangers[0]!r:.80} that is not on the table")
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
        words = " ".join(str(problem).split())[:160]
        raise BadFileError(f"{where}: {SETTINGS}: not as tableassist writes them: {words}") from None


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
        raise BadFileError(f"{where}: {name} is missing")
    return evidence.files[name]


def _decoded(evidence: Evidence, name: str, kind: type[T], where: Path) -> T:
    try:
        found = msgspec.json.decode(_file(evidence, name, where), type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        words = " ".join(str(problem).split())[:160]
        raise BadFileError(f"{where}: {name}: not as tableassist writes it: {words}") from None
    return found


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


def _told(about: Sequence[Ruling], settings: TableSettings, overrulings: Sequence[Overruling]) -> str:
    """For people: the question, the answer, what was measured, and where the rule stands."""
    names = {piece.id: piece.name for piece in settings.pieces}
    parts = [f"Table: {settings.name}. Edition: {settings.rules.edition.name}."]
    for ruling in about:
        cannon = "" if ruling.cannon is None else f", cannon {ruling.cannon}"
        who = f"{names.get(ruling.subject, ruling.subject)}{cannon} -> {names.get(ruling.target, ruling.target)}"
        lines = [f"{ruling.rule.replace('_', ' ')}: {who}: {VERDICT_WORDS[ruling.verdict]}", f"  why: {ruling.reason}"]
        if ruling.measured_mm is not None and ruling.limit_mm is not None:
            spread = "" if ruling.sigma_mm is None else f" ± {plus_minus(ruling.sigma_mm):.2f} (95 %)"
            lines.append(f"  measured: {ruling.measured_mm:.2f} mm{spread}, limit {ruling.limit_mm:g} mm")
        if ruling.probability is not None:
            lines.append(f"  probability of yes: {ruling.probability:.4f}")
        lines.append(f"  rule: {ruling.citation}")
        lines += [f"  house rule: {name}" for name in ruling.house]
        lines += [f"  if {reading.words}: {VERDICT_WORDS[reading.verdict]}" for reading in ruling.readings]
        lines += [
            f"  overruled: {VERDICT_WORDS[each.verdict]}, by {each.by or 'somebody'}: {each.reason}"
            for each in overrulings
            if each.ruling.id == ruling.id
        ]
        lines.append(f"  id: {ruling.id}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"
