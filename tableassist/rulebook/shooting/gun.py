"""A cannon as it shoots now: how far it reaches with all effects, and whether a target is within its range."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tableassist.messages import Message, template
from tableassist.pieces import Cannon, CannonRange, Effect, Piece, PieceKind
from tableassist.pieces.catalogue import PrintedCannon
from tableassist.rulebook.editions.settings import RuleSettings, cite_by_ruler
from tableassist.rulebook.editions.terms import Ruler, ShotOrigin, ruler_words
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling import CALL_SIGMAS, NO, Ruling, Verdict, Witness, margin_call
from tableassist.rulebook.shooting.permission import can_cannon_fire, reach_of_cannon
from tableassist.rulebook.shooting.special import MOST_MARINES, is_marine, marine_gun
from tableassist.rulebook.state.questions import NO_EFFECTS
from tableassist.scene.placed_piece import PlacedPiece, Point
from tableassist.scene.separation import to_nearest_part

EXTENDED_RANGE = "Extended Range"
"""Its text is on the card and nowhere else. No ability that is known reaches farther than L+L."""


@dataclass(frozen=True, slots=True)
class Gun:
    """One question of range may have several: a musketeer's gun shoots from whichever mast is best."""

    cannon: Cannon
    reach: CannonRange
    """With the effects that turn S into L, but not doubled: what a card means by a cannon of S or L range."""
    limit_mm: float
    plain_mm: float
    """The reach that is not doubled."""
    needs_6: bool
    """Beyond `plain_mm` only a 6 hits, and all cannons of the ship shoot so or none (ruling on D21)."""
    reasons: Mapping[Verdict, Message]
    """Whether a target is in its range, in words: the same for every target."""
    start: Point
    """On the mat: where its range and its line of fire begin."""
    perhaps_mm: float = 0.0
    """How far it may reach by a keyword whose text is on the card only; 0 where there is none."""


GunKey = tuple[int, int | None]
"""Its number on the card and its mast: a musketeer's gun has one number and many masts."""


def cannons_now(
    shooter: PlacedPiece, effects: frozenset[Effect], settings: RuleSettings, marines: int = 0
) -> tuple[tuple[Cannon, ...], ...]:
    """Each cannon that may be asked about, with the places it can shoot from: one, but for the gun of a musketeer or
    of one of the `marines` aboard."""
    printed = tuple((cannon,) for cannon in list_printed_cannons(shooter, effects))
    if not effects or not shooter.piece.model.upright_count:
        return printed
    musket = settings.edition.shooting.musket
    extra = (extra_cannons(shooter.piece, musket),) if Effect.EXTRA_3S_CANNON_ANY_MAST in effects else ()
    own = (marine_cannons(shooter.piece, number, settings) for number in range(1, min(marines, MOST_MARINES) + 1))
    return (*printed, *extra, *own)


def list_printed_cannons(shooter: PlacedPiece, effects: frozenset[Effect]) -> tuple[Cannon, ...]:
    """Those of her card that still shoot."""
    masts, standing = range(1, shooter.piece.model.upright_count + 1), shooter.masts_standing
    lost = [mast for mast in masts if mast not in standing]
    return tuple(cannon for cannon in shooter.piece.cannons if can_cannon_fire(cannon.mast, lost, effects))


def extra_cannons(piece: Piece, musket: PrintedCannon) -> tuple[Cannon, ...]:
    """A musketeer's gun at each mast, also where the mast is gone."""
    number = extra_number(piece)
    masts = range(1, piece.model.upright_count + 1)
    return tuple(Cannon(mast, musket.rank, musket.reach, number) for mast in masts)


def marine_cannons(piece: Piece, number: int, settings: RuleSettings) -> tuple[Cannon, ...]:
    """The gun of one of the marines aboard, 1 the first, at each mast's place: from where on a ship it shoots, no text
    says."""
    rank, reach = marine_gun(settings)
    after = extra_number(piece)
    masts = range(1, piece.model.upright_count + 1)
    return tuple(Cannon(mast, rank, reach, after + number) for mast in masts)


def extra_number(piece: Piece) -> int:
    """Number of a musketeer's gun: after the last cannon of the card."""
    return max((cannon.number for cannon in piece.cannons), default=0) + 1


def numbers_now(piece: Piece, lost: frozenset[int], effects: frozenset[Effect], marines: int = 0) -> Iterator[int]:
    """The same cannons by number, for a piece that nobody sees."""
    yield from (cannon.number for cannon in piece.cannons if can_cannon_fire(cannon.mast, lost, effects))
    if piece.model.upright_count:
        extra = extra_number(piece)
        if Effect.EXTRA_3S_CANNON_ANY_MAST in effects:
            yield extra
        yield from range(extra + 1, extra + 1 + min(marines, MOST_MARINES))


def guns_of(
    shooter: PlacedPiece, effects: frozenset[Effect], settings: RuleSettings, *, broadsides: bool = False
) -> Mapping[GunKey, Gun]:
    """Each of her cannons as it shoots now, also where its mast is gone. `broadsides`: as one of a broadsides attack,
    which takes all cannons down to S and knows no other ability."""
    terms = settings.edition.shooting
    guns = _guns(shooter, effects, terms.shot_origin, settings.ruler, broadsides, terms.musket)
    if Effect.MARINE not in effects or broadsides:
        return guns
    origin, ruler = terms.shot_origin, settings.ruler
    own = [
        cannon for number in range(1, MOST_MARINES + 1) for cannon in marine_cannons(shooter.piece, number, settings)
    ]
    extra = (_extra(shooter.piece, shooter.masts_standing, cannon, origin, ruler, MARINE_WORDS) for cannon in own)
    return {**guns, **{(gun.cannon.number, gun.cannon.mast): _aboard(shooter, gun, origin) for gun in extra}}


def gun_of(shooter: PlacedPiece, cannon: Cannon, effects: frozenset[Effect], settings: RuleSettings) -> Gun:
    return guns_of(shooter, effects, settings)[cannon.number, cannon.mast]


@lru_cache(maxsize=1024)
def _guns(
    shooter: PlacedPiece,
    effects: frozenset[Effect],
    origin: ShotOrigin,
    ruler: Ruler,
    broadsides: bool,
    musket: PrintedCannon,
) -> dict[GunKey, Gun]:
    guns = _guns_anywhere(shooter.piece, shooter.masts_standing, effects, origin, ruler, broadsides, musket)
    return {key: _aboard(shooter, gun, origin) for key, gun in guns.items()}


def _aboard(shooter: PlacedPiece, gun: Gun, origin: ShotOrigin) -> Gun:
    """Where the shooter lies now."""
    start = _start(shooter, gun.cannon, origin)
    return Gun(
        gun.cannon, gun.reach, gun.limit_mm, gun.plain_mm, gun.needs_6, gun.reasons, start, gun.perhaps_mm
    )  # fmt: skip


@lru_cache(maxsize=512)
def _guns_anywhere(
    piece: Piece,
    standing: tuple[int, ...],
    effects: frozenset[Effect],
    origin: ShotOrigin,
    ruler: Ruler,
    broadsides: bool,
    musket: PrintedCannon,
) -> dict[GunKey, Gun]:
    """All but their places: a ship under way is another value in every frame, and her guns stay what they are."""
    printed = {
        (cannon.number, cannon.mast): _gun(piece, standing, cannon, effects, origin, ruler, broadsides)
        for cannon in piece.cannons
    }
    if Effect.EXTRA_3S_CANNON_ANY_MAST not in effects:
        return printed
    muskets = extra_cannons(piece, musket)
    extra = {(gun.number, gun.mast): _extra(piece, standing, gun, origin, ruler) for gun in muskets}
    return {**printed, **extra}


NOWHERE = (0.0, 0.0)


def _gun(
    piece: Piece,
    standing: tuple[int, ...],
    cannon: Cannon,
    effects: frozenset[Effect],
    origin: ShotOrigin,
    ruler: Ruler,
    broadsides: bool,
) -> Gun:
    reach, doubled, needs_6 = cannon.reach, False, False
    if broadsides:
        reach = CannonRange.SHORT
    elif effects:
        reach = reach_of_cannon(reach, effects)
        doubled = Effect.DOUBLE_RANGE in effects
        needs_6 = Effect.DOUBLE_RANGE_NEEDS_6 in effects and not doubled
    plain_mm = ruler.reach_mm(reach)
    times = 2 if doubled or needs_6 else 1
    start = _from_words(piece, cannon, origin)
    if cannon.mast is not None and cannon.mast not in standing:
        start = Message("{start}, which is gone", start=start)
    if cannon.shots == 2:
        start = Message("{start}, two shots", start=start)
    reasons = _reasons("+".join([reach.value] * times), ruler, times * plain_mm, start)
    perhaps = 2 * ruler.long_mm if EXTENDED_RANGE in piece.keywords and not broadsides else 0.0
    return Gun(cannon, reach, times * plain_mm, plain_mm, needs_6, reasons, NOWHERE, perhaps)


EXTRA_WORDS = (template("{mast}, for the extra gun"), template("{mast}, which is gone, for the extra gun"))
MARINE_WORDS = (template("{mast}, for the marine's gun"), template("{mast}, which is gone, for the marine's gun"))
"""Where the mast stands, and where it is gone."""


def _extra(
    piece: Piece,
    standing: tuple[int, ...],
    cannon: Cannon,
    origin: ShotOrigin,
    ruler: Ruler,
    words: tuple[str, str] = EXTRA_WORDS,
) -> Gun:
    """The gun of a musketeer or a marine, which nothing lengthens."""
    plain_mm = ruler.reach_mm(cannon.reach)
    mast = _from_words(piece, cannon, origin)
    start = Message(words[0] if cannon.mast in standing else words[1], mast=mast)
    reasons = _reasons(cannon.reach, ruler, plain_mm, start)
    return Gun(cannon, cannon.reach, plain_mm, plain_mm, False, reasons, NOWHERE)


def _reasons(length: str, ruler: Ruler, limit_mm: float, start: Message) -> dict[Verdict, Message]:
    limit = {"length": length, "ruler": ruler_words(ruler), "limit_mm": limit_mm, "start": start}
    return {
        Verdict.YES: Message("within {length} ({ruler}, {limit_mm:g} mm) from {start}", **limit),
        Verdict.NO: Message("out of {length} ({ruler}, {limit_mm:g} mm) from {start}", **limit),
        Verdict.TOO_CLOSE: Message("at the edge of {length} ({ruler}, {limit_mm:g} mm) from {start}", **limit),
    }


def _from_words(piece: Piece, cannon: Cannon, origin: ShotOrigin) -> Message:
    model = piece.model
    if cannon.mast is None:
        return Message("the marine") if is_marine(piece) else Message("her hull cannon")
    if model.kind is PieceKind.FORT:
        return Message("flag {number}", number=cannon.mast)
    if model.segments:
        return Message("segment {number}", number=cannon.mast)
    if origin is ShotOrigin.PRINTED_DIE:
        if model.die_place(cannon.mast) == model.upright_place(cannon.mast):
            what = template("the centre of mast {number} (the die's place is not in the model)")
            return Message(what, number=cannon.mast)
        return Message("the printed die of mast {number}", number=cannon.mast)
    return Message("the mast's centre of mast {number}", number=cannon.mast)


def _start(shooter: PlacedPiece, cannon: Cannon, origin: ShotOrigin) -> Point:
    """From a mast's centre or its printed die; a creature's segment and a fort's flag have both in the middle."""
    if cannon.mast is None:
        assert cannon.at is not None
        return shooter.pose.pose.place_one(*cannon.at)
    return shooter.die(cannon.mast) if origin is ShotOrigin.PRINTED_DIE else shooter.mast_centre(cannon.mast)


RANGE_RULE = "range"
RANGE_HOUSE_RULES = ("shot-origin", "long-mm", "short-mm")
Ask = tuple[PlacedPiece, Cannon, PlacedPiece]
Effects = Mapping[str, frozenset[Effect]]


def rule_ranges(
    shots: Sequence[Ask], settings: RuleSettings, effects: Effects | None = None, *, broadsides: bool = False
) -> list[Ruling]:
    """One ruling per shooter, cannon and target. `effects` by piece; None: what stands on the cards alone."""
    if not shots:
        return []
    shooters, cannons, targets = zip(*shots, strict=True)
    guns = {}
    for subject in dict.fromkeys(shooters):
        hers = frozenset(subject.piece.effects) if effects is None else effects.get(subject.piece.id, NO_EFFECTS)
        guns[subject] = guns_of(subject, hers, settings, broadsides=broadsides)
    guns_asked = [guns[subject][cannon.number, cannon.mast] for subject, cannon in zip(shooters, cannons, strict=True)]
    apart = to_nearest_part(shooters, [gun.start for gun in guns_asked], targets)
    house = tuple(name for name in RANGE_HOUSE_RULES if name in settings.house)
    section = cite_by_ruler(settings.edition.shooting.range_section, settings.edition.text_ruler, settings.ruler)
    ruler_mm = settings.ruler.sigma_mm
    rulings = []
    for subject, target, gun, mm, seen_mm, witness in zip(
        shooters, targets, guns_asked, apart.mm, apart.sigma_mm, map(Witness, apart.starts, apart.ends), strict=True
    ):
        limit, number, sigma_mm = gun.limit_mm, gun.cannon.number, seen_mm
        if ruler_mm:
            sigma_mm = math.hypot(sigma_mm, ruler_mm * limit / gun.plain_mm)
        verdict, probability = margin_call(limit - mm, sigma_mm)
        ruling = Ruling(
            RANGE_RULE, subject.piece.id, target.piece.id, number, verdict, mm, limit, sigma_mm, probability, section,
            witness, gun.reasons[verdict], house,
        )  # fmt: skip
        rulings.append(_reach_by_card(ruling, gun) if gun.needs_6 or gun.perhaps_mm else ruling)
    return rulings


def _reach_by_card(ruling: Ruling, gun: Gun) -> Ruling:
    """Of a gun that reaches farther than its length by an ability, or may."""
    mm, sigma_mm = ruling.measured_mm or 0.0, ruling.sigma_mm or 0.0
    if gun.needs_6 and ruling.verdict is not NO:
        ruling = ruling.replace(reason=_only_a_6(ruling.reason, gun, mm, sigma_mm))
    if gun.perhaps_mm and ruling.verdict is NO and mm - CALL_SIGMAS * sigma_mm <= gun.perhaps_mm:
        form = template("{reason}; but she has {keyword}: how far that reaches, her card says")
        reason = Message(form, reason=ruling.reason, keyword=EXTENDED_RANGE)
        return ruling.replace(verdict=Verdict.TOO_CLOSE, probability=None, reason=reason)
    return ruling


def _only_a_6(reason: Message, gun: Gun, mm: float, sigma_mm: float) -> Message:
    """With the condition of a doubled range, as far as it applies."""
    beyond, _ = margin_call(mm - gun.plain_mm, sigma_mm)
    if beyond is Verdict.NO:
        return reason
    if beyond is Verdict.YES:
        return Message(
            "{reason}; beyond {length}, where only a 6 hits and all her cannons shoot so or none",
            reason=reason,
            length=gun.reach.value,
        )
    return Message(
        "{reason}; perhaps (within {sigmas:g} sigma of it) beyond {length}, where only a 6 hits and all her cannons "
        "shoot so or none",
        reason=reason,
        sigmas=CALL_SIGMAS,
        length=gun.reach.value,
    )


RANGE = Rule(
    id=RANGE_RULE,
    name=Message("range"),
    title=Message("Range"),
    question=template("Is {target} within range of cannon {cannon} of {subject}?"),
    yes=template("reaches {target}"),
    no=template("does not reach {target}"),
    answers=(
        template("{target} is IN RANGE of cannon {cannon} of {subject}"),
        template("{target} is OUT OF RANGE of cannon {cannon} of {subject}"),
    ),
    group=RuleGroup.SHOOTING,
    part_of="shot",
)
