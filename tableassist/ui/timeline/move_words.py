"""A move that was found, in words for the list and the time line. No widgets."""

from tableassist.messages import Message, say, template, tr
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Verdict, rule_named
from tableassist.store.score import terrain_words, told_touches
from tableassist.ui.timeline.past import Sign, SignKind

Names = dict[str, str]


def move_words(move: FoundMove, settings: TableSettings) -> str:
    """Who, how far by the shortest legal way, and what she touches now."""
    names = names_of(settings)
    name, by = names.get(move.piece, move.piece), names.get(move.by or "", "")
    if move.kind is MoveKind.BUMPED:
        if by:
            return tr("{name} was bumped {gone:.0f} mm by {by}", name=name, gone=move.gone_mm, by=by)
        return tr("{name} was bumped {gone:.0f} mm", name=name, gone=move.gone_mm)
    if move.kind is MoveKind.PUT_BACK:
        return tr("{name} was put back", name=name)
    if move.kind is MoveKind.TOWED:
        return tr("{name} is towed by {by}, {gone:.0f} mm", name=name, by=by, gone=move.gone_mm)
    terrain = (say(words) for words, _ in terrain_words(move))
    return "  ·  ".join((tr("{name}  {way}", name=name, way=_way(move)), *_touches(move, names), *terrain))


def move_signs(move: FoundMove, settings: TableSettings) -> tuple[Sign, ...]:
    """For the time line: the move, and what she could fire at from there."""
    if move.kind is MoveKind.PLACED:
        return ()
    ruling = None if move.judgement is None else move.judgement.ruling
    words, kind = move_words(move, settings), SignKind.MOVE
    if ruling is not None and ruling.verdict is Verdict.NO:
        words = f"{words}\n{tr('not legal: {reason}', reason=say(ruling.reason))}"
        kind = SignKind.ILLEGAL
    elif ruling is not None and ruling.verdict is Verdict.TOO_CLOSE:
        words = f"{words}\n{tr('too close to call: {reason}', reason=say(ruling.reason))}"
    shots = _shots(move, names_of(settings))
    told = (Sign(move.settled_ns, SignKind.RULING, "\n".join(shots)),) if shots else ()
    return (Sign(move.settled_ns, kind, words), *told)


def names_of(settings: TableSettings) -> Names:
    return {piece.id: piece.name for piece in settings.pieces}


def _way(move: FoundMove) -> str:
    judgement = move.judgement
    if judgement is None or judgement.route is None or not judgement.route.segments:
        return f"{move.gone_mm:.0f} mm"
    return " + ".join(f"{each.segment} {each.length_mm:.0f} mm" for each in judgement.route.segments)


def _touches(move: FoundMove, names: Names) -> tuple[str, ...]:
    """The rule that says most, for each piece that she touches now."""
    touches = told_touches(move.piece, [each.contact for each in move.made])
    return tuple(say(rule_named(each.rule).deed(names.get(each.piece, each.piece))) for each in touches)


def _shots(move: FoundMove, names: Names) -> list[str]:
    """One line for each target and verdict."""
    words = {
        Verdict.YES: template("{one} may fire at {other}: cannon {cannons}"),
        Verdict.TOO_CLOSE: template("{one} at {other}: cannon {cannons} is too close to call"),
    }
    together: dict[tuple[str, Verdict], list[str]] = {}
    for shot in move.shots:
        together.setdefault((shot.target, shot.verdict), []).append(str(shot.cannon or ""))
    one = names.get(move.piece, move.piece)
    return [
        say(Message(words[verdict], one=one, other=names.get(target, target), cannons=tuple(cannons)))
        for (target, verdict), cannons in together.items()
    ]
