"""A moment of a match as the files of a piece of evidence, and what they say again."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from tableassist import __version__
from tableassist.errors import one_line
from tableassist.messages import template
from tableassist.package_version import NOT_STATED, installed_version, loaded_version
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Overruling, Ruling
from tableassist.scene.whereabouts import Whereabouts
from tableassist.store.evidence.bundle import (
    Evidence,
    Member,
)
from tableassist.store.evidence.changes import TableChanges
from tableassist.store.evidence.overrulings import MadeOverruling
from tableassist.store.evidence.poses import MOST_PIECES, Number, ReadPoses, poses_json, poses_of, read_poses, repeated
from tableassist.store.evidence.record import Recorded, RecordedCall
from tableassist.store.evidence.words import rulings_in_words
from tableassist.store.files.problems import bad_file, not_ours
from tableassist.store.files.written_messages import from_words, in_words
from tableassist.store.match.settings import OPTIONAL_PARTS, PARTS, settings_from, settings_parts
from tableassist.store.table.bundle import TableBundle

T = TypeVar("T")
Reasons = Annotated[dict[str, Annotated[str, msgspec.Meta(max_length=2000)]], msgspec.Meta(max_length=MOST_PIECES)]
MAX_STATED_SPOTS, MAX_CORNERS = 200, 400
_Corner = tuple[Number, Number]
StatedSpots = Annotated[
    dict[
        str,
        Annotated[
            tuple[Annotated[tuple[_Corner, ...], msgspec.Meta(min_length=3, max_length=MAX_CORNERS)], ...],
            msgspec.Meta(max_length=MAX_STATED_SPOTS),
        ],
    ],
    msgspec.Meta(max_length=MOST_PIECES),
]
LIBRARIES = {
    "numpy": "numpy",
    "opencv-python-headless": "cv2",
    "pyapriltags": "pyapriltags",
    "scipy": "scipy",
    "shapely": "shapely",
    "msgspec": "msgspec",
}
"""The packages that have a say in a ruling, and their modules."""


def moment_files(
    moment: Moment,
    bundle: TableBundle | None,
    overrulings: Sequence[MadeOverruling],
    about: Sequence[Ruling],
    *,
    changes: TableChanges | None = None,
    then: Recorded | None = None,
) -> dict[str, bytes]:
    """All but the pictures. `about`: the rulings that are told in words. `then`: what was recorded, where the moment
    is what its picture shows."""
    files = {
        Member.POSES: poses_json(moment.state.tracks, moment.state.scene),
        Member.RULINGS: _json(list(moment.state.rulings)),
        Member.OVERRULINGS: _json(list(overrulings)),
        Member.RULING: rulings_in_words(about, moment.settings, overrulings).encode("utf-8"),
        Member.VERSIONS: _json(versions()),
    }
    for name, value in ((Member.CHANGES, changes), (Member.RECORDED, then)):
        if value is not None:
            files[name] = _json(value)
    if moment.state.scene.reasons:
        files[Member.MISSING] = _json({piece: str(reason) for piece, reason in moment.state.scene.reasons.items()})
    if moment.state.scene.whereabouts:
        files[Member.WHEREABOUTS] = _json(dict(moment.state.scene.whereabouts))
    files |= {f"{Member.SETTINGS}{part}.json": content for part, content in settings_parts(moment.settings).items()}
    files |= {f"{Member.TABLE}{name}": content for name, content in ({} if bundle is None else bundle.files).items()}
    return files


@dataclass(frozen=True, slots=True, eq=False)
class ReadMoment:
    """What evidence says of its moment: enough to judge it again."""

    settings: TableSettings
    at: ReadPoses
    reasons: Mapping[str, str]
    """Why pieces were not measured; evidence of an older version does not say."""
    whereabouts: Whereabouts
    """Where pieces could be that were never measured; likewise."""
    rulings: tuple[Ruling, ...]
    overrulings: tuple[MadeOverruling, ...]
    versions: Mapping[str, str]
    changes: TableChanges
    then: ReadPoses | None
    """Where the pieces lay when it was played; None where the evidence has only that."""
    calls: tuple[RecordedCall, ...]
    """As they were made when it was played, where they were others."""

    @property
    def twice(self) -> tuple[str, ...]:
        """Pieces and rulings that are named more than once."""
        return (*self.at.twice, *repeated([each.id for each in self.rulings]))


def read_moment(evidence: Evidence, where: Path) -> ReadMoment:
    parts = {part: _file(evidence, f"{Member.SETTINGS}{part}.json", where) for part in PARTS}
    stated = {part: f"{Member.SETTINGS}{part}.json" for part in OPTIONAL_PARTS}
    parts |= {part: evidence.files[name] for part, name in stated.items() if name in evidence.files}
    at = read_poses(_file(evidence, Member.POSES, where), f"{where}: {Member.POSES}")
    settings = _settings(parts, where)
    reasons = _optional(evidence, Member.MISSING, Reasons, where) or {}
    whereabouts = _optional(evidence, Member.WHEREABOUTS, StatedSpots, where) or {}
    said = _optional(evidence, Member.RECORDED, Recorded, where)
    then = None if said is None else poses_of(said.poses, f"{where}: {Member.RECORDED}")
    named = {
        Member.POSES: at.poses.keys(),
        Member.MISSING: reasons.keys(),
        Member.WHEREABOUTS: whereabouts.keys(),
        Member.RECORDED: () if then is None else then.poses.keys(),
    }
    for name, pieces in named.items():
        if strangers := sorted(set(pieces) - {piece.id for piece in settings.pieces}):
            what = template("got a piece {piece!r:.80} that is not on the table")
            raise bad_file(f"{where}: {name}", what, piece=strangers[0])
    return ReadMoment(
        settings=settings,
        at=at,
        reasons=reasons,
        whereabouts=whereabouts,
        rulings=tuple(_decoded(evidence, Member.RULINGS, list[Ruling], where)),
        overrulings=_overrulings(evidence, where),
        versions=_decoded(evidence, Member.VERSIONS, dict[str, str], where),
        changes=_optional(evidence, Member.CHANGES, TableChanges, where) or TableChanges(),
        then=then,
        calls=() if said is None else tuple(said.calls),
    )


def _overrulings(evidence: Evidence, where: Path) -> tuple[MadeOverruling, ...]:
    if evidence.manifest.format == 1:
        return tuple(map(MadeOverruling, _decoded(evidence, Member.OVERRULINGS, list[Overruling], where)))
    return tuple(_decoded(evidence, Member.OVERRULINGS, list[MadeOverruling], where))


def _settings(parts: Mapping[str, bytes], where: Path) -> TableSettings:
    """A stranger's settings may be of the right form and make no sense."""
    try:
        return settings_from(parts, where)
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as problem:
        raise not_ours(f"{where}: {Member.SETTINGS}", problem) from None


def versions() -> dict[str, str]:
    """Of all that has a say in a ruling."""
    return {
        "tableassist": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        **{name: installed_version(name) or loaded_version(at) or NOT_STATED for name, at in LIBRARIES.items()},
    }


def _file(evidence: Evidence, name: str, where: Path) -> bytes:
    if name not in evidence.files:
        raise bad_file(where, "{name} is missing", name=name)
    return evidence.files[name]


def _optional(evidence: Evidence, name: str, kind: type[T], where: Path) -> T | None:
    return _decoded(evidence, name, kind, where) if name in evidence.files else None


def _decoded(evidence: Evidence, name: str, kind: type[T], where: Path) -> T:
    content = _file(evidence, name, where)
    try:
        value = msgspec.json.decode(content, type=kind, dec_hook=from_words)
        more = first_unread(msgspec.json.decode(content), msgspec.json.decode(_json(value)))
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(f"{where}: {name}", problem) from None
    if more is not None:
        raise bad_file(f"{where}: {name}", "got '{name}', which nothing in it is called", name=one_line(more, 80))
    return value


def first_unread(stated: object, value: object) -> str | None:
    """A name in the text that its value has not: nobody would check what is said under it."""
    if isinstance(stated, dict) and isinstance(value, dict):
        unread = next((name for name in stated if name not in value), None)
        if unread is not None:
            return str(unread)
        pairs = [(each, value[name]) for name, each in stated.items()]
    elif isinstance(stated, list) and isinstance(value, list):
        pairs = list(zip(stated, value, strict=False))
    else:
        return None
    return next((unread for pair in pairs if (unread := first_unread(*pair)) is not None), None)


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=in_words), indent=1)
