"""What of the moment's rulings and stated facts an offer can rest on."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tableassist.rulebook.referee.combat.shooting import MUSKET
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.state.game import FactKind, GameState

POSSIBLE = (Verdict.YES, Verdict.TOO_CLOSE)


@dataclass(frozen=True, slots=True)
class Seen:
    shots: dict[str, list[tuple[str, int, Verdict]]] = field(default_factory=dict)
    """Shooter to target, cannon and answer; those that may be made."""


def seen_now(game: GameState, rulings: Iterable[Ruling]) -> Seen:
    """Measured shots go before stated ones."""
    shots: dict[tuple[str, str, int], Verdict] = {}
    for (kind, subject, target, cannon), answer in game.facts.items():
        if kind is FactKind.SHOT:
            shots[subject, target, cannon] = answer
    for ruling in rulings:
        if ruling.rule == "shot" and ruling.cannon is not None:
            shots[ruling.subject, ruling.target, cannon_number(game, ruling.subject, ruling.cannon)] = ruling.verdict
    for (rule, subject, target, cannon), decision in game.overrulings.items():
        if rule == "shot":
            shots[subject, target, cannon] = decision.answer
    by_shooter: dict[str, list[tuple[str, int, Verdict]]] = {}
    for (subject, target, cannon), answer in shots.items():
        if answer in POSSIBLE:
            by_shooter.setdefault(subject, []).append((target, cannon, answer))
    return Seen(by_shooter)


def cannon_number(game: GameState, ship: str, cannon: int) -> int:
    """The rulings number a musketeer's gun after the last cannon of the card."""
    unit = game.units.get(ship)
    return MUSKET if unit is not None and cannon > len(unit.cannons) else cannon
