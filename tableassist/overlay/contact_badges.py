"""What touches what, told at the place of contact: one badge for two pieces, with all that follows from it."""

from collections.abc import Iterable

from tableassist.overlay import words
from tableassist.overlay.drawing import Badge, Symbol
from tableassist.rules.board import RULE as BOARD
from tableassist.rules.contact import RULE as CONTACT
from tableassist.rules.docking import RULE as DOCKING
from tableassist.rules.explore import RULE as EXPLORE
from tableassist.rules.pin import RULE as PIN
from tableassist.rules.ram import RULE as RAM
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.terrain import RULE as TERRAIN
from tableassist.rules.tow import RULE as TOW

WORDS = {
    RAM: (words.RAMS, Symbol.RAM),
    PIN: (words.PINS, Symbol.PIN),
    BOARD: (words.MAY_BOARD, Symbol.BOARD),
    TOW: (words.MAY_TOW, Symbol.TOW),
    DOCKING: (words.DOCKED, Symbol.ANCHOR),
    EXPLORE: (words.MAY_EXPLORE, Symbol.EXPLORE),
    TERRAIN: (words.TERRAIN, Symbol.TERRAIN),
    CONTACT: (words.TOUCHES, Symbol.TOUCH),
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
    # That they touch goes without saying where more follows from it.
    named = dict.fromkeys(each.rule for each in (first, *others) if each is first or each.rule != CONTACT)
    text = words.JOINED.join(WORDS[rule][0] for rule in named)
    if verdict is Verdict.TOO_CLOSE:
        return Badge(
            first.witness.end, Symbol.TOO_CLOSE, words.DOUBTED.format(words=WORDS[first.rule][0]), piece=first.subject
        )
    return Badge(first.witness.end, WORDS[first.rule][1], text, piece=first.subject)
