"""A judged picture as JSON: an interface that others read, so its names stay."""

import math

import msgspec

from tableassist.messages import Message
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.vision.dice.reading import DieReading
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.registration.registration import Registration


class MastRow(msgspec.Struct):
    mast: int
    """1 is the foremost."""
    seen: str
    ledger: str


class PieceRow(msgspec.Struct):
    id: str
    tags: tuple[int, ...]
    x_mm: float | None
    y_mm: float | None
    heading_deg: float | None
    sigma_mm: float | None
    heading_sigma_deg: float | None
    seen: bool
    reason: str | None = None
    """Why it is not measured in this picture; None where it is."""
    masts: tuple[MastRow, ...] = ()
    """Those that the ledger has otherwise than the picture."""
    confirmed: tuple[str, ...] = ()
    """Facts that a person has confirmed."""
    open_facts: tuple[str, ...] = ()
    """Facts that nothing shows and nobody has confirmed; not every answer hangs on them."""
    pictures: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Those of several pictures that show its tags."""
    alone_sigma_mm: float | msgspec.UnsetType | None = msgspec.UNSET
    """`sigma_mm` by the first of several pictures; None where it does not measure the piece."""


class ReadingRow(msgspec.Struct):
    words: str
    verdict: str


class ConditionRow(msgspec.Struct):
    piece: str
    masts: tuple[int, ...]
    """That stand by the ledger; none where it is about another fact."""
    words: str
    fact: str = ""
    """What a person would confirm: identity, masts, plate or flat."""


class RulingRow(msgspec.Struct):
    id: str
    rule: str
    subject: str
    target: str
    cannon: int | None
    verdict: str
    measured_mm: float | None
    limit_mm: float | None
    sigma_mm: float | None
    probability: float | None
    citation: str
    reason: str
    house: tuple[str, ...]
    readings: tuple[ReadingRow, ...]
    conditions: tuple[ConditionRow, ...]
    """What the answer hangs on though nothing shows it: with any, the verdict is a "yes if" or "no if" and no call."""
    conditional: bool = False
    """Whether there are any."""


class RegistrationRow(msgspec.Struct):
    residual_px: float
    mat_tags_seen: tuple[int, ...]
    camera_height_mm: float


class PictureRow(msgspec.Struct):
    name: str
    registration: RegistrationRow | None
    reason: str | None = None
    """Why it was left out; None where it was used."""


class DieRow(msgspec.Struct):
    value: int | None
    """None: not sure."""
    x_mm: float
    y_mm: float
    edge_mm: float
    certainty: float
    reason: str | None
    """Why it is not sure."""


class MomentRecord(msgspec.Struct):
    pieces: tuple[PieceRow, ...]
    rulings: tuple[RulingRow, ...]
    registration: RegistrationRow | None
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """What could be measured better; nothing is wrong."""
    dice: tuple[DieRow, ...] = ()
    """In the dice corner, from left to right."""
    pictures: tuple[PictureRow, ...] | msgspec.UnsetType = msgspec.UNSET
    """That were judged together, where there were several."""
    settled: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Ids of rulings that only all pictures together allow."""


def judgement(state: TableState, notes: tuple[Message, ...] = ()) -> MomentRecord:
    registration = state.registration
    return MomentRecord(
        pieces=tuple(_placed_row(placed, state) for placed in state.scene.pieces)
        + tuple(_missing_row(piece.id, _reason(state, piece.id)) for piece in state.scene.unseen),
        rulings=tuple(ruling_row(ruling) for ruling in state.rulings),
        registration=None if registration is None else _registration_row(registration),
        warnings=tuple(map(str, state.warnings)),
        notes=tuple(map(str, notes)),
        dice=tuple(map(_die_row, state.dice.readings)),
    )


def joint_judgement(
    state: TableState, alone: TableState | None, settled: tuple[Ruling, ...], notes: tuple[Message, ...] = ()
) -> MomentRecord:
    """Of several pictures; `alone` was judged by the first one, where its mat could be made out."""
    record = judgement(state, notes)
    sigmas = {placed.id: pose_numbers(placed.pose)[3] for placed in alone.scene.pieces} if alone is not None else {}
    names = [picture.name for picture in state.pictures]
    pieces = tuple(
        msgspec.structs.replace(
            row,
            pictures=tuple(names[number] for number in fit.pictures) if (fit := state.fits.get(row.id)) else (),
            alone_sigma_mm=sigmas.get(row.id),
        )
        for row in record.pieces
    )
    pictures = tuple(
        PictureRow(
            picture.name,
            None if picture.registration is None else _registration_row(picture.registration),
            None if picture.why_not is None else str(picture.why_not),
        )
        for picture in state.pictures
    )
    return msgspec.structs.replace(
        record, pieces=pieces, pictures=pictures, settled=tuple(ruling.id for ruling in settled)
    )


def _die_row(die: DieReading) -> DieRow:
    reason = None if die.reason is None else str(die.reason)
    x_mm, y_mm, edge_mm = (round(number, 2) for number in (die.x_mm, die.y_mm, die.edge_mm))
    return DieRow(die.value, x_mm, y_mm, edge_mm, round(die.certainty, 6), reason)


def _registration_row(seen: Registration) -> RegistrationRow:
    return RegistrationRow(round(seen.residual_px, 4), seen.mat_tags_seen, round(seen.camera_height_mm, 2))


def _reason(state: TableState, piece: str) -> str | None:
    reason = state.missing.reasons.get(piece)
    return None if reason is None else str(reason)


def _placed_row(placed: PlacedPiece, state: TableState) -> PieceRow:
    return PieceRow(
        placed.id,
        placed.pose.tags,
        *pose_numbers(placed.pose),
        seen=placed.hidden_s == 0.0,
        reason=_reason(state, placed.id),
        masts=_mast_rows(placed.id, state),
        confirmed=tuple(sorted(placed.confirmed)),
        open_facts=tuple(sorted(placed.on_trust.facts)),
    )


def _mast_rows(piece: str, state: TableState) -> tuple[MastRow, ...]:
    opposite = {MastSeen.GONE: MastSeen.STANDS, MastSeen.STANDS: MastSeen.GONE}
    return tuple(
        MastRow(each.mast, each.seen.value, opposite[each.seen].value)
        for each in mast_contradictions(state.fits, state.scene.state)
        if each.piece == piece
    )


def _missing_row(piece: str, reason: str | None) -> PieceRow:
    return PieceRow(piece, (), None, None, None, None, None, seen=False, reason=reason)


def pose_numbers(measured: PiecePose) -> tuple[float, float, float, float, float]:
    """x_mm, y_mm, heading_deg, sigma_mm, heading_sigma_deg."""
    at, turn_sigma_rad = measured.pose, measured.heading_sigma_rad
    place = at.x_mm, at.y_mm, math.degrees(at.heading_rad), measured.sigma_mm, math.degrees(turn_sigma_rad)
    x_mm, y_mm, heading_deg, sigma_mm, heading_sigma_deg = (round(number, 4) for number in place)
    return x_mm, y_mm, heading_deg, sigma_mm, heading_sigma_deg


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def ruling_row(ruling: Ruling) -> RulingRow:
    return RulingRow(
        id=ruling.id,
        rule=ruling.rule,
        subject=ruling.subject,
        target=ruling.target,
        cannon=ruling.cannon,
        verdict=ruling.verdict.value,
        measured_mm=_rounded(ruling.measured_mm, 3),
        limit_mm=_rounded(ruling.limit_mm, 3),
        sigma_mm=_rounded(ruling.sigma_mm, 3),
        probability=_rounded(ruling.probability, 6),
        citation=str(ruling.citation),
        reason=str(ruling.reason),
        house=ruling.house,
        readings=tuple(ReadingRow(str(reading.words), reading.verdict.value) for reading in ruling.readings),
        conditions=tuple(
            ConditionRow(each.piece, each.masts, str(each.words), each.fact) for each in ruling.conditions
        ),
        conditional=ruling.is_conditional,
    )


def to_json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2)
