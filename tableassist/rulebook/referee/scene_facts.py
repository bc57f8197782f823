"""What is seen on a table, as the facts that the referee reads: contacts, shots, what lies within S."""

from collections.abc import Iterable, Iterator
from itertools import permutations

from tableassist.pieces import SAILING_KINDS, PieceKind
from tableassist.rulebook.contact.contact import RULE as CONTACT
from tableassist.rulebook.contact.contact import bow_of, rest_of, rule_touches
from tableassist.rulebook.contact.docking import RULE as DOCKING
from tableassist.rulebook.contact.pin import list_contradicted_ticks
from tableassist.rulebook.contact.ram import bow_contacts
from tableassist.rulebook.contact.within import rule_within
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.referee.acts.facts import TICKED_IN, Fact
from tableassist.rulebook.referee.acts.shooting import cannon_number
from tableassist.rulebook.rule import Pair
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.shooting.shot import RULE as SHOT
from tableassist.rulebook.state.game import FactKind, GameState
from tableassist.rulebook.terrain.terrain import RULE as TERRAIN
from tableassist.scene.separation import Parts

PLAIN = {CONTACT: FactKind.TOUCHES, TERRAIN: FactKind.IN_TERRAIN}


def facts_of(game: GameState, scene: Scene, rulings: Iterable[Ruling], settings: RuleSettings) -> Iterator[Fact]:
    """In the order in which the referee takes them. Where a ship is docked is not among them: see `docked_at`."""
    names = {*game.units, *game.crew}
    for ruling in rulings:
        if ruling.subject not in names or ruling.verdict is Verdict.NOT_SEEN:
            continue
        if ruling.rule in PLAIN and _is_there(game, ruling):
            if ruling.rule == TERRAIN and _is_spared(ruling):
                continue  # she lies in it, but it does nothing to her: that is no fact about where she is
            yield Fact(ruling.subject, PLAIN[ruling.rule], ruling.target, answer=ruling.verdict)
        elif ruling.rule == SHOT and ruling.cannon is not None and ruling.target in names:
            cannon = cannon_number(game, ruling.subject, ruling.cannon)
            yield Fact(ruling.subject, FactKind.SHOT, ruling.target, cannon, ruling.verdict)
    yield from _contradictions(game, scene, settings)
    afloat = [piece for piece in scene.pieces if piece.id in game.units and piece.piece.model.kind in SAILING_KINDS]
    pairs = list(permutations(afloat, 2))
    yield from bow_facts(pairs, settings)
    for subject, target in pairs:
        yield Fact(subject.id, FactKind.WITHIN_S, target.id, answer=rule_within(subject, target, "S", settings).verdict)


def _contradictions(game: GameState, scene: Scene, settings: RuleSettings) -> Iterator[Fact]:
    """That a piece which a person ticked as lost, tangled or wrecked is clear of such terrain, where the camera
    counts. No ruling says so: pieces far from terrain are not asked about."""
    kinds = {tick: kind for kind, tick in TICKED_IN.items()}
    for piece, tick in list_contradicted_ticks(scene, settings):
        for terrain in game.terrain.values():
            if terrain.kind is kinds.get(tick):
                yield Fact(piece, FactKind.IN_TERRAIN, terrain.id, answer=Verdict.NO)


def find_dock(rulings: Iterable[Ruling], ship: str) -> str:
    """The island or fort where she lies; empty where none is sure."""
    return next(
        (
            ruling.target
            for ruling in rulings
            if (ruling.rule, ruling.subject, ruling.verdict) == (DOCKING, ship, Verdict.YES)
        ),
        "",
    )


def _is_there(game: GameState, ruling: Ruling) -> bool:
    if ruling.rule == TERRAIN:
        terrain = game.terrain.get(ruling.target)
        return terrain is not None and terrain.kind is not PieceKind.TRADE_CURRENT
    return ruling.target in game.units or ruling.target in game.islands or ruling.target in game.terrain


def _is_spared(ruling: Ruling) -> bool:
    """Say whether a no about terrain means that it spares a piece that touches it, such as a ghostly ship."""
    if ruling.verdict is not Verdict.NO or ruling.measured_mm is None or ruling.limit_mm is None:
        return False
    return ruling.measured_mm <= ruling.limit_mm


def bow_facts(pairs: list[Pair], settings: RuleSettings) -> Iterator[Fact]:
    """Whose bow is on whom, and which of them are bow to bow."""
    touching: list[Pair] = []
    by_id = {(subject.id, target.id): (subject, target) for subject, target in pairs}
    for touch in bow_contacts(pairs, settings):
        yield Fact(touch.subject, FactKind.BOW_ON, touch.target, answer=touch.verdict)
        yield Fact(touch.target, FactKind.TOUCHES_BOW_OF, touch.subject, answer=touch.verdict)
        if touch.verdict is Verdict.YES:
            touching.append(by_id[touch.subject, touch.target])
    terms, to_measure = settings.edition.contact, []
    for subject, target in touching:
        bow = bow_of(subject, terms)
        if bow is not None:
            to_measure.append(Parts(subject, bow, target, rest_of(target, terms.bow_zone)))
    for rest in rule_touches(CONTACT, to_measure, terms.ram_section, settings):
        answer = {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(rest.verdict, rest.verdict)
        yield Fact(rest.subject, FactKind.BOW_TO_BOW, rest.target, answer=answer)
