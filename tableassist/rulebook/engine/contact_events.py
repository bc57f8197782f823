"""Contact that begins and ends: what changed between two successive sets of rulings. In doubt nothing changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tableassist.rulebook.engine.rules import LASTING
from tableassist.rulebook.ruling.ruling import Point, Ruling, Verdict


@dataclass(frozen=True, slots=True, order=True)
class Held:
    """A contact that holds: the rule, and who touches whom."""

    rule: str
    subject: str
    target: str


@dataclass(frozen=True, slots=True)
class ContactBegan:
    contact: Held
    at: Point | None
    """Where on the mat, in the middle between both."""


@dataclass(frozen=True, slots=True)
class ContactEnded:
    contact: Held


ContactEvent = ContactBegan | ContactEnded


@dataclass(frozen=True, slots=True)
class ContactChange:
    held: frozenset[Held]
    """What holds now; handed to the next call."""
    events: tuple[ContactEvent, ...]
    """Ends before beginnings, each in order of rule, subject and target."""


def contact_change(held: frozenset[Held], rulings: Iterable[Ruling]) -> ContactChange:
    """A yes begins a contact, a no ends it. Too close to call and not seen leave it as it was, so that a gap at the
    very limit does not flicker. A pair that is asked about no longer has moved far apart, or left the game: it ends."""
    asked = {Held(each.rule, each.subject, each.target): each for each in rulings if each.rule in LASTING}
    now = frozenset(key for key, ruling in asked.items() if _holds(ruling, key in held) or _is_kept(key, held, asked))
    ended: list[ContactEvent] = [ContactEnded(key) for key in sorted(held - now)]
    began: list[ContactEvent] = [ContactBegan(key, _middle(asked[key])) for key in sorted(now - held)]
    return ContactChange(now, (*ended, *began))


def _holds(ruling: Ruling, held: bool) -> bool:
    if ruling.verdict is Verdict.YES:
        return True
    return held and ruling.verdict is not Verdict.NO


def _is_kept(key: Held, held: frozenset[Held], asked: Mapping[Held, Ruling]) -> bool:
    other = LASTING[key.rule].kept_by
    if other is None or key not in held:
        return False
    keeper = asked.get(Held(other, key.subject, key.target))
    return keeper is not None and keeper.verdict is not Verdict.NO


def _middle(ruling: Ruling) -> Point | None:
    witness = ruling.witness
    if witness is None:
        return None
    return (witness.start[0] + witness.end[0]) / 2, (witness.start[1] + witness.end[1]) / 2
