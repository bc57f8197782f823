"""Range: is any part of the target within the cannon's reach?"""

import math
from collections.abc import Mapping, Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece import Cannon
from tableassist.rulebook.editions.house_rule import decided_by
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.predicates.crew_abilities import NO_EFFECTS
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling.confidence import CALL_SIGMAS, NO, margin_call
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, Witness, changed
from tableassist.rulebook.shooting.gun import EXTENDED_RANGE, Gun, GunKey, guns_of
from tableassist.rulebook.shooting.shot_ruling import RULE as SHOT
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import to_nearest_part

RULE = "range"
HOUSE_NAMES = ("shot-origin", "long-mm", "short-mm")

Ask = tuple[PlacedPiece, Cannon, PlacedPiece]
Effects = Mapping[str, frozenset[Effect]]


def rule_ranges(
    shots: Sequence[Ask], settings: RuleSettings, effects: Effects | None = None, *, broadsides: bool = False
) -> list[Ruling]:
    """One ruling per shooter, cannon and target. `effects` by piece; None: what stands on the cards alone."""
    if not shots:
        return []
    shooters, cannons, targets = zip(*shots, strict=True)
    guns = {one: _guns(one, settings, effects, broadsides=broadsides) for one in dict.fromkeys(shooters)}
    asked = [guns[one][cannon.number, cannon.mast] for one, cannon in zip(shooters, cannons, strict=True)]
    apart = to_nearest_part(shooters, [gun.start for gun in asked], targets)
    house = decided_by(settings.house, HOUSE_NAMES)
    section = cite_lengths(settings.edition.shooting.range_section, settings)
    ruler_mm = settings.ruler.sigma_mm
    rulings = []
    for one, other, gun, mm, seen_mm, witness in zip(
        shooters, targets, asked, apart.mm, apart.sigma_mm, map(Witness, apart.starts, apart.ends), strict=True
    ):
        limit, number, sigma_mm = gun.limit_mm, gun.cannon.number, seen_mm
        if ruler_mm:
            sigma_mm = math.hypot(sigma_mm, ruler_mm * limit / gun.plain_mm)
        verdict, probability = margin_call(limit - mm, sigma_mm)
        ruling = Ruling(
            RULE, one.piece.id, other.piece.id, number, verdict, mm, limit, sigma_mm, probability, section, witness,
            gun.reasons[verdict], house,
        )  # fmt: skip
        rulings.append(_by_card(ruling, gun) if gun.needs_6 or gun.perhaps_mm else ruling)
    return rulings


def _guns(
    shooter: PlacedPiece, settings: RuleSettings, effects: Effects | None, *, broadsides: bool
) -> Mapping[GunKey, Gun]:
    mine = frozenset(shooter.piece.effects) if effects is None else effects.get(shooter.id, NO_EFFECTS)
    return guns_of(shooter, mine, settings, broadsides=broadsides)


def _by_card(ruling: Ruling, gun: Gun) -> Ruling:
    """Of a gun that reaches farther than its length by an ability, or may."""
    mm, sigma_mm = ruling.measured_mm or 0.0, ruling.sigma_mm or 0.0
    if gun.needs_6 and ruling.verdict is not NO:
        ruling = changed(ruling, reason=_only_a_6(ruling.reason, gun, mm, sigma_mm))
    if gun.perhaps_mm and ruling.verdict is NO and mm - CALL_SIGMAS * sigma_mm <= gun.perhaps_mm:
        form = template("{reason}; but she has {keyword}: how far that reaches, her card says")
        reason = Message(form, reason=ruling.reason, keyword=EXTENDED_RANGE)
        return changed(ruling, verdict=Verdict.TOO_CLOSE, probability=None, reason=reason)
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
    id=RULE,
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
    part_of=SHOT,
)
