"""All questions of the moment, in one visible order."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.cannon_range import RULE as RANGE
from tableassist.rules.cannon_range import rule_ranges
from tableassist.rules.docking import RULE as DOCKING
from tableassist.rules.docking import rule_dockings
from tableassist.rules.line_of_fire import RULE as LINE
from tableassist.rules.line_of_fire import may_block, rule_line_of_fire
from tableassist.rules.ram import RULE as RAM
from tableassist.rules.ram import rule_rams
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Pair = tuple[PlacedPiece, PlacedPiece]
Kept = dict[tuple[str, str, str], list[Ruling]]
"""By the rule's first question, the subject and the target."""


def _of_kind(scene: Scene, *kinds: PieceKind) -> list[Piece]:
    """Seen or not: a question about a piece that nobody sees has an answer too."""
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    return [piece for piece in everything if piece.model.kind in kinds]


def _enemies(scene: Scene, *kinds: PieceKind) -> Iterator[tuple[Piece, Piece]]:
    owners = scene.ledger.owners
    ships = [(ship, owners[ship.id]) for ship in _of_kind(scene, *kinds) if ship.id in owners]
    return ((ship, other) for ship, owner in ships for other, enemy in ships if enemy != owner)


def _shooters(scene: Scene) -> Iterator[tuple[Piece, Piece]]:
    """A sea creature shoots and is shot at like a ship (complete, Sea Creatures)."""
    return _enemies(scene, PieceKind.SHIP, PieceKind.SEA_CREATURE)


def _rammers(scene: Scene) -> Iterator[tuple[Piece, Piece]]:
    """A sea creature neither rams nor is rammed (complete, Sea Creatures)."""
    return _enemies(scene, PieceKind.SHIP)


def _shores(scene: Scene) -> Iterator[tuple[Piece, Piece]]:
    return product(_of_kind(scene, PieceKind.SHIP), _of_kind(scene, PieceKind.ISLAND, PieceKind.FORT))


def _shots(pairs: list[Pair], scene: Scene, settings: RuleSettings) -> Iterator[Ruling]:
    asked = [(one, cannon, other) for one, other in pairs for cannon in one.cannons_standing]
    for (shooter, _, target), in_range in zip(asked, rule_ranges(asked, settings), strict=True):
        yield from _with_line(in_range, shooter, target, scene, settings)


def _with_line(
    in_range: Ruling, shooter: PlacedPiece, target: PlacedPiece, scene: Scene, settings: RuleSettings
) -> Iterator[Ruling]:
    """The ruling on a range, followed by the one on its line of fire where there is any to draw."""
    yield in_range
    if in_range.verdict in (Verdict.YES, Verdict.TOO_CLOSE):
        cannon = next(each for each in shooter.piece.cannons if each.mast == in_range.cannon)
        line = rule_line_of_fire(shooter, cannon, target, in_range, scene, settings)
        if line is not None:
            yield line


def _masts_of(piece: Piece, scene: Scene) -> tuple[int | None, ...]:
    lost = scene.ledger.masts_lost.get(piece.id, frozenset())
    return tuple(cannon.mast for cannon in piece.cannons if cannon.mast not in lost)


def _no_mast(_piece: Piece, _scene: Scene) -> tuple[int | None, ...]:
    return (None,)


def _missing(scene: Scene, *pieces: Piece) -> str | None:
    """Why these pieces cannot be judged, or None."""
    for piece in pieces:
        placed = scene.find(piece.id)
        if placed is None:
            return f"{piece.name} has not been seen"
        if placed.is_stale:
            return f"{piece.name} has been hidden for {placed.hidden_s:.1f} s"
    return None


def _not_seen(rule: str, subject: Piece, target: Piece, citation: str, reason: str, mast: int | None = None) -> Ruling:
    return Ruling(
        rule=rule,
        subject=subject.id,
        target=target.id,
        cannon=mast,
        verdict=Verdict.NOT_SEEN,
        measured_mm=None,
        limit_mm=None,
        sigma_mm=None,
        probability=None,
        citation=citation,
        witness=None,
        reason=reason,
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """All questions of one kind between two pieces."""

    names: frozenset[str]
    first: str
    """The question that is answered with `not seen` where a piece is missing."""
    citation: Callable[[RuleSettings], str]
    pairs: Callable[[Scene], Iterator[tuple[Piece, Piece]]]
    judge: Callable[[list[Pair], Scene, RuleSettings], Iterable[Ruling]]
    masts: Callable[[Piece, Scene], tuple[int | None, ...]]
    """The cannons that are asked about; one None where no cannon is."""
    past_others: bool
    """Whether pieces between the two can change the answer."""


RULES: tuple[Rule, ...] = (
    Rule(
        names=frozenset({RANGE, LINE}),
        first=RANGE,
        citation=lambda settings: settings.edition.range_section,
        pairs=_shooters,
        judge=_shots,
        masts=_masts_of,
        past_others=True,
    ),
    Rule(
        names=frozenset({DOCKING}),
        first=DOCKING,
        citation=lambda settings: settings.edition.docking_section,
        pairs=_shores,
        judge=rule_dockings,
        masts=_no_mast,
        past_others=False,
    ),
    Rule(
        names=frozenset({RAM}),
        first=RAM,
        citation=lambda settings: settings.edition.ram_section,
        pairs=_rammers,
        judge=rule_rams,
        masts=_no_mast,
        past_others=False,
    ),
)


def adjudicate(
    scene: Scene, settings: RuleSettings, before: tuple[Scene, tuple[Ruling, ...]] | None = None
) -> tuple[Ruling, ...]:
    """What a piece that changed since `before` cannot affect is taken from there; the very tuple if nothing changed."""
    same_ledger = before is not None and before[0].ledger is scene.ledger
    changed = _changed(scene, before[0]) if before is not None and same_ledger else None
    if before is not None and changed is not None and not changed:
        return before[1]
    kept = _by_pair(before[1]) if before is not None and changed is not None else {}
    return tuple(ruling for rule in RULES for ruling in _judged(rule, scene, settings, kept, changed or {}))


def _judged(
    rule: Rule, scene: Scene, settings: RuleSettings, kept: Kept, changed: dict[str, tuple[PlacedPiece, ...]]
) -> Iterator[Ruling]:
    """In the order of the pairs; those that must be judged anew all at once."""
    rows: list[tuple[Piece, Piece, list[Ruling]]] = []
    fresh: list[Pair] = []
    for subject, target in rule.pairs(scene):
        old: list[Ruling] = []
        if subject.id not in changed and target.id not in changed:
            old = kept.get((rule.first, subject.id, target.id), [])
        if not old:
            missing = _missing(scene, subject, target)
            if missing is None:
                fresh.append((scene.at(subject), scene.at(target)))
            else:
                masts, cited = rule.masts(subject, scene), rule.citation(settings)
                old = [_not_seen(rule.first, subject, target, cited, missing, mast) for mast in masts]
        rows.append((subject, target, old))
    new = _by_pair(rule.judge(fresh, scene, settings))
    for subject, target, old in rows:
        if not old:
            yield from new.get((rule.first, subject.id, target.id), ())
        elif rule.past_others and _in_range(old) and _in_the_way(subject, target, scene, changed):
            yield from _lines_anew(old, scene, settings)
        else:
            yield from old


def _lines_anew(old: list[Ruling], scene: Scene, settings: RuleSettings) -> Iterator[Ruling]:
    """Ranges stay as they are; something that moved may have come into a line, or left it."""
    for ruling in old:
        if ruling.rule == RANGE:
            shooter, target = scene.find(ruling.subject), scene.find(ruling.target)
            if shooter is None or target is None:
                yield ruling
            else:
                yield from _with_line(ruling, shooter, target, scene, settings)


def _changed(scene: Scene, before: Scene) -> dict[str, tuple[PlacedPiece, ...]]:
    """Each piece that is not the same value as before, where it is and where it was."""
    now = {placed.id: placed for placed in scene.pieces}
    then = {placed.id: placed for placed in before.pieces}
    changed = {}
    for piece in {**now, **then}:
        if now.get(piece) is not then.get(piece):
            changed[piece] = tuple(placed for placed in (now.get(piece), then.get(piece)) if placed is not None)
    return changed


FIRST = {name: rule.first for rule in RULES for name in rule.names}


def _by_pair(rulings: Iterable[Ruling]) -> Kept:
    pairs: Kept = {}
    for ruling in rulings:
        pairs.setdefault((FIRST[ruling.rule], ruling.subject, ruling.target), []).append(ruling)
    return pairs


def _in_range(old: list[Ruling]) -> bool:
    return any(ruling.verdict in (Verdict.YES, Verdict.TOO_CLOSE) for ruling in old)


def _in_the_way(subject: Piece, target: Piece, scene: Scene, changed: dict[str, tuple[PlacedPiece, ...]]) -> bool:
    """Whether something that changed stands, or stood, where a line between the two ships could pass."""
    one, other = scene.find(subject.id), scene.find(target.id)
    if one is None or other is None:
        return False
    return any(may_block(one, other, place) for places in changed.values() for place in places)
