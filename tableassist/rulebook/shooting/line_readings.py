"""Lines of fire under each reading of what the text leaves open: a fort's own island, low pieces."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import shapely

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.disputes import LOW_PIECES, OWN_ISLAND, Dispute
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.cannon_range import Effects
from tableassist.rulebook.shooting.line_blockers import LineAsk
from tableassist.rulebook.shooting.line_of_fire import lines_and_shadows, rule_lines
from tableassist.scene.placed_piece import PlacedPiece

LOW_MM = 12.0
"""A deck is 6 to 9 mm above the mat, the lowest sail begins at 14."""

Line = Ruling | None


def read_lines(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> list[Line]:
    """As `rule_lines`, with both readings where they differ."""
    asked = list(asks)
    lines, shaded = lines_and_shadows(asked, scene, settings, effects)
    blocked = [place for place, line in enumerate(lines) if line is not None and line.verdict is not Verdict.YES]
    forts = [place for place in blocked if asked[place].target.piece.model.kind is PieceKind.FORT]
    own = {place: _own_islands(asked[place], scene) & shaded.get(place, set()) for place in forts}
    _read(OWN_ISLAND, own, asked, lines, scene, settings, effects)
    still = [place for place in blocked if _is_settled_but_blocked(lines[place])]
    low = {place: _low(shaded.get(place, set()), asked[place], scene) for place in still}
    _read(LOW_PIECES, low, asked, lines, scene, settings, effects)
    return lines


def _low(pieces: Iterable[str], ask: LineAsk, scene: Scene) -> frozenset[str]:
    """Those that could be shot over. A fort's own island has a dispute of its own."""
    there = ask.scene or scene
    placed = (each for each in map(there.find, pieces) if each is not None and each.id != ask.target.id)
    return frozenset(each.id for each in placed if is_low(each)) - _own_islands(ask, scene)


def _is_settled_but_blocked(line: Line) -> bool:
    return line is not None and line.verdict is not Verdict.YES and not line.readings


def _read(
    dispute: Dispute,
    lifted: Mapping[int, frozenset[str]],
    asks: list[LineAsk],
    lines: list[Line],
    scene: Scene,
    settings: RuleSettings,
    effects: Effects | None,
) -> None:
    """Judges the lines at these places by the lenient reading, too, and puts what comes of it in their place. That
    reading takes the `lifted` pieces out of the way; of those that hide nothing there is nothing to take."""
    assert dispute.house_rule is not None
    lifted = {place: gone for place, gone in lifted.items() if gone}
    anew = [replace(asks[place], lifted=asks[place].lifted | gone) for place, gone in lifted.items()]
    if not anew:
        return
    chosen = settings.house.get(dispute.house_rule)
    for place, ask, other in zip(lifted, anew, rule_lines(anew, scene, settings, effects), strict=True):
        line = lines[place]
        if line is None or other is None or other.verdict is line.verdict:
            continue
        if chosen is None:
            lines[place] = _both(line, other, dispute)
        elif chosen == dispute.readings[0][0]:
            lines[place] = changed(line, house=(*line.house, dispute.house_rule))
        else:
            asks[place], lines[place] = ask, changed(other, house=(*line.house, dispute.house_rule))


def _both(line: Ruling, other: Ruling, dispute: Dispute) -> Ruling:
    """Where the text has a literal answer it stands, beside the other; else nobody can call it."""
    (_, strict), (_, lenient) = dispute.readings
    readings = (dispute.reading(strict, line.verdict), dispute.reading(lenient, other.verdict))
    if dispute.literal:
        return changed(line, readings=readings)
    reason = Message(
        "{reason}; whether {question} is open ({dispute})",
        reason=line.reason,
        question=dispute.about,
        dispute=dispute.id,
    )
    return changed(line, verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


def _own_islands(ask: LineAsk, scene: Scene) -> frozenset[str]:
    """What the target stands on if it is a fort; nothing for others."""
    target = ask.target
    if target.piece.model.kind is not PieceKind.FORT:
        return frozenset()
    islands = (each for each in (ask.scene or scene).pieces if each.piece.model.kind is PieceKind.ISLAND)
    return frozenset(each.id for each in islands if shapely.intersects(each.hull, target.hull))


def is_low(placed: PlacedPiece) -> bool:
    """Nothing of it stands up: an island, or a ship without masts. Fog blocks by what it is, not by its height."""
    model = placed.piece.model
    if model.kind is PieceKind.FOG_BANK or placed.masts_standing:
        return False
    return max([model.height_mm, *(part.head_mm for part in model.parts)]) <= LOW_MM
