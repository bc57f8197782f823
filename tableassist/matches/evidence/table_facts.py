"""Whether the settings that a moment was judged by are those of the table file beside them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tableassist.errors import BadFileError, one_line
from tableassist.matches.evidence.findings import SHOWN, EvidenceFindings
from tableassist.messages import Message, template
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.evidence import (
    Evidence,
    Member,
    ReadMoment,
    first_unread,
)
from tableassist.store.match import settings_parts
from tableassist.store.table import TableBundle, bundle_from, settings_of, unnamed_files

MEASURED_BY = ("name", "mat", "camera")
"""Parts that no game changes."""
PLAYED_BY = ("rules", "ledger", "confirmations")
"""Parts that change while a game is played."""
PLAYED_WORDS = {
    "rules": Message("edition, house rules or crew are not those of the table file"),
    "ledger": Message("the ledger (owners, masts, crew, turns) is not that of the table file"),
    "confirmations": Message("people confirmed masts, plates or that ships are flat on the mat: no picture shows that"),
}


@dataclass(frozen=True, slots=True)
class Unlike:
    """What is not as in the table file."""

    parts: tuple[str, ...]
    pieces: tuple[str, ...]
    """What of which piece, as "revenge: mounts"."""


def unlike_table(settings: TableSettings, bundle: TableBundle) -> Unlike:
    table = settings_of(bundle)
    ours, theirs = settings_parts(settings), settings_parts(table)
    parts = tuple(part for part in (*MEASURED_BY, *PLAYED_BY) if ours.get(part) != theirs.get(part))
    mine, its = _by_piece(settings), _by_piece(table)
    return Unlike(parts, tuple(sorted(key for key in {**mine, **its} if mine.get(key) != its.get(key))))


def _by_piece(settings: TableSettings) -> Mapping[str, object]:
    pieces = msgspec.json.decode(settings_parts(settings)["pieces"])
    return {f"{piece['id']}: {name}": value for piece in pieces for name, value in piece.items()}


def check_table(evidence: Evidence, moment: ReadMoment, findings: EvidenceFindings, path: Path, *, same: bool) -> None:
    """`same`: this is the program that made it."""
    files = evidence.folder(Member.TABLE)
    if not files:
        findings.not_proven(Message("there is no table file in it to compare the settings with"))
        return
    try:
        bundle = bundle_from(files, path)
        for name in unnamed_files(bundle)[:SHOWN]:
            findings.off(Message("table/{name}: the table file does not refer to it", name=name), same_program=same)
        unlike = unlike_table(moment.settings, bundle)
    except BadFileError as problem:
        findings.off(Message("the table file cannot be read: {problem}", problem=problem.message), same_program=same)
        return
    _tell_unread(evidence, moment.settings, findings, same=same)
    _tell_parts(unlike, findings, same=same)
    _tell_pieces(unlike, moment, findings, same=same)
    if not unlike.parts and not unlike.pieces:
        findings.tell(Message("the settings are those of the table file"))


def _tell_unread(evidence: Evidence, settings: TableSettings, findings: EvidenceFindings, *, same: bool) -> None:
    """What is said in the settings and read by nothing. Beside an edition's name older versions wrote what follows from
    it."""
    for part, content in settings_parts(settings).items():
        stated = msgspec.json.decode(evidence.files.get(f"{Member.SETTINGS}{part}.json", content))
        value = msgspec.json.decode(content)
        if part == "rules":
            stated["edition"] = value["edition"]
        unread = first_unread(stated, value)
        if unread is not None:
            what = template("settings/{part}.json: got '{name}', which nothing in it is called")
            findings.off(Message(what, part=part, name=one_line(unread, 80)), same_program=same)


def _tell_parts(unlike: Unlike, findings: EvidenceFindings, *, same: bool) -> None:
    for part in unlike.parts:
        if part in MEASURED_BY:
            what = Message("settings/{part}.json is not what the table file in the same zip says", part=part)
            findings.off(what, same_program=same)
        else:
            findings.on_trust(PLAYED_WORDS[part])


def _tell_pieces(unlike: Unlike, moment: ReadMoment, findings: EvidenceFindings, *, same: bool) -> None:
    declared = set(moment.changes.pieces)
    for piece in [each for each in unlike.pieces if each not in declared][:SHOWN]:
        what = template("settings/pieces.json: {piece} is not as the table file in the same zip says")
        findings.off(Message(what, piece=piece), same_program=same)
    for piece in [each for each in unlike.pieces if each in declared][:SHOWN]:
        findings.on_trust(Message("{piece} was changed since the table file was read", piece=piece))
    for edit in moment.changes.edits[-SHOWN:]:
        findings.on_trust(Message("changed at {when}: {words}", when=edit.made, words=edit.words))
