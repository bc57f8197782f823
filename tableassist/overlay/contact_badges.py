"""What touches what, told at the place of contact: one badge for two pieces, with all that follows from it."""

from collections.abc import Iterable

from tableassist.messages import Message
from tableassist.overlay.drawing import Badge, Symbol
from tableassist.rules.contact.board import RULE as BOARD
from tableassist.rules.contact.contact import RULE as CONTACT
from tableassist.rules.contact.docking import RULE as DOCKING
from tableassist.rules.contact.explore import RULE as EXPLORE
from tableassist.rules.contact.pin import RULE as PIN
from tableassist.rules.contact.ram import RULE as RAM
from tableassist.rules.contact.tow import RULE as TOW
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.rules.terrain.terrain import RULE as TERRAIN

WORDS = {
    RAM: (Message("rams"), Symbol.RAM),
    PIN: (Message("pins"), Symbol.PIN),
    BOARD: (Message("may board"), Symbol.BOARD),
    TOW: (Message("may tow"), Symbol.TOW),
    DOCKING: (Message("docked"), Symbol.ANCHOR),
    EXPLORE: (Message("may explore"), Symbol.EXPLORE),
    TERRAIN: (Message("in terrain"), Symbol.TERRAIN),
    CONTACT: (Message("touching"), Symbol.TOUCH),
}
"""The first that holds gives the badge its symbol."""
ORDER = tuple(WORDS)


def contact_badges(rulings: Iterable[Ruling]) -> list[Badge]:
    by_pair: dict[tuple[frozenset[str], Verdict], list[Ruling]] = {}
    for ruling in rulings:
        if ruling.rule in WORDS and ruling.witness is not None and ruling.verdict in (Verdict.YES, Verdict.TOO_CLOSE):
            by_pair.setdefault((frozenset((ruling.subject, ruling.target)), ruling.verdict), []).append(ruling)
    return [_badge(verdict, together) for (_, verdict), together in by_pair.items()]


def _badge(verdict: Verdict, together: list[Ruling]) -> Badge:
    first, *others = sorted(together, key=lambda ruling: ORDER.index(ruling.rule))
    assert first.witness is not None
    if verdict is Verdict.TOO_CLOSE:
        doubted = Message("{contact}? too close to call", contact=WORDS[first.rule][0])
        return Badge(first.witness.end, Symbol.TOO_CLOSE, doubted, piece=first.subject)
    # That they touch goes without saying where more follows from it.
    named = dict.fromkeys(each.rule for each in (first, *others) if each is first or each.rule != CONTACT)
    text = Message("{contacts}", contacts=tuple(WORDS[rule][0] for rule in named))
    return Badge(first.witness.end, WORDS[first.rule][1], text, piece=first.subject)
