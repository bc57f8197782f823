"""What a die does on terrain: reefs take masts, Sargasso Seas tangle, and what to say before the roll."""

from dataclasses import dataclass

from tableassist.messages import Message
from tableassist.scene.placed_piece import PlacedPiece

DIE_SIDES = 6
FREE_ABOVE = 6
"""A tangled piece is free when its d6 plus its masts left is more (revolution, complete: Sargasso Sea)."""


@dataclass(frozen=True, slots=True)
class ReefDamage:
    masts: int
    """Or segments, to be taken away."""
    wrecked: bool
    """More than were left: she stays on the reef."""


def reef_damage(built: int, standing: int, rating: int) -> ReefDamage:
    """By the masts she was built with; a rating that is not lower takes none (revolution, complete: Reef)."""
    taken = max(0, built - rating)
    return ReefDamage(taken, taken > standing)


def is_tangled(built: int, rating: int) -> bool:
    """By the masts she was built with; only a higher rating tangles (revolution, complete: Sargasso Sea)."""
    return rating > built


def is_freed(standing: int, roll: int) -> bool:
    """By the masts she has left."""
    return roll + standing > FREE_ABOVE


def reef_words(mover: PlacedPiece) -> Message:
    """What each roll would do, the harmless ones left out."""
    built, standing = mover.piece.model.upright_count, len(mover.masts_standing)
    damage = {roll: reef_damage(built, standing, roll) for roll in range(1, DIE_SIDES + 1)}
    harm = [
        Message("{roll} takes {masts}", roll=roll, masts=each.masts)
        for roll, each in damage.items()
        if each.masts and not each.wrecked
    ]
    wrecked = [roll for roll, each in damage.items() if each.wrecked]
    if wrecked:
        harm.insert(0, Message("{rolls} wrecks her", rolls=_up_to(wrecked[-1])))
    if not harm:
        return Message("roll a d6: no result harms her")
    return Message("roll a d6 against {built} as built: {harm}", built=built, harm=tuple(harm))


def sargasso_words(mover: PlacedPiece) -> Message:
    tangles = [roll for roll in range(1, DIE_SIDES + 1) if is_tangled(mover.piece.model.upright_count, roll)]
    if tangles:
        return Message("roll a d6: above {built} tangles her", built=tangles[0] - 1)
    return Message("roll a d6: no result tangles her")


def freeing_words(mover: PlacedPiece) -> Message:
    """Of a piece that is tangled."""
    frees = [roll for roll in range(1, DIE_SIDES + 1) if is_freed(len(mover.masts_standing), roll)]
    if frees:
        return Message("tangled; her action may be a d6, and {least} or more frees her", least=frees[0])
    return Message("tangled, and no roll frees her")


def _up_to(roll: int) -> str:
    return "1" if roll == 1 else f"1-{roll}"
