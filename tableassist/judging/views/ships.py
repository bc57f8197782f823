"""What people can confirm: one entry for each ship on whose unseen facts some answer hangs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tableassist.messages import tr, tr_plural
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Ruling, Scene
from tableassist.rulebook.ruling import Condition
from tableassist.scene.facts import Fact


@dataclass(frozen=True, slots=True)
class ShipFacts:
    piece: str
    name: str
    facts: tuple[Fact, ...]
    """That answers hang on, in the order of `Fact`; none where a person has confirmed her."""
    answers: int
    """How many answers hang on them."""
    is_confirmed: bool = False


def facts_to_confirm(rulings: Iterable[Ruling], settings: TableSettings) -> tuple[ShipFacts, ...]:
    """Ships on which conditional answers hang; the ship with the most answers first."""
    conditions: dict[str, list[Condition]] = {}
    for ruling in rulings:
        for condition in ruling.conditions:
            conditions.setdefault(condition.piece, []).append(condition)
    names = {piece.id: piece.name for piece in settings.pieces}
    found = [
        ShipFacts(piece, names.get(piece, piece), _in_order(each.fact for each in some), len(some))
        for piece, some in conditions.items()
    ]
    return tuple(sorted(found, key=lambda ship: (-ship.answers, ship.name)))


def ship_facts(rulings: Iterable[Ruling], scene: Scene, settings: TableSettings) -> tuple[ShipFacts, ...]:
    """Ships to confirm, then ships that are confirmed: what a list with boxes to tick shows."""
    confirmed = tuple(
        ShipFacts(placed.id, placed.name, (), 0, is_confirmed=True) for placed in scene.pieces if placed.confirmed
    )
    waiting = facts_to_confirm(rulings, settings)
    return (*waiting, *(ship for ship in confirmed if ship.piece not in {each.piece for each in waiting}))


def _in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    there = set(facts)
    return tuple(fact for fact in Fact if fact in there)


def fact_words(facts: Sequence[Fact]) -> str:
    """As in "all masts standing, plate straight"."""
    words = {
        Fact.IDENTITY: tr("right plate on the right ship"),
        Fact.MASTS: tr("all masts standing"),
        Fact.PLATE: tr("plate straight"),
        Fact.FLAT: tr("flat on the mat"),
    }
    return ", ".join(words[fact] for fact in facts)


def ship_words(ship: ShipFacts) -> str:
    """As in "Harbinger: all masts standing, plate straight"."""
    if ship.is_confirmed:
        return tr("{name}: confirmed until she is touched", name=ship.name)
    return tr("{name}: {facts}", name=ship.name, facts=fact_words(ship.facts))


def answers_words(ship: ShipFacts) -> str:
    """How much hangs on it, as in "3 answers hang on it"."""
    if ship.is_confirmed:
        return ""
    return tr_plural("1 answer depends on it", "{count} answers depend on it", count=ship.answers)


def all_facts_words(ship: ShipFacts) -> str:
    """What a person confirms by one tap."""
    masts = fact_words((Fact.MASTS, Fact.PLATE, Fact.FLAT))
    return tr("I have checked {name}: {facts}.", name=ship.name, facts=masts)
