"""Pins: a ship whose bow is against an enemy ship cannot move; and ticks of people that the camera contradicts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tableassist.messages import Message, template
from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.contact.conditions import (
    LOST_OR_NOT,
    NEVER_PINNED,
    NEVER_PINS,
    first_that_holds,
    in_fog,
    is_derelict_here,
    why_lost,
    why_not_met,
    why_not_rammed,
    why_not_ramming,
    why_perhaps_lost,
)
from tableassist.rulebook.contact.contact import SHIPS, both_ways, doubtful, follow_contact, forbidden
from tableassist.rulebook.contact.ram import RAM, both_of, bow_contacts, ram_pairs, rams_from
from tableassist.rulebook.editions.house_rule import list_decided_by, reading
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import PIN_HOUSE_RULES, ContactTerms
from tableassist.rulebook.rule import LastingContact, Pair, Rule, RuleGroup, judging
from tableassist.rulebook.ruling import Reading, Ruling, Verdict, cite, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between_all

RULE = "pin"


def rule_rams_and_pins(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Each ram, followed by the pin where a bow touches or may touch; measured once."""
    contacts = bow_contacts(pairs, settings)
    if all(contact.verdict is Verdict.NO for contact in contacts):
        return contacts
    rams = {(ram.subject, ram.target): ram for ram in rams_from(contacts, scene, settings)}
    pins = {(pin.subject, pin.target): pin for pin in pins_from(contacts, scene, settings)}
    touching_pairs = [(contact.subject, contact.target) for contact in contacts]
    return [ruling for pair in touching_pairs for ruling in (rams[pair], pins.get(pair)) if ruling is not None]


def pins_from(contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """From contacts of a bow with any part of an enemy: in every edition a pin asks no more than that of the place."""
    terms = settings.edition.contact
    house = list_decided_by(settings.house, PIN_HOUSE_RULES)
    pins = []
    for touch in (contact for contact in contacts if contact.verdict is not Verdict.NO):
        pin = touch.replace(rule=RULE, citation=cite(terms.pin_section), house=house)
        ship, enemy = both_of(touch, scene)
        lost = why_perhaps_lost(ship, scene, settings) or why_perhaps_lost(enemy, scene, settings)
        pins.append(doubtful(_judge_pin(pin, scene, settings, terms), lost))
    return pins


def is_seen_pinned(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
    """Say whether the camera alone shows that she is pinned.

    Only where a bow against an enemy is enough (spanish-main, revolution: Pin). Where a ram is needed, a contact does
    not tell whether there was one: then the referee knows, or a person ticks it.
    """
    if settings.edition.contact.pin_needs_ram:
        return False
    ships = both_ways(scene, frozenset({ship.id}), SHIPS, SHIPS)
    enemies = [
        (subject, target)
        for subject, target in ships
        if subject is ship and scene.state.are_enemies(subject.id, target.id)
    ]
    pins = pins_from(bow_contacts(enemies, settings), scene, settings)
    return any(pin.verdict is Verdict.YES for pin in pins)


def _judge_pin(touch: Ruling, scene: Scene, settings: RuleSettings, terms: ContactTerms) -> Ruling:
    ship, enemy = both_of(touch, scene)
    why = _never(ship, enemy, scene, settings) or _over(enemy, scene, settings)
    if why is not None:
        return forbidden(touch, why)
    if terms.pin_needs_ram and not is_in(scene.state, ship.id, PieceState.PINNED):
        return _if_she_rammed(_after_a_ram(touch, ship, enemy, scene, settings), terms)
    if terms.pin_ends_without_masts:
        what = Message("pinned until {enemy} moves away or has no mast left", enemy=enemy.name)
    else:
        what = Message("pinned until {enemy} moves away or is derelict", enemy=enemy.name)
    says = follow_contact(touch, what)
    if not terms.pin_is_open or is_in(scene.state, ship.id, PieceState.PINNED):
        return says
    by_ram = _if_she_rammed(_after_a_ram(touch, ship, enemy, scene, settings), terms)
    readings = (
        Reading(Message("a bow against an enemy pins her"), says.verdict),
        Reading(Message("only a ram pins her"), by_ram.verdict),
    )
    return says.replace(readings=readings)


def _if_she_rammed(pin: Ruling, terms: ContactTerms) -> Ruling:
    """Where a player chooses whether to ram, nobody sees from the contact that she did."""
    if pin.verdict is not Verdict.YES or terms.ram_is_automatic:
        return pin
    reason = Message("{pin}, if her player chose to ram", pin=pin.reason)
    return pin.replace(verdict=Verdict.TOO_CLOSE, probability=0.5, reason=reason)


def _never(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    if Effect.CANNOT_BE_PINNED in scene.effects_of(ship.id):
        return Message("her ability says that she cannot be pinned")
    keyword = first_that_holds(ship.piece, NEVER_PINNED) or first_that_holds(enemy.piece, NEVER_PINS)
    own = why_not_ramming(ship, scene, settings) or why_not_rammed(ship, scene, settings)
    # Lost ships pin nobody (revolution, complete: Fog Bank), also where they can be met.
    return keyword or own or why_lost(enemy, scene, settings) or _why_not_held_by(ship, enemy, scene, settings)


def _why_not_held_by(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """A ghostly ship cannot be rammed (revolution, Keywords), so a bow that comes against her is not pinned; but who is
    pinned already stays so when the other turns ghostly: she has neither moved away nor lost her masts."""
    if is_in(scene.state, enemy.id, PieceState.GHOSTLY) and not is_in(scene.state, ship.id, PieceState.PINNED):
        return Message("{name} is ghostly", name=enemy.name)
    if is_in(scene.state, enemy.id, PieceState.WRECKED):
        return Message("{name} is a wreck", name=enemy.name)
    return why_not_met(enemy, scene, settings)


def _over(enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """Why a pin has ended though the bow still touches."""
    if settings.edition.contact.pin_ends_without_masts:
        return None if enemy.masts_standing else Message("{name} has no mast left to hold her", name=enemy.name)
    return Message("{name} is derelict", name=enemy.name) if is_derelict_here(enemy, scene) else None


def _after_a_ram(touch: Ruling, ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    """She is pinned if she has rammed; bow on bow, only one of the two has."""
    if settings.edition.contact.ram_needs_mast and not ship.masts_standing:
        return forbidden(touch, Message("without a mast she has rammed nobody"))
    back = next(iter(bow_contacts([(enemy, ship)], settings)), None)
    if back is None or back.verdict is Verdict.NO or not enemy.masts_standing:
        what = Message("pinned by her ram until {enemy} moves away or has no mast left", enemy=enemy.name)
        return follow_contact(touch, what)
    if is_in(scene.state, enemy.id, PieceState.PINNED):
        return _judge_ram_by(touch, enemy, back.verdict)
    readings = (
        Reading(Message("{name} moved there and rammed", name=ship.name), touch.verdict),
        Reading(Message("{name} moved there and rammed", name=enemy.name), Verdict.NO),
    )
    reason = Message("{touch}, bow on bow: only the one that moved there is pinned", touch=touch.reason)
    return touch.replace(verdict=Verdict.TOO_CLOSE, readings=readings, reason=reason)


def _judge_ram_by(touch: Ruling, enemy: PlacedPiece, bow_on_bow: Verdict) -> Ruling:
    """The enemy is known to be pinned: by this ram, if both bows touch."""
    if bow_on_bow is Verdict.YES:
        return forbidden(touch, Message("{name} rammed her, and only the rammer is pinned", name=enemy.name))
    reason = Message("{touch}; perhaps {name} rammed her", touch=touch.reason, name=enemy.name)
    return touch.replace(verdict=Verdict.TOO_CLOSE, reason=reason)


PIN = Rule(
    id=RULE,
    name=Message("pin"),
    title=Message("Pin"),
    question=template("Does {subject} pin {target}?"),
    yes=template("pins {target}"),
    no=template("does not pin {target}"),
    answers=(
        template("{subject} PINS {target}"),
        template("{subject} does NOT pin {target}"),
    ),
    group=RuleGroup.CONTACT,
    judging=judging(
        RAM.id, ram_pairs, rule_rams_and_pins, lambda edition: edition.contact.ram_section, also=LOST_OR_NOT
    ),
    contact=LastingContact(badge=Message("pins"), symbol="pin"),
)


def without_contradicted_ticks(scene: Scene, settings: RuleSettings) -> Scene:
    """Return the scene with a state that has only the ticks that count; the same scene where all do."""
    state = scene.state
    for piece, tick in list_contradicted_ticks(scene, settings):
        unit = state.units[piece]
        state = state.with_unit(unit, states=unit.states - {tick})
    return scene if state is scene.state else replace(scene, state=state)


def list_contradicted_ticks(scene: Scene, settings: RuleSettings) -> Iterator[tuple[str, PieceState]]:
    """List pieces and ticks that the camera surely sees otherwise, of the kinds for which this table trusts it."""
    if not settings.house:
        return
    for tick, is_contradicted in CONTRADICTED.items():
        if reading(f"ticked-{tick.value}", settings.house) == "tick":
            continue
        for unit in scene.state.units.values():
            placed = scene.find(unit.id) if tick in unit.states else None
            if placed is not None and is_contradicted(placed, scene, settings):
                yield unit.id, tick


def _is_clear_of_fog(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
    fog = any(piece.piece.model.kind is PieceKind.FOG_BANK for piece in scene.pieces)
    return fog and in_fog(placed, scene, settings) is None


def _touches_no_enemy(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
    """Whether all enemy ships in play are seen, and her bow surely touches none of them."""
    units = scene.state.units.values()
    enemies_in_play = [
        unit.id for unit in units if unit.is_ship and unit.in_play and scene.state.are_enemies(placed.id, unit.id)
    ]
    if not enemies_in_play or any(scene.find(enemy) is None for enemy in enemies_in_play):
        return False
    pairs = both_ways(scene, frozenset({placed.id}), SHIPS, SHIPS)
    enemies = [
        (subject, target)
        for subject, target in pairs
        if subject is placed and scene.state.are_enemies(subject.id, target.id)
    ]
    return all(touch.verdict is Verdict.NO for touch in bow_contacts(enemies, settings))


def _is_clear_of(kind: PieceKind) -> Callable[[PlacedPiece, Scene, RuleSettings], bool]:
    def is_clear(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
        terrain = [piece for piece in scene.pieces if piece.piece.model.kind is kind]
        apart = between_all([Parts(placed, placed.footprint, patch, patch.footprint) for patch in terrain])
        tolerance = settings.contact_tolerance_mm
        return bool(terrain) and all(margin_call(tolerance - gap.mm, gap.sigma_mm)[0] is Verdict.NO for gap in apart)

    return is_clear


CONTRADICTED: Mapping[PieceState, Callable[[PlacedPiece, Scene, RuleSettings], bool]] = {
    PieceState.DERELICT: lambda placed, *_: bool(placed.masts_standing),
    PieceState.LOST: _is_clear_of_fog,
    PieceState.PINNED: _touches_no_enemy,
    PieceState.TANGLED: _is_clear_of(PieceKind.SARGASSO_SEA),
    PieceState.WRECKED: _is_clear_of(PieceKind.REEF),
}
"""By tick: whether what is seen surely says otherwise."""
