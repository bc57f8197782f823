"""One badge a target of the selected ship: how many cannons bear, what blocks them, or that she is too far away."""

from tableassist.messages import Message
from tableassist.overlay.drawing import Badge, Symbol
from tableassist.overlay.shot_strokes import Calls, blocker_of, calls_of, lines_of
from tableassist.rulebook import Ruling, Scene, Verdict
from tableassist.rulebook.engine import RANGE

SYMBOLS = {Verdict.YES: Symbol.YES, Verdict.NO: Symbol.NO, Verdict.TOO_CLOSE: Symbol.TOO_CLOSE}
ORDER = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO)
"""The best that any cannon has against a target comes first."""


def shot_badges(scene: Scene, rulings: tuple[Ruling, ...]) -> list[Badge]:
    """Those that can be shot at come first, so their labels get the best places."""
    calls = calls_of(rulings)
    by_target: dict[str, list[Ruling]] = {}
    for ruling in lines_of(rulings):
        by_target.setdefault(ruling.target, []).append(ruling)
    badges = [_badge(lines, calls, scene) for lines in by_target.values()]
    badges.sort(key=lambda badge: list(SYMBOLS.values()).index(badge.symbol))
    return badges + _out_of_range(rulings, set(by_target))


def _badge(lines: list[Ruling], calls: Calls, scene: Scene) -> Badge:
    best = min(lines, key=lambda ruling: ORDER.index(calls[ruling.target, ruling.cannon]))
    call = calls[best.target, best.cannon]
    assert best.witness is not None
    if call is not Verdict.NO:
        count = sum(calls[ruling.target, ruling.cannon] is call for ruling in lines)
        return Badge(best.witness.end, SYMBOLS[call], _cannons(call, count), piece=best.target)
    text = Message("may not shoot")
    if best.verdict is Verdict.NO:
        blocker = scene.find(blocker_of(best))
        known = blocker is not None and blocker.id not in (best.subject, best.target)
        text = Message("blocked by {name}", name=blocker.name) if blocker and known else Message("blocked")
    return Badge(best.witness.end, Symbol.NO, text, piece=best.target)


def _cannons(verdict: Verdict, count: int) -> Message:
    if verdict is Verdict.YES:
        return Message.plural("1 cannon clear", "{count} cannons clear", count=count)
    return Message.plural("1 cannon too close to call", "{count} cannons too close to call", count=count)


def _out_of_range(rulings: tuple[Ruling, ...], lined: set[str]) -> list[Badge]:
    """Quietly, at the nearest part of each enemy that no cannon reaches."""
    nearest: dict[str, Ruling] = {}
    reached = set(lined)
    for ruling in rulings:
        if ruling.rule != RANGE.id or ruling.witness is None or ruling.measured_mm is None:
            continue
        if ruling.verdict is not Verdict.NO:
            reached.add(ruling.target)
        known = nearest.get(ruling.target)
        if known is None or ruling.measured_mm < (known.measured_mm or 0.0):
            nearest[ruling.target] = ruling
    return [
        Badge(ruling.witness.end, Symbol.OUT_OF_RANGE, Message("out of range"), piece=target, quiet=True)
        for target, ruling in nearest.items()
        if target not in reached and ruling.witness is not None
    ]
