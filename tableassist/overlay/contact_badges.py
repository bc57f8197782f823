"""What touches what, told at the place of contact: one badge for two pieces, with all that follows from it."""

from collections.abc import Iterable

from tableassist.messages import Message
from tableassist.overlay.drawing import Badge, Symbol
from tableassist.rulebook import Ruling, Verdict
from tableassist.rulebook.engine import CONTACT, LASTING, READING_ORDER, without_shots


def contact_badges(rulings: Iterable[Ruling]) -> list[Badge]:
    by_pair: dict[tuple[frozenset[str], Verdict], list[Ruling]] = {}
    for ruling in without_shots(rulings):
        if ruling.rule in LASTING and ruling.witness is not None and ruling.verdict in (Verdict.YES, Verdict.TOO_CLOSE):
            by_pair.setdefault((frozenset((ruling.subject, ruling.target)), ruling.verdict), []).append(ruling)
    return [_badge(verdict, together) for (_, verdict), together in by_pair.items()]


def _badge(verdict: Verdict, together: list[Ruling]) -> Badge:
    """The rule that says most gives the badge its symbol."""
    first, *others = sorted(together, key=lambda ruling: READING_ORDER[ruling.rule])
    assert first.witness is not None
    said = LASTING[first.rule]
    if verdict is Verdict.TOO_CLOSE:
        text = Message("{contact}? too close to call", contact=said.badge)
        return Badge(first.witness.end, Symbol.TOO_CLOSE, text, piece=first.subject)
    # That they touch goes without saying where more follows from it.
    named = dict.fromkeys(each.rule for each in (first, *others) if each is first or each.rule != CONTACT.id)
    text = Message("{contacts}", contacts=tuple(LASTING[rule].badge for rule in named))
    return Badge(first.witness.end, Symbol(said.symbol), text, piece=first.subject)
