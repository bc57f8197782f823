"""The pieces of a table file: a model or a card, what the file says otherwise, and the tags."""

import math
import re
from dataclasses import replace

import msgspec

from tableassist.messages import template
from tableassist.pieces import (
    TERRAIN_KINDS,
    Cannon,
    CannonRange,
    Grade,
    MountKind,
    MoveSegment,
    Piece,
    PieceKind,
    PieceModel,
    TagMount,
)
from tableassist.pieces.catalogue import Card, CrewCard, FortCard, ShipCard
from tableassist.pieces.physical import LEAN_SIGMA_RAD, PieceOutline, apply_outline
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_sift import Sifted
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.models.file import find_model, turned_outline
from tableassist.store.table.entry import (
    BY_EYE_XY_MM,
    HAND_SLOPE_DEG,
    JIG_SLOPE_DEG,
    MountEntry,
    OutlineEntry,
    PieceEntry,
)
from tableassist.store.table.problem import Findings, one_line
from tableassist.vision.hull.appearance import NUMBERS, ZONES

MOST_COUNTS = 8
"""Of a wrong list that an error repeats."""
CANNON = re.compile(r"([1-6])([SL])")


def find_card(key: str, findings: Findings, field: str) -> Card | None:
    """The catalogue is read only here: a table without cards needs none."""
    with findings.caught(field):
        catalogue = packaged_catalogue()
        card = catalogue.card(key)
        if card is not None:
            return card
        near = catalogue.nearest_key(key, catalogue.cards) if findings.wants_hints else None
        where, got = f"{findings.path}: {field}", one_line(key)
        if near:
            raise bad_file(where, "got {got}, did you mean '{near}'?", got=f"'{got}'", near=near)
        raise bad_file(where, "got '{key}', expected a key of the catalogue, as SM/PS-001", key=got)
    return None


def piece_of(entry: PieceEntry, sifted: Sifted, findings: Findings) -> Piece | None:
    """None where nobody can say what shape it has; that has been told."""
    where = sifted.where(entry)
    card = None if entry.card is None else find_card(entry.card, findings, f"{where}.card")
    if isinstance(card, CrewCard):
        what = template("got '{key}', {name} of the crew, expected a ship or a fort")
        findings.error(f"{where}.card", what, key=card.key, name=card.name)
        return None
    model = _model(entry, card, where, findings)
    if model is None:
        return None
    printed = card.cannons if card is not None else ""
    cannons = _cannons(printed if entry.cannons is None else entry.cannons, model, f"{where}.cannons", findings)
    model = _with_flags(entry, model, len(cannons), f"{where}.flag_places", findings)
    if entry.optional and model.kind not in TERRAIN_KINDS:
        findings.error(f"{where}.optional", "got true for a {kind}, expected it of terrain only", kind=model.kind)
    for index, lost in enumerate(entry.masts_lost):
        _check_mast(lost, model, f"{where}.masts_lost[{index}]", findings)
    points = float(card.points) if isinstance(card, ShipCard) else 0.0
    return Piece(
        id=entry.id,
        name=entry.name or (card.name if card is not None else entry.id),
        model=model,
        owner=entry.captured_by or entry.owner,
        cannons=cannons,
        mounts=tuple(_mount(tag, model, sifted.where(tag), findings) for tag in entry.tags),
        card=card.key if card is not None else None,
        points=points if entry.points is None else entry.points,
        effects=tuple(dict.fromkeys((*(card.effects if card is not None else ()), *entry.effects))),
        keywords=card.keywords if isinstance(card, ShipCard) else (),
        nation=card.nation.value if card is not None else None,
        base_move=_base_move(entry, card, f"{where}.base_move", findings),
        hull_colours=_hull_colours(entry, f"{where}.hull_colours", findings),
        is_optional=entry.optional,
    )


def _with_flags(entry: PieceEntry, model: PieceModel, cannons: int, field: str, findings: Findings) -> PieceModel:
    """A fort has as many flags as its card has cannons, on whichever places of the model its builder chose."""
    if model.kind is not PieceKind.FORT:
        if entry.flag_places:
            findings.error(field, "got flag places for a {kind}, expected them of a fort only", kind=model.kind)
        return model
    places, most = entry.flag_places or list(range(1, cannons + 1)), len(model.flags)
    if not cannons and not entry.flag_places:
        return model
    if len(places) != cannons or len(set(places)) != len(places) or max(places) > most:
        what = template("got {places}, expected {count} different places from 1 to {most} ({model})")
        findings.error(field, what, places=tuple(places), count=cannons, most=most, model=model.name)
        return model
    return replace(model, flags=tuple(model.flags[place - 1] for place in places))


def _hull_colours(entry: PieceEntry, field: str, findings: Findings) -> tuple[float | None, ...]:
    parts = entry.hull_colours
    if not parts:
        return ()
    counts = tuple(len(part) for part in parts)
    if len(parts) != ZONES or any(count not in (0, NUMBERS) for count in counts):
        what = template("got lists of {counts} numbers, expected {parts} lists of {numbers} each, or empty ones")
        findings.error(field, what, counts=counts[:MOST_COUNTS], parts=ZONES, numbers=NUMBERS)
        return ()
    return tuple(number for part in parts for number in (part or (None,) * NUMBERS))


def _base_move(
    entry: PieceEntry, card: ShipCard | FortCard | None, field: str, findings: Findings
) -> tuple[MoveSegment, ...]:
    printed = card.base_move if isinstance(card, ShipCard) else ()
    if entry.base_move is None:
        return printed
    parts = tuple(part.strip() for part in entry.base_move.split("+"))
    if not all(part in (MoveSegment.SHORT, MoveSegment.LONG) for part in parts):
        got = one_line(entry.base_move)
        findings.error(field, "got '{base_move}', expected S and L joined by +, such as S+L", base_move=got)
        return printed
    return tuple(MoveSegment(part) for part in parts)


def _model(entry: PieceEntry, card: ShipCard | FortCard | None, where: str, findings: Findings) -> PieceModel | None:
    named = entry.model or (card.model if card is not None else None)
    if named is None:
        if entry.card is None:
            findings.error(f"{where}.model", "missing, expected a model, or a card of the catalogue")
        return None
    with findings.caught(f"{where}.model"):
        model = find_model(named, asked_in=findings.path, field=f"{where}.model" if entry.model else f"{where}.card")
        model = model if entry.outline is None else _with_outline(model, entry.outline, f"{where}.outline", findings)
        return model if entry.outline_sigma_mm is None else _with_sigma(model, entry.outline_sigma_mm)
    return None


def _with_sigma(model: PieceModel, sigma_mm: float) -> PieceModel:
    """The model with the sigma that the table file gives for the whole outline."""
    return replace(model, sigma_mm=sigma_mm, hull_sigma_mm=())


def _with_outline(model: PieceModel, entry: OutlineEntry, where: str, findings: Findings) -> PieceModel:
    hull = turned_outline(findings.path, f"{where}.hull_mm", tuple(entry.hull_mm))
    if entry.masts_mm and len(entry.masts_mm) != len(model.masts):
        what = template("got {count} places, expected {masts}, one for each mast of {model}")
        findings.error(f"{where}.masts_mm", what, count=len(entry.masts_mm), masts=len(model.masts), model=model.name)
    sigmas = tuple(entry.hull_sigma_mm)
    if sigmas and len(sigmas) != len(hull):
        what = template("got {count} values, expected {corners}, one for each corner of hull_mm")
        findings.error(f"{where}.hull_sigma_mm", what, count=len(sigmas), corners=len(hull))
        sigmas = ()
    if hull != tuple(entry.hull_mm):
        sigmas = sigmas[::-1]  # the corners were turned counter-clockwise
    outline = PieceOutline(
        hull, entry.sigma_mm, Grade(entry.grade), entry.height_mm, tuple(entry.masts_mm), entry.rig_sigma_mm, sigmas
    )
    return apply_outline(model, outline)


def _mount(entry: MountEntry, model: PieceModel, where: str, findings: Findings) -> TagMount:
    if entry.mount is MountKind.MASTHEAD:
        if entry.mast is None:
            findings.error(f"{where}.mast", "missing, expected the mast that carries this tag")
        else:
            _check_mast(entry.mast, model, f"{where}.mast", findings)
    fields = msgspec.structs.asdict(entry)
    slope, lean = fields.pop("sigma_slope_deg"), fields.pop("sigma_lean_deg")
    if slope is None:
        slope = HAND_SLOPE_DEG if entry.sigma_xy_mm >= BY_EYE_XY_MM else JIG_SLOPE_DEG
    return TagMount(
        kind=fields.pop("mount"),
        yaw_rad=math.radians(fields.pop("yaw_deg")),
        sigma_yaw_rad=math.radians(fields.pop("sigma_yaw_deg")),
        slope_x=math.tan(math.radians(fields.pop("slope_x_deg"))),
        slope_y=math.tan(math.radians(fields.pop("slope_y_deg"))),
        sigma_slope=math.radians(slope),
        sigma_lean_rad=LEAN_SIGMA_RAD if lean is None else math.radians(lean),
        **fields,
    )


def _check_mast(mast: int, model: PieceModel, where: str, findings: Findings) -> None:
    most = model.upright_count
    if mast > most > 0:
        what = template("got mast {mast}, expected 1 to {most} ({model})")
        findings.error(where, what, mast=mast, most=most, model=model.name)
    elif mast > most:
        findings.error(where, "got mast {mast}, expected none: {model} has no masts", mast=mast, model=model.name)


def _cannons(text: str, model: PieceModel, where: str, findings: Findings) -> tuple[Cannon, ...]:
    """ "2S-3L" is rank and reach, front to back, one a mast unless the model has other posts for them."""
    parts = text.split("-") if text else []
    matches = [CANNON.fullmatch(part) for part in parts]
    posts = model.printed_posts
    if None in matches:
        what = template("got '{text}', expected rank and S or L for each mast, as in '2S-3L'")
        findings.error(where, what, text=one_line(text))
        return ()
    if len(parts) > len(posts):
        what = template("got {count} cannons, expected at most {most} ({name})")
        findings.error(where, what, count=len(parts), most=len(posts), name=model.name)
        return ()
    return tuple(
        Cannon(post.upright, int(match[1]), CannonRange(match[2]), number, post.at, post.shots)
        for number, (post, match) in enumerate(zip(posts, matches, strict=False), 1)
        if match is not None
    )
