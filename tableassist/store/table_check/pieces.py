"""Checks of single pieces: their tags, masts, cannons, states, and what nobody has measured yet."""

from tableassist.geometry import plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, Grade, MountKind, Piece, PieceKind, PieceState
from tableassist.pieces.physical import TAG_MODULES
from tableassist.store.models.catalogue_file import packaged_catalogue
from tableassist.store.table.entry import BY_EYE_XY_MM, BY_EYE_YAW_DEG, MountEntry, PieceEntry
from tableassist.store.table.file import ReadTable
from tableassist.store.table.problem import Findings

TAG_IDS = {"36h11": 587, "25h9": 35, "16h5": 30}
JIG_TAGS = range(570, 578)
DICE_TAGS = range(578, 582)
"""Of family 36h11: on the fitting-out jig."""
READS_PX = 1.4
"""Pixels a module below which tags begin to be missed."""
TYPICAL_HEIGHT_PX = 1080
FILLED = 0.95
"""Of the picture's height that a mat takes up which is well in view."""
MAX_NAMED = 6
"""In one hint: a line of a terminal or two."""
UNTAGGED = frozenset({PieceKind.CARD, PieceKind.COIN})


def check_pieces(read: ReadTable, findings: Findings) -> None:
    sifted = read.sifted
    made = {piece.id: piece for piece in read.settings.pieces}
    smallest = smallest_tags_mm(read)
    for mat_tag in read.entry.mat.tags:
        _check_id(mat_tag.family, mat_tag.tag, f"{sifted.where(mat_tag)}.tag", findings)
    for entry in read.entry.pieces:
        where = sifted.where(entry)
        for tag in entry.tags:
            _check_tag(tag, entry, sifted.where(tag), smallest[tag.family], findings)
        piece = made.get(entry.id)
        if piece is not None:
            _check_state(entry, piece, where, findings)
            _check_card(entry, piece, where, findings)
            _check_owner(entry, piece, where, findings)
            if not entry.tags and piece.model.kind not in UNTAGGED:
                findings.warn(f"{where}.tags", "got none, expected one or more: '{id}' will never be seen", id=entry.id)
    _hint_measuring(read, made, findings)


def smallest_tags_mm(read: ReadTable) -> dict[str, float]:
    """The smallest tag of each family that reads where the camera sees the whole mat."""
    lens = read.settings.camera.lens
    height_px = TYPICAL_HEIGHT_PX if lens is None else lens.height_px
    px_per_mm = FILLED * height_px / min(read.entry.mat.height_mm, 5000.0)
    return {family: READS_PX * modules / px_per_mm for family, modules in TAG_MODULES.items()}


def _check_id(family: str, tag: int, field: str, findings: Findings) -> None:
    if tag >= TAG_IDS[family]:
        last = TAG_IDS[family] - 1
        findings.error(
            field, "got {tag}, expected 0 to {last}: {family} has no more", tag=tag, last=last, family=family
        )
    elif family == "36h11" and tag in JIG_TAGS:
        findings.warn(field, "got {tag}, expected another: 570 to 577 are on the fitting-out jig", tag=tag)
    elif family == "36h11" and tag in DICE_TAGS:
        findings.warn(field, "got {tag}, expected another: 578 to 581 are on the dice corner", tag=tag)


def _check_tag(tag: MountEntry, entry: PieceEntry, where: str, smallest_mm: float, findings: Findings) -> None:
    _check_id(tag.family, tag.tag, f"{where}.tag", findings)
    if tag.size_mm < smallest_mm:
        what = template("got {size_mm:g}, too small to read here in {family}; expected {smallest_mm:.0f} or more")
        findings.warn(f"{where}.size_mm", what, size_mm=tag.size_mm, family=tag.family, smallest_mm=smallest_mm)
    if tag.mount is MountKind.MASTHEAD and tag.mast in entry.masts_lost:
        findings.warn(f"{where}.mast", "got mast {mast}, which is lost and took its tag along", mast=tag.mast)


def _check_state(entry: PieceEntry, piece: Piece, where: str, findings: Findings) -> None:
    lost = set(entry.masts_lost)
    if len(lost) != len(entry.masts_lost):
        got = str(entry.masts_lost)
        findings.warn(f"{where}.masts_lost", "got {masts_lost}, expected each mast once", masts_lost=got)
    standing = piece.model.upright_count - len(lost)
    if PieceState.DERELICT in entry.state and standing > 0:
        what = template("got derelict with {standing} masts standing, expected none standing")
        findings.error(f"{where}.state", what, standing=standing)
    if PieceState.ABANDONED in entry.state and piece.model.kind is not PieceKind.FORT:
        findings.error(f"{where}.state", "got abandoned for a {kind}, expected a fort", kind=piece.model.kind)
    if len(set(entry.state)) != len(entry.state):
        findings.warn(f"{where}.state", "got a state twice, expected each once")


def _check_card(entry: PieceEntry, piece: Piece, where: str, findings: Findings) -> None:
    posts = len(piece.model.printed_posts)
    ship = packaged_catalogue().ship(piece.card) if piece.card is not None else None
    count = len(piece.model.masts)
    if ship is not None and entry.model is not None and count and ship.masts != count:
        what = template("got {count} masts ({model}), expected {masts} as on {key} {name}")
        on_card = {"masts": ship.masts, "key": ship.key, "name": ship.name}
        findings.warn(f"{where}.model", what, count=count, model=entry.model, **on_card)
    written = len(entry.cannons.split("-")) if entry.cannons else 0
    if piece.model.kind is PieceKind.SHIP and entry.cannons and written < posts:
        what = template("got {written}, expected {posts}, one for each mast ({name})")
        findings.warn(f"{where}.cannons", what, written=written, posts=posts, name=piece.model.name)


def _check_owner(entry: PieceEntry, piece: Piece, where: str, findings: Findings) -> None:
    if piece.model.kind in SAILING_KINDS and piece.owner is None:
        findings.warn(
            f"{where}.owner",
            "got none, expected a player: without one, '{id}' can neither shoot nor be shot at",
            id=entry.id,
        )
    if entry.captured_by is not None and entry.captured_by == entry.owner:
        player = entry.captured_by
        findings.error(f"{where}.captured_by", "got {player}, her own player, expected another", player=player)


def _hint_measuring(read: ReadTable, made: dict[str, Piece], findings: Findings) -> None:
    """Name ships that were not fitted out in one hint, and outlines that tableassist scan measures in another."""
    ships, others = [], []
    for entry in read.entry.pieces:
        piece = made.get(entry.id)
        if piece is None:
            continue
        is_estimate = piece.model.grade is Grade.ESTIMATE and entry.outline_sigma_mm is None
        if piece.model.kind not in SAILING_KINDS:
            others += [piece] if is_estimate else []
        elif is_estimate or _has_tags_by_hand(entry):
            ships.append(piece)
    if ships:
        what = template(
            "not fitted out: {names}. Outlines (± {spread_mm:.1f} mm) and tags set by hand are estimates; "
            "tableassist mount measures them on the jig"
        )
        findings.hint("pieces", what, names=_names(ships), spread_mm=_widest_mm(ships))
    if others:
        what = template("outlines are estimates (up to ± {spread_mm:.1f} mm): {names}. tableassist scan measures them")
        findings.hint("pieces", what, names=_names(others), spread_mm=_widest_mm(others))


def _has_tags_by_hand(entry: PieceEntry) -> bool:
    return any(tag.sigma_xy_mm >= BY_EYE_XY_MM or tag.sigma_yaw_deg >= BY_EYE_YAW_DEG for tag in entry.tags)


def _names(pieces: list[Piece]) -> Text:
    names = tuple(piece.name for piece in pieces[:MAX_NAMED])
    more = len(pieces) - len(names)
    if not more:
        return Message("{names}", names=names)
    return Message("{names} and {more} more", names=names, more=more)


def _widest_mm(pieces: list[Piece]) -> float:
    return max(plus_minus(piece.model.sigma_mm) for piece in pieces)
